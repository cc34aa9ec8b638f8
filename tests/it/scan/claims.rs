//! What claims completion, and what is owed then.

use serde_json::{Value, json};

use crate::program::{DONE, PENDING, completed, run_with, scan, scanned, standings};
use crate::support::{GitRepo, Sandbox};

fn state(repo: &GitRepo, path: &str, status: &str) {
    let text = format!("{{\"status\": \"{status}\"}}");
    repo.write(&format!("{path}/state.json"), &text);
}

/// The code of the first finding of the only workspace.
fn code(report: &Value) -> &Value {
    assert_eq!(
        report["workspaces"].as_array().unwrap().len(),
        1,
        "{report}"
    );
    &report["workspaces"][0]["findings"][0]["code"]
}

#[test]
fn only_the_status_completed_claims() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for status in [
        "COMPLETED",
        "IN_PROGRESS",
        "FAILED",
        "completed",
        "AWAITING_USER",
    ] {
        repo.write(&format!("{status}/plan.json"), PENDING);
        state(&repo, status, status);
    }
    repo.write("none/plan.json", PENDING);
    repo.write("odd/plan.json", PENDING);
    repo.write("odd/state.json", "{\"status\": [\"COMPLETED\"]}");
    repo.write("broken/plan.json", PENDING);
    repo.write("broken/state.json", "{\"status\": \"COMPLETED\"");
    let report = scan(repo.root(), &[]);
    assert_eq!(
        standings(&report),
        [
            "AWAITING_USER: parked: AWAITING_USER",
            "COMPLETED: spurious",
            "FAILED: in progress",
            "IN_PROGRESS: in progress",
            "broken: in progress",
            "completed: in progress",
            "none: in progress",
            "odd: in progress",
        ]
    );
    assert_eq!(
        report["summary"],
        json!({"workspaces": 8, "claims": 1, "spurious": 1, "unjudged": 0})
    );
    // What claims nothing has no claim, no verdict and no findings.
    let waiting = &report["workspaces"][2];
    assert_eq!(waiting["claim"], Value::Null);
    assert_eq!(waiting["verdict"], Value::Null);
    assert_eq!(waiting["findings"], json!([]));
    assert_eq!(waiting["tasks"], json!({"pending": 1, "done": 0}));
}

#[test]
fn the_command_comes_from_the_state() {
    for (command, expected) in [
        ("plan", "a: spurious"),
        ("prompts/request-changes-prompt.md", "a: spurious"),
        ("execute", "a: clean"),
        ("brand-new", "a: clean"),
    ] {
        let sandbox = Sandbox::new();
        let repo = sandbox.init("repo");
        repo.write("a/state.json", &completed(command));
        assert_eq!(scanned(repo.root(), &[]), [expected], "{command}");
    }
}

#[test]
fn a_prd_in_the_workspace_counts_as_one_that_was_passed() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for (path, prd) in [
        ("a", "prd.md"),
        ("b", "prd.txt"),
        ("c", "PRD.md"),
        ("d", "prd"),
        ("e", "old-prd.md"),
        ("f", "docs/prd.md"),
    ] {
        state(&repo, path, "COMPLETED");
        repo.write(&format!("{path}/{prd}"), "");
    }
    let expected = [
        "a: spurious",
        "b: spurious",
        "c: clean",
        "d: clean",
        "e: clean",
        "f: clean",
    ];
    assert_eq!(scanned(repo.root(), &[]), expected);
    repo.commit("one");
    assert_eq!(scanned(repo.root(), &["--rev", "HEAD"]), expected);
}

#[test]
fn a_prd_changes_nothing_for_a_command_that_owes_nothing_by_name() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/state.json", &completed("execute"));
    repo.write("a/prd.md", "");
    assert_eq!(scanned(repo.root(), &[]), ["a: clean"]);
}

