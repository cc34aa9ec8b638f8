//! Where annotations point: GitHub reads their paths from the workflow's
//! workspace, wherever in it the repository was checked out and whatever the
//! current directory is.

use crate::program::{PENDING, closeout_with, run_with};
use crate::support::Sandbox;

#[test]
fn a_checkout_below_the_workflows_workspace_is_in_the_path() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("workspace/sub");
    run_with(&repo, "runs/a", PENDING);
    let workspace = sandbox.path("workspace");
    let variables = [
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_WORKSPACE", workspace.to_str().unwrap()),
    ];
    let from_root = closeout_with(repo.root(), &variables, &["scan"]);
    let annotation = "::error file=sub/runs/a/plan.json,line=2,col=3,";
    assert!(
        from_root.text(1).starts_with(annotation),
        "{}",
        from_root.stdout
    );

    let run = repo.root().join("runs/a");
    let detected = closeout_with(&run, &variables, &["detect", "--command", "plan"]);
    assert!(
        detected.text(1).starts_with(annotation),
        "{}",
        detected.stdout
    );

    // Elsewhere, and in formats for people, paths are as the caller has them.
    let text = closeout_with(&run, &variables, &["detect", "--format", "text"]);
    assert!(
        text.text(1).contains("\n  plan.json:2:3: "),
        "{}",
        text.stdout
    );
    let unknown = closeout_with(repo.root(), &variables[..1], &["scan"]);
    assert!(
        unknown.text(1).contains("file=runs/a/plan.json,"),
        "{}",
        unknown.stdout
    );
}
