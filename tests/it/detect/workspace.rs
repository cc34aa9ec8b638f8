//! Which directory is judged, and what is no workspace.

use super::{DONE, ONE_PENDING, PENDING, PLAN_MISSING};
use crate::workspace::Bench;

#[test]
fn the_workspace_is_the_current_directory_unless_said_otherwise() {
    let bench = Bench::with_plan(ONE_PENDING);
    let here = || {
        bench
            .call("detect")
            .args(["--format", "json"])
            .within(&bench.path("run"))
    };
    let flagged = here().spurious(PENDING);
    assert_eq!(flagged.0["workspace"], ".");
    assert_eq!(
        flagged.findings(),
        [format!("{PENDING} error plan.json:1:19")]
    );
    bench.write("other/plan.json", DONE);
    here()
        .env("CLOSEDLOOP_WORKDIR", bench.path("other"))
        .clean();
    here().env("CLOSEDLOOP_WORKDIR", "").spurious(PENDING);
}

#[test]
fn a_workspace_that_is_named_outranks_the_environment() {
    let bench = Bench::with_plan(ONE_PENDING).file("other/plan.json", DONE);
    bench
        .detect()
        .env("CLOSEDLOOP_WORKDIR", "other")
        .spurious(PENDING);
}

#[test]
fn a_workspace_is_shown_as_it_was_named() {
    let bench = Bench::with_plan(ONE_PENDING);
    let absolute = bench.path("run");
    let absolute = absolute.to_str().unwrap();
    for (named, shown) in [
        ("run", "run"),
        ("run/", "run"),
        ("./run", "run"),
        (".//run//", "run"),
        ("run/.", "run"),
        ("run/../run", "run/../run"),
        (absolute, absolute),
    ] {
        let flagged = bench
            .call("detect")
            .args([named, "--format", "json"])
            .spurious(PENDING);
        assert_eq!(flagged.0["workspace"], shown, "{named}");
        assert_eq!(
            flagged.findings(),
            [format!("{PENDING} error {shown}/plan.json:1:19")]
        );
    }
}

#[test]
fn a_workspace_that_is_a_file_is_unjudged() {
    let bench = Bench::new().file("file", DONE);
    for (named, said) in [
        ("file", "file is no directory"),
        ("file/", "no workspace at file"),
        ("file/sub", "no workspace at file/sub"),
    ] {
        let reason = bench
            .call("detect")
            .args([named, "--format", "json", "--command", "plan"])
            .unjudged();
        assert!(reason.starts_with(said), "{reason}");
    }
}

#[test]
fn a_name_that_the_system_cannot_hold_is_unjudged() {
    let long = "a".repeat(5_000);
    let reason = Bench::new()
        .call("detect")
        .args([&long, "--format", "json", "--command", "plan"])
        .unjudged();
    assert!(reason.starts_with("no workspace at aaa"), "{reason}");
}

#[test]
fn an_unjudged_workspace_is_an_empty_object_and_a_note() {
    let outcome = Bench::new()
        .call("detect")
        .args(["gone", "--format", "json", "--command", "plan"])
        .ends(0);
    assert_eq!(outcome.stdout, "{}\n");
    assert!(
        outcome
            .stderr
            .starts_with("note: unjudged: no workspace at gone")
    );
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_workspace_that_is_a_link_to_nothing_does_not_exist() {
        let bench = Bench::new();
        symlink("nowhere", bench.path("link")).unwrap();
        let reason = bench
            .call("detect")
            .args(["link", "--format", "json", "--command", "plan"])
            .unjudged();
        assert!(reason.starts_with("no workspace at link"), "{reason}");
    }

    #[test]
    fn a_workspace_that_is_a_link_in_a_circle_cannot_be_read() {
        let bench = Bench::new();
        symlink("b", bench.path("a")).unwrap();
        symlink("a", bench.path("b")).unwrap();
        let reason = bench
            .call("detect")
            .args(["a", "--format", "json", "--command", "plan"])
            .unjudged();
        assert!(reason.starts_with("a cannot be read: "), "{reason}");
    }

    #[test]
    fn a_workspace_that_is_a_link_to_a_directory_is_judged() {
        let bench = Bench::with_plan(ONE_PENDING);
        symlink("run", bench.path("link")).unwrap();
        bench
            .call("detect")
            .args(["link", "--format", "json"])
            .spurious(PENDING);
    }

    #[test]
    fn a_current_directory_that_was_reclaimed_is_unjudged() {
        let bench = Bench::new();
        // The shell stays in the directory that it removes.
        let script = "rmdir \"$PWD\" && exec \"$@\"";
        let detect = [env!("CARGO_BIN_EXE_closeout"), "detect", "--format", "json"];
        let output = assert_cmd::Command::new("sh")
            .env_clear()
            .envs(crate::support::environment())
            .current_dir(bench.path("run"))
            .args(["-c", script, "sh"])
            .args(detect)
            .args(["--command", "plan", "--full"])
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["verdict"], "unjudged");
    }

    #[test]
    fn a_directory_whose_name_is_not_utf8_is_judged() {
        let bench = Bench::new();
        let name = OsStr::from_bytes(b"run\xFF");
        let path = bench.path("").join(name);
        std::fs::create_dir(&path).unwrap();
        let call = || bench.call("detect").arg(name).args(["--format", "json"]);
        let flagged = call().args(["--command", "plan"]).spurious(PLAN_MISSING);
        assert_eq!(flagged.0["workspace"], "run\u{fffd}");
        std::fs::write(path.join("plan.json"), DONE).unwrap();
        call().args(["--command", "plan"]).clean();
    }

    #[test]
    fn a_backslash_in_a_name_stays_one() {
        let bench = Bench::new().file("a\\b/plan.json", ONE_PENDING);
        let flagged = bench
            .call("detect")
            .args(["a\\b", "--format", "json"])
            .spurious(PENDING);
        assert_eq!(flagged.0["workspace"], "a\\b");
    }

    #[test]
    fn control_characters_in_a_name_are_escaped() {
        let bench = Bench::new();
        let name = "run\u{1b}[2J\n::error::x";
        std::fs::create_dir(bench.path(name)).unwrap();
        for format in ["text", "github", "markdown", "sarif", "json"] {
            let outcome = bench
                .call("detect")
                .args([name, "--command", "plan", "--format", format])
                .ends(1);
            assert!(!outcome.stdout.contains('\u{1b}'), "{format}");
            assert!(!outcome.stdout.contains("\n::error::x"), "{format}");
        }
        let outcome = bench
            .call("detect")
            .args(["gone\u{1b}\n::error::x", "--format", "json"])
            .ends(0);
        assert!(!outcome.stderr.contains('\u{1b}'));
        assert_eq!(outcome.stderr.lines().count(), 1);
    }
}