#[test]
fn a_hollow_plan_is_flagged_unless_the_command_is_known_to_owe_none() {
    for plan in ["", " \n", "{\"pendingTasks\": [", "[]", "{} {}"] {
        for (command, flagged) in [
            ("plan", true),
            ("brand-new", true),
            ("", true),
            ("execute", false),
        ] {
            let sandbox = Sandbox::new();
            let repo = sandbox.init("repo");
            repo.write("a/plan.json", plan);
            repo.write("a/state.json", &completed(command));
            let report = scan(repo.root(), &[]);
            if flagged {
                assert_eq!(
                    code(&report),
                    "PLAN_MISSING_AT_COMPLETION",
                    "{command} {plan}"
                );
            } else {
                assert_eq!(standings(&report), ["a: clean"], "{command} {plan}");
            }
        }
    }
}

#[test]
fn a_hollow_plan_that_claims_nothing_is_in_progress() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/plan.json", "");
    assert_eq!(scanned(repo.root(), &[]), ["a: in progress"]);
}

#[test]
fn pending_tasks_and_open_questions_are_flagged_on_their_lines() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    let report = scan(repo.root(), &[]);
    let workspace = &report["workspaces"][0];
    assert_eq!(workspace["claim"], "state");
    assert_eq!(workspace["reader"], "closedloop");
    let finding = &workspace["findings"][0];
    assert_eq!(finding["code"], "PENDING_TASKS_AT_COMPLETION");
    assert_eq!(finding["path"], "a/plan.json");
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&json!(2), &json!(3))
    );

    run_with(
        &repo,
        "a",
        r#"{"pendingTasks": [1], "openQuestions": ["?"]}"#,
    );
    let report = scan(repo.root(), &[]);
    assert_eq!(code(&report), "PENDING_TASKS_BLOCKED_BY_QUESTIONS");
}

#[test]
fn a_baseline_in_the_workspace_is_compared_with() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", DONE);
    let ran = crate::program::closeout(repo.root(), &["baseline", "a"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let report = scan(repo.root(), &[]);
    assert_eq!(code(&report), "PLAN_UNCHANGED_AT_COMPLETION");
    // White space is no change; a task is. In a revision as in a working tree.
    repo.write("a/plan.json", &DONE.replace(' ', "\n"));
    repo.commit("one");
    assert_eq!(scanned(repo.root(), &["--rev", "HEAD"]), ["a: spurious"]);
    repo.write("a/plan.json", &DONE.replace("T-1", "T-2"));
    assert_eq!(scanned(repo.root(), &[]), ["a: clean"]);
}

#[test]
fn a_broken_baseline_is_ignored_with_a_warning() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", DONE);
    repo.write("a/.closeout/baseline.json", "{");
    let ran = crate::program::closeout(repo.root(), &["scan"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("warning: the baseline of a is ignored"),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_a_configured_command_owes_is_judged() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(
        ".closeout.yml",
        "contracts: {closedloop: {commands: {SHIP: {owes: [{path: out/release.json, kind: json}]}}}}\n",
    );
    repo.write("a/state.json", &completed("ship"));
    let report = scan(repo.root(), &[]);
    assert_eq!(code(&report), "ARTIFACT_MISSING_AT_COMPLETION");
    assert_eq!(
        report["workspaces"][0]["findings"][0]["path"],
        "a/out/release.json"
    );
    repo.write("a/out/release.json", "1");
    assert_eq!(scanned(repo.root(), &[]), ["a: clean"]);
}

#[cfg(unix)]
#[test]
fn a_plan_that_may_not_be_read_is_unjudged_and_fails_nobody() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    let plan = repo.root().join("a/plan.json");
    std::fs::set_permissions(&plan, PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::read(&plan).is_ok() {
        // Whoever may do everything reads it, and then it is judged.
        assert_eq!(scanned(repo.root(), &[]), ["a: spurious"]);
        return;
    }
    let report = scan(repo.root(), &[]);
    assert_eq!(standings(&report), ["a: unjudged"]);
    assert_eq!(report["summary"]["unjudged"], 1);
}
