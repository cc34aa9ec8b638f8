//! `doctor`, `explain` and `readers`.

use closeout::finding::Code;
use serde_json::Value;

use crate::program::{PENDING, Ran, closeout, closeout_with, run_with};
use crate::support::Sandbox;

/// Of a checkup, how `topic` stands and what was found.
fn found(ran: &Ran, code: i32, topic: &str) -> Vec<(String, String)> {
    let report = ran.json(code);
    assert_eq!(report["ok"], code == 0, "{report}");
    let checks = report["checks"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    checks
        .iter()
        .filter(|check| check["topic"] == topic)
        .map(|check| (text(&check["health"]), text(&check["found"])))
        .collect()
}

const DOCTOR: [&str; 3] = ["doctor", "--format", "json"];

#[track_caller]
fn says(found: &[(String, String)], health: &str, parts: &[&str]) {
    let all = |text: &String| parts.iter().all(|part| text.contains(part));
    let fits = |(word, text): &(String, String)| word == health && all(text);
    assert!(found.iter().any(fits), "no {health} {parts:?} in {found:?}");
}

#[test]
fn doctor_describes_the_repository() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let ran = closeout(repo.root(), &DOCTOR);
    says(&found(&ran, 0, "repository"), "ok", &["sha1", "files"]);
    says(&found(&ran, 0, "head"), "ok", &["main", "without a commit"]);
    let version = env!("CARGO_PKG_VERSION");
    says(&found(&ran, 0, "closeout"), "ok", &[version]);
    says(&found(&ran, 0, "configuration"), "ok", &["built-in"]);
    let contract = found(&ran, 0, "contract");
    says(&contract, "ok", &["closedloop", "3 commands"]);

    let one = repo.commit("one");
    let ran = closeout(repo.root(), &DOCTOR);
    says(&found(&ran, 0, "head"), "ok", &["main", &one]);
    repo.git(["checkout", "-q", "--detach"]);
    let ran = closeout(repo.root(), &DOCTOR);
    says(&found(&ran, 0, "head"), "ok", &["detached", &one]);
    let bare = sandbox.clone(&repo, "bare.git", &["--bare"]);
    let ran = closeout(bare.root(), &DOCTOR);
    says(&found(&ran, 0, "repository"), "ok", &["bare"]);
}

#[test]
fn doctor_says_what_a_shallow_or_partial_clone_lacks() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.git(["config", "uploadpack.allowFilter", "true"]);
    repo.commit("one");
    repo.commit("two");
    let shallow = sandbox.clone(&repo, "shallow", &["--depth=1"]);
    let ran = closeout(shallow.root(), &DOCTOR);
    says(
        &found(&ran, 0, "history"),
        "note",
        &["git fetch --unshallow"],
    );
    let partial = sandbox.clone(&repo, "partial", &["--filter=blob:none"]);
    let ran = closeout(partial.root(), &DOCTOR);
    says(&found(&ran, 0, "objects"), "note", &["origin", "blob:none"]);
    assert!(found(&ran, 0, "history").is_empty());
}

#[test]
fn doctor_needs_no_repository() {
    let sandbox = Sandbox::new();
    let ran = closeout(&sandbox.path(""), &DOCTOR);
    says(&found(&ran, 0, "repository"), "note", &["none here"]);
    let ran = closeout(&sandbox.path(""), &["doctor"]);
    assert!(ran.text(0).lines().all(|line| !line.starts_with("problem")));
}

#[test]
fn a_broken_configuration_is_a_problem_and_what_to_do_is_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "contrct: x\n");
    let ran = closeout(repo.root(), &DOCTOR);
    let parts = [".closeout.yml:1:1", "`contrct`"];
    says(&found(&ran, 1, "configuration"), "problem", &parts);
    let ran = closeout(repo.root(), &["doctor"]);
    let text = ran.text(1);
    assert!(text.contains("problem  configuration"), "{text}");
    assert!(text.contains("help: Known here: "), "{text}");
    // The rest is told all the same.
    assert!(text.contains("ok       repository"), "{text}");
}

#[test]
fn a_repository_that_cannot_be_read_is_a_problem() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--ref-format=reftable"]);
    let ran = closeout(repo.root(), &DOCTOR);
    says(&found(&ran, 1, "repository"), "problem", &["reftable"]);
}

