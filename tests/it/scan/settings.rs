//! What a configuration does to a scan: what is ignored, what a code weighs,
//! which checklists and which contract there are.

use serde_json::{Value, json};

use crate::program::{DONE, PENDING, closeout, completed, run_with, scan, scanned, standings};
use crate::support::Sandbox;

#[test]
fn what_is_ignored_is_listed_with_its_reason_and_not_counted() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "kept/a", PENDING);
    run_with(&repo, "b", DONE);
    repo.write(
        ".closeout.yml",
        "ignore:\n  - {path: \"kept/**\", reason: broken on purpose}\n  - {path: \"gone/**\", reason: gone}\n",
    );
    let report = scan(repo.root(), &[]);
    assert_eq!(standings(&report), ["b: clean"]);
    let ignored = json!([{"path": "kept/a", "reason": "broken on purpose"}]);
    assert_eq!(report["ignored"], ignored);
    assert_eq!(report["summary"]["workspaces"], 1);
    let ran = closeout(repo.root(), &["scan"]);
    let line = "ignored: kept/a (broken on purpose)";
    assert!(ran.text(0).contains(line), "{}", ran.stdout);
}

#[test]
fn a_severity_makes_an_error_a_warning_or_nothing() {
    for (level, verdict, severity) in [
        ("error", "spurious", json!("error")),
        ("warning", "clean", json!("warning")),
        ("off", "clean", Value::Null),
    ] {
        let sandbox = Sandbox::new();
        let repo = sandbox.init("repo");
        run_with(&repo, "a", PENDING);
        repo.write(
            ".closeout.yml",
            &format!("severities: {{PENDING_TASKS_AT_COMPLETION: {level}}}\n"),
        );
        let report = scan(repo.root(), &[]);
        assert_eq!(standings(&report), [format!("a: {verdict}")]);
        let found = &report["workspaces"][0]["findings"][0]["severity"];
        assert_eq!(*found, severity, "{level}");
    }
}

#[test]
fn a_warning_can_be_raised() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let plan = r#"{"pendingTasks": [], "gaps": [{"id": "G-1", "addressed": false}]}"#;
    run_with(&repo, "a", plan);
    assert_eq!(scanned(repo.root(), &[]), ["a: clean"]);
    repo.write(
        ".closeout.yml",
        "severities: {GAPS_UNADDRESSED_AT_COMPLETION: error}\n",
    );
    assert_eq!(scanned(repo.root(), &[]), ["a: spurious"]);
}

#[test]
fn a_checklist_is_in_progress_with_its_counts() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "checklists: [{files: \"docs/*.md\"}]\n");
    repo.write("docs/open.md", "- [ ] a\n- [x] b\n- [x] c\n");
    repo.write("docs/done.md", "* [X] a\n");
    repo.write("docs/none.md", "no list\n");
    repo.write("docs/deep/other.md", "- [ ] a\n");
    let report = scan(repo.root(), &[]);
    assert_eq!(
        standings(&report),
        ["docs/done.md: in progress", "docs/open.md: in progress"]
    );
    let open = &report["workspaces"][1];
    assert_eq!(open["reader"], "checklist");
    assert_eq!(open["tasks"], json!({"pending": 1, "done": 2}));
    assert_eq!(report["summary"]["claims"], 0);
}

#[test]
fn a_contract_of_another_name_judges_by_its_own_words() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(
        ".closeout.yml",
        "contract: mine\ncontracts: {mine: {commands: {BAKE: {owes: [plan.json]}}, parked: [RESTING]}}\n",
    );
    repo.write("a/state.json", &completed("bake"));
    repo.write("b/state.json", &completed("plan"));
    repo.write("c/state.json", "{\"status\": \"RESTING\"}");
    repo.write("d/state.json", "{\"status\": \"AWAITING_USER\"}");
    assert_eq!(
        scanned(repo.root(), &[]),
        [
            "a: spurious",
            "b: clean",
            "c: parked: RESTING",
            "d: in progress"
        ]
    );
}
