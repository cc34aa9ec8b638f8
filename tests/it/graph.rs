//! `closeout graph`: items that are moved, and drawn.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::check::{SPEC, state};
use crate::program::{Ran, closeout, closeout_with};
use crate::support::{GitRepo, Sandbox};

fn graph(dir: &Path, args: &[&str]) -> Ran {
    closeout(dir, &[&["graph"], args].concat())
}

fn state_path(repo: &GitRepo) -> PathBuf {
    repo.root().join(SPEC).join("work-item-state.json")
}

fn stored(repo: &GitRepo) -> Value {
    serde_json::from_slice(&std::fs::read(state_path(repo)).unwrap()).unwrap()
}

#[test]
fn an_item_is_started_and_walked_to_its_end() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let root = repo.root();
    let started = graph(
        root,
        &["start", "o/r#3", "--graph", "simple", "--by", "ada"],
    );
    assert!(
        started.text(0).starts_with("issue-3: UNMET (at work)\n"),
        "{}",
        started.stdout
    );
    graph(root, &["complete", "issue-3", "work"]).text(0);
    graph(
        root,
        &["complete", "issue-3", "review", "--outcome", "approved"],
    )
    .text(0);
    let done = graph(root, &["complete", "issue-3", "complete", "--by", "ada"]);
    assert_eq!(done.text(0), "issue-3: ok (at complete)\n");
    let stored = stored(&repo);
    assert_eq!(stored["workItem"], "issue-3");
    assert_eq!(stored["loop"], "simple");
    assert_eq!(stored["nodes"]["complete"]["outcome"], "pass");
    assert_eq!(stored["completions"]["complete"]["by"], "ada");
    let text = std::fs::read_to_string(state_path(&repo)).unwrap();
    assert!(
        text.starts_with("{\n  \"version\": 1,\n  \"workItem\"") && text.ends_with("}\n"),
        "{text}"
    );
    closeout(root, &["check", "issue-3"]).text(0);
}

#[test]
fn who_moved_an_item_is_the_workflow_s_actor_unless_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let actor = [("GITHUB_ACTOR", "octocat")];
    graph(repo.root(), &["start", "issue-3", "--graph", "simple"]).text(0);
    closeout_with(
        repo.root(),
        &actor,
        &["graph", "complete", "issue-3", "work"],
    )
    .text(0);
    assert_eq!(stored(&repo)["completions"]["work"]["by"], "octocat");
}

#[test]
fn a_spurious_completion_is_refused_with_what_is_not_met() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    graph(repo.root(), &["start", "issue-3", "--graph", "simple"]).text(0);
    let before = std::fs::read(state_path(&repo)).unwrap();
    let ran = graph(repo.root(), &["complete", "issue-3", "complete"]);
    assert_eq!(
        ran.text(1),
        "issue-3: REFUSED (`complete` cannot be completed)\n  block work: no outcome is recorded\n  wait review: waits for a person\n"
    );
    let report = graph(
        repo.root(),
        &["complete", "issue-3", "complete", "--format", "json"],
    )
    .json(1);
    assert_eq!(report["refused"], true);
    assert_eq!(report["unmet"][1]["node"], "review");
    assert_eq!(std::fs::read(state_path(&repo)).unwrap(), before);
}

#[test]
fn a_node_is_not_completed_without_its_file() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "graphs: [g.yml]\n");
    repo.write(
        "g.yml",
        "name: ours\nstart: a\nnodes: [{id: a, produces: [a.md]}]\n",
    );
    graph(repo.root(), &["start", "issue-3", "--graph", "ours"]).text(0);
    let ran = graph(repo.root(), &["complete", "issue-3", "a"]);
    assert!(
        ran.text(1).contains("  block a: `a.md` does not exist\n"),
        "{}",
        ran.stdout
    );
    repo.write(&format!("{SPEC}/a.md"), "done");
    graph(repo.root(), &["complete", "issue-3", "a"]).text(0);
}

