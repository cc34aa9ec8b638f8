//! Which workspaces of a working tree, or of a directory, are found.

use crate::program::{DONE, PENDING, closeout, completed, run_with, scan, scanned};
use crate::support::{GitRepo, Sandbox};

#[test]
fn a_plan_or_a_state_with_a_status_makes_a_workspace() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/plan.json", DONE);
    repo.write("b/state.json", &completed("execute"));
    run_with(&repo, "c", PENDING);
    repo.write("d/state.json", "{\"serial\": 3}");
    repo.write("e/state.json", "[]");
    repo.write("f/notes.json", DONE);
    assert_eq!(
        scanned(repo.root(), &[]),
        ["a: in progress", "b: clean", "c: spurious"]
    );
}

#[test]
fn the_root_may_be_a_workspace() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("plan.json", PENDING);
    repo.write("state.json", &completed("plan"));
    let report = scan(repo.root(), &[]);
    assert_eq!(report["workspaces"][0]["path"], ".");
    assert_eq!(report["workspaces"][0]["findings"][0]["path"], "plan.json");
}

#[test]
fn directories_of_other_peoples_files_are_passed_over_at_any_depth() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for directory in ["node_modules", "vendor", "third_party", "target", ".git"] {
        run_with(&repo, &format!("{directory}/x"), PENDING);
        run_with(&repo, &format!("deep/{directory}/x"), PENDING);
    }
    run_with(&repo, "vendors/x", PENDING);
    // A file of such a name is no such directory.
    repo.write("y/target", "- [ ] a\n");
    repo.write(".closeout.yml", "checklists: [{files: y/target}]\n");
    let expected = ["vendors/x: spurious", "y/target: in progress"];
    assert_eq!(scanned(repo.root(), &[]), expected);
    // In a revision too, where git itself keeps `.git` out.
    repo.commit("one");
    assert_eq!(scanned(repo.root(), &["--rev", "HEAD"]), expected);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let elsewhere = GitRepo::at(sandbox.path("elsewhere"));
    run_with(&elsewhere, "run", PENDING);
    symlink(elsewhere.root().join("run"), repo.root().join("linked")).unwrap();
    // A linked plan counts as missing, though it is good.
    elsewhere.write("good.json", DONE);
    repo.write("half/state.json", &completed("plan"));
    symlink(
        elsewhere.root().join("good.json"),
        repo.root().join("half/plan.json"),
    )
    .unwrap();
    let report = scan(repo.root(), &[]);
    assert_eq!(crate::program::standings(&report), ["half: spurious"]);
    let finding = &report["workspaces"][0]["findings"][0];
    assert_eq!(finding["code"], "PLAN_MISSING_AT_COMPLETION");
}

#[test]
fn outside_a_repository_the_directory_is_scanned() {
    let sandbox = Sandbox::new();
    let directory = GitRepo::at(sandbox.path("plain"));
    run_with(&directory, "runs/a", PENDING);
    run_with(&directory, "node_modules/b", PENDING);
    // Nothing is ignored where git is not at work.
    directory.write(".gitignore", "runs/\n");
    assert_eq!(scanned(directory.root(), &[]), ["runs/a: spurious"]);
    assert_eq!(
        scanned(&directory.root().join("runs"), &[]),
        ["a: spurious"]
    );
}

#[test]
fn outside_a_repository_rev_and_base_are_errors_of_the_call() {
    let sandbox = Sandbox::new();
    for args in [["scan", "--rev", "HEAD"], ["scan", "--base", "main"]] {
        let ran = closeout(&sandbox.path(""), &args);
        ran.fails(2, &["is in no repository", "help: "]);
    }
}

#[test]
fn a_bare_repository_needs_a_revision() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "runs/a", PENDING);
    repo.commit("one");
    let bare = sandbox.clone(&repo, "bare.git", &["--bare"]);
    closeout(bare.root(), &["scan"]).fails(2, &["bare", "--rev"]);
    closeout(bare.root(), &["scan", "--base", "main"]).fails(2, &["bare", "--rev"]);
    let found = scanned(bare.root(), &["--rev", "main"]);
    assert_eq!(found, ["runs/a: spurious"]);
}

#[test]
fn from_a_subdirectory_the_whole_repository_is_scanned() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "runs/a", PENDING);
    run_with(&repo, "docs/b", DONE);
    repo.commit("one");
    for args in [&[][..], &["--rev", "HEAD"]] {
        let report = scan(&repo.root().join("docs"), args);
        let found = crate::program::standings(&report);
        assert_eq!(found, ["docs/b: clean", "runs/a: spurious"]);
        let finding = &report["workspaces"][1]["findings"][0];
        assert_eq!(finding["path"], "runs/a/plan.json");
    }
    // And so are the globs of --path.
    let docs = repo.root().join("docs");
    assert_eq!(scanned(&docs, &["--path", "docs/**"]), ["docs/b: clean"]);
}

#[test]
fn a_linked_worktree_is_scanned_for_itself() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "runs/a", DONE);
    repo.commit("one");
    repo.git(["worktree", "add", "-q", "-b", "side", "../linked"]);
    let linked = GitRepo::at(sandbox.path("linked"));
    run_with(&linked, "runs/b", PENDING);
    assert_eq!(
        scanned(linked.root(), &[]),
        ["runs/a: clean", "runs/b: spurious"]
    );
    assert_eq!(scanned(repo.root(), &[]), ["runs/a: clean"]);
    linked.commit("two");
    assert_eq!(
        scanned(repo.root(), &["--rev", "side", "--base", "main"]),
        ["runs/b: spurious"]
    );
}

#[test]
fn path_chooses_workspaces_by_themselves_or_by_their_files() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for path in ["runs/a", "runs/b/deep", "docs/c"] {
        run_with(&repo, path, DONE);
    }
    for (globs, expected) in [
        (&["--path", "runs/a"][..], &["runs/a: clean"][..]),
        (&["--path", "runs/*"], &["runs/a: clean"]),
        (
            &["--path", "runs/**"],
            &["runs/a: clean", "runs/b/deep: clean"],
        ),
        (&["--path", "docs/c/plan.json"], &["docs/c: clean"]),
        (
            &["--path", "docs/*", "--path", "runs/a"],
            &["docs/c: clean", "runs/a: clean"],
        ),
        (&["--path", "a"], &[]),
    ] {
        assert_eq!(scanned(repo.root(), globs), expected, "{globs:?}");
    }
}

#[test]
fn a_path_that_could_match_nothing_is_an_error_of_the_call() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for glob in ["a[b", "./runs/**", "/runs", "runs/../x", "runs/", ""] {
        let ran = closeout(repo.root(), &["scan", "--path", glob]);
        ran.fails(2, &["--path", "help: "]);
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_listed_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "runs/a", DONE);
    repo.write("locked/x", "");
    let locked = repo.root().join("locked");
    let mode = |mode| std::fs::set_permissions(&locked, PermissionsExt::from_mode(mode)).unwrap();
    mode(0o000);
    // Whoever may do everything may list it too, and then nothing is to say.
    let readable = std::fs::read_dir(&locked).is_ok();
    let report = scan(repo.root(), &[]);
    mode(0o755);
    assert_eq!(crate::program::standings(&report), ["runs/a: clean"]);
    let notes = report["notes"].to_string();
    assert_eq!(
        notes.contains("locked was passed over"),
        !readable,
        "{notes}"
    );
}
