//! What git ignores.

use closeout::finding::RelPath;

use super::{assert_says, open, rel, surroundings, usage};
use crate::support::{GitRepo, Sandbox};

/// A repository with patterns in every place that git reads.
fn patterned(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("repo");
    repo.write(".gitignore", "*.log\nbuild/\n/only-here\n");
    repo.write("sub/.gitignore", "!keep.log\nlocal\n");
    repo.write(".git/info/exclude", "excluded\n");
    repo.write("../user-ignore", "users\n");
    let user = sandbox.path("user-ignore");
    repo.git(["config", "core.excludesFile", user.to_str().unwrap()]);
    repo
}

/// What is ignored: `(path, is a directory, ignored)`.
#[track_caller]
fn check(repo: &GitRepo, expected: &[(&str, bool, bool)]) {
    let found = open(repo);
    let ignores = found.ignores().unwrap();
    for (path, directory, ignored) in expected {
        let found = ignores.is_ignored(&rel(path), *directory);
        assert_eq!(found, *ignored, "{path}");
    }
}

#[test]
fn patterns_count_in_every_place_that_git_reads() {
    let sandbox = Sandbox::new();
    let repo = patterned(&sandbox);
    let expected = [
        ("a.log", false, true),
        ("a.txt", false, false),
        ("deep/down/a.log", false, true),
        ("build", true, true),
        ("build", false, false),
        ("build/x/y", false, true),
        ("only-here", false, true),
        ("sub/only-here", false, false),
        ("sub/keep.log", false, false),
        ("sub/other.log", false, true),
        ("sub/local", false, true),
        ("local", false, false),
        ("excluded", false, true),
        ("sub/excluded", true, true),
        ("users", false, true),
    ];
    // There is no index yet.
    assert!(!repo.root().join(".git/index").exists());
    check(&repo, &expected);
    repo.commit("one");
    check(&repo, &expected);
    let found = open(&repo);
    assert!(!found.ignores().unwrap().is_ignored(&RelPath::root(), true));
}

#[test]
fn what_is_tracked_is_not_ignored() {
    let sandbox = Sandbox::new();
    let repo = patterned(&sandbox);
    repo.write("build/deep/tracked", "x");
    repo.write("build-2/tracked.log", "x");
    repo.write("a.log", "x");
    repo.git(["add", "--force", "build", "build-2", "a.log"]);
    check(
        &repo,
        &[
            ("a.log", false, false),
            ("b.log", false, true),
            ("build", true, false),
            ("build/deep", true, false),
            ("build/deep/tracked", false, false),
            ("build/deep/other", false, true),
            ("build/dee", true, true),
            ("build-2/tracked.log", false, false),
        ],
    );
}

#[test]
fn a_submodule_is_tracked() {
    let sandbox = Sandbox::new();
    let repo = patterned(&sandbox);
    let commit = repo.commit("one");
    let entry = format!("160000,{commit},build/sub");
    repo.git(["update-index", "--add", "--cacheinfo", &entry]);
    check(&repo, &[("build", true, false), ("build/sub", true, false)]);
}

#[test]
fn a_file_with_a_conflict_is_tracked() {
    let sandbox = Sandbox::new();
    let repo = patterned(&sandbox);
    let blob = repo.forge("blob", b"x");
    let info = format!("100644 {blob} 2\tbuild/a.log\n100644 {blob} 3\tbuild/a.log\n");
    repo.git_with(["update-index", "--index-info"], info.as_bytes());
    check(
        &repo,
        &[("build", true, false), ("build/a.log", false, false)],
    );
}

#[test]
fn a_linked_worktree_ignores_by_its_own_files() {
    let sandbox = Sandbox::new();
    let repo = patterned(&sandbox);
    repo.commit("one");
    repo.git(["worktree", "add", "-q", "../linked"]);
    let linked = GitRepo::at(sandbox.path("linked"));
    linked.write(".gitignore", "own\n");
    check(
        &linked,
        &[
            ("own", false, true),
            ("a.log", false, false),
            ("excluded", false, true),
        ],
    );
}

#[test]
fn a_bare_repository_ignores_nothing() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("bare.git", &["--bare"]);
    let message = usage(open(&repo).ignores().map(|_| ()));
    assert_says(&message, &["bare", "--rev"]);
}

#[test]
fn a_broken_index_is_not_the_callers_business() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(
        ".git/index",
        "this is no index at all, whatever its name says",
    );
    let message = surroundings(open(&repo).ignores().map(|_| ()));
    assert_says(
        &message,
        &["the index", repo.root().to_str().unwrap(), "git fsck"],
    );
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_no_regular_file_is_named() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let large = sandbox.path("large");
    let file = std::fs::File::create(&large).unwrap();
    file.set_len(16 * 1024 * 1024 + 1).unwrap();
    let link = sandbox.path("link");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for path in ["/dev/zero", large.to_str().unwrap(), link.to_str().unwrap()] {
        repo.git(["config", "core.excludesFile", path]);
        let message = surroundings(open(&repo).ignores().map(|_| ()));
        assert_says(&message, &[path, "core.excludesFile"]);
    }
    for path in ["/dev/null", "/nowhere/ignore", "/"] {
        repo.git(["config", "core.excludesFile", path]);
        check(&repo, &[("a", false, false)]);
    }
    let exclude = repo.root().join(".git/info/exclude");
    std::fs::remove_file(&exclude).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&exclude).status();
    assert!(made.unwrap().success());
    let message = surroundings(open(&repo).ignores().map(|_| ()));
    assert_says(&message, &["info/exclude", "not a regular file"]);
}