#[test]
fn nodes_are_skipped_with_a_reason_and_opt_in_nodes_selected() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let root = repo.root();
    graph(root, &["start", "issue-3"]).text(0);
    graph(
        root,
        &[
            "skip",
            "issue-3",
            "brainstorming",
            "design",
            "--reason",
            "small",
        ],
    )
    .text(0);
    graph(root, &["select", "issue-3", "design-critic-review"]).text(0);
    let said = stored(&repo);
    assert_eq!(said["skips"]["design"]["reason"], "small");
    assert!(said["optIns"]["design-critic-review"].is_object());
    let ran = graph(root, &["skip", "issue-3", "design"]);
    ran.fails(2, &["--reason"]);
    graph(root, &["skip", "issue-3", "complete", "--reason", "x"]).fails(2, &["`complete`"]);
    graph(root, &["select", "issue-3", "design"]).fails(2, &["not opt-in"]);
    assert_eq!(stored(&repo), said);
}

#[test]
fn what_cannot_be_moved_is_an_error_and_leaves_nothing() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let root = repo.root();
    graph(root, &["complete", "issue-3", "work"]).fails(2, &["has not started"]);
    graph(root, &["skip", "issue-3", "work", "--reason", "x"]).fails(2, &["has not started"]);
    graph(root, &["start", "issue-3", "--graph", "nope"]).fails(2, &["`nope`", "simple"]);
    graph(root, &["start", "issue-3", "--graph", "pdlc-pr-loop"]).fails(2, &["`pdlc-pr-loop`"]);
    assert!(!state_path(&repo).exists());
    graph(root, &["start", "issue-3", "--graph", "simple"]).text(0);
    graph(root, &["start", "issue-3"]).fails(2, &["has started"]);
    graph(root, &["complete", "issue-3", "x\u{1b}"]).fails(2, &["\\u{1b}"]);
    graph(root, &["complete", "issue-3", "work", "--outcome", "no"]).fails(2, &["`no`"]);
    repo.git(["remote", "add", "origin", "https://github.com/o/other"]);
    graph(root, &["complete", "o/r#3", "work"]).fails(2, &["github.com/o/other", "--repo"]);
}

#[test]
fn the_older_file_is_read_and_the_new_one_written() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let old = r#"{"ours": [1], "currentNode": "work", "loop": "simple"}"#;
    repo.write(&format!("{SPEC}/graph-state.json"), old);
    graph(repo.root(), &["complete", "issue-3", "work"]).text(0);
    assert_eq!(stored(&repo)["currentNode"], "review");
    assert_eq!(stored(&repo)["ours"], serde_json::json!([1]));
    let kept = std::fs::read_to_string(repo.root().join(SPEC).join("graph-state.json"));
    assert_eq!(kept.unwrap(), old);
}

#[test]
fn an_unreadable_state_file_is_not_written_over() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(&format!("{SPEC}/work-item-state.json"), "{broken");
    graph(repo.root(), &["start", "issue-3"]).fails(2, &["work-item-state.json is not JSON"]);
    assert_eq!(
        std::fs::read_to_string(state_path(&repo)).unwrap(),
        "{broken"
    );
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let elsewhere = sandbox.path("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::create_dir(repo.root().join("docs")).unwrap();
    let link = repo.root().join("docs/specs");
    std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
    let ran = graph(repo.root(), &["start", "issue-3"]);
    assert!(matches!(ran.code, 2 | 3), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    std::fs::remove_file(&link).unwrap();
    // Nor is a link taken for the lock.
    let spec = repo.root().join(SPEC);
    std::fs::create_dir_all(&spec).unwrap();
    std::os::unix::fs::symlink(elsewhere.join("x"), spec.join("work-item-state.lock")).unwrap();
    graph(repo.root(), &["start", "issue-3"]).fails(3, &["work-item-state.lock"]);
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
}

#[test]
fn a_writer_waits_for_another_and_then_says_busy() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(&format!("{SPEC}/work-item-state.json"), &state("work", &[]));
    let lock = std::fs::File::create(repo.root().join(SPEC).join("work-item-state.lock")).unwrap();
    lock.lock().unwrap();
    let before = stored(&repo);
    graph(repo.root(), &["complete", "issue-3", "work"])
        .fails(3, &["work-item-state.lock", "busy"]);
    assert_eq!(stored(&repo), before);
    drop(lock);
    graph(repo.root(), &["complete", "issue-3", "work"]).text(0);
}

