//! What a scan prints, where, and with which exit code.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::program::{DONE, PENDING, closeout, closeout_with, run_with, scan};
use crate::support::{GitRepo, Sandbox};

fn mixed(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("repo");
    run_with(&repo, "a", DONE);
    run_with(&repo, "b", PENDING);
    repo.write("c/plan.json", PENDING);
    repo
}

fn keys(value: &Value) -> BTreeSet<&str> {
    let object = value.as_object().unwrap();
    object.keys().map(String::as_str).collect()
}

#[test]
fn json_has_the_published_keys() {
    let sandbox = Sandbox::new();
    let report = scan(mixed(&sandbox).root(), &[]);
    assert_eq!(
        keys(&report),
        BTreeSet::from(["summary", "workspaces", "ignored", "notes"])
    );
    assert_eq!(
        report["summary"],
        json!({"workspaces": 3, "claims": 2, "spurious": 1, "unjudged": 0})
    );
    for workspace in report["workspaces"].as_array().unwrap() {
        assert_eq!(
            keys(workspace),
            BTreeSet::from([
                "path", "reader", "claim", "verdict", "reason", "tasks", "findings"
            ])
        );
    }
    assert_eq!(
        keys(&report["workspaces"][1]["findings"][0]),
        BTreeSet::from([
            "code", "severity", "message", "path", "line", "column", "help"
        ])
    );
}

#[test]
fn text_is_a_table_that_ends_with_the_four_counts() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    let ran = closeout(repo.root(), &["scan"]);
    let lines: Vec<&str> = ran.text(1).lines().collect();
    assert!(lines[0].starts_with("workspace"), "{lines:?}");
    assert!(lines[3].contains("in progress"), "{lines:?}");
    assert_eq!(
        *lines.last().unwrap(),
        "3 workspaces: 2 claim completion, 1 spurious, 0 unjudged"
    );
    assert_eq!(ran.stderr, "");
}

#[test]
fn nothing_to_judge_is_clean_and_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let ran = closeout(repo.root(), &["scan"]);
    assert_eq!(
        ran.text(0),
        "0 workspaces: 0 claim completion, 0 spurious, 0 unjudged\n"
    );
}

#[test]
fn the_exit_code_says_whether_something_is_flagged_in_every_format() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    for format in ["text", "json", "github", "markdown", "sarif"] {
        let args = ["scan", "--format", format];
        assert!(!closeout(repo.root(), &args).text(1).is_empty());
        let clean = ["scan", "--format", format, "--path", "a"];
        assert!(!closeout(repo.root(), &clean).text(0).is_empty());
    }
    for args in [
        &["scan", "--format", "xml"][..],
        &["scan", "extra"],
        &["scna"],
    ] {
        closeout(repo.root(), args).fails(2, &["error: "]);
    }
}

#[test]
fn in_a_workflow_annotations_are_the_default() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    let workflow = [("GITHUB_ACTIONS", "true")];
    let ran = closeout_with(repo.root(), &workflow, &["scan"]);
    let first = ran.text(1).lines().next().unwrap();
    assert!(
        first.starts_with("::error file=b/plan.json,line=2,"),
        "{first}"
    );
    let named = closeout_with(repo.root(), &workflow, &["scan", "--format", "text"]);
    assert!(named.text(1).starts_with("workspace"));
    let other = closeout_with(repo.root(), &[("GITHUB_ACTIONS", "false")], &["scan"]);
    assert!(other.text(1).starts_with("workspace"));
}

#[test]
fn ten_errors_are_annotated_and_the_last_says_how_many_more() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let tasks: Vec<String> = (0..12).map(|n| format!("{{\"id\": \"T-{n}\"}}")).collect();
    run_with(
        &repo,
        "a",
        &format!("{{\"pendingTasks\": [{}]}}", tasks.join(",")),
    );
    repo.write("z/state.json", &crate::program::completed("plan"));
    let ran = closeout(repo.root(), &["scan", "--format", "github"]);
    let errors: Vec<&str> = ran
        .text(1)
        .lines()
        .filter(|line| line.starts_with("::error"))
        .collect();
    assert_eq!(errors.len(), 10);
    assert!(
        errors[0].contains("file=z/plan.json"),
        "worst first: {}",
        errors[0]
    );
    assert!(errors[9].contains("And 3 more errors"), "{}", errors[9]);
    assert!(
        errors[9].contains("`closeout scan --format json`"),
        "{}",
        errors[9]
    );
}

#[test]
fn sarif_is_whole_and_names_the_place() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    let ran = closeout(repo.root(), &["scan", "--format", "sarif"]);
    let log: Value = serde_json::from_str(ran.text(1)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "PENDING_TASKS_AT_COMPLETION");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "b/plan.json");
    assert_eq!(place["region"]["startLine"], 2);
}

#[test]
fn colour_comes_only_when_it_is_asked_for() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    let colored = |variables: &[(&str, &str)], args: &[&str]| {
        let ran = closeout_with(repo.root(), variables, &[&["scan"], args].concat());
        ran.text(1).contains('\u{1b}')
    };
    assert!(!colored(&[], &[]));
    assert!(colored(&[], &["--color", "always"]));
    assert!(colored(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
}

#[test]
fn quiet_leaves_only_errors_on_stderr() {
    let sandbox = Sandbox::new();
    let repo = mixed(&sandbox);
    repo.write("a/.closeout/baseline.json", "{");
    let said = |args: &[&str]| closeout(repo.root(), &[&["scan"], args].concat()).stderr;
    assert!(said(&[]).starts_with("warning: "));
    assert_eq!(said(&["--quiet"]), "");
    assert!(said(&["--verbose"]).contains("configuration: built in"));
    assert!(said(&["--quiet", "--rev", "nowhere"]).starts_with("error: "));
}
