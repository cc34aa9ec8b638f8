//! `--base`: what differs since the merge base.

use serde_json::json;

use crate::program::{DONE, PENDING, closeout, completed, run_with, scan, scanned};
use crate::support::{GitRepo, Sandbox};

/// `main` with two spurious runs, of which `side`, where we are, changes
/// nothing yet; `main` has gone on since.
fn forked(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("repo");
    run_with(&repo, "old/a", PENDING);
    run_with(&repo, "old/b", PENDING);
    repo.commit("one");
    repo.git(["checkout", "-q", "-b", "side"]);
    repo.git(["checkout", "-q", "main"]);
    run_with(&repo, "theirs", PENDING);
    repo.commit("main goes on");
    repo.git(["checkout", "-q", "side"]);
    repo
}

const BASE: [&str; 2] = ["--base", "main"];
const RANGE: [&str; 4] = ["--base", "main", "--rev", "side"];

#[test]
fn what_is_unchanged_is_not_judged() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    assert_eq!(scanned(repo.root(), &[]).len(), 2);
    for args in [&BASE[..], &RANGE] {
        let report = scan(repo.root(), args);
        assert_eq!(report["workspaces"], json!([]), "{args:?}");
        assert_eq!(report["summary"]["workspaces"], 0);
    }
}

#[test]
fn only_what_differs_from_the_merge_base_is_judged() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    run_with(&repo, "mine", PENDING);
    repo.write("old/b/plan.json", DONE);
    // Without --rev the working tree is what there is now.
    let changed = ["mine: spurious", "old/b: clean"];
    assert_eq!(scanned(repo.root(), &BASE), changed);
    assert!(scanned(repo.root(), &RANGE).is_empty());
    repo.commit("mine");
    assert_eq!(scanned(repo.root(), &BASE), changed);
    assert_eq!(scanned(repo.root(), &RANGE), changed);
    // With --rev the working tree does not matter.
    repo.write("old/a/plan.json", "");
    assert_eq!(scanned(repo.root(), &RANGE), changed);
    assert_eq!(scanned(repo.root(), &BASE).len(), 3);
}

#[test]
fn a_state_that_changes_makes_a_difference() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/plan.json", PENDING);
    repo.write("a/state.json", "{\"status\": \"IN_PROGRESS\"}");
    repo.commit("one");
    repo.write("a/state.json", &completed("plan"));
    assert_eq!(scanned(repo.root(), &BASE), ["a: spurious"]);
}

#[test]
fn a_plan_that_is_deleted_in_the_range_is_missed() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", DONE);
    run_with(&repo, "gone", DONE);
    repo.commit("one");
    repo.git(["checkout", "-q", "-b", "side"]);
    repo.git(["rm", "-q", "-r", "a/plan.json", "gone"]);
    assert_eq!(scanned(repo.root(), &BASE), ["a: spurious"]);
    repo.commit("two");
    assert_eq!(scanned(repo.root(), &RANGE), ["a: spurious"]);
}

#[test]
fn everything_that_the_verdict_depends_on_makes_a_difference() {
    for (path, text) in [
        ("a/out/release.json", "{"),
        ("a/.closeout/baseline.json", "{}"),
        ("b/prd.md", "# Wanted\n"),
    ] {
        let sandbox = Sandbox::new();
        let repo = sandbox.init("repo");
        repo.write(
            ".closeout.yml",
            "contracts: {closedloop: {commands: {SHIP: {owes: [{path: out/release.json, kind: json}]}}}}\n",
        );
        repo.write("a/state.json", &completed("ship"));
        repo.write("a/out/release.json", "1");
        repo.write("b/state.json", &completed("brand-new"));
        repo.commit("one");
        repo.git(["checkout", "-q", "-b", "side"]);
        repo.write(path, text);
        let workspace = &path[..1];
        let found = scanned(repo.root(), &BASE);
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        assert!(found[0].starts_with(workspace), "{path}: {found:?}");
        repo.commit("two");
        assert_eq!(scanned(repo.root(), &RANGE), found, "{path}");
    }
}

#[test]
fn a_file_beside_the_plan_makes_none() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    repo.write("old/a/notes.md", "later");
    assert!(scanned(repo.root(), &BASE).is_empty());
}

#[test]
fn line_ends_of_a_checkout_are_no_change() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    for name in ["plan.json", "state.json"] {
        let path = format!("old/a/{name}");
        let text = std::fs::read_to_string(repo.root().join(&path)).unwrap();
        repo.write(&path, &text.replace('\n', "\r\n"));
    }
    assert!(scanned(repo.root(), &BASE).is_empty());
}

#[test]
fn a_moved_workspace_is_judged_where_it_is_now() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    repo.git(["mv", "old/a", "moved"]);
    repo.commit("move");
    assert_eq!(scanned(repo.root(), &RANGE), ["moved: spurious"]);
}

#[test]
fn a_shallow_clone_without_a_merge_base_is_never_an_empty_range() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    run_with(&repo, "mine", PENDING);
    repo.commit("mine");
    let options = ["--depth=1", "--no-single-branch", "--branch=side"];
    let clone = sandbox.clone(&repo, "clone", &options);
    for args in [
        &["scan", "--base", "origin/main"][..],
        &["scan", "--base", "origin/main", "--rev", "HEAD"],
    ] {
        let ran = closeout(clone.root(), args);
        ran.fails(
            3,
            &["no merge base", "git fetch --unshallow", "fetch-depth: 0"],
        );
    }
    clone.git(["fetch", "--quiet", "--unshallow"]);
    let found = scanned(clone.root(), &["--base", "origin/main"]);
    assert_eq!(found, ["mine: spurious"]);
}

#[test]
fn histories_that_never_met_have_no_range() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    repo.git(["checkout", "-q", "--orphan", "other"]);
    repo.commit("two");
    closeout(repo.root(), &["scan", "--base", "main"]).fails(3, &["no commit in common"]);
}

#[test]
fn a_checklist_is_judged_only_where_it_differs() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "checklists: [{files: \"*.md\"}]\n");
    repo.write("a.md", "- [ ] a\n");
    repo.write("b.md", "- [ ] b\n");
    repo.commit("one");
    repo.write("b.md", "- [x] b\n");
    repo.write("prd.md", "no plan");
    assert_eq!(scanned(repo.root(), &BASE), ["b.md: in progress"]);
}

#[test]
fn verbose_says_what_is_unchanged() {
    let sandbox = Sandbox::new();
    let repo = forked(&sandbox);
    let ran = closeout(repo.root(), &["scan", "--base", "main", "--verbose"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("old/a is unchanged in this range"),
        "{}",
        ran.stderr
    );
}
