//! From where to where a change goes.

use closeout::repo::RangeEnd;

use super::{assert_says, open, surroundings, usage};
use crate::support::{GitRepo, Sandbox};

/// `main` and `side`, which parted after `fork`.
fn forked(sandbox: &Sandbox) -> (GitRepo, String) {
    let repo = sandbox.init("repo");
    repo.commit("zero");
    let fork = repo.commit("fork");
    repo.git(["checkout", "-q", "-b", "side"]);
    repo.commit("side");
    repo.git(["checkout", "-q", "main"]);
    repo.commit("main");
    (repo, fork)
}

#[test]
fn a_range_starts_where_the_two_parted() {
    let sandbox = Sandbox::new();
    let (repo, fork) = forked(&sandbox);
    let range = open(&repo).range("main", Some("side")).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
    assert_eq!(range.base.commit().to_string(), repo.id("main"));
    let RangeEnd::Revision(to) = range.to else {
        panic!("{range:?}");
    };
    assert_eq!(to.commit().to_string(), repo.id("side"));
    assert_eq!(range.from.tree().to_string(), repo.id("main~1^{tree}"));
}

#[test]
fn without_an_end_a_range_leads_to_the_work_tree() {
    let sandbox = Sandbox::new();
    let (repo, fork) = forked(&sandbox);
    repo.git(["checkout", "-q", "side"]);
    let range = open(&repo).range("main", None).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
    assert_eq!(range.to, RangeEnd::WorkingTree);
}

#[test]
fn a_bare_repository_needs_an_end() {
    let sandbox = Sandbox::new();
    let (repo, fork) = forked(&sandbox);
    let bare = sandbox.clone(&repo, "bare.git", &["--bare"]);
    let found = open(&bare);
    let message = usage(found.range("main", None));
    assert_says(&message, &["bare", "bare.git", "--rev"]);
    let range = found.range("main", Some("side")).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
}

#[test]
fn of_several_merge_bases_one_is_taken() {
    let sandbox = Sandbox::new();
    let (repo, _) = forked(&sandbox);
    // Each merges the other's first commit: a criss-cross.
    let (main, side) = (repo.id("main"), repo.id("side"));
    repo.git(["merge", "-q", "--no-edit", &side]);
    repo.git(["checkout", "-q", "side"]);
    repo.git(["merge", "-q", "--no-edit", &main]);
    let all = repo.git(["merge-base", "--all", "main", "side"]);
    assert_eq!(all.lines().count(), 2);
    for cached in [false, true] {
        if cached {
            repo.git(["commit-graph", "write", "--reachable"]);
        }
        let range = open(&repo).range("main", Some("side")).unwrap();
        let from = range.from.commit().to_string();
        assert!(all.lines().any(|id| id == from), "{from} is not in {all}");
    }
}

#[test]
fn a_broken_commit_graph_does_not_cost_the_answer() {
    let sandbox = Sandbox::new();
    let (repo, fork) = forked(&sandbox);
    repo.write(".git/objects/info/commit-graph", "not a graph");
    let range = open(&repo).range("main", Some("side")).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
}

#[test]
fn a_shallow_clone_without_a_merge_base_names_the_fetch() {
    let sandbox = Sandbox::new();
    let (repo, fork) = forked(&sandbox);
    let clone = sandbox.clone(&repo, "clone", &["--depth=1", "--no-single-branch"]);
    let message = surroundings(open(&clone).range("main", Some("origin/side")));
    assert_says(
        &message,
        &[
            "main",
            "origin/side",
            "shallow",
            "git fetch --unshallow",
            "--deepen=N",
        ],
    );
    // And what the message says helps.
    clone.git(["fetch", "--quiet", "--deepen=1"]);
    let range = open(&clone).range("main", Some("origin/side")).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
    clone.git(["fetch", "--quiet", "--unshallow"]);
    let range = open(&clone).range("main", Some("origin/side")).unwrap();
    assert_eq!(range.from.commit().to_string(), fork);
}

#[test]
fn histories_that_never_met_have_no_range() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    repo.git(["checkout", "-q", "--orphan", "other"]);
    repo.commit("two");
    let message = surroundings(open(&repo).range("main", Some("other")));
    assert_says(&message, &["main", "other", "no commit in common"]);
    assert!(!message.contains("fetch"), "{message}");
}

#[test]
fn the_ends_of_a_range_must_exist() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    assert_says(&usage(open(&repo).range("HEAD", None)), &["no commit yet"]);
    repo.commit("one");
    let found = open(&repo);
    assert_says(&usage(found.range("v1", Some("HEAD"))), &["`v1`"]);
    assert_says(&usage(found.range("HEAD", Some("v2"))), &["`v2`"]);
}