#[test]
fn doctor_says_which_configuration_is_in_force_and_what_has_no_effect() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "hooks: {pre_push: warn}\n");
    let ran = closeout(repo.root(), &DOCTOR);
    let configuration = found(&ran, 0, "configuration");
    says(&configuration, "ok", &[".closeout.yml"]);
    says(&configuration, "note", &[".closeout.yml:1:8", "`hooks`"]);
    // What a workspace brings along is not.
    run_with(&repo, "run", PENDING);
    repo.write("run/.closeout.yml", "contrct: x\n");
    let ran = closeout(&repo.root().join("run"), &DOCTOR);
    assert_eq!(found(&ran, 0, "configuration").len(), 2);
}

#[test]
fn doctor_says_what_the_variables_mean() {
    let sandbox = Sandbox::new();
    let at = sandbox.path("");
    let with = |name: &str, value: &str, topic: &str| {
        found(&closeout_with(&at, &[(name, value)], &DOCTOR), 0, topic)
    };
    says(
        &with("CLOSEDLOOP_COMMAND", "prompts/plan.md", "command"),
        "ok",
        &["PLAN"],
    );
    says(
        &with("CLOSEDLOOP_COMMAND", "new", "command"),
        "note",
        &["new"],
    );
    says(&with("CLOSEDLOOP_WORKDIR", ".", "workspace"), "ok", &["."]);
    let nowhere = with("CLOSEDLOOP_WORKDIR", "nowhere", "workspace");
    says(&nowhere, "note", &["nowhere", "unjudged"]);
    says(
        &with("GITHUB_ACTIONS", "true", "workflow"),
        "ok",
        &["workflow commands"],
    );
    assert!(with("GITHUB_ACTIONS", "", "workflow").is_empty());
}

#[test]
fn every_code_is_explained_in_any_letter_case() {
    let sandbox = Sandbox::new();
    let list = closeout(&sandbox.path(""), &["explain"]);
    assert_eq!(list.text(0).lines().count(), Code::ALL.len());
    for (code, line) in Code::ALL.into_iter().zip(list.stdout.lines()) {
        assert!(line.starts_with(code.id()), "{line}");
        assert!(line.ends_with(code.summary()), "{line}");
        for id in [code.id().to_owned(), code.id().to_lowercase()] {
            let ran = closeout(&sandbox.path(""), &["explain", &id]);
            let text = ran.text(0);
            assert!(text.starts_with(code.id()), "{text}");
            for part in [code.summary(), code.meaning(), code.help(), "example:"] {
                assert!(text.contains(part), "{part} is not in {text}");
            }
        }
    }
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest() {
    let sandbox = Sandbox::new();
    let explain = |id: &str| closeout(&sandbox.path(""), &["explain", id]);
    explain("PLAN_MISING").fails(2, &["`PLAN_MISING`", "PLAN_MISSING_AT_COMPLETION"]);
    explain("pending_task_at_completion").fails(2, &["did you mean PENDING_TASKS_AT_COMPLETION"]);
    let far = explain("task");
    far.fails(2, &["`task`", "`closeout explain` lists all"]);
    assert!(!far.stderr.contains("did you mean"), "{}", far.stderr);
    let hostile = explain("x\u{1b}[31m\n::error::y");
    hostile.fails(2, &["\\u{1b}"]);
    assert!(!hostile.stderr.contains('\u{1b}'));
}

#[test]
fn explain_prints_text_in_a_workflow_and_markdown_when_asked() {
    let sandbox = Sandbox::new();
    let args = ["explain", "PLAN_MISSING_AT_COMPLETION"];
    let plain = closeout(&sandbox.path(""), &args);
    let workflow = closeout_with(&sandbox.path(""), &[("GITHUB_ACTIONS", "true")], &args);
    assert_eq!(workflow.text(0), plain.text(0));
    let args = [&args[..], &["--format", "markdown"]].concat();
    let markdown = closeout(&sandbox.path(""), &args);
    assert!(
        markdown
            .text(0)
            .starts_with("## PLAN_MISSING_AT_COMPLETION\n")
    );
}

#[test]
fn readers_lists_every_reader_and_what_counts() {
    let sandbox = Sandbox::new();
    let report = closeout(&sandbox.path(""), &["readers", "--format", "json"]).json(0);
    let readers = report["readers"].as_array().unwrap();
    let names: Vec<&str> = readers
        .iter()
        .map(|r| r["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["closedloop", "checklist"]);
    let ran = closeout(&sandbox.path(""), &["readers"]);
    for reader in readers {
        for key in ["name", "files", "counts"] {
            assert!(ran.text(0).contains(reader[key].as_str().unwrap()));
        }
    }
    // In a workflow too: there is nothing to annotate.
    let workflow = [("GITHUB_ACTIONS", "true")];
    assert_eq!(
        closeout_with(&sandbox.path(""), &workflow, &["readers"]).text(0),
        ran.text(0)
    );
}
