//! `--rev`: the tree of a revision.

use crate::program::{DONE, PENDING, closeout, closeout_with, completed, run_with, scan, scanned};
use crate::support::Sandbox;

#[test]
fn a_revision_is_read_whatever_the_working_tree_holds() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    let one = repo.commit("one");
    run_with(&repo, "a", DONE);
    repo.commit("two");
    repo.git(["tag", "-a", "v1", "-m", "v1", &one]);
    std::fs::remove_dir_all(repo.root().join("a")).unwrap();
    run_with(&repo, "new", PENDING);
    for (rev, expected) in [
        (one.as_str(), "a: spurious"),
        (&one[..8], "a: spurious"),
        ("v1", "a: spurious"),
        ("HEAD~1", "a: spurious"),
        ("HEAD", "a: clean"),
        ("main", "a: clean"),
    ] {
        assert_eq!(scanned(repo.root(), &["--rev", rev]), [expected], "{rev}");
    }
    assert_eq!(scanned(repo.root(), &[]), ["new: spurious"]);
}

#[test]
fn nothing_is_checked_out_or_written() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    let one = repo.commit("one");
    repo.git(["rm", "-q", "-r", "a"]);
    repo.commit("two");
    repo.write("untracked", "x");
    let all = || -> Vec<_> {
        walkdir::WalkDir::new(repo.root())
            .sort_by_file_name()
            .into_iter()
            .map(|entry| {
                let entry = entry.unwrap();
                let file = entry.file_type().is_file();
                let content = file.then(|| std::fs::read(entry.path()).unwrap());
                (entry.path().to_owned(), content)
            })
            .collect()
    };
    let before = all();
    assert_eq!(scanned(repo.root(), &["--rev", &one]), ["a: spurious"]);
    assert!(before == all(), "the repository was changed");
}

#[test]
fn a_revision_that_does_not_exist_is_an_error_of_the_call() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    closeout(repo.root(), &["scan", "--rev", "HEAD"]).fails(2, &["no commit yet"]);
    repo.commit("one");
    for args in [
        &["scan", "--rev", "nowhere"][..],
        &["scan", "--base", "nowhere"],
        &["scan", "--base", "main", "--rev", "nowhere"],
    ] {
        closeout(repo.root(), args).fails(2, &["error: ", "`nowhere`", "git fetch"]);
    }
    closeout(repo.root(), &["scan", "--rev", "HEAD..main"]).fails(2, &["range"]);
    closeout(repo.root(), &["scan", "--rev", "HEAD^{tree}"]).fails(2, &["not a commit"]);
}

#[test]
fn links_of_a_revision_are_not_followed() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let plan = repo.forge("blob", DONE.as_bytes());
    let state = repo.forge("blob", completed("plan").as_bytes());
    let link = repo.forge("blob", b"../good/plan.json");
    let directory = repo.forge("blob", b"good");
    repo.commit_entries(&[
        ("100644", &plan, b"good/plan.json"),
        ("100644", &state, b"good/state.json"),
        ("120000", &link, b"half/plan.json"),
        ("100644", &state, b"half/state.json"),
        ("120000", &directory, b"linked"),
    ]);
    assert_eq!(
        scanned(repo.root(), &["--rev", "main"]),
        ["good: clean", "half: spurious"]
    );
}

#[test]
fn a_repository_of_sha256_is_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--object-format=sha256"]);
    repo.commit("one");
    run_with(&repo, "a", PENDING);
    let two = repo.commit("two");
    assert_eq!(two.len(), 64);
    assert_eq!(scanned(repo.root(), &[]), ["a: spurious"]);
    assert_eq!(scanned(repo.root(), &["--rev", &two]), ["a: spurious"]);
    let range = ["--base", "HEAD~1", "--rev", "HEAD"];
    assert_eq!(scanned(repo.root(), &range), ["a: spurious"]);
}

#[test]
fn a_missing_object_of_a_partial_clone_names_the_fetch() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.git(["config", "uploadpack.allowFilter", "true"]);
    run_with(&repo, "a", PENDING);
    repo.commit("one");
    let clone = sandbox.clone(&repo, "clone", &["--filter=blob:none", "--no-checkout"]);
    let rev = ["scan", "--rev", "HEAD", "--format", "json"];
    let ran = closeout(clone.root(), &rev);
    ran.fails(3, &["a/plan.json", "is not in this clone", "git "]);
    // What the message says helps.
    let fetch = ran.stderr.split('`').nth(1).unwrap().to_owned();
    let words: Vec<&str> = fetch.split_whitespace().collect();
    assert_eq!(words.first(), Some(&"git"), "{fetch}");
    clone.git(&words[1..]);
    let found = closeout(clone.root(), &rev);
    if found.code == 3 {
        // One object a fetch: the state is the second.
        let fetch = found.stderr.split('`').nth(1).unwrap().to_owned();
        clone.git(fetch.split_whitespace().skip(1));
    }
    assert_eq!(scanned(clone.root(), &["--rev", "HEAD"]), ["a: spurious"]);
}

#[test]
fn references_as_reftable_are_refused() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--ref-format=reftable"]);
    run_with(&repo, "a", PENDING);
    repo.commit("one");
    for args in [&["scan"][..], &["scan", "--rev", "HEAD"]] {
        closeout(repo.root(), args).fails(3, &["reftable", "git refs migrate"]);
    }
}

#[test]
fn the_variables_of_a_git_hook_name_the_repository() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    repo.commit("one");
    let git_dir = repo.root().join(".git");
    let variables = [("GIT_DIR", git_dir.to_str().unwrap())];
    let args = ["scan", "--rev", "HEAD", "--format", "json"];
    let report = closeout_with(&sandbox.path(""), &variables, &args).json(1);
    assert_eq!(crate::program::standings(&report), ["a: spurious"]);
}

#[test]
fn a_prd_and_a_checklist_of_a_revision_count() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/state.json", "{\"status\": \"COMPLETED\"}");
    repo.write("a/prd.md", "");
    repo.write("todo.md", "- [ ] one\n- [x] two\n");
    repo.write(".closeout.yml", "checklists: [{files: \"*.md\"}]\n");
    repo.commit("one");
    for path in ["a/state.json", "a/prd.md", "todo.md", ".closeout.yml"] {
        std::fs::remove_file(repo.root().join(path)).unwrap();
    }
    let report = scan(repo.root(), &["--rev", "HEAD"]);
    assert_eq!(
        crate::program::standings(&report),
        ["a: spurious", "todo.md: in progress"]
    );
}
