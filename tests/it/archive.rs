//! `archive`: what is there, shown, folded, forgotten and carried elsewhere.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{Ran, closeout};
use crate::record::{ITEM, event, site, state, track};
use crate::support::{GitRepo, Sandbox};

fn archive(dir: &Path, args: &[&str]) -> Ran {
    closeout(dir, &[&["archive"], args].concat())
}

/// A repository with three records: completed, cancelled and open.
fn three(sandbox: &Sandbox) -> GitRepo {
    let repo = site(sandbox);
    repo.write(
        "docs/specs/issue-3/work-item-state.json",
        &state("complete", "pass"),
    );
    event(repo.root(), "issues-closed-completed", &[]).json(0);
    for number in ["20", "100"] {
        closeout(repo.root(), &["track", number]).text(0);
    }
    let args = ["record", "20", "--closed", "--reason", "duplicate"];
    let at = ["--at", "2026-01-01T00:00:00Z", "--actor", "ada"];
    closeout(repo.root(), &[&args[..], &at].concat()).text(0);
    repo
}

/// The refs that a list has, and the outcome of each.
fn rows(ran: &Ran) -> Vec<(String, Value)> {
    ran.text(0)
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            (
                row["ref"].as_str().unwrap().to_owned(),
                row["outcome"].clone(),
            )
        })
        .collect()
}

fn listed(dir: &Path, args: &[&str]) -> Vec<String> {
    let ran = archive(dir, &[&["list", "--format", "json"], args].concat());
    rows(&ran).into_iter().map(|(item, _)| item).collect()
}

#[test]
fn a_list_has_a_line_a_record() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let ran = archive(repo.root(), &["list", "--format", "json"]);
    assert_eq!(
        rows(&ran),
        [
            (ITEM.to_owned(), json!("completed")),
            ("github:Octo/Site#20".to_owned(), json!("cancelled")),
            ("github:Octo/Site#100".to_owned(), Value::Null),
        ]
    );
    let ran = archive(repo.root(), &["list"]);
    let lines: Vec<Vec<&str>> = ran
        .text(0)
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["ref", "outcome", "state", "at", "actor", "node"]);
    assert_eq!(
        lines[1],
        [
            ITEM,
            "completed",
            "closed",
            "2026-10-02T22:29:41Z",
            "maintainer",
            "complete"
        ]
    );
    assert_eq!(lines[3], ["github:Octo/Site#100", "-", "open"]);
}

#[test]
fn a_list_can_be_narrowed() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let root = repo.root();
    assert_eq!(
        listed(root, &["--outcome", "cancelled"]),
        ["github:Octo/Site#20"]
    );
    assert_eq!(listed(root, &["--owner", "OCTO"]).len(), 3);
    assert_eq!(listed(root, &["--owner", "oct"]).len(), 0);
    assert_eq!(listed(root, &["--since", "2026-10-02"]), [ITEM]);
    assert_eq!(listed(root, &["--since", "2026-10-02T22:29:42Z"]).len(), 0);
    assert_eq!(listed(root, &["--since", "2000w"]).len(), 2);
    for wrong in ["soon", "3", "-3d", "99999999999d", "2026-13-01"] {
        archive(root, &["list", &format!("--since={wrong}")]).fails(2, &["--since", wrong]);
    }
}

#[test]
fn a_record_is_shown_and_escaped() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let shown = archive(repo.root(), &["show", ITEM]);
    for part in [
        "https://github.com/octo/site/issues/3",
        "outcome: completed (closed 2026-10-02T22:29:41Z by maintainer)",
        "skipped: brainstorming",
        "pull request: github:octo/site#4 merged",
    ] {
        assert!(shown.text(0).contains(part), "{}", shown.stdout);
    }
    let shown = archive(repo.root(), &["show", "20", "--format", "json"]).json(0);
    assert_eq!(shown["ended"]["outcome"], "cancelled");
    archive(repo.root(), &["show", "21"]).fails(2, &["github:Octo/Site#21", "archive list"]);
}

