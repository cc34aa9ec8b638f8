//! `track` and `record`, on real repositories and payloads of events.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{Ran, closeout, closeout_with};
use crate::support::{GitRepo, Sandbox};

/// The item of the payloads.
pub(crate) const ITEM: &str = "github:octo/site#3";

const STATE: &str = "docs/specs/issue-3/work-item-state.json";

/// A repository of the payloads' item, with one commit.
pub(crate) fn site(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("site");
    repo.git(["remote", "add", "origin", "git@github.com:Octo/Site.git"]);
    repo.commit("first");
    repo
}

fn payload(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/events/{name}.json"))
}

/// What an event changes.
pub(crate) fn event(dir: &Path, name: &str, args: &[&str]) -> Ran {
    let file = payload(name);
    let kind = name.split('-').next().unwrap();
    let variables = [
        ("GITHUB_EVENT_PATH", file.to_str().unwrap()),
        ("GITHUB_EVENT_NAME", kind),
    ];
    closeout_with(
        dir,
        &variables,
        &[&["record", "--format", "json"], args].concat(),
    )
}

pub(crate) fn track(dir: &Path, args: &[&str]) {
    closeout(dir, &[&["track", ITEM], args].concat()).text(0);
}

/// The text of the record in the repository.
fn record(repo: &GitRepo) -> Value {
    let text = repo.git([
        "show",
        "refs/closeout/items/github.com/octo/site/3:record.json",
    ]);
    serde_json::from_str(&text).unwrap()
}

fn refs(repo: &GitRepo) -> String {
    repo.git(["for-each-ref", "refs/closeout"])
}

pub(crate) fn state(node: &str, outcome: &str) -> String {
    json!({
        "version": 1,
        "workItem": "issue-3",
        "currentNode": node,
        "nodes": { "complete": { "outcome": outcome, "exitedAt": "2026-10-02T22:00:00Z" } },
        "skips": { "brainstorming": {}, "phase-selection": {}, "unheard-of": {} },
        "harness": "codex",
        "model": "::error::x",
        "pullRequests": [{ "ref": "github:octo/site#4", "state": "merged", "url": "javascript:x" }],
    })
    .to_string()
}

#[test]
fn the_outcome_follows_from_the_state_and_the_reason_alone() {
    let complete = state("complete", "pass");
    let pointer_alone = state("complete", "");
    for (state, payload, outcome) in [
        (
            Some(complete.as_str()),
            "issues-closed-completed",
            "completed",
        ),
        (Some(&complete), "issues-closed-not_planned", "completed"),
        (
            Some(&pointer_alone),
            "issues-closed-not_planned",
            "cancelled",
        ),
        (Some(&pointer_alone), "issues-closed-duplicate", "cancelled"),
        (
            Some(&pointer_alone),
            "issues-closed-completed",
            "closed-externally",
        ),
        (Some("no json"), "issues-closed-completed", "unknown"),
        (None, "issues-closed-not_planned", "cancelled"),
        (None, "issues-closed-completed", "unknown"),
        (None, "issues-closed-null", "unknown"),
        (None, "issues-closed-archived_by_policy", "unknown"),
    ] {
        let sandbox = Sandbox::new();
        let repo = site(&sandbox);
        if let Some(state) = state {
            repo.write(STATE, state);
        } else {
            track(repo.root(), &[]);
        }
        let told = event(repo.root(), payload, &[]).json(0);
        assert_eq!(told["outcome"], outcome, "{payload} {state:?}");
        assert_eq!(record(&repo)["ended"]["outcome"], outcome);
        assert_eq!(record(&repo)["ended"]["source"], "webhook");
    }
}

