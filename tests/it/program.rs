//! The program itself, as a child process.

use std::path::Path;

use serde_json::Value;

use crate::support::{GitRepo, environment};

/// A plan with nothing pending.
pub(crate) const DONE: &str = r#"{"pendingTasks": [], "completedTasks": [{"id": "T-1"}]}"#;

/// A plan with one pending task, on its second line.
pub(crate) const PENDING: &str = "{\"pendingTasks\": [\n  {\"id\": \"T-7\"}\n]}\n";

/// What became of a call.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in a directory: nothing of the machine's environment, and
/// so no CI variable, is handed on.
pub(crate) fn closeout(dir: &Path, args: &[&str]) -> Ran {
    closeout_with(dir, &[], args)
}

/// The same, with variables.
pub(crate) fn closeout_with(dir: &Path, variables: &[(&str, &str)], args: &[&str]) -> Ran {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_closeout"))
        .current_dir(dir)
        .env_clear()
        .envs(environment())
        .envs(variables.iter().copied())
        .args(args)
        .output()
        .unwrap();
    Ran {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
    }
}

impl Ran {
    /// Its report, which it must have ended with `code` to give.
    #[track_caller]
    pub(crate) fn json(&self, code: i32) -> Value {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout.matches('\n').count(), 1, "{}", self.stdout);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Its text, which it must have ended with `code` to give.
    #[track_caller]
    pub(crate) fn text(&self, code: i32) -> &str {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        &self.stdout
    }

    /// That there is no answer, and that the message holds these parts.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "", "stdout is empty where there is no answer");
        for part in parts {
            assert!(
                self.stderr.contains(part),
                "no `{part}` in: {}",
                self.stderr
            );
        }
    }
}

/// A call of `scan`, its report as json, whether something is flagged or not.
#[track_caller]
pub(crate) fn scan(dir: &Path, args: &[&str]) -> Value {
    let ran = closeout(dir, &[&["scan", "--format", "json"], args].concat());
    let flagged = ran.code == 1;
    let report = ran.json(i32::from(flagged));
    let spurious = report["summary"]["spurious"].as_u64().unwrap();
    assert_eq!(flagged, spurious > 0, "{report}");
    report
}

/// `path: verdict` of each workspace of a report; `path: reason` of what claims
/// nothing.
pub(crate) fn standings(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let workspaces = report["workspaces"].as_array().unwrap();
    workspaces
        .iter()
        .map(|workspace| {
            let word = text(&workspace["verdict"]).or_else(|| text(&workspace["reason"]));
            format!("{}: {}", text(&workspace["path"]).unwrap(), word.unwrap())
        })
        .collect()
}

/// What a scan says of each workspace.
#[track_caller]
pub(crate) fn scanned(dir: &Path, args: &[&str]) -> Vec<String> {
    standings(&scan(dir, args))
}

/// The `state.json` of a run that says it is complete.
pub(crate) fn completed(command: &str) -> String {
    format!("{{\"status\": \"COMPLETED\", \"command\": \"{command}\"}}\n")
}

/// A run of PLAN that says it is complete, with this plan.
pub(crate) fn run_with(repo: &GitRepo, path: &str, plan: &str) {
    repo.write(&format!("{path}/plan.json"), plan);
    repo.write(&format!("{path}/state.json"), &completed("plan"));
}
