//! What git ignores.

use crate::program::{DONE, PENDING, completed, run_with, scanned};
use crate::support::Sandbox;

#[test]
fn what_git_ignores_is_passed_over() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    // What is below an ignored directory cannot be taken back.
    repo.write(".gitignore", "tmp/\n*.run\n!tmp/a\n!plan.json\n");
    repo.write("sub/.gitignore", "local\n");
    repo.write(".git/info/exclude", "mine\n");
    for path in ["tmp/a", "x/tmp/a", "b.run", "sub/local/c", "mine/d"] {
        run_with(&repo, path, PENDING);
    }
    run_with(&repo, "local/e", DONE);
    assert_eq!(scanned(repo.root(), &[]), ["local/e: clean"]);
}

#[test]
fn a_tracked_workspace_in_an_ignored_directory_is_seen() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "tmp/kept", PENDING);
    repo.commit("one");
    repo.write(".gitignore", "tmp/\n");
    run_with(&repo, "tmp/new", PENDING);
    assert_eq!(scanned(repo.root(), &[]), ["tmp/kept: spurious"]);
}

#[test]
fn of_a_tracked_plan_the_ignored_state_is_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".gitignore", "state.json\n");
    run_with(&repo, "runs/a", PENDING);
    repo.commit("one");
    assert_eq!(scanned(repo.root(), &[]), ["runs/a: spurious"]);
    // The revision does not have it, and so nothing claims.
    assert_eq!(
        scanned(repo.root(), &["--rev", "HEAD"]),
        ["runs/a: in progress"]
    );
}

#[test]
fn a_revision_ignores_nothing() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "tmp/a", PENDING);
    repo.commit("one");
    repo.write(".gitignore", "tmp/\n");
    repo.commit("two");
    assert_eq!(
        scanned(repo.root(), &["--rev", "HEAD"]),
        ["tmp/a: spurious"]
    );
}

#[test]
fn the_contracts_own_workspaces_are_looked_at_where_git_ignores_them() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".gitignore", ".closedloop-ai/\n");
    run_with(&repo, ".closedloop-ai/runs/a", PENDING);
    run_with(&repo, ".closedloop-ai/node_modules/b", PENDING);
    // Not elsewhere in the tree.
    run_with(&repo, "sub/.closedloop-ai/c", PENDING);
    let found = scanned(repo.root(), &[]);
    assert_eq!(found, [".closedloop-ai/runs/a: spurious"]);
}

#[test]
fn a_configured_glob_names_a_workspace_or_its_files() {
    for glob in [
        "out/*",
        "out/**",
        "out/a",
        "{out,x}/a",
        "**/a",
        "out/a/plan.json",
    ] {
        let sandbox = Sandbox::new();
        let repo = sandbox.init("repo");
        repo.write(".gitignore", "out/\n");
        run_with(&repo, "out/a", PENDING);
        repo.write("out/state.json", &completed("plan"));
        repo.write(
            ".closeout.yml",
            &format!("contracts: {{closedloop: {{workspaces: [\"{glob}\"]}}}}\n"),
        );
        let found = scanned(repo.root(), &["--path", "out/a"]);
        assert_eq!(found, ["out/a: spurious"], "{glob}");
    }
}

#[test]
fn a_file_of_a_configured_glob_is_judged_in_a_range_too() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".gitignore", ".closedloop-ai/\n");
    repo.commit("one");
    run_with(&repo, ".closedloop-ai/a", PENDING);
    let found = scanned(repo.root(), &["--base", "main"]);
    assert_eq!(found, [".closedloop-ai/a: spurious"]);
}
