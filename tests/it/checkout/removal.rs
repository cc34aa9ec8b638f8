//! The removal itself.

use closeout::checkout::{Authority, Decision, Force, OnClose, RemoveError, remove};

use super::{Fixture, listing};
use crate::support::GitRepo;

#[test]
fn names_with_spaces_and_other_letters_are_names() {
    let f = Fixture::new();
    for name in ["issue 3", "größe 計画", "-rf", "a'b\"c", "new\nline"] {
        let clone = f.sandbox.clone(&f.upstream, "plain", &[]);
        f.names_origin(&clone);
        clone.write("ignored/ü \n x", "");
        let path = f.sandbox.path(name);
        std::fs::rename(clone.root(), &path).unwrap();
        f.lets_go(&path);

        f.clone.git([
            "worktree",
            "add",
            "--quiet",
            "--detach",
            path.to_str().unwrap(),
        ]);
        f.lets_go(&path);
        assert_eq!(f.clone.git(["worktree", "list"]).lines().count(), 1);
    }
}

#[test]
fn a_worktree_of_a_bare_repository_goes_and_its_branch_stays() {
    let f = Fixture::new();
    let bare = f.sandbox.clone(&f.upstream, "bare.git", &["--bare"]);
    bare.git(["remote", "set-url", "origin", super::ORIGIN]);
    let tree = GitRepo::at(f.sandbox.path("tree"));
    let path = tree.root().to_str().unwrap();
    bare.git(["worktree", "add", "--quiet", "-b", "topic", path]);
    let id = tree.commit("second");
    f.lets_go(tree.root());
    assert_eq!(bare.id("topic"), id);
    assert!(!bare.root().join("worktrees/tree").exists());
}

#[test]
#[cfg(unix)]
fn links_in_a_checkout_go_and_what_they_lead_to_stays() {
    let f = Fixture::new();
    let tree = f.worktree("tree");
    let kept = f.sandbox.path("kept");
    std::fs::create_dir_all(kept.join("deep")).unwrap();
    std::fs::write(kept.join("deep/file"), "x").unwrap();
    let before = listing(&kept);
    for root in [tree.root(), f.clone.root()] {
        std::fs::create_dir(root.join("ignored")).unwrap();
        for at in ["ignored/link", "link.log"] {
            std::os::unix::fs::symlink(&kept, root.join(at)).unwrap();
        }
        std::os::unix::fs::symlink(kept.join("deep/file"), root.join("file.log")).unwrap();
    }
    f.lets_go(tree.root());
    f.clone.git(["branch", "--quiet", "-D", "topic"]);
    f.lets_go(f.clone.root());
    assert_eq!(listing(&kept), before);
}

#[test]
fn without_authority_nothing_is_touched() {
    let f = Fixture::new();
    let before = listing(f.clone.root());
    for (actor, on_close) in [
        (None, OnClose::Remove),
        (Some("eve"), OnClose::Remove),
        (Some("ada"), OnClose::Keep),
    ] {
        let authority = Authority {
            actor,
            actors: &["ada".to_owned()],
            on_close,
            force: Force::LoseWork,
        };
        let outcome = f.with(None, |around| remove(f.clone.root(), around, &authority));
        let decision = outcome.unwrap().decision;
        assert!(matches!(decision, Decision::Defer { .. }), "{decision:?}");
    }
    assert_eq!(listing(f.clone.root()), before);
}

#[test]
fn looking_changes_nothing() {
    let f = Fixture::new();
    f.clone.write("a.txt", "b\n");
    let contents = |dir: &std::path::Path| -> Vec<_> {
        let files = listing(dir).into_iter();
        files
            .map(|path| (std::fs::read(&path).ok(), path))
            .collect()
    };
    let before = contents(f.clone.root());
    let facts = f.facts(f.clone.root());
    assert_eq!(facts, f.facts(f.clone.root()));
    assert_eq!(contents(f.clone.root()), before);
}

/// A directory whose entries nobody may remove; root may, so that this is no
/// obstacle for it.
#[cfg(unix)]
fn read_only(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg(unix)]
fn a_removal_that_fails_says_what_is_left_and_leaves_the_commits() {
    let f = Fixture::new();
    f.clone.write("ignored/x", "");
    let ignored = f.clone.root().join("ignored");
    read_only(&ignored, 0o555);
    if std::fs::write(ignored.join("probe"), "").is_ok() {
        return;
    }
    let authority = Authority {
        actor: Some("ada"),
        actors: &["ada".to_owned()],
        on_close: OnClose::Remove,
        force: Force::No,
    };
    let result = f.with(None, |around| remove(f.clone.root(), around, &authority));
    read_only(&ignored, 0o755);
    let error = result.unwrap_err();
    assert!(matches!(error, RemoveError::Partly { .. }));
    assert!(error.to_string().contains("ignored"), "{error}");
    f.clone.git(["rev-parse", "--verify", "HEAD"]);
}