#[test]
fn a_log_has_every_change_and_a_fold_loses_none() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let log = || archive(repo.root(), &["log", "20"]).text(0).to_owned();
    let before = log();
    let states: Vec<&str> = before
        .lines()
        .map(|line| line.splitn(3, ' ').last().unwrap())
        .collect();
    assert_eq!(states.len(), 2, "{before}");
    assert!(
        states.contains(&"open") && states.contains(&"closed cancelled"),
        "{before}"
    );
    let list = || listed(repo.root(), &[]);
    let all = list();
    assert_eq!(
        archive(repo.root(), &["fold"]).text(0),
        "3 records folded\n"
    );
    assert_eq!(
        repo.git(["for-each-ref", "--format=%(refname)", "refs/closeout"]),
        "refs/closeout/archive"
    );
    assert_eq!((list(), log()), (all, before));
    // What has been folded is still known.
    let told = event(repo.root(), "issues-closed-completed", &[]).json(0);
    assert_eq!(told["outcome"], "completed");
    archive(repo.root(), &["fold", "--archive", "dir:../records"]).fails(2, &["directory"]);
}

#[test]
fn what_is_forgotten_is_gone_from_the_list() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let ran = archive(repo.root(), &["forget", "20"]);
    assert_eq!(ran.text(0), "github:Octo/Site#20: taken out\n");
    assert!(ran.stderr.contains("history"), "{}", ran.stderr);
    assert_eq!(listed(repo.root(), &[]), [ITEM, "github:Octo/Site#100"]);
    let again = archive(repo.root(), &["forget", "20", "--format", "json"]).json(0);
    assert_eq!(again["written"], false);
}

#[test]
fn archives_are_carried_over_and_merged() {
    let sandbox = Sandbox::new();
    let repo = three(&sandbox);
    let text = archive(repo.root(), &["export", "dir:../records"]);
    assert_eq!(text.text(0), "3 records changed\n");
    let again = archive(
        repo.root(),
        &["export", "dir:../records", "--format", "json"],
    );
    assert_eq!(again.json(0), json!({ "changed": 0 }));
    let dir = ["--archive", "dir:../records"];
    let list = |args: &[&str]| {
        archive(repo.root(), &[&["list"], args].concat())
            .text(0)
            .to_owned()
    };
    assert_eq!(list(&[]), list(&dir));
    // Both sides have news of one record: neither is lost.
    let other = sandbox.init("other");
    other.git(["remote", "add", "origin", "https://github.com/octo/site"]);
    track(other.root(), &["--by", "ada"]);
    archive(other.root(), &["import", "dir:../records"]).text(0);
    let record = archive(other.root(), &["show", ITEM, "--format", "json"]).json(0);
    assert_eq!(record["tracking"]["by"], "ada");
    assert_eq!(record["ended"]["outcome"], "completed");
    // A record that cannot be read is said, and the others follow.
    let deep = "[".repeat(300) + &"]".repeat(300);
    let odd = format!("{{\"ref\": \"github:octo/site#20\", \"ended\": {deep}}}");
    other.write("../records/github-octo-site-20.json", &odd);
    let ran = archive(other.root(), &["list", "--archive", "dir:../records"]);
    assert_eq!(
        (ran.code, ran.stdout.lines().count()),
        (3, 3),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("github:octo/site#20 cannot be read"),
        "{}",
        ran.stderr
    );
    archive(other.root(), &["import", "svn:x"]).fails(2, &["STORE", "svn:x"]);
}

#[test]
fn outside_of_a_repository_an_archive_has_to_be_named() {
    let sandbox = Sandbox::new();
    let here = sandbox.path("");
    archive(&here, &["list"]).fails(2, &["no repository", "--archive dir:PATH"]);
    archive(&here, &["list", "--archive", "git:."]).fails(2, &["no git repository"]);
    archive(&here, &["show", ITEM]).fails(2, &["--archive git:PATH"]);
    archive(&here, &["show", "3"]).fails(2, &["3"]);
}
