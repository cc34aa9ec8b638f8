//! A run of the `git` program that cannot hang, flood, ask or be led astray.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{RepoError, shown};
use crate::finding::visible;

/// How much of what git prints is kept.
const MAX_OUT: u64 = 8 * 1024 * 1024;

/// How much of its complaints is kept.
const MAX_COMPLAINT: u64 = 8 * 1024;

/// How often a run is looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// The variables of git that say which file is the user's own configuration,
/// as `HOME` does. All others are about some other repository or call.
const KEPT: [&str; 3] = [
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
];

/// What one run of git printed.
pub(super) struct Printed {
    /// Its standard output, as far as it was kept.
    pub(super) out: Vec<u8>,
    /// Whether all of it was kept.
    pub(super) complete: bool,
    /// How it ended; `None` where it was ended for printing too much.
    pub(super) status: Option<ExitStatus>,
    /// What it complained of.
    pub(super) complaint: String,
}

/// A call of git in a directory, with nothing that a repository may configure
/// to be run: no hooks, no file monitor, no transport. Whoever adds arguments
/// adds the subcommand first.
pub(super) fn git(dir: &Path) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("GIT_") && !KEPT.contains(&text.as_ref()) {
            command.env_remove(name);
        }
    }
    command
        .current_dir(dir)
        .args(["-c", "core.fsmonitor=false"])
        .args(["-c", "core.hooksPath=/dev/null"])
        // Messages are quoted to people; they are never read by us.
        .env("LC_ALL", "C")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "true")
        // A missing object of a partial clone is an error, not a fetch by
        // whatever program the repository names for it.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs such a call.
///
/// # Errors
///
/// [`RepoError::Git`] where git cannot be started or takes too long.
pub(super) fn run(mut command: Command, limit: Duration) -> Result<Printed, RepoError> {
    let failed = |command: &Command, reason: String| RepoError::Git {
        call: called(command),
        path: shown(command.get_current_dir().unwrap_or(Path::new("."))),
        reason,
    };
    let mut child = command
        .spawn()
        .map_err(|error| failed(&command, format!("it cannot be started ({error})")))?;
    let out = child.stdout.take().map(|pipe| reader(pipe, MAX_OUT));
    let complaint = child.stderr.take().map(|pipe| reader(pipe, MAX_COMPLAINT));
    let deadline = Instant::now() + limit;
    let mut kept: Option<Vec<u8>> = None;
    let status = loop {
        // The reader ends before git does only where git printed too much (or
        // closed its output).
        if kept.is_none() {
            kept = out.as_ref().and_then(|out| out.try_recv().ok());
        }
        let full = kept.as_ref().is_some_and(|kept| is_full(kept));
        match child.try_wait() {
            Ok(Some(status)) => break (!full).then_some(status),
            Ok(None) if full => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            Ok(None) if Instant::now() < deadline => thread::sleep(PAUSE),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                let seconds = limit.as_secs();
                return Err(failed(
                    &command,
                    format!("it did not end within {seconds} s"),
                ));
            }
            Err(error) => return Err(failed(&command, error.to_string())),
        }
    };
    // A child of git's may hold the pipes for longer than git lives.
    let rest = deadline.saturating_duration_since(Instant::now());
    let receive = |from: Option<Receiver<Vec<u8>>>| {
        from.and_then(|from| from.recv_timeout(rest.max(PAUSE)).ok())
    };
    let Some(out) = kept.or_else(|| receive(out)) else {
        return Err(failed(&command, "its output could not be read".to_owned()));
    };
    let complaint = receive(complaint).unwrap_or_default();
    let complaint = String::from_utf8_lossy(&complaint);
    Ok(Printed {
        complete: !is_full(&out),
        out,
        status,
        complaint: visible(complaint.trim()).into_owned(),
    })
}

/// The same, for a call that must succeed.
pub(super) fn succeed(command: Command, limit: Duration) -> Result<Printed, RepoError> {
    let (call, path) = (
        called(&command),
        shown(command.get_current_dir().unwrap_or(Path::new("."))),
    );
    let printed = run(command, limit)?;
    match printed.status {
        Some(status) if !status.success() => Err(RepoError::Git {
            call,
            path,
            reason: if printed.complaint.is_empty() {
                format!("it ended with {status}")
            } else {
                printed.complaint
            },
        }),
        _ => Ok(printed),
    }
}

fn is_full(kept: &[u8]) -> bool {
    kept.len() as u64 >= MAX_OUT
}

fn reader(pipe: impl Read + Send + 'static, limit: u64) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        // Git sees a closed pipe if it has more to say.
        let _ = pipe.take(limit).read_to_end(&mut kept);
        let _ = send.send(kept);
    });
    receive
}

/// `git status --porcelain=v2`: the call without our own `-c` options, for
/// people to repeat.
fn called(command: &Command) -> String {
    let mut words = vec!["git".to_owned()];
    let mut args = command.get_args();
    while let Some(arg) = args.next() {
        if arg == OsStr::new("-c") {
            args.next();
        } else {
            words.push(visible(&arg.to_string_lossy()).into_owned());
        }
    }
    words.join(" ")
}
