//! `closeout check` of live items.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{closeout, closeout_with};
use crate::support::{GitRepo, Sandbox};

/// The spec directory of an item.
pub(crate) const SPEC: &str = "docs/specs/issue-3";

/// A state in the graph `simple`.
pub(crate) fn state(pointer: &str, outcomes: &[(&str, &str)]) -> String {
    let nodes: serde_json::Map<_, _> = outcomes
        .iter()
        .map(|(node, outcome)| {
            (
                (*node).to_owned(),
                json!({"attempts": 1, "outcome": outcome}),
            )
        })
        .collect();
    json!({"version": 1, "workItem": "issue-3", "currentNode": pointer, "nodes": nodes, "loop": "simple"})
        .to_string()
}

fn with(sandbox: &Sandbox, text: &str) -> GitRepo {
    let repo = sandbox.init("repo");
    repo.write(&format!("{SPEC}/work-item-state.json"), text);
    repo
}

fn check(dir: &Path, args: &[&str], code: i32) -> Value {
    closeout(dir, &[&["check", "--format", "json"], args].concat()).json(code)
}

/// All paths below a directory with their content, `.git` too.
fn everything(root: &Path) -> Vec<(String, Vec<u8>)> {
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .map(Result::unwrap)
        .map(|entry| {
            let content = std::fs::read(entry.path()).unwrap_or_default();
            (entry.path().display().to_string(), content)
        })
        .collect()
}

#[test]
fn a_live_item_is_reported_with_these_keys_in_json() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("review", &[("work", "pass")]));
    let report = check(repo.root(), &["issue-3"], 1);
    assert_eq!(
        report,
        json!({
            "workItem": "issue-3",
            "currentNode": "review",
            "ok": false,
            "parked": null,
            "nodes": [
                {"node": "work", "status": "pass", "outcome": "pass", "messages": [], "forced": false, "attempts": 1},
                {"node": "review", "status": "wait", "outcome": "", "messages": ["waits for a person"], "forced": false, "attempts": 0},
            ],
            "statePath": "docs/specs/issue-3/work-item-state.json",
            "stateFound": true,
            "pointer": "review",
        })
    );
    let ran = closeout(repo.root(), &["check", "issue-3", "--format", "json"]);
    let keys = [
        "workItem",
        "currentNode",
        "ok",
        "parked",
        "nodes",
        "statePath",
        "stateFound",
        "pointer",
    ];
    let places: Vec<_> = keys
        .iter()
        .map(|key| ran.stdout.rfind(&format!("\"{key}\":")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{}", ran.stdout);
}

#[test]
fn a_live_item_is_a_line_and_one_for_each_unmet_node_in_text() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("review", &[("work", "pass")]));
    let ran = closeout(repo.root(), &["check", "issue-3"]);
    assert_eq!(
        ran.text(1),
        "issue-3: UNMET (at review)\n  wait review: waits for a person\n"
    );
    let done = state(
        "complete",
        &[
            ("work", "pass"),
            ("review", "approved"),
            ("complete", "pass"),
        ],
    );
    repo.write(&format!("{SPEC}/work-item-state.json"), &done);
    let ran = closeout(repo.root(), &["check", "issue-3"]);
    assert_eq!(ran.text(0), "issue-3: ok (at complete)\n");
}

#[test]
fn the_exit_code_is_that_of_the_table() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let ok = state("work", &[("work", "pass")]);
    let waits = state("review", &[("work", "pass")]);
    let blocked = state("review", &[]);
    let escalated = state("escalated", &[("work", "pass")]);
    for (state, unmet, block) in [
        (ok, 0, 0),
        (waits, 1, 0),
        (blocked, 1, 1),
        (escalated, 1, 0),
    ] {
        repo.write(&format!("{SPEC}/work-item-state.json"), &state);
        check(repo.root(), &["issue-3"], unmet);
        check(repo.root(), &["issue-3", "--fail-on", "unmet"], unmet);
        check(repo.root(), &["issue-3", "--fail-on", "block"], block);
        check(repo.root(), &["issue-3", "--fail-on", "never"], 0);
        let status = closeout(repo.root(), &["graph", "status", "issue-3"]);
        status.text(unmet);
    }
}

#[test]
fn an_item_without_a_state_file_stands_at_the_start() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let report = check(repo.root(), &["o/r#3"], 1);
    assert_eq!(report["currentNode"], "phase-selection");
    assert_eq!(report["stateFound"], false);
    assert_eq!(report["pointer"], "");
}

#[test]
fn the_older_name_is_read_where_the_new_one_is_absent() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let old = format!("{SPEC}/graph-state.json");
    repo.write(&old, &state("work", &[("work", "pass")]));
    let report = check(repo.root(), &["issue-3"], 0);
    assert_eq!(report["statePath"], old);
    repo.write(
        &format!("{SPEC}/work-item-state.json"),
        &state("review", &[]),
    );
    assert_eq!(check(repo.root(), &["issue-3"], 1)["pointer"], "review");
}

