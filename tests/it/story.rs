//! The end of a work item outlives its checkout.

use serde_json::json;

use crate::program::closeout;
use crate::record::{ITEM, event, site, track};
use crate::support::Sandbox;

#[test]
fn a_delivered_item_reads_as_completed_once_its_checkout_is_gone() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    let worktree = sandbox.path("worktree");
    repo.git([
        "worktree",
        "add",
        "-q",
        "-b",
        "topic",
        worktree.to_str().unwrap(),
    ]);
    closeout(&worktree, &["graph", "start", ITEM, "--graph", "simple"]).text(0);
    // Claiming the end over what is not done is refused.
    closeout(&worktree, &["graph", "complete", ITEM, "complete"]).text(1);
    for node in ["work", "review", "complete"] {
        closeout(&worktree, &["graph", "complete", ITEM, node]);
    }
    let live = closeout(&worktree, &["check", ITEM]);
    assert_eq!(
        live.text(0).lines().next(),
        Some("issue-3: ok (at complete)")
    );

    track(repo.root(), &[]);
    let checkout = worktree.to_str().unwrap();
    let told = event(
        repo.root(),
        "issues-closed-completed",
        &["--checkout", checkout],
    );
    assert_eq!(told.code, 0, "{}", told.stderr);
    repo.git(["worktree", "remove", "--force", checkout]);

    let archived = closeout(repo.root(), &["check", ITEM, "--format", "json"]).json(0);
    assert_eq!(archived["ok"], json!(true));
    assert_eq!(archived["currentNode"], "complete");
    assert_eq!(archived["stateFound"], json!(false));
    assert_eq!(archived["nodes"], json!([]));
    assert_eq!(archived["archived"]["outcome"], "completed");
    assert_eq!(archived["archived"]["detail"], "recorded");
    assert_eq!(archived["archived"]["terminal"]["completed"], json!(true));
    let text = closeout(repo.root(), &["check", ITEM]);
    let first = "issue-3: ARCHIVED — completed (at complete)";
    assert_eq!(text.text(0).lines().next(), Some(first));

    // From anywhere, where the archive is named.
    let elsewhere = sandbox.path("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let store = format!("git:{}", repo.root().display());
    let there = closeout(&elsewhere, &["check", ITEM, "--archive", &store]);
    assert_eq!(there.text(0).lines().next(), Some(first));
    // A bare id names no record: they are kept by ref.
    let bare = closeout(repo.root(), &["check", "issue-3", "--format", "json"]);
    assert!(bare.json(1).get("archived").is_none(), "{}", bare.stdout);
}

#[test]
fn what_was_only_closed_is_never_completed() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    let told = event(repo.root(), "issues-closed-completed", &[]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let check = |args: &[&str]| closeout(repo.root(), &[&["check", ITEM], args].concat());
    let text = check(&[]).text(1).to_owned();
    assert_eq!(text.lines().next(), Some("issue-3: ARCHIVED — unknown"));
    assert!(text.contains("archived detail is unavailable"), "{text}");
    check(&["--fail-on", "block"]).text(0);
    let report = check(&["--format", "json"]).json(1);
    assert_eq!(report["currentNode"], "");
    assert_eq!(report["archived"]["detail"], "unavailable");
    // A reopening takes the answer away.
    assert_eq!(event(repo.root(), "issues-reopened", &[]).code, 0);
    let open = check(&["--format", "json"]).json(1);
    assert!(open.get("archived").is_none(), "{open}");
}

#[test]
fn a_state_that_stands_here_goes_before_the_archive() {
    let sandbox = Sandbox::new();
    let repo = site(&sandbox);
    track(repo.root(), &[]);
    assert_eq!(event(repo.root(), "issues-closed-not_planned", &[]).code, 0);
    let archived = closeout(repo.root(), &["check", ITEM]);
    assert_eq!(
        archived.text(1).lines().next(),
        Some("issue-3: ARCHIVED — cancelled")
    );
    closeout(repo.root(), &["graph", "start", ITEM, "--graph", "simple"]).text(0);
    let live = closeout(repo.root(), &["check", ITEM, "--format", "json"]);
    assert_eq!(live.json(1)["currentNode"], "work");
    assert!(
        live.stderr.contains("the archive has a stamp"),
        "{}",
        live.stderr
    );
}
