//! Repositories inside of a checkout.

use super::Fixture;
use crate::support::GitRepo;

/// The clone with a submodule, committed and pushed.
fn with_submodule(f: &Fixture) -> GitRepo {
    let part = f.sandbox.init("part");
    part.commit("part");
    let url = format!("file://{}", part.root().display());
    let allow = "protocol.file.allow=always";
    f.clone
        .git(["-c", allow, "submodule", "--quiet", "add", &url, "part"]);
    f.clone.commit("with a part");
    f.clone.git(["push", "--quiet", "origin", "main"]);
    GitRepo::at(f.clone.root().join("part"))
}

#[test]
fn a_submodule_goes_with_its_checkout_and_not_alone() {
    let f = Fixture::new();
    let part = with_submodule(&f);
    let origin = f.clone.git(["config", "remote.origin.url"]);
    part.git(["remote", "set-url", "origin", &origin]);
    f.always_keeps(part.root(), &["submodule"]);
    f.lets_go(f.clone.root());
}

#[test]
fn work_in_a_submodule_is_work() {
    type Change = fn(&GitRepo);
    let cases: [(&str, Change); 4] = [
        ("untracked", |part| part.write("new", "x")),
        ("stashes", |part| {
            part.write("new", "x");
            part.git(["stash", "--quiet", "--include-untracked"]);
        }),
        ("unpushed branches", |part| {
            let id = part.id("HEAD");
            part.commit("mine");
            part.git(["checkout", "--quiet", "--detach", &id]);
        }),
        ("unpushed branches", |part| {
            // Nothing of it is checked out any more.
            let id = part.id("HEAD");
            part.commit("mine");
            part.git(["checkout", "--quiet", "--detach", &id]);
            let above = GitRepo::at(part.root().parent().unwrap().to_owned());
            above.git(["submodule", "--quiet", "deinit", "--all"]);
        }),
    ];
    for (guard, change) in cases {
        let f = Fixture::new();
        change(&with_submodule(&f));
        f.keeps_for_work(f.clone.root(), &[guard]);
    }
}

#[test]
fn a_worktree_with_a_submodule_may_go_unless_there_is_work_in_it() {
    let f = Fixture::new();
    with_submodule(&f);
    let allow = "protocol.file.allow=always";
    let tree = f.worktree("tree");
    tree.git(["-c", allow, "submodule", "--quiet", "update", "--init"]);
    let part = GitRepo::at(tree.root().join("part"));
    part.git(["checkout", "--quiet", "-b", "mine"]);
    let id = part.id("HEAD");
    part.commit("mine");
    part.git(["checkout", "--quiet", "--detach", &id]);
    f.keeps(tree.root(), &["unpushed branches"]);
    part.git(["branch", "--quiet", "-D", "mine"]);
    f.lets_go(tree.root());
}

#[test]
fn a_clone_in_an_ignored_directory_is_looked_into() {
    let f = Fixture::new();
    let inner = f.sandbox.clone(&f.upstream, "issue-3/ignored/inner", &[]);
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    inner.commit("mine");
    f.keeps(f.clone.root(), &["unpushed branches"]);
    inner.write("new", "x");
    let facts = f.facts(f.clone.root());
    let line = facts.lines().into_iter().find(|l| l.0 == "untracked");
    let expected = format!("1 in {} (new)", inner.root().display());
    assert_eq!(line.unwrap().1, expected);
    f.keeps_for_work(f.clone.root(), &["untracked", "unpushed branches"]);
}

#[test]
fn an_ignored_repository_without_any_remote_is_as_little_as_other_ignored_files() {
    let f = Fixture::new();
    let fixture = f.sandbox.init("issue-3/ignored/fixture");
    fixture.commit("of a test");
    f.clone.write("ignored/broken/.git/HEAD", "");
    f.lets_go(f.clone.root());
}

#[test]
fn a_repository_that_is_not_ignored_is_untracked() {
    let f = Fixture::new();
    f.sandbox.init("issue-3/inner").commit("inner");
    f.keeps_for_work(f.clone.root(), &["untracked"]);
}

#[test]
fn worktrees_of_the_same_clone_in_it_are_kept() {
    let f = Fixture::new();
    f.worktree("issue-3/ignored/tree");
    f.always_keeps(f.clone.root(), &["worktree"]);

    let f = Fixture::new();
    let tree = f.worktree("tree");
    let inner = tree.root().join("ignored/inner");
    let inner = inner.to_str().unwrap();
    f.clone
        .git(["worktree", "add", "--quiet", "--detach", inner]);
    f.always_keeps(tree.root(), &["worktree"]);
    f.clone.git(["worktree", "remove", inner]);
    f.lets_go(tree.root());
}

#[test]
fn a_worktree_of_another_clone_is_looked_into() {
    let f = Fixture::new();
    let other = f.sandbox.clone(&f.upstream, "other", &[]);
    other.git(["branch", "unpushed"]);
    let inner = f.clone.root().join("ignored/inner");
    let path = inner.to_str().unwrap();
    other.git(["worktree", "add", "--quiet", "--detach", path]);
    // The branches of the other clone stay with it.
    other.commit("mine");
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    GitRepo::at(inner).commit("lost");
    f.keeps(f.clone.root(), &["detached"]);
}

#[test]
fn the_clone_of_a_worktree_does_not_go_with_it() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    let inside = tree.root().join("ignored/clone");
    std::fs::create_dir(tree.root().join("ignored")).unwrap();
    std::fs::rename(f.clone.root(), &inside).unwrap();
    GitRepo::at(inside).git(["worktree", "repair", tree.root().to_str().unwrap()]);
    f.always_keeps(tree.root(), &["clone"]);
}