#[test]
fn an_unreadable_state_file_is_an_error_that_names_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for text in ["", "{", "[]", "null"] {
        repo.write(&format!("{SPEC}/work-item-state.json"), text);
        for args in [
            &["check", "issue-3"][..],
            &["check", "--all"],
            &["graph", "status", "issue-3"],
        ] {
            closeout(repo.root(), args).fails(2, &["docs/specs/issue-3/work-item-state.json"]);
        }
    }
    let path = repo.root().join(SPEC).join("work-item-state.json");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    closeout(repo.root(), &["check", "issue-3"]).fails(2, &["work-item-state.json is a directory"]);
}

#[cfg(unix)]
#[test]
fn links_are_refused_for_the_state_and_for_what_a_node_owes() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, "{}");
    let spec = repo.root().join(SPEC);
    let real = spec.join("real.json");
    std::fs::rename(spec.join("work-item-state.json"), &real).unwrap();
    std::os::unix::fs::symlink(&real, spec.join("work-item-state.json")).unwrap();
    closeout(repo.root(), &["check", "issue-3"]).fails(2, &["work-item-state.json is a link"]);

    std::fs::remove_file(spec.join("work-item-state.json")).unwrap();
    repo.write(".closeout.yml", "graphs: [g.yml]\n");
    repo.write(
        "g.yml",
        "name: ours\nstart: a\nnodes: [{id: a, produces: [a.md]}]\n",
    );
    let text = r#"{"currentNode": "a", "nodes": {"a": {"outcome": "pass"}}, "loop": "ours"}"#;
    repo.write(&format!("{SPEC}/work-item-state.json"), text);
    std::os::unix::fs::symlink(&real, spec.join("a.md")).unwrap();
    check(repo.root(), &["issue-3"], 1);
    std::fs::remove_file(spec.join("a.md")).unwrap();
    repo.write(&format!("{SPEC}/a.md"), "\n");
    let report = check(repo.root(), &["issue-3"], 1);
    assert_eq!(report["nodes"][0]["messages"][0], "`a.md` is empty");
    repo.write(&format!("{SPEC}/a.md"), "text\n");
    check(repo.root(), &["issue-3"], 0);
}

#[test]
fn recompute_goes_by_the_files_alone() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("review", &[]));
    let report = check(repo.root(), &["issue-3", "--recompute"], 0);
    assert_eq!(report["currentNode"], "complete");
    assert_eq!(report["pointer"], "review");
}

#[test]
fn all_lists_every_spec_directory_in_natural_order() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    assert_eq!(check(repo.root(), &["--all"], 0), json!([]));
    for id in ["issue-10", "issue-9", "issue-1", "login"] {
        let path = format!("docs/specs/{id}/work-item-state.json");
        repo.write(&path, &state("work", &[("work", "pass")]));
        repo.write(&format!("docs/specs/{id}/evidence/a.md"), "a");
    }
    repo.write("docs/specs/README.md", "no spec");
    let all = check(repo.root(), &["--all"], 0);
    let items: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["workItem"])
        .collect();
    assert_eq!(items, ["issue-1", "issue-9", "issue-10", "login"]);
    repo.write(
        "docs/specs/issue-9/work-item-state.json",
        &state("review", &[]),
    );
    check(repo.root(), &["--all"], 1);
    let text = closeout(repo.root(), &["check", "--all"]);
    assert!(
        text.text(1)
            .contains("issue-9: UNMET (at review)\n  block work: "),
        "{}",
        text.stdout
    );
}

#[test]
fn a_revision_is_read_without_checking_it_out() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("work", &[("work", "pass")]));
    repo.write(".closeout.yml", "spec_root: docs/specs\n");
    repo.commit("one");
    repo.write(&format!("{SPEC}/work-item-state.json"), "broken");
    repo.write(".closeout.yml", "spec_root: elsewhere\n");
    check(repo.root(), &["issue-3", "--rev", "HEAD"], 0);
    let all = check(repo.root(), &["--all", "--rev", "HEAD"], 0);
    assert_eq!(all[0]["workItem"], "issue-3");
    let elsewhere = sandbox.path("");
    let dir = repo.root().to_str().unwrap();
    check(&elsewhere, &["issue-3", "--repo", dir, "--rev", "HEAD"], 0);
    closeout(&elsewhere, &["check", "issue-3", "--rev", "HEAD"]).fails(2, &["--rev"]);
    closeout(&elsewhere, &["check", "issue-3", "--repo", "nowhere"]).fails(2, &["nowhere"]);
}

