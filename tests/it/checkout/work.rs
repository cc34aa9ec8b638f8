//! What is work, and what is not.

use super::Fixture;
use crate::support::GitRepo;

#[test]
fn a_clean_and_pushed_clone_may_go() {
    let f = Fixture::new();
    f.lets_go(f.clone.root());
}

#[test]
fn ignored_files_are_no_work() {
    let f = Fixture::new();
    f.clone.write("ignored/deep/x", "x");
    f.clone.write("run.log", "x");
    f.lets_go(f.clone.root());
    let f = Fixture::new();
    let tree = f.worktree("tree");
    tree.write("ignored/deep/x", "x");
    f.lets_go(tree.root());
}

#[test]
fn uncommitted_changes_are_work_staged_or_not() {
    type Change = fn(&GitRepo);
    let cases: [(&str, Change); 6] = [
        ("changed", |c| c.write("a.txt", "b\n")),
        ("changed", |c| {
            c.write("new.txt", "b\n");
            c.git(["add", "new.txt"]);
        }),
        ("changed", |c| {
            std::fs::remove_file(c.root().join("a.txt")).unwrap();
        }),
        ("changed", |c| {
            c.git(["rm", "--quiet", "--cached", ".gitignore"]);
            c.write(".git/info/exclude", ".gitignore\n");
        }),
        ("untracked", |c| c.write("dir/ü b.txt", "b\n")),
        ("untracked", |c| {
            c.git(["config", "status.showUntrackedFiles", "no"]);
            c.write("b.txt", "b\n");
        }),
    ];
    for (guard, change) in cases {
        let f = Fixture::new();
        change(&f.clone);
        f.keeps_for_work(f.clone.root(), &[guard]);
        let f = Fixture::new();
        let tree = f.worktree("tree");
        if guard == "untracked" {
            tree.write("new", "x");
        } else {
            tree.write("a.txt", "b\n");
        }
        f.keeps_for_work(tree.root(), &[guard]);
    }
}

#[test]
fn a_filter_of_the_repository_is_not_run() {
    let f = Fixture::new();
    let ran = f.sandbox.path("ran");
    f.clone.write(".gitattributes", "*.txt filter=evil\n");
    f.clone.git(["add", ".gitattributes"]);
    f.clone.git(["commit", "--quiet", "-m", "attributes"]);
    f.clone.git(["push", "--quiet", "origin", "main"]);
    let touch = format!("touch '{}'; cat", ran.display());
    f.clone.git(["config", "filter.evil.clean", &touch]);
    f.clone.git(["config", "core.fsmonitor", &touch]);
    // Same size, another time: git must look into the file.
    f.clone.write("a.txt", "b\n");
    f.keeps(f.clone.root(), &["changed"]);
    assert!(!ran.exists());
    f.clone.git(["status"]);
    assert!(ran.exists(), "git itself runs it");
}

#[test]
fn an_operation_that_is_not_done_is_work() {
    let conflict = |f: &Fixture| {
        f.clone.git(["checkout", "--quiet", "-b", "other"]);
        f.clone.write("a.txt", "other\n");
        f.clone.commit("other");
        f.clone.git(["push", "--quiet", "origin", "other"]);
        f.clone.git(["checkout", "--quiet", "main"]);
        f.clone.write("a.txt", "main\n");
        f.clone.commit("main");
        f.clone.git(["push", "--quiet", "origin", "HEAD:third"]);
    };
    for operation in ["merge", "rebase", "cherry-pick"] {
        let f = Fixture::new();
        conflict(&f);
        let ended = std::process::Command::new("git")
            .args([operation, "other"])
            .current_dir(f.clone.root())
            .env_clear()
            .envs(crate::support::environment())
            .output()
            .unwrap();
        assert!(!ended.status.success());
        f.keeps_for_work(f.clone.root(), &["conflicts", "in progress"]);
    }
    let f = Fixture::new();
    f.clone.git(["bisect", "start"]);
    f.keeps_for_work(f.clone.root(), &["in progress"]);
}

#[test]
fn every_unpushed_branch_of_a_clone_is_work() {
    let f = Fixture::new();
    f.clone.git(["checkout", "--quiet", "-b", "side"]);
    f.clone.commit("second");
    f.clone.git(["checkout", "--quiet", "main"]);
    let facts = f.facts(f.clone.root());
    let line = facts
        .lines()
        .into_iter()
        .find(|l| l.0 == "unpushed branches");
    assert_eq!(line.unwrap().1, "1 (side)");
    f.keeps_for_work(f.clone.root(), &["unpushed branches"]);
}

#[test]
fn a_branch_that_was_pushed_is_no_work_though_its_upstream_is_gone() {
    let f = Fixture::new();
    f.clone.git(["checkout", "--quiet", "-b", "side"]);
    let head = f.clone.commit("second");
    f.clone.git(["push", "--quiet", "origin", "side"]);
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    // Merged with a squash, deleted, and pruned.
    f.upstream.git(["branch", "--quiet", "-D", "side"]);
    f.clone.git(["fetch", "--quiet", "--prune"]);
    f.keeps(f.clone.root(), &["unpushed branches"]);
    let mut f = f;
    f.merged = vec!["no id".to_owned(), "12".repeat(20), head];
    f.lets_go(f.clone.root());
}

