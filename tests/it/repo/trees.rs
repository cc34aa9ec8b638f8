//! The files of a revision.

use bstr::ByteSlice;
use closeout::files::{Files, FilesError, Listing, Node};
use closeout::finding::RelPath;
use closeout::plan::{Content, MAX_BYTES, Special};
use closeout::repo::{EntryKind, Repository, TreeFiles};

use super::{assert_says, open, rel};
use crate::support::{GitRepo, Sandbox};

fn head(repo: &Repository) -> TreeFiles<'_> {
    repo.tree(&repo.revision("HEAD").unwrap())
}

fn all(files: &TreeFiles<'_>) -> Listing {
    files.list(&|_, _| true).unwrap()
}

/// A listing in one text: `docs: a b`.
fn text(listing: &Listing) -> Vec<String> {
    let names = |files: &[bstr::BString]| bstr::join(" ", files).to_str_lossy().into_owned();
    let lines = listing.directories.iter();
    lines
        .map(|dir| format!("{}: {}", dir.path.display(), names(&dir.files)))
        .collect()
}

#[test]
fn all_directories_are_listed_in_the_order_of_their_paths() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for path in ["a/b/c", "a-b/d", "a.b", "z", "größe 計画/plan.json"] {
        repo.write(path, "x");
    }
    repo.commit("one");
    for packed in [false, true] {
        if packed {
            repo.git(["gc", "--quiet"]);
        }
        let found = open(&repo);
        let listing = all(&head(&found));
        assert_eq!(
            text(&listing),
            [
                ": a.b z",
                "a: ",
                "a-b: d",
                "a/b: c",
                "größe 計画: plan.json"
            ]
        );
        assert!(listing.unreadable.is_empty());
    }
}

#[test]
fn a_commit_without_files_has_its_root() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    // Not as an object: git knows the empty tree without it.
    let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    repo.commit_tree(empty);
    let object = repo.root().join(".git/objects/4b");
    if object.exists() {
        std::fs::remove_dir_all(object).unwrap();
    }
    let found = open(&repo);
    assert_eq!(text(&all(&head(&found))), [": "]);
}

#[test]
fn what_is_not_kept_is_not_looked_into() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for path in ["keep/a", "keep/b", "vendor/x/y/z"] {
        repo.write(path, "x");
    }
    repo.commit("one");
    let found = open(&repo);
    let asked = std::cell::RefCell::new(Vec::new());
    let listing = head(&found)
        .list(&|path, node| {
            asked.borrow_mut().push((path.display(), node));
            path.name() != "vendor" && path.name() != "b"
        })
        .unwrap();
    assert_eq!(text(&listing), [": ", "keep: a"]);
    let asked = asked.into_inner();
    assert!(asked.contains(&("vendor".to_owned(), Node::Directory)));
    assert!(asked.contains(&("keep/b".to_owned(), Node::File)));
    assert!(!asked.iter().any(|(path, _)| path.starts_with("vendor/")));
}

#[test]
fn a_file_is_read_as_the_revision_has_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("docs/deep/plan.json", "old");
    repo.write("empty", "");
    let one = repo.commit("one");
    repo.write("docs/deep/plan.json", "new");
    repo.commit("two");
    repo.write("docs/deep/plan.json", "not committed");
    let found = open(&repo);
    let old = found.tree(&found.revision(&one).unwrap());
    let path = rel("docs/deep/plan.json");
    assert_eq!(old.read(&path).unwrap(), Content::Bytes(b"old".to_vec()));
    // The same after a listing, which knows the directories.
    let new = head(&found);
    all(&new);
    assert_eq!(new.read(&path).unwrap(), Content::Bytes(b"new".to_vec()));
    assert_eq!(new.read(&rel("empty")).unwrap(), Content::Bytes(Vec::new()));
    for nothing in [
        "plan.json",
        "docs/plan.json",
        "empty/x",
        "docs/deep/plan.json/x",
    ] {
        assert_eq!(new.read(&rel(nothing)).unwrap(), Content::Missing);
    }
}