#[test]
fn the_configuration_says_where_specifications_and_graphs_are() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(
        ".closeout.yml",
        "spec_root: specs\ngraphs: ['graphs/*.yml']\n",
    );
    repo.write("graphs/g.yml", "name: ours\nstart: a\nnodes: [{id: a}]\n");
    let text = r#"{"currentNode": "a", "nodes": {"a": {"outcome": "pass"}}, "loop": "ours"}"#;
    repo.write("specs/issue-3/work-item-state.json", text);
    std::fs::create_dir(repo.root().join("sub")).unwrap();
    let report = check(&repo.root().join("sub"), &["issue-3"], 0);
    assert_eq!(report["statePath"], "specs/issue-3/work-item-state.json");
    repo.write("graphs/g.yml", "name: ours\nstart: b\nnodes: [{id: a}]\n");
    closeout(repo.root(), &["check", "issue-3"]).fails(2, &["graphs/g.yml", "`start: b`"]);
    repo.write("graphs/g.yml", "name: simple\nstart: a\nnodes: [{id: a}]\n");
    closeout(repo.root(), &["check", "issue-3"]).fails(2, &["graphs/g.yml", "`simple`"]);
}

#[test]
fn a_number_alone_is_an_item_of_the_workflow_or_the_origin() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("work", &[("work", "pass")]));
    closeout(repo.root(), &["check", "3"]).fails(2, &["names no repository"]);
    let variables = [("GITHUB_REPOSITORY", "o/r")];
    let args = ["check", "3", "--format", "json"];
    closeout_with(repo.root(), &variables, &args).json(0);
    repo.git(["remote", "add", "origin", "https://github.com/O/R.git"]);
    for item in [
        "3",
        "#3",
        "o/r#3",
        "github:o/r#3",
        "https://github.com/o/r/issues/3",
    ] {
        check(repo.root(), &[item], 0);
    }
}

#[test]
fn the_state_of_another_repository_is_not_taken_for_that_of_the_item() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("work", &[("work", "pass")]));
    repo.git(["remote", "add", "origin", "git@github.com:o/other.git"]);
    let ran = closeout(repo.root(), &["check", "o/r#3", "--format", "json"]);
    assert_eq!(ran.json(1)["stateFound"], false);
    assert!(ran.stderr.contains("github.com/o/other"), "{}", ran.stderr);
    // Unless the caller says so.
    let ran = closeout(
        repo.root(),
        &["check", "o/r#3", "--repo", ".", "--format", "json"],
    );
    assert_eq!(ran.json(0)["stateFound"], true);
    assert!(ran.stderr.contains("github.com/o/other"), "{}", ran.stderr);
}

#[test]
fn hostile_text_is_escaped() {
    let sandbox = Sandbox::new();
    let evil = "x\u{1b}[31m\n::error::y ##[error]";
    let text = json!({"currentNode": evil, "parked": {"node": evil, "reason": evil}, "nodes": {evil: {"outcome": evil}}});
    let repo = with(&sandbox, &text.to_string());
    for args in [
        &["check", "issue-3"][..],
        &["graph", "status", "issue-3"],
        &["check", "--all"],
    ] {
        let ran = closeout_with(repo.root(), &[("GITHUB_ACTIONS", "true")], args);
        let text = ran.text(1);
        assert!(text.contains("\\u{1b}"), "{text}");
        assert!(
            !text.contains('\u{1b}') && !text.contains("##[") && !text.contains("\n::"),
            "{text}"
        );
    }
    assert_eq!(check(repo.root(), &["issue-3"], 1)["pointer"], evil);
    closeout(repo.root(), &["check", "../x"]).fails(2, &[]);
    closeout(repo.root(), &["check", "a\u{1b}b"]).fails(2, &["\\u{1b}"]);
    for format in ["sarif", "github", "markdown"] {
        closeout(repo.root(), &["check", "issue-3", "--format", format]).fails(2, &["text or"]);
    }
    closeout(repo.root(), &["check"]).fails(2, &[]);
    closeout(repo.root(), &["check", "issue-3", "--all"]).fails(2, &[]);
}

#[cfg(unix)]
#[test]
fn a_directory_whose_name_is_not_plain_is_passed_over() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("work", &[("work", "pass")]));
    repo.write("docs/specs/a\u{1b}b/work-item-state.json", "{}");
    let ran = closeout(repo.root(), &["check", "--all", "--format", "json"]);
    assert_eq!(ran.json(0).as_array().unwrap().len(), 1);
    assert!(
        ran.stderr.contains("a\\u{1b}b was passed over"),
        "{}",
        ran.stderr
    );
}

#[test]
fn it_starts_no_program_and_writes_nothing() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, &state("work", &[("work", "pass")]));
    repo.commit("one");
    let before = everything(repo.root());
    for args in [
        &["check", "issue-3"][..],
        &["check", "--all"],
        &["check", "issue-3", "--rev", "HEAD"],
        &["graph", "status", "issue-3"],
        &["graph", "show"],
    ] {
        closeout_with(repo.root(), &[("PATH", "")], args).text(0);
    }
    assert!(before == everything(repo.root()));
}