#[test]
fn what_was_added_after_a_merged_head_is_work_and_what_was_before_is_not() {
    let mut f = Fixture::new();
    f.clone.git(["checkout", "--quiet", "-b", "before"]);
    f.clone.commit("second");
    f.clone.git(["checkout", "--quiet", "-b", "side"]);
    f.merged = vec![f.clone.commit("third")];
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    f.clone.commit("fourth");
    f.keeps_for_work(f.clone.root(), &["unpushed branches"]);
}

#[test]
fn a_stash_is_work_in_a_clone_and_not_in_its_worktree() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    for text in ["b\n", "c\n"] {
        f.clone.write("a.txt", text);
        f.clone.git(["stash", "--quiet"]);
    }
    f.lets_go(tree.root());
    let facts = f.facts(f.clone.root());
    let line = facts.lines().into_iter().find(|l| l.0 == "stashes");
    assert_eq!(line.unwrap().1, "2");
    f.keeps_for_work(f.clone.root(), &["stashes"]);
}

#[test]
fn a_detached_head_is_work_where_nothing_else_has_its_commits() {
    let f = Fixture::new();
    f.clone.git(["checkout", "--quiet", "--detach"]);
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    f.clone.commit("second");
    f.keeps_for_work(f.clone.root(), &["detached"]);

    let f = Fixture::new();
    let tree = f.worktree("tree");
    tree.git(["checkout", "--quiet", "--detach"]);
    let id = tree.commit("second");
    f.keeps(tree.root(), &["detached"]);
    f.clone.git(["branch", "kept", &id]);
    f.lets_go(tree.root());
}

#[test]
fn the_unpushed_branch_of_a_worktree_stays_in_its_clone() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    let id = tree.commit("second");
    f.lets_go(tree.root());
    assert_eq!(f.clone.id("topic"), id);
    assert!(!f.clone.git(["worktree", "list"]).contains("tree"));
}

#[test]
fn a_tag_is_work_only_on_a_commit_that_was_made_here() {
    let f = Fixture::new();
    // A release off every branch, as the upstream has it.
    f.upstream.git(["checkout", "--quiet", "--detach"]);
    f.upstream.commit("release");
    f.upstream.git(["tag", "-a", "-m", "v1", "v1"]);
    f.upstream.git(["checkout", "--quiet", "main"]);
    f.clone.git(["fetch", "--quiet", "--tags"]);
    assert_eq!(f.clone.git(["tag"]), "v1");
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    // And with it checked out.
    f.clone.git(["checkout", "--quiet", "v1"]);
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    f.clone.git(["checkout", "--quiet", "main"]);
    // A tag on what is pushed says nothing new.
    f.clone.git(["tag", "here"]);
    assert!(f.facts(f.clone.root()).work.unwrap().is_empty());
    f.clone.git(["checkout", "--quiet", "--detach"]);
    f.clone.commit("mine");
    f.clone.git(["tag", "mine"]);
    f.clone.git(["checkout", "--quiet", "main"]);
    f.keeps_for_work(f.clone.root(), &["unpushed tags"]);
}

#[test]
fn a_shallow_clone_is_as_good_as_a_whole_one() {
    let f = Fixture::new();
    f.upstream.commit("second");
    f.upstream.commit("third");
    let options = ["--depth=1", "--no-single-branch"];
    let shallow = f.sandbox.clone(&f.upstream, "shallow", &options);
    f.names_origin(&shallow);
    assert!(f.facts(shallow.root()).work.unwrap().is_empty());
    shallow.commit("mine");
    f.keeps(shallow.root(), &["unpushed branches"]);
    shallow.git(["push", "--quiet", "origin", "HEAD:mine"]);
    f.lets_go(shallow.root());
}

#[test]
fn a_clone_of_a_single_branch_learns_of_its_pushes_from_the_merge_only() {
    let mut f = Fixture::new();
    let single = f.sandbox.clone(&f.upstream, "single", &["--depth=1"]);
    f.names_origin(&single);
    single.git(["checkout", "--quiet", "-b", "side"]);
    let head = single.commit("mine");
    single.git(["push", "--quiet", "--set-upstream", "origin", "side"]);
    // Git notes no remote-tracking branch here, so nothing says it is pushed.
    f.keeps(single.root(), &["unpushed branches"]);
    f.merged = vec![head];
    f.lets_go(single.root());
}

#[test]
fn what_cannot_be_looked_at_may_be_work() {
    let f = Fixture::new();
    std::fs::write(f.clone.root().join(".git/index"), "broken").unwrap();
    let guards = ["not looked at"];
    f.keeps(f.clone.root(), &guards);

    let f = Fixture::new();
    f.clone.write(
        ".git/refs/heads/lost",
        "1212121212121212121212121212121212121212\n",
    );
    f.keeps(f.clone.root(), &guards);
}