#[test]
fn the_copy_of_the_state_is_filtered_and_says_where_it_was_read() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    repo.write(STATE, &state("complete", "pass"));
    repo.write("docs/specs/issue-3/evidence/run/log.txt", "x");
    repo.write("docs/specs/issue-3/evidence/a b.txt", "x");
    repo.write("docs/specs/issue-3/evidence.txt", "x");
    let commit = repo.commit("state");
    // What stands in the working tree is read last.
    repo.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    repo.write(STATE, "{}");
    event(repo.root(), "issues-closed-completed", &[]).json(0);
    let terminal = record(&repo)["ended"]["terminal"].clone();
    assert_eq!(terminal["workItem"], "issue-3");
    assert_eq!(terminal["loop"], "pdlc-work-item-loop");
    assert_eq!(terminal["node"], "complete");
    assert_eq!(terminal["completedAt"], "2026-10-02T22:00:00Z");
    assert_eq!(terminal["selections"]["skipped"], json!(["brainstorming"]));
    assert_eq!(terminal["selections"]["harness"], "codex");
    assert_eq!(terminal["selections"]["model"], "");
    assert_eq!(terminal["evidence"], json!(["run/log.txt"]));
    assert_eq!(
        terminal["pullRequests"][0]["url"],
        "https://github.com/octo/site/pull/4"
    );
    assert_eq!(
        terminal["provenance"],
        json!({
            "kind": "revision",
            "commit": commit,
            "path": STATE,
            "blob": repo.id(&format!("{commit}:{STATE}")),
        })
    );
}

#[test]
fn a_second_delivery_changes_nothing() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    repo.write(STATE, &state("complete", "pass"));
    let first = event(repo.root(), "issues-closed-completed", &[]).json(0);
    let before = refs(&repo);
    let again = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(before, refs(&repo));
    assert_eq!(
        (&first["written"], &again["written"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn a_cancellation_stays_and_a_record_that_is_read_later_is_added() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    event(repo.root(), "issues-closed-not_planned", &[]).json(0);
    let told = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(told["outcome"], "cancelled");
    repo.write(STATE, &state("complete", "pass"));
    let told = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(told["outcome"], "completed");
    std::fs::remove_file(repo.root().join(STATE)).unwrap();
    let told = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(told["outcome"], "completed");
}

#[test]
fn a_reopening_clears_the_stamp_and_late_events_change_nothing() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &["--by", "ada"]);
    event(repo.root(), "issues-closed-completed", &[]).json(0);
    let told = event(repo.root(), "issues-reopened", &[]).json(0);
    assert_eq!(told["outcome"], Value::Null);
    let open = record(&repo);
    assert_eq!(open["ended"], Value::Null);
    assert!(open["reopened"]["at"].is_string(), "{open}");
    assert_eq!(open["tracking"]["by"], "ada");
    let before = refs(&repo);
    event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(before, refs(&repo));
    let later = ["--closed", "--at", "2030-01-01T00:00:00Z"];
    closeout(repo.root(), &[&["record", ITEM], &later[..]].concat()).text(0);
    event(repo.root(), "issues-reopened", &[]).json(0);
    assert_eq!(record(&repo)["ended"]["at"], "2030-01-01T00:00:00Z");
}

#[test]
fn an_untracked_item_gets_no_record() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    for name in ["issues-closed-completed", "issues-reopened"] {
        let told = event(repo.root(), name, &[]).json(0);
        assert_eq!(told["written"], false);
        assert!(told["message"].as_str().unwrap().contains("not tracked"));
    }
    assert_eq!(refs(&repo), "");
    let ran = closeout(repo.root(), &["record", "#3", "--closed"]);
    ran.fails(2, &["github:Octo/Site#3", "closeout track"]);
    assert_eq!(refs(&repo), "");
}

#[test]
fn an_event_about_another_repository_touches_nothing_of_ours() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    repo.write(STATE, &state("complete", "pass"));
    repo.git([
        "remote",
        "set-url",
        "origin",
        "https://github.com/octo/other",
    ]);
    closeout(repo.root(), &["track", "github:octo/other#3"]).text(0);
    let before = refs(&repo);
    let told = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(
        (&told["ref"], &told["written"]),
        (&json!(ITEM), &json!(false))
    );
    assert_eq!(before, refs(&repo));
    closeout(repo.root(), &["record", ITEM, "--closed"])
        .fails(2, &["octo/site", "--archive git:PATH"]);
}

