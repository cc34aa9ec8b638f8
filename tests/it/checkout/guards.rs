//! What nobody may override.

use std::path::Path;

use closeout::checkout::{ArchivePlace, Decision, Force, Origin, Pushed, gather};

use super::{Fixture, ORIGIN, archive, attempt, refused};
use crate::support::GitRepo;

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

#[test]
#[cfg(unix)]
fn a_link_is_never_followed_wherever_in_the_path_it_is() {
    let f = Fixture::new();
    let at = f.sandbox.path("link");
    link(f.clone.root(), &at);
    f.always_keeps(&at, &["link"]);
    f.always_keeps(&at.join("."), &["link"]);
    f.always_keeps(Path::new(&format!("{}/", at.display())), &["link"]);

    let home = f.sandbox.path("home");
    link(&f.sandbox.path(""), &home);
    f.always_keeps(&home.join("issue-3"), &["link"]);
    let outcome = f.remove(&home.join("issue-3"), Force::No);
    let Decision::Refuse { reasons } = outcome.decision else {
        panic!("it leads through a link");
    };
    let real = f.clone.root().to_str().unwrap();
    assert!(reasons[0].next.contains(real), "{}", reasons[0]);

    let dangling = f.sandbox.path("dangling");
    link(Path::new("nowhere"), &dangling);
    f.always_keeps(&dangling, &["link"]);
}

#[test]
#[cfg(unix)]
fn a_git_directory_that_is_a_link_is_none_of_ours() {
    let f = Fixture::new();
    let dot_git = f.clone.root().join(".git");
    std::fs::rename(&dot_git, f.sandbox.path("elsewhere")).unwrap();
    link(&f.sandbox.path("elsewhere"), &dot_git);
    f.always_keeps(f.clone.root(), &["odd repository"]);
}

#[test]
fn what_is_not_there_needs_no_removal() {
    let f = Fixture::new();
    for path in ["never", "never/below", "upstream/a.txt/below"] {
        let outcome = f.remove(&f.sandbox.path(path), Force::No);
        assert_eq!(outcome.decision, Decision::Gone, "{path}");
    }
}

#[test]
fn what_is_no_checkout_is_kept() {
    let f = Fixture::new();
    std::fs::create_dir(f.sandbox.path("plain")).unwrap();
    f.always_keeps(&f.sandbox.path("plain"), &["no checkout"]);
    f.always_keeps(&f.clone.root().join("a.txt"), &["no directory"]);
    // Part of a checkout is none.
    f.clone.write("ignored/x", "");
    f.always_keeps(&f.clone.root().join("ignored"), &["no checkout"]);

    let bare = f.sandbox.clone(&f.upstream, "bare.git", &["--bare"]);
    bare.git(["remote", "set-url", "origin", ORIGIN]);
    f.always_keeps(bare.root(), &["bare repository"]);

    f.clone.write(".git/config", "[");
    f.always_keeps(f.clone.root(), &["unreadable repository"]);
}

#[test]
fn an_origin_that_is_not_the_items_keeps_it() {
    let f = Fixture::new();
    for url in [
        "https://github.com/acme/other.git",
        "https://github.com/eve/widgets.git",
        "https://example.com/acme/widgets.git",
        "https://example.com/github.com/acme/widgets",
        "../upstream",
    ] {
        f.clone.git(["remote", "set-url", "origin", url]);
        f.always_keeps(f.clone.root(), &["foreign origin"]);
    }
    // A second address that is another's.
    f.clone.git(["remote", "set-url", "origin", ORIGIN]);
    let other = "https://github.com/acme/other";
    f.clone.git(["remote", "set-url", "--add", "origin", other]);
    f.always_keeps(f.clone.root(), &["foreign origin"]);
    f.clone.git(["remote", "rename", "origin", "up"]);
    f.always_keeps(f.clone.root(), &["no origin"]);
}

#[test]
fn every_spelling_of_the_items_repository_is_its_own() {
    let f = Fixture::new();
    for url in [
        "https://github.com/ACME/Widgets/",
        "git@github.com:acme/widgets.git",
        "ssh://git@github.com:22/acme/widgets",
        "https://me:secret@github.com/acme/widgets",
    ] {
        f.clone.git(["remote", "set-url", "origin", url]);
        let facts = f.facts(f.clone.root());
        assert!(matches!(facts.origin, Origin::Own(_)), "{url}");
        assert!(!format!("{facts:?}").contains("secret"));
    }
}

#[test]
fn the_origin_is_the_configured_one_before_any_instead_of() {
    let f = Fixture::new();
    // Leads to the item's repository, and says something else.
    let other = "https://github.com/acme/other";
    f.clone.git(["remote", "set-url", "origin", other]);
    f.clone.git([
        "config",
        "url.https://github.com/acme/widgets.insteadOf",
        other,
    ]);
    assert_eq!(
        f.clone.git(["remote", "get-url", "origin"]),
        "https://github.com/acme/widgets"
    );
    f.always_keeps(f.clone.root(), &["foreign origin"]);
}

