//! Files that should not be where they are.

use proptest::prelude::*;

use super::{DONE, PLAN_MISSING};
use crate::workspace::Bench;

#[test]
fn no_bytes_make_it_fail() {
    let bench = Bench::new();
    let bytes = || proptest::collection::vec(any::<u8>(), 0..64);
    let config = ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(plan in bytes(), state in bytes(), baseline in bytes())| {
        bench.write("run/plan.json", plan);
        bench.write("run/state.json", state);
        bench.write("run/.closeout/baseline.json", baseline);
        // Random bytes are no plan, and no baseline.
        let outcome = bench.after("plan").ends(1);
        prop_assert_eq!(&outcome.json()["subcode"], PLAN_MISSING);
        prop_assert!(outcome.stderr.contains("warning: the baseline "));
        bench.after("execute").ends(0);
    });
}

#[test]
fn a_directory_in_the_place_of_a_file_is_missing() {
    let bench = Bench::new();
    for name in ["plan.json", "state.json"] {
        std::fs::create_dir(bench.path("run").join(name)).unwrap();
    }
    let flagged = bench.after("plan").spurious(PLAN_MISSING);
    assert_eq!(flagged.0["artifact"]["class"], "missing");
    let said = "run/plan.json is missing (what is there is a directory)";
    assert!(flagged.message().contains(said), "{}", flagged.message());
    bench.detect().clean();
}

#[test]
fn a_state_without_a_plan_says_what_stands_in_its_place_too() {
    let bench = Bench::new().state(r#"{"status": "COMPLETED"}"#);
    std::fs::create_dir(bench.path("run/plan.json")).unwrap();
    let flagged = bench.after("plan").spurious(PLAN_MISSING);
    assert!(flagged.message().contains("is a directory"));
}

#[test]
fn many_tasks_are_counted() {
    let plan = format!("{{\"pendingTasks\": [{}0]}}", "0,".repeat(1_000_000));
    let flagged = Bench::with_plan(plan)
        .after("plan")
        .spurious("PENDING_TASKS_AT_COMPLETION");
    assert!(flagged.message().starts_with("1000001 tasks are pending"));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn fifo(bench: &Bench, path: &str) {
        let path = bench.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn a_fifo_is_never_opened() {
        for name in ["plan.json", "state.json"] {
            let bench = Bench::new();
            fifo(&bench, &format!("run/{name}"));
            bench.after("plan").spurious(PLAN_MISSING);
            bench.detect().clean();
        }
        let bench = Bench::new();
        fifo(&bench, "run/plan.json");
        let flagged = bench.after("plan").spurious(PLAN_MISSING);
        let said = "run/plan.json is missing (what is there is no regular file)";
        assert!(flagged.message().contains(said), "{}", flagged.message());
    }

    #[test]
    fn a_fifo_as_baseline_is_ignored() {
        let bench = Bench::with_plan(DONE);
        fifo(&bench, "run/.closeout/baseline.json");
        let outcome = bench.after("plan").ends(0);
        assert!(
            outcome.stderr.contains("is no regular file"),
            "{}",
            outcome.stderr
        );
        let bench = Bench::with_plan(DONE);
        fifo(&bench, "fifo");
        let outcome = bench.after("plan").args(["--baseline", "fifo"]).ends(0);
        assert!(
            outcome.stderr.contains("is no regular file"),
            "{}",
            outcome.stderr
        );
    }

    #[test]
    fn a_link_to_a_fifo_is_missing() {
        let bench = Bench::new();
        fifo(&bench, "fifo");
        symlink("../fifo", bench.path("run/plan.json")).unwrap();
        bench.after("plan").spurious(PLAN_MISSING);
    }

    #[test]
    fn a_link_to_a_regular_file_is_read_through() {
        let bench = Bench::new()
            .file("elsewhere.json", DONE)
            .file("parked.json", r#"{"status": "AWAITING_USER"}"#);
        symlink("../elsewhere.json", bench.path("run/plan.json")).unwrap();
        bench.after("plan").clean();
        std::fs::remove_file(bench.path("run/plan.json")).unwrap();
        symlink("../parked.json", bench.path("run/state.json")).unwrap();
        bench.after("plan").clean();
    }

    #[test]
    fn a_link_to_nothing_is_missing() {
        let bench = Bench::new();
        symlink("nowhere", bench.path("run/plan.json")).unwrap();
        let flagged = bench.after("plan").spurious(PLAN_MISSING);
        assert!(flagged.message().contains("run/plan.json is missing. "));
    }

    #[test]
    fn a_link_in_a_circle_is_missing() {
        let bench = Bench::new();
        symlink("plan.json", bench.path("run/plan.json")).unwrap();
        symlink("state.json", bench.path("run/state.json")).unwrap();
        let flagged = bench.after("plan").spurious(PLAN_MISSING);
        assert_eq!(flagged.0["artifact"]["class"], "missing");
        bench.detect().clean();
    }

    /// A regular file of which no byte can be read, by root either: reading
    /// the first page of a process's memory is an error.
    #[cfg(target_os = "linux")]
    const UNREADABLE: &str = "/proc/self/mem";

    #[cfg(target_os = "linux")]
    #[test]
    fn an_artifact_that_cannot_be_read_is_unjudged() {
        let bench = Bench::new();
        symlink(UNREADABLE, bench.path("run/plan.json")).unwrap();
        for command in ["plan", "execute"] {
            let reason = bench.after(command).unjudged();
            let said = "run/plan.json cannot be read: ";
            assert!(reason.starts_with(said), "{reason}");
        }
        let bench = Bench::with_plan(super::super::ONE_PENDING)
            .config("contracts: {closedloop: {commands: {SHIP: {owes: [{path: a, kind: any}]}}}}");
        symlink(UNREADABLE, bench.path("run/a")).unwrap();
        let reason = bench.after("ship").unjudged();
        assert!(reason.starts_with("run/a cannot be read: "), "{reason}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_state_that_cannot_be_read_says_nothing() {
        let bench = Bench::new();
        symlink(UNREADABLE, bench.path("run/state.json")).unwrap();
        let outcome = bench.after("plan").ends(1);
        assert_eq!(outcome.json()["subcode"], PLAN_MISSING);
        assert!(
            outcome
                .stderr
                .starts_with("warning: run/state.json cannot be read")
        );
        bench.detect().arg("--quiet").clean();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_parked_run_is_clean_though_its_plan_cannot_be_read() {
        let bench = Bench::new().state(r#"{"status": "AWAITING_USER"}"#);
        symlink(UNREADABLE, bench.path("run/plan.json")).unwrap();
        bench.after("plan").clean();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_baseline_that_cannot_be_read_is_ignored() {
        let bench = Bench::with_plan(DONE);
        std::fs::create_dir(bench.path("run/.closeout")).unwrap();
        symlink(UNREADABLE, bench.path("run/.closeout/baseline.json")).unwrap();
        let outcome = bench.after("plan").ends(0);
        assert_eq!(outcome.stdout, "{}\n");
        let said = "warning: the baseline run/.closeout/baseline.json is ignored: ";
        assert!(outcome.stderr.starts_with(said), "{}", outcome.stderr);
    }
}