#[test]
fn only_regular_files_are_read_and_listed() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let blob = repo.forge("blob", b"plain");
    let commit = repo.commit("one");
    repo.commit_entries(&[
        ("120000", &blob, b"dir/link"),
        ("160000", &commit, b"dir/sub"),
        ("100755", &blob, b"dir/run"),
        ("100644", &blob, b"dir/file"),
    ]);
    let found = open(&repo);
    let files = head(&found);
    assert_eq!(text(&all(&files)), [": ", "dir: file run"]);
    for (path, special) in [
        ("dir/link", Special::Link),
        ("dir/sub", Special::Other),
        ("dir", Special::Directory),
    ] {
        assert_eq!(files.read(&rel(path)).unwrap(), Content::Special(special));
    }
    let root = files.read(&RelPath::root()).unwrap();
    assert_eq!(root, Content::Special(Special::Directory));
    for path in ["dir/run", "dir/file"] {
        assert_eq!(
            files.read(&rel(path)).unwrap(),
            Content::Bytes(b"plain".to_vec())
        );
    }
    // Links are not followed, and another repository is not entered.
    assert_eq!(files.read(&rel("dir/link/x")).unwrap(), Content::Missing);
    assert_eq!(files.read(&rel("dir/sub/x")).unwrap(), Content::Missing);
}

#[test]
fn a_name_need_not_be_utf8() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let blob = repo.forge("blob", b"x");
    repo.commit_entries(&[("100644", &blob, b"d\xff/f\xfe")]);
    let found = open(&repo);
    let files = head(&found);
    let listing = all(&files);
    let dir = &listing.directories[1];
    assert_eq!(dir.path.as_bytes(), b"d\xff");
    assert_eq!(dir.files, [b"f\xfe"]);
    let path = dir.path.join(&dir.files[0]);
    assert_eq!(files.read(&path).unwrap(), Content::Bytes(b"x".to_vec()));
}

#[test]
fn depth_does_not_matter() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let blob = repo.forge("blob", b"x");
    let path = format!("{}plan.json", "d/".repeat(1_000));
    repo.commit_entries(&[("100644", &blob, path.as_bytes())]);
    let found = open(&repo);
    assert_eq!(all(&head(&found)).directories.len(), 1_001);
    // From the root, without a listing before.
    let content = head(&found).read(&rel(&path)).unwrap();
    assert_eq!(content, Content::Bytes(b"x".to_vec()));
}

#[test]
fn a_large_file_is_only_measured() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let max = usize::try_from(MAX_BYTES).unwrap();
    repo.write("large", &"x".repeat(max + 1));
    repo.write("largest", &"x".repeat(max));
    repo.commit("one");
    for packed in [false, true] {
        if packed {
            repo.git(["repack", "-adq"]);
        }
        let found = open(&repo);
        let files = head(&found);
        let large = files.read(&rel("large")).unwrap();
        assert_eq!(large, Content::TooLarge(MAX_BYTES + 1));
        let largest = files.read(&rel("largest")).unwrap();
        assert!(matches!(largest, Content::Bytes(bytes) if bytes.len() == max));
    }
}

#[test]
fn an_entry_tells_two_trees_apart_without_their_files() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for path in ["same/a", "changed/a"] {
        repo.write(path, "x");
    }
    let one = repo.commit("one");
    repo.write("changed/a", "y");
    repo.commit("two");
    let found = open(&repo);
    let (old, new) = (found.tree(&found.revision(&one).unwrap()), head(&found));
    let entry = |files: &TreeFiles<'_>, path| files.entry(&rel(path)).unwrap();
    for path in ["same", "same/a"] {
        assert_eq!(entry(&old, path), entry(&new, path));
    }
    for path in ["changed", "changed/a"] {
        assert_ne!(entry(&old, path), entry(&new, path));
    }
    let file = entry(&new, "changed/a").unwrap();
    assert_eq!(file.kind, EntryKind::File);
    assert_eq!(file.id.to_string(), repo.id("HEAD:changed/a"));
    assert_eq!(entry(&new, "nothing"), None);
    let root = new.entry(&RelPath::root()).unwrap().unwrap();
    assert_eq!(root.kind, EntryKind::Directory);
    assert_eq!(root.id, new.revision().tree());
}