#[test]
fn events_that_end_nothing_are_no_error() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    for name in [
        "push",
        "pull_request-labeled",
        "issues-transferred",
        "schedule",
    ] {
        let told = event(repo.root(), name, &[]).json(0);
        assert_eq!(told["written"], false, "{name}");
        assert_ne!(told["message"], "");
    }
    let missing = sandbox.path("none.json");
    let args = [
        "record",
        "--event-name",
        "issues",
        "--event",
        missing.to_str().unwrap(),
    ];
    closeout(repo.root(), &args).fails(2, &["none.json"]);
    closeout(repo.root(), &["record"]).fails(2, &["--event FILE"]);
}

#[test]
fn by_hand_it_is_told_once() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    let close = |args: &[&str]| {
        closeout(
            repo.root(),
            &[&["record", "3", "--format", "json"], args].concat(),
        )
    };
    let told = close(&["--closed", "--reason", "not_planned", "--actor", "ada"]).json(0);
    assert_eq!(
        (&told["outcome"], &told["actor"]),
        (&json!("cancelled"), &json!("ada"))
    );
    let before = refs(&repo);
    close(&["--closed", "--reason", "not_planned", "--actor", "ada"]).json(0);
    assert_eq!(before, refs(&repo));
    close(&["--closed", "--merged", "--kind", "issue"]).fails(2, &["merged"]);
    close(&["--closed", "--at", "yesterday"]).fails(2, &["--at", "yesterday"]);
    close(&[]).fails(2, &["--closed"]);
    closeout(repo.root(), &["record", "issue-3", "--closed"]).fails(2, &["issue-3", "ref"]);
}

#[test]
fn a_named_checkout_is_read_first_and_a_foreign_one_never() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    let checkout = sandbox.clone(&repo, "checkout", &[]);
    checkout.write(STATE, &state("complete", "pass"));
    let args = ["--checkout", "../checkout"];
    let ran = event(repo.root(), "issues-closed-completed", &args);
    assert_eq!(ran.json(0)["outcome"], "unknown");
    assert!(ran.stderr.contains("another repository"), "{}", ran.stderr);
    checkout.git([
        "remote",
        "set-url",
        "origin",
        "https://github.com/octo/site",
    ]);
    let told = event(repo.root(), "issues-closed-completed", &args).json(0);
    assert_eq!(told["outcome"], "completed");
    let provenance = &record(&repo)["ended"]["terminal"]["provenance"];
    assert_eq!(provenance["kind"], "directory");
}

#[test]
fn a_directory_keeps_the_same_record() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    let store = ["--archive", "dir:../records"];
    for archive in [&[][..], &store] {
        track(repo.root(), archive);
        event(repo.root(), "issues-closed-completed", archive).json(0);
    }
    let text = std::fs::read(sandbox.path("records/github-octo-site-3.json")).unwrap();
    let mut kept: Value = serde_json::from_slice(&text).unwrap();
    let mut other = record(&repo);
    for record in [&mut kept, &mut other] {
        record["tracking"]["since"] = Value::Null;
    }
    assert_eq!(kept, other);
    // And so without an option.
    let text = || std::fs::read(sandbox.path("records/github-octo-site-3.json")).unwrap();
    let before = text();
    let variables = [("CLOSEOUT_ARCHIVE", "dir:../records")];
    let args = ["record", ITEM, "--closed", "--actor", "ada"];
    closeout_with(repo.root(), &variables, &args).text(0);
    assert_eq!(before, text());
    repo.write(".closeout.yml", "archive: dir:../records\n");
    closeout(repo.root(), &["record", ITEM, "--reopened"]).text(0);
    assert_ne!(before, text());
    closeout(repo.root(), &["track", ITEM, "--archive", "svn"]).fails(2, &["svn", "dir:PATH"]);
}

#[test]
fn a_record_that_cannot_be_read_is_not_overwritten() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    let odd = r#"{"ref": "github:octo/site#3", "ended": "#.to_owned()
        + &"[".repeat(300)
        + &"]".repeat(300)
        + "}";
    repo.write("../records/github-octo-site-3.json", &odd);
    let store = ["--archive", "dir:../records"];
    event(repo.root(), "issues-closed-completed", &store).fails(3, &[ITEM, "cannot be read"]);
    let kept = std::fs::read_to_string(sandbox.path("records/github-octo-site-3.json")).unwrap();
    assert_eq!(kept, odd);
}
