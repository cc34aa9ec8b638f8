//! A run's workspace, and the program that is called beside it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;
use assert_fs::TempDir;
use serde_json::Value;

use crate::support::environment;

/// A directory of its own, outside of any repository, in which `run` is the
/// workspace. The program is called in the directory.
pub(crate) struct Bench(TempDir);

impl Bench {
    /// With an empty workspace.
    pub(crate) fn new() -> Self {
        let bench = Self(TempDir::new().unwrap());
        std::fs::create_dir(bench.path("run")).unwrap();
        bench
    }

    /// With this `plan.json` in the workspace.
    pub(crate) fn with_plan(plan: impl AsRef<[u8]>) -> Self {
        Self::new().plan(plan)
    }

    /// Writes the `plan.json` of the workspace.
    pub(crate) fn plan(self, plan: impl AsRef<[u8]>) -> Self {
        self.file("run/plan.json", plan)
    }

    /// Writes the `state.json` of the workspace.
    pub(crate) fn state(self, state: impl AsRef<[u8]>) -> Self {
        self.file("run/state.json", state)
    }

    /// Writes the `.closeout.yml` beside the workspace.
    pub(crate) fn config(self, config: &str) -> Self {
        self.file(".closeout.yml", config)
    }

    /// Writes a file, with the directories to it.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// The same.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Where `path` is in the directory.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Calls the program in the directory.
    pub(crate) fn call(&self, verb: &str) -> Call {
        let mut call = Call(cargo_bin_cmd!("closeout"));
        // Whatever waits for ever, as a FIFO would, ends as a failure.
        call.0.timeout(Duration::from_secs(60));
        call.0.env_clear().envs(environment()).arg(verb);
        call.within(self.0.path())
    }

    /// `detect run --format json`.
    pub(crate) fn detect(&self) -> Call {
        self.call("detect").args(["run", "--format", "json"])
    }

    /// The same of a command that ran.
    pub(crate) fn after(&self, command: &str) -> Call {
        self.detect().args(["--command", command])
    }

    /// `baseline run`, which must succeed.
    pub(crate) fn baseline(&self) {
        self.call("baseline").arg("run").ends(0);
    }
}

/// A call that is being made up.
pub(crate) struct Call(assert_cmd::Command);

impl Call {
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    pub(crate) fn args<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(mut self, args: I) -> Self {
        self.0.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// In another directory.
    pub(crate) fn within(mut self, directory: &Path) -> Self {
        self.0.current_dir(directory);
        self
    }

    /// Runs it; it must end with this code.
    #[track_caller]
    pub(crate) fn ends(mut self, code: i32) -> Outcome {
        let output = self.0.output().unwrap();
        let outcome = Outcome {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        };
        assert_eq!(
            output.status.code(),
            Some(code),
            "{:?}\n{}{}",
            self.0,
            outcome.stdout,
            outcome.stderr
        );
        outcome
    }

    /// Runs it: nothing is flagged, and nothing is said.
    #[track_caller]
    pub(crate) fn clean(self) {
        let outcome = self.ends(0);
        assert_eq!((&*outcome.stdout, &*outcome.stderr), ("{}\n", ""));
    }

    /// Runs it: a spurious completion of this code, and nothing on stderr.
    #[track_caller]
    pub(crate) fn spurious(self, code: &str) -> Flagged {
        let outcome = self.ends(1);
        assert_eq!(outcome.stderr, "");
        let flagged = Flagged(outcome.json());
        assert_eq!(flagged.0["subcode"], code, "{}", flagged.0);
        flagged
    }

    /// Runs it with `--full`: it cannot be told; the reason.
    #[track_caller]
    pub(crate) fn unjudged(self) -> String {
        let outcome = self.arg("--full").ends(0);
        let report = outcome.json();
        assert_eq!(report["verdict"], "unjudged", "{report}");
        assert_eq!(report.get("subcode"), None);
        let reason = report["reason"].as_str().unwrap().to_owned();
        assert_eq!(outcome.stderr, format!("note: unjudged: {reason}\n"));
        reason
    }

    /// Runs it: the call is refused, and stdout is empty; what stderr says.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        let outcome = self.ends(code);
        assert_eq!(outcome.stdout, "");
        outcome.stderr
    }
}

/// What a call printed.
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// Its standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// The report of a spurious completion.
pub(crate) struct Flagged(pub(crate) Value);

impl Flagged {
    pub(crate) fn message(&self) -> &str {
        self.0["message"].as_str().unwrap()
    }

    /// `code severity path:line:column` of every finding, without what a
    /// finding does not have.
    pub(crate) fn findings(&self) -> Vec<String> {
        findings(&self.0)
    }
}

/// The same of any report.
pub(crate) fn findings(report: &Value) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let at = |value: &Value| match value {
        Value::Null => String::new(),
        number => format!(":{number}"),
    };
    let line = |finding: &Value| {
        format!(
            "{} {} {}{}{}",
            word(&finding["code"]),
            word(&finding["severity"]),
            word(&finding["path"]),
            at(&finding["line"]),
            at(&finding["column"])
        )
    };
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(line).collect()
}