/// The raw text of a tree with one entry.
fn raw_tree(mode: &str, name: &str, id: &str) -> Vec<u8> {
    let mut raw = format!("{mode} {name}\0").into_bytes();
    for at in (0..id.len()).step_by(2) {
        raw.push(u8::from_str_radix(&id[at..at + 2], 16).unwrap());
    }
    raw
}

#[test]
fn a_name_that_leads_elsewhere_is_no_file() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let blob = repo.forge("blob", b"x");
    let inner = repo.forge("tree", &raw_tree("100644", "f", &blob));
    let mut raw = Vec::new();
    for name in ["..", ".", "a/b", ""] {
        raw.extend(raw_tree("100644", name, &blob));
        raw.extend(raw_tree("40000", name, &inner));
    }
    raw.extend(raw_tree("40000", "good", &inner));
    raw.extend(raw_tree("40000", "good", &inner));
    let tree = repo.forge("tree", &raw);
    repo.commit_tree(&tree);
    let found = open(&repo);
    assert_eq!(text(&all(&head(&found))), [": ", "good: f"]);
}

#[test]
fn a_forged_tree_is_an_error() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let blob = repo.forge("blob", b"x");
    let cut = &raw_tree("100644", "f", &blob)[..20];
    let wrong = repo.forge("tree", &raw_tree("40000", "dir", &blob));
    for tree in [repo.forge("tree", cut), wrong] {
        repo.commit_tree(&tree);
        let found = open(&repo);
        let files = head(&found);
        let listed = files.list(&|_, _| true);
        assert!(
            matches!(listed, Err(FilesError::Object { .. })),
            "{listed:?}"
        );
        let read = files.read(&rel("dir/f"));
        assert!(matches!(read, Err(FilesError::Object { .. })), "{read:?}");
    }
}

fn promising(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("repo");
    repo.git(["config", "uploadpack.allowFilter", "true"]);
    repo.write("docs/plan.json", "x");
    repo.commit("one");
    repo
}

#[test]
fn a_partial_clone_names_the_fetch_and_fetches_nothing() {
    let sandbox = Sandbox::new();
    let repo = promising(&sandbox);
    let path = rel("docs/plan.json");
    for (name, filter) in [("blobless", "blob:none"), ("treeless", "tree:0")] {
        let filter = format!("--filter={filter}");
        let clone = sandbox.clone(&repo, name, &[&filter, "--no-checkout"]);
        let missing = clone.git(["rev-list", "--objects", "--missing=print", "HEAD"]);
        assert!(missing.contains('?'), "{missing}");
        let found = open(&clone);
        let files = head(&found);
        let error = files.read(&path).unwrap_err();
        assert!(matches!(error, FilesError::MissingObject { .. }), "{error}");
        assert_says(
            &error.to_string(),
            &["HEAD:", "missing", "git fetch --refetch --no-filter origin"],
        );
        let listed = files.list(&|_, _| true);
        if name == "blobless" {
            assert_eq!(text(&listed.unwrap()), [": ", "docs: plan.json"]);
        } else {
            assert!(matches!(listed, Err(FilesError::MissingObject { .. })));
        }
        let after = clone.git(["rev-list", "--objects", "--missing=print", "HEAD"]);
        assert_eq!(after, missing, "nothing was fetched");
        // And what the message says helps.
        clone.git(["fetch", "--quiet", "--refetch", "--no-filter", "origin"]);
        let found = open(&clone);
        let content = head(&found).read(&path).unwrap();
        assert_eq!(content, Content::Bytes(b"x".to_vec()));
    }
}

#[test]
fn a_sha256_tree_is_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--object-format=sha256"]);
    repo.write("docs/plan.json", "x");
    repo.commit("one");
    let found = open(&repo);
    let files = head(&found);
    assert_eq!(text(&all(&files)), [": ", "docs: plan.json"]);
    let content = files.read(&rel("docs/plan.json")).unwrap();
    assert_eq!(content, Content::Bytes(b"x".to_vec()));
}