#[test]
fn of_moves_at_one_time_none_is_lost() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    graph(repo.root(), &["start", "issue-3"]).text(0);
    let nodes = ["brainstorming", "design", "evidence", "self-review"];
    std::thread::scope(|scope| {
        for node in nodes {
            let root = repo.root();
            scope.spawn(move || {
                graph(root, &["skip", "issue-3", node, "--reason", "small"]).text(0);
            });
        }
    });
    let skips = stored(&repo)["skips"].clone();
    for node in nodes {
        assert!(skips[node].is_object(), "{node} was lost: {skips}");
    }
}

#[test]
fn of_two_starts_at_one_time_one_wins() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let root = repo.root();
    let mut codes: Vec<i32> = std::thread::scope(|scope| {
        let start = || scope.spawn(|| graph(root, &["start", "issue-3"]).code);
        let both = [start(), start()];
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    codes.sort_unstable();
    assert_eq!(codes, [0, 2]);
}

#[test]
fn status_draws_what_is_done_here_ahead_and_skipped() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(
        &format!("{SPEC}/work-item-state.json"),
        &state("review", &[("work", "pass")]),
    );
    assert_eq!(
        graph(repo.root(), &["status", "issue-3"]).text(1),
        "issue-3: UNMET (at review)\n  simple\n  [x] work (done: pass)\n  [>] review (here) waits for a person\n  [ ] complete (ahead)\n  [ ] escalated (ahead)\n"
    );
    std::fs::remove_file(state_path(&repo)).unwrap();
    graph(repo.root(), &["start", "issue-3"]).text(0);
    graph(
        repo.root(),
        &["skip", "issue-3", "design", "--reason", "small"],
    )
    .text(0);
    let report = graph(repo.root(), &["status", "issue-3", "--format", "json"]).json(1);
    let place = |id: &str| {
        let nodes = report["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|node| node["node"] == id).unwrap();
        node["place"].as_str().unwrap().to_owned()
    };
    assert_eq!(place("phase-selection"), "here");
    assert_eq!(place("design"), "skipped");
    assert_eq!(place("design-critic-review"), "skipped");
    assert_eq!(place("implementation"), "ahead");
    // What was passed without being done is neither done nor ahead.
    repo.write(
        &format!("{SPEC}/work-item-state.json"),
        &state("review", &[]),
    );
    let text = graph(repo.root(), &["status", "issue-3"]);
    assert!(
        text.text(1).contains("[!] work (unmet) no outcome"),
        "{}",
        text.stdout
    );
}

#[test]
fn show_tells_the_graphs_that_an_item_can_walk() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", "graphs: [g.yml]\n");
    repo.write(
        "g.yml",
        "name: ours\nstart: a\nnodes: [{id: a, produces: [a.md]}]\n",
    );
    let all = graph(repo.root(), &["show", "--format", "json"]).json(0);
    let names: Vec<_> = all["graphs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|graph| &graph["name"])
        .collect();
    assert_eq!(names[0], "pdlc-work-item-loop");
    assert!(names.iter().any(|name| *name == "ours"), "{names:?}");
    assert_eq!(
        graph(repo.root(), &["show", "ours"]).text(0),
        "ours (starts at a)\n  a (agent) [a.md]\n"
    );
    let simple = graph(repo.root(), &["show", "simple"]);
    assert!(
        simple.text(0).contains("  work (agent) pass -> review;"),
        "{}",
        simple.stdout
    );
    graph(repo.root(), &["show", "nope"]).fails(2, &["`nope`", "ours"]);
}
