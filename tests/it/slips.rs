//! Slips of the hand, and what a first user ran into: nothing is lost, nothing
//! is silently passed, and nothing quoted becomes a line of its own.

use std::fs;

use crate::program::{DONE, PENDING, closeout, closeout_with, run_with, scan, standings};
use crate::support::Sandbox;
use crate::workspace::Bench;

#[test]
fn a_baseline_is_never_written_over_another_file() {
    let workspace = Bench::with_plan(DONE);
    let root = workspace.path("run");
    for name in ["plan.json", "precious"] {
        fs::write(workspace.path("run/precious"), "years of work").unwrap();
        let ran = closeout(&root, &["baseline", "--baseline", name]);
        ran.fails(2, &["is there, and is no baseline", "nothing was changed"]);
    }
    assert_eq!(
        fs::read_to_string(workspace.path("run/plan.json")).unwrap(),
        DONE
    );
    assert_eq!(
        fs::read_to_string(workspace.path("run/precious")).unwrap(),
        "years of work"
    );
    // One that is a baseline, or still empty, is.
    fs::write(workspace.path("run/empty"), "").unwrap();
    for _ in 0..2 {
        closeout(&root, &["baseline", "--baseline", "empty"]).text(0);
    }
}

#[cfg(unix)]
#[test]
fn a_special_file_is_never_replaced_by_a_baseline() {
    use std::os::unix::fs::FileTypeExt as _;
    let workspace = Bench::with_plan(DONE);
    let fifo = workspace.path("run/fifo");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    let ran = closeout(&workspace.path("run"), &["baseline", "--baseline", "fifo"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    fs::create_dir(workspace.path("run/.closeout")).unwrap();
    fs::rename(&fifo, workspace.path("run/.closeout/baseline.json")).unwrap();
    let ran = closeout(&workspace.path("run"), &["baseline"]);
    ran.fails(3, &["no regular file stands there", "nothing was changed"]);
    let kept = workspace.path("run/.closeout/baseline.json");
    assert!(fs::symlink_metadata(kept).unwrap().file_type().is_fifo());
}

#[test]
fn a_state_that_is_no_json_is_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    for (state, why) in [
        ("{\"status\": \"COMPLETED\"", "is not JSON"),
        ("", "is empty"),
    ] {
        fs::write(repo.root().join("a/state.json"), state).unwrap();
        let report = scan(repo.root(), &[]);
        assert_eq!(standings(&report), ["a: in progress"]);
        let note = report["notes"][0].as_str().unwrap();
        assert!(note.starts_with(&format!("a/state.json {why}")), "{note}");
        let ran = closeout(repo.root(), &["detect", "a", "--command", "plan"]);
        assert!(
            ran.stderr.contains("warning: a/state.json"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn the_files_of_another_repository_are_its_own() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "mine", PENDING);
    let nested = sandbox.init("repo/nested");
    run_with(&nested, "theirs", PENDING);
    assert_eq!(standings(&scan(repo.root(), &[])), ["mine: spurious"]);
    // The contract says that runs are kept there, in worktrees too.
    let kept = sandbox.init("repo/.closedloop-ai/tree");
    run_with(&kept, "run", PENDING);
    let found = standings(&scan(repo.root(), &[]));
    assert_eq!(
        found,
        [".closedloop-ai/tree/run: spurious", "mine: spurious"]
    );
}

#[test]
fn a_path_that_matches_no_workspace_is_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "runs/a", DONE);
    let notes = |path| scan(repo.root(), &["--path", path])["notes"].clone();
    assert_eq!(notes("run/**")[0], "no workspace matches --path run/**");
    assert_eq!(notes("runs/**").as_array().unwrap().len(), 0);
}

#[test]
fn a_format_that_a_verb_has_not_is_refused() {
    let workspace = Bench::with_plan(DONE);
    for call in [
        &["explain", "--format", "sarif"][..],
        &["explain", "--format", "github"],
        &["baseline", "--format", "markdown"],
    ] {
        closeout(&workspace.path("run"), call).fails(2, &["in that format", "use --format"]);
    }
    let in_workflow = [("GITHUB_ACTIONS", "true")];
    closeout_with(&workspace.path("run"), &in_workflow, &["explain"]).text(0);
}

#[test]
fn an_argument_that_is_quoted_starts_no_line() {
    let workspace = Bench::with_plan(DONE);
    for call in [
        &["\n::error::verb"][..],
        &["scan", "--format", "\n::error::f"],
        &["explain", "\n::error::code"],
        &["detect", "--contract", "\n::error::c"],
        &["scan", "--path", "[\n::error::p"],
    ] {
        let ran = closeout(&workspace.path("run"), call);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        let commands = |line: &str| line.trim_start().starts_with("::");
        assert!(!ran.stderr.lines().any(commands), "{}", ran.stderr);
        assert!(ran.stderr.contains("\\n::error"), "{}", ran.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for option in ["--help", "--version"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_closeout"))
            .arg(option)
            .stdout(full)
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(3), "{option}");
    }
}

#[test]
fn one_task_is_it_and_not_them() {
    let workspace = Bench::with_plan(PENDING);
    let flagged = closeout(&workspace.path("run"), &["detect", "--format", "json"]);
    let message = flagged.json(1)["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("1 task is pending in plan.json: T-7. Finish it and"),
        "{message}"
    );
}
