//! The git program, for what gix has not: bounded in time and output, asking
//! nobody anything.

use std::io::{Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::Repository;
use super::error::{RepoError, shown};
use super::write::{EMAIL, NAME};
use crate::finding::visible;

/// How long something local may take: deleting a thousand references takes
/// seconds on a slow disk.
const LOCAL: Duration = Duration::from_secs(120);

/// How much is kept of what git prints; the rest is read and dropped.
const KEPT: usize = 1024 * 1024;

/// How often a running git is looked at.
const PAUSE: Duration = Duration::from_millis(2);

/// One call of git.
pub(super) struct Call<'a> {
    pub(super) args: &'a [&'a str],
    pub(super) input: &'a str,
    /// More variables, such as a token that no other process may see.
    pub(super) environment: Vec<(String, String)>,
    pub(super) limit: Duration,
}

/// How a call ended.
pub(super) struct Done {
    pub(super) success: bool,
    pub(super) out: String,
    pub(super) err: String,
}

/// Why a call did not come to an end.
pub(super) enum NotDone {
    Start(std::io::Error),
    TimedOut,
}

impl Repository {
    /// Runs git on this repository.
    pub(super) fn run_git(&self, call: &Call<'_>) -> Result<Done, NotDone> {
        let mut command = Command::new("git");
        command
            .arg("--git-dir")
            .arg(self.git_dir())
            // A hook of the user's has nothing to say about the archive.
            .args(["-c", "core.hooksPath=/dev/null"])
            // Git leaves loose objects to the system otherwise.
            .args(["-c", "core.fsync=all", "-c", "gc.auto=0"])
            .args(call.args)
            .current_dir(self.git_dir())
            .env("GIT_TERMINAL_PROMPT", "0")
            // What git says is read: it has to be English.
            .env("LC_ALL", "C")
            .env_remove("LANGUAGE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Set where closeout runs in a hook, for another purpose.
        for name in [
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_PREFIX",
            "GIT_NAMESPACE",
        ] {
            command.env_remove(name);
        }
        command.envs(call.environment.iter().map(|(name, value)| (name, value)));
        let mut child = command.spawn().map_err(NotDone::Start)?;
        let out = child.stdout.take().map(read);
        let err = child.stderr.take().map(read);
        if let Some(mut stdin) = child.stdin.take() {
            // It may have ended without reading; how it ended says more.
            let _ = stdin.write_all(call.input.as_bytes());
        }
        let success = wait(&mut child, call.limit)?;
        // A process that git left behind may hold the pipes open.
        let text = |from: Option<Receiver<Vec<u8>>>| {
            let bytes = from.and_then(|from| from.recv_timeout(Duration::from_secs(5)).ok());
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        };
        let (out, err) = (text(out), text(err));
        Ok(Done { success, out, err })
    }

    /// Runs git for something that needs no network; what it printed.
    pub(super) fn git_locally(&self, args: &[&str], input: &str) -> Result<String, RepoError> {
        let failed = |reason: &str| RepoError::Git {
            call: format!("git {}", args.first().copied().unwrap_or_default()),
            path: shown(self.git_dir()),
            reason: visible(reason.trim_end()).into_owned(),
        };
        // For the log of a reference, if one is kept.
        let who = [("GIT_COMMITTER_NAME", NAME), ("GIT_COMMITTER_EMAIL", EMAIL)];
        let call = Call {
            args,
            input,
            environment: who
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            limit: LOCAL,
        };
        match self.run_git(&call) {
            Ok(done) if done.success => Ok(done.out),
            Ok(done) => Err(failed(&done.err)),
            Err(NotDone::Start(error)) => Err(failed(&format!("it cannot be started: {error}"))),
            Err(NotDone::TimedOut) => Err(failed(&format!(
                "it was stopped after {} s",
                LOCAL.as_secs()
            ))),
        }
    }
}

fn wait(child: &mut Child, limit: Duration) -> Result<bool, NotDone> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(PAUSE),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(NotDone::TimedOut);
            }
        }
    }
}

/// Reads a pipe to its end in a thread of its own, so that the other one
/// never fills up.
fn read(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 8192];
        while let Ok(read @ 1..) = pipe.read(&mut buffer) {
            let room = KEPT.saturating_sub(kept.len()).min(read);
            kept.extend_from_slice(buffer.get(..room).unwrap_or_default());
        }
        let _ = sender.send(kept);
    });
    receiver
}
