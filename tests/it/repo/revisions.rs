//! What names a commit, and what does not.

use super::{assert_says, open, surroundings, usage};
use crate::support::Sandbox;

#[test]
fn every_usual_name_of_a_commit_is_one() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let one = repo.commit("one");
    let two = repo.commit("two");
    repo.git(["tag", "light", &one]);
    repo.git(["tag", "-a", "-m", "t", "annotated", &one]);
    repo.git(["tag", "-a", "-m", "t", "nested", "annotated"]);
    let found = open(&repo);
    let names = [
        ("HEAD", &two),
        ("@", &two),
        ("main", &two),
        ("refs/heads/main", &two),
        ("HEAD~1", &one),
        ("HEAD^", &one),
        ("main^{commit}", &two),
        ("light", &one),
        ("annotated", &one),
        ("nested", &one),
        (one.as_str(), &one),
        (&one[..9], &one),
    ];
    for (name, commit) in names {
        let revision = found.revision(name).unwrap();
        assert_eq!(&revision.commit().to_string(), commit, "{name}");
        assert_eq!(revision.name(), name);
        let tree = repo.id(&format!("{name}^{{tree}}"));
        assert_eq!(revision.tree().to_string(), tree, "{name}");
    }
}

#[test]
fn packed_references_and_objects_are_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    let two = repo.commit("two");
    repo.git(["tag", "-a", "-m", "t", "v1"]);
    repo.git(["pack-refs", "--all"]);
    repo.git(["gc", "--quiet"]);
    assert!(!repo.root().join(".git/refs/heads/main").exists());
    let found = open(&repo);
    for name in ["main", "v1", &two] {
        assert_eq!(found.revision(name).unwrap().commit().to_string(), two);
    }
}

#[test]
fn a_revision_that_does_not_exist_is_named() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    let found = open(&repo);
    let root = repo.root().to_str().unwrap();
    for name in ["v9", "origin/main", "deadbeef", &"1234567890".repeat(4)] {
        let message = usage(found.revision(name));
        assert_says(&message, &["there is no revision", name, root, "git fetch"]);
    }
    let message = usage(found.revision("a\u{1b}[2Jb"));
    assert_says(&message, &["a\\u{1b}[2Jb"]);
}

#[test]
fn what_names_several_commits_names_none() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    repo.commit("two");
    let found = open(&repo);
    for name in [
        "HEAD~1..HEAD",
        "HEAD~1...HEAD",
        "^HEAD",
        "HEAD^!",
        "",
        "HEAD~7",
        "HEAD^9",
    ] {
        let message = usage(found.revision(name));
        assert_says(&message, &["does not name one commit", "give one branch"]);
    }
}

#[test]
fn what_is_no_commit_is_said_to_be_what_it_is() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a", "x");
    repo.commit("one");
    repo.git(["tag", "-a", "-m", "t", "on-blob", "HEAD:a"]);
    let found = open(&repo);
    let blob = repo.id("HEAD:a");
    for (name, kind) in [
        ("on-blob", "blob"),
        (blob.as_str(), "blob"),
        ("HEAD:a", "blob"),
        ("HEAD^{tree}", "tree"),
    ] {
        let message = usage(found.revision(name));
        assert_says(&message, &[name, &format!("is a {kind}"), "not a commit"]);
    }
}

#[test]
fn a_head_without_a_commit_says_so() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    for name in ["HEAD", "@", "HEAD~2", "HEAD^"] {
        let message = usage(found.revision(name));
        assert_says(&message, &[name, "no commit yet", "commit something first"]);
    }
    assert_says(&usage(found.revision("v1")), &["there is no revision"]);
}

#[test]
fn a_reference_to_a_missing_object_is_not_the_callers_business() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    let id = "1234567890".repeat(4);
    std::fs::write(repo.root().join(".git/refs/heads/gone"), &id).unwrap();
    let message = surroundings(open(&repo).revision("gone"));
    assert_says(
        &message,
        &["gone", &id, "missing", "git fetch --refetch origin"],
    );
}

#[test]
fn a_forged_tag_or_commit_is_an_error() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    for kind in ["tag", "commit"] {
        let id = repo.forge(kind, b"nothing of the kind\n");
        std::fs::write(repo.root().join(".git/refs/tags").join(kind), &id).unwrap();
        for name in [kind, &id, &id[..12]] {
            let message = surroundings(open(&repo).revision(name));
            assert_says(&message, &[&id, "cannot be read", "git fsck"]);
        }
    }
}

#[test]
fn a_head_whose_commit_is_gone_or_broken_is_not_the_callers_business() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let one = repo.commit("one");
    let two = repo.commit("two");
    let object = |id: &str| {
        repo.root()
            .join(".git/objects")
            .join(&id[..2])
            .join(&id[2..])
    };
    let saved = std::fs::read(object(&two)).unwrap();
    std::fs::remove_file(object(&two)).unwrap();
    for name in ["HEAD", "@", "main", "HEAD~1", "HEAD^"] {
        let message = surroundings(open(&repo).revision(name));
        assert_says(&message, &[name, &two, "missing", "git fetch --refetch"]);
    }
    std::fs::write(object(&two), "no object").unwrap();
    for name in ["HEAD", "main", "HEAD^"] {
        let message = surroundings(open(&repo).revision(name));
        assert_says(&message, &[&two, "cannot be read", "git fsck"]);
    }
    // One on the way.
    std::fs::write(object(&two), saved).unwrap();
    std::fs::remove_file(object(&one)).unwrap();
    for name in ["HEAD~1", "HEAD^", "HEAD~3"] {
        let message = surroundings(open(&repo).revision(name));
        assert_says(&message, &[name, &one, "missing"]);
    }
}

#[test]
fn an_empty_head_is_not_the_callers_business() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    repo.write(".git/HEAD", "");
    for name in ["HEAD", "@", "HEAD~1"] {
        let message = surroundings(open(&repo).revision(name));
        assert_says(&message, &["HEAD", "cannot be read"]);
    }
}

#[test]
fn a_revision_beyond_a_shallow_clone_names_the_fetch() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for message in ["one", "two", "three"] {
        repo.commit(message);
    }
    let clone = sandbox.clone(&repo, "clone", &["--depth=2"]);
    let found = open(&clone);
    assert!(found.revision("HEAD~1").is_ok());
    for name in ["HEAD~2", "HEAD^^", "HEAD~1^", "@{u}~5", "main~2"] {
        let message = surroundings(found.revision(name));
        assert_says(
            &message,
            &[
                name,
                "cut off",
                "shallow",
                "git fetch --unshallow",
                "--deepen=N",
            ],
        );
    }
    // The second parent of a commit with one is not behind the cut.
    usage(found.revision("HEAD^2"));
    clone.git(["fetch", "--quiet", "--unshallow"]);
    assert!(open(&clone).revision("HEAD~2").is_ok());
    usage(open(&clone).revision("HEAD~3"));
}