#[test]
fn the_current_directory_and_those_above_it_are_kept() {
    let mut f = Fixture::new();
    f.clone.write("ignored/deep/x", "");
    for below in ["", "ignored", "ignored/deep"] {
        f.current = f.clone.root().join(below);
        f.always_keeps(f.clone.root(), &["current directory"]);
    }
    let tree = f.worktree("tree");
    f.current = tree.root().to_owned();
    f.always_keeps(tree.root(), &["current directory"]);
    // One whose name only starts the same is another.
    f.current = f.sandbox.path("tree-2");
    std::fs::create_dir(&f.current).unwrap();
    f.lets_go(tree.root());
}

#[test]
#[cfg(unix)]
fn the_current_directory_is_found_through_links() {
    let mut f = Fixture::new();
    f.current = f.sandbox.path("here");
    link(f.clone.root(), &f.current);
    f.always_keeps(f.clone.root(), &["current directory"]);
}

#[test]
fn an_archive_in_the_checkout_keeps_it_until_it_is_pushed() {
    let f = Fixture::new();
    let store = f.clone.root().join(".git");
    f.with(Some(archive(&store, Pushed::No)), |around| {
        for force in [Force::No, Force::LoseWork] {
            let outcome = attempt(f.clone.root(), around, force);
            assert_eq!(refused(&outcome), ["archive"]);
        }
    });
    // The clone's archive does not go with a worktree of it.
    let tree = f.worktree("tree");
    f.with(Some(archive(&store, Pushed::No)), |around| {
        assert_eq!(gather(tree.root(), around).archive, ArchivePlace::Elsewhere);
        let outcome = attempt(tree.root(), around, Force::No);
        assert_eq!(outcome.decision, Decision::Remove);
    });
    f.with(Some(archive(&store, Pushed::Yes)), |around| {
        let outcome = attempt(f.clone.root(), around, Force::No);
        assert_eq!(outcome.decision, Decision::Remove);
    });
    assert!(!f.clone.root().exists());
}

#[test]
fn a_clone_that_has_other_worktrees_is_kept_for_them() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    tree.commit("second");
    f.keeps(f.clone.root(), &["worktree", "unpushed branches"]);
    let outcome = f.remove(f.clone.root(), Force::LoseWork);
    assert_eq!(refused(&outcome), ["worktree"]);
    // One that may come back counts as well.
    f.clone
        .git(["worktree", "lock", tree.root().to_str().unwrap()]);
    std::fs::rename(tree.root(), f.sandbox.path("away")).unwrap();
    f.keeps(f.clone.root(), &["worktree", "unpushed branches"]);
    f.clone
        .git(["worktree", "unlock", tree.root().to_str().unwrap()]);
    // Gone for good, it holds nothing; its branch is one of the clone.
    f.keeps(f.clone.root(), &["unpushed branches"]);
    f.clone.git(["push", "--quiet", "origin", "topic"]);
    f.lets_go(f.clone.root());
}

#[test]
fn a_locked_worktree_is_kept() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    let path = tree.root().to_str().unwrap();
    f.clone
        .git(["worktree", "lock", "--reason", "in use", path]);
    f.always_keeps(tree.root(), &["locked"]);
    let lines = f.facts(tree.root()).lines();
    assert!(lines.contains(&("locked", "yes: in use".to_owned())));
    f.clone.git(["worktree", "unlock", path]);
    f.lets_go(tree.root());
}

#[test]
fn a_worktree_that_its_clone_does_not_know_is_kept() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    let copy = GitRepo::at(f.sandbox.path("copy"));
    std::fs::create_dir(copy.root()).unwrap();
    std::fs::copy(tree.root().join(".git"), copy.root().join(".git")).unwrap();
    f.always_keeps(copy.root(), &["odd repository"]);
    std::fs::remove_dir_all(f.clone.root().join(".git/worktrees/tree")).unwrap();
    f.always_keeps(tree.root(), &["unreadable repository"]);
}

#[test]
fn a_repository_that_stands_elsewhere_is_kept() {
    let f = Fixture::new();
    let separate = format!("--separate-git-dir={}", f.sandbox.path("git").display());
    let odd = f.sandbox.clone(&f.upstream, "odd", &[&separate]);
    f.names_origin(&odd);
    f.always_keeps(odd.root(), &["odd repository"]);

    let elsewhere = f.sandbox.path("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    f.clone
        .git(["config", "core.worktree", elsewhere.to_str().unwrap()]);
    f.always_keeps(f.clone.root(), &["odd repository"]);
}
