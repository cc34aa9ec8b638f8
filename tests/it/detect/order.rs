//! The order of judgement.

use super::{BLOCKED, DONE, ONE_PENDING, PENDING, PLAN_MISSING, UNCHANGED};
use crate::workspace::Bench;

const PARKED: &str = r#"{"status": "AWAITING_USER"}"#;

#[test]
fn a_workspace_that_does_not_exist_is_unjudged() {
    let bench = Bench::new();
    std::fs::remove_dir(bench.path("run")).unwrap();
    let reason = bench.after("plan").unjudged();
    assert!(reason.starts_with("no workspace at run"), "{reason}");
}

#[test]
fn a_parked_run_is_clean_whatever_its_plan_is() {
    for plan in [None, Some(""), Some("{"), Some(ONE_PENDING)] {
        let bench = Bench::new().state(PARKED);
        if let Some(plan) = plan {
            bench.write("run/plan.json", plan);
        }
        bench.after("plan").clean();
        let report = bench.after("plan").arg("--full").ends(0).json();
        assert_eq!(report["verdict"], "clean");
        assert_eq!(report["reason"], "parked: the state says AWAITING_USER");
    }
}

#[test]
fn a_parked_run_is_clean_though_nothing_changed() {
    let bench = Bench::with_plan(DONE);
    bench.baseline();
    bench.after("request-changes").spurious(UNCHANGED);
    bench.state(PARKED).after("request-changes").clean();
}

#[test]
fn a_run_that_is_not_parked_is_judged_whatever_its_state_is() {
    for state in [
        r#"{"status": "COMPLETED"}"#,
        r#"{"status": "IN_PROGRESS"}"#,
        r#"{"status": "awaiting_user"}"#,
        r#"{"Status": "AWAITING_USER"}"#,
        r#"{"status": ["AWAITING_USER"]}"#,
        r#"{"nested": {"status": "AWAITING_USER"}}"#,
    ] {
        let bench = Bench::new().state(state);
        bench.after("plan").spurious(PLAN_MISSING);
    }
}

#[test]
fn an_odd_state_says_nothing() {
    for state in [
        &b""[..],
        b"{",
        b"[]",
        b"null",
        b"\"AWAITING_USER\"",
        b"{\"status\": \"AWAITING_USER\"} x",
        b"{\"status\": \"AWAITING_USER\", \"x\": \"\xFF\"}",
        b"\xFF\xFE{\0}\0",
    ] {
        let bench = Bench::new().state(state);
        bench.after("plan").arg("--quiet").spurious(PLAN_MISSING);
        bench.detect().arg("--quiet").clean();
    }
}

#[test]
fn a_state_is_read_as_a_plan_is() {
    for state in [
        "\u{feff}{\"status\": \"AWAITING_USER\"}",
        r#"{"status": "COMPLETED", "status": "AWAITING_USER"}"#,
        r#"{"status": "AWAITING\u005fUSER", "n": 1e999, "s": "\ud800"}"#,
    ] {
        Bench::new().state(state).after("plan").clean();
    }
    let last = r#"{"status": "AWAITING_USER", "status": "COMPLETED"}"#;
    let bench = Bench::new().state(last);
    bench.after("plan").spurious(PLAN_MISSING);
}

#[test]
fn a_state_that_is_larger_than_the_limit_says_nothing() {
    let mut state = br#"{"status": "AWAITING_USER"}"#.to_vec();
    state.resize(16 * 1024 * 1024, b' ');
    let bench = Bench::new().state(&state);
    bench.after("plan").clean();
    state.push(b' ');
    let bench = bench.state(&state);
    bench.after("plan").arg("--quiet").spurious(PLAN_MISSING);
}

#[test]
fn a_plan_that_is_owed_and_not_there_is_spurious() {
    Bench::new().after("plan").spurious(PLAN_MISSING);
}

#[test]
fn pending_tasks_are_spurious_and_questions_name_them() {
    Bench::with_plan(ONE_PENDING)
        .after("plan")
        .spurious(PENDING);
    for questions in [r#"["Which?"]"#, "[null]", r#"{"q": {"answered": true}}"#] {
        let plan = format!(r#"{{"pendingTasks": [1], "openQuestions": {questions}}}"#);
        Bench::with_plan(plan).after("plan").spurious(BLOCKED);
    }
    for none in ["[]", "{}", "null"] {
        let plan = format!(r#"{{"pendingTasks": [1], "openQuestions": {none}}}"#);
        Bench::with_plan(plan).after("plan").spurious(PENDING);
    }
}

#[test]
fn open_questions_alone_are_clean() {
    Bench::with_plan(r#"{"pendingTasks": [], "openQuestions": ["Which?"]}"#)
        .after("plan")
        .clean();
}

#[test]
fn a_plan_that_is_done_is_clean() {
    Bench::with_plan(DONE).after("plan").clean();
    Bench::with_plan("{}").after("plan").clean();
}

#[test]
fn a_missing_plan_comes_before_everything_but_parking() {
    // The plan was there when the baseline was taken, and is not now.
    let bench = Bench::with_plan(DONE);
    bench.baseline();
    std::fs::remove_file(bench.path("run/plan.json")).unwrap();
    bench.after("plan").spurious(PLAN_MISSING);
}

#[test]
fn pending_tasks_come_before_an_unchanged_plan() {
    let bench = Bench::with_plan(ONE_PENDING);
    bench.baseline();
    let flagged = bench.after("plan").spurious(PENDING);
    // The first rule that is broken names it, and no other error is listed.
    assert_eq!(
        flagged.findings(),
        [format!("{PENDING} error run/plan.json:1:19")]
    );
}

#[test]
fn pending_tasks_count_whatever_the_command_owes() {
    let bench = Bench::with_plan(ONE_PENDING);
    bench.after("execute").spurious(PENDING);
    bench.after("brand-new").spurious(PENDING);
    bench.detect().spurious(PENDING);
}

#[test]
fn a_command_that_owes_nothing_may_leave_a_broken_plan() {
    for plan in ["", "{", "[]", r#"{"pendingTasks": 1}"#] {
        let bench = Bench::with_plan(plan);
        bench.after("execute").args(["--prd", "prd.md"]).clean();
        bench.detect().clean();
    }
}

#[test]
fn the_state_of_a_run_does_not_say_which_command_ran() {
    // Only a scan has nobody else to ask.
    Bench::new()
        .state(r#"{"status": "COMPLETED", "command": "plan"}"#)
        .detect()
        .clean();
}
