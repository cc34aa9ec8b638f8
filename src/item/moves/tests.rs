//! A live item moves, or does not.

use super::*;
use crate::item::Graphs;

const ACT: Act<'static> = Act {
    by: "ada",
    at: "2026-10-01T10:00:00Z",
};

/// An approval in it sends the work back by two nodes.
const BACK: &str = "
name: back
start: a
nodes: [{id: a}, {id: b}, {id: c}, {id: ok, actor: human}, {id: complete, terminal: true}]
edges:
  - {from: a, on: pass, to: b}
  - {from: b, on: pass, to: c}
  - {from: c, on: pass, to: ok}
  - {from: ok, on: approved, to: complete}
  - {from: ok, on: changes-requested, to: b}
";

fn graph(name: &str) -> Graph {
    if name == "back" {
        return Graph::compile("back.yml", BACK.as_bytes()).unwrap();
    }
    Graphs::new(Vec::new())
        .unwrap()
        .named(name)
        .unwrap()
        .clone()
}

fn started(name: &str) -> (Graph, StateFile) {
    let graph = graph(name);
    let id = SpecId::new("issue-3").unwrap();
    let mut file = StateFile::new(&id);
    file.start(&graph, &id, ACT).unwrap();
    (graph, file)
}

fn present(_: &RelPath) -> Artifact {
    Artifact::Present
}

fn missing(_: &RelPath) -> Artifact {
    Artifact::Missing
}

fn complete(
    file: &mut StateFile,
    graph: &Graph,
    node: &str,
    outcome: Option<&str>,
) -> Result<(), MoveError> {
    let completion = Completion {
        node,
        outcome,
        artifact: &present,
    };
    file.complete(graph, completion, ACT)
}

#[test]
fn a_started_item_stands_at_the_start() {
    let (_, file) = started("simple");
    assert_eq!(
        file.to_json(),
        r#"{
  "version": 1,
  "workItem": "issue-3",
  "currentNode": "work",
  "nodes": {
    "work": {
      "attempts": 1,
      "outcome": "",
      "enteredAt": "2026-10-01T10:00:00Z"
    }
  },
  "loop": "simple",
  "phase": "work"
}
"#
    );
}

#[test]
fn an_item_starts_once_and_keeps_what_its_file_held() {
    let graph = graph("simple");
    let id = SpecId::new("issue-3").unwrap();
    let mut file = StateFile::parse(br#"{"x":1,"workItem":"mine","model":"m"}"#).unwrap();
    file.start(&graph, &id, ACT).unwrap();
    assert_eq!(
        (file.state().work_item.as_str(), file.state().model.as_str()),
        ("mine", "m")
    );
    assert!(file.to_json().contains("\"x\": 1"));
    let again = file.start(&graph, &id, ACT).unwrap_err();
    assert_eq!(again, MoveError::Started("work".to_owned()));
    let mut other = StateFile::new(&id);
    assert_eq!(
        complete(&mut other, &graph, "work", None),
        Err(MoveError::NotStarted)
    );
}

#[test]
fn a_simple_item_goes_from_work_to_completion() {
    let (graph, mut file) = started("simple");
    complete(&mut file, &graph, "work", None).unwrap();
    assert_eq!(file.state().current_node, "review");
    complete(&mut file, &graph, "review", None).unwrap();
    assert_eq!(file.state().nodes["review"].outcome, "approved");
    assert_eq!(file.state().current_node, "complete");
    assert!(!graph.is_claimed(file.state()));
    complete(&mut file, &graph, "complete", None).unwrap();
    assert!(graph.is_claimed(file.state()));
    let state = file.state();
    assert_eq!(
        (state.current_node.as_str(), state.phase.as_str()),
        ("complete", "complete")
    );
    assert_eq!(state.completions["work"].by, "ada");
    assert_eq!(state.nodes["complete"].exited_at, ACT.at);
    let ground = Ground {
        graph: &graph,
        state,
        artifact: &present,
    };
    assert!(ground.standing().is_ok());
}

#[test]
fn completion_over_an_unmet_node_is_refused_and_changes_nothing() {
    let (graph, mut file) = started("simple");
    let before = file.to_json();
    let MoveError::Unmet { node, unmet } =
        complete(&mut file, &graph, "complete", None).unwrap_err()
    else {
        panic!("another error");
    };
    assert_eq!(node, "complete");
    let names: Vec<_> = unmet.iter().map(|node| node.node.as_str()).collect();
    assert_eq!(names, ["work", "review"]);
    assert_eq!(
        MoveError::Unmet { node, unmet }.to_string(),
        "`complete` cannot be completed: `work` no outcome is recorded; `review` waits for a person"
    );
    assert_eq!(file.to_json(), before);
}

#[test]
fn a_node_is_not_completed_without_what_it_produces() {
    let (graph, mut file) = started("pdlc-work-item-loop");
    complete(&mut file, &graph, "phase-selection", None).unwrap();
    file.skip(&graph, &["import-handoff"], "nothing to import", ACT)
        .unwrap();
    assert_eq!(file.state().current_node, "brainstorming");
    let completion = Completion {
        node: "brainstorming",
        outcome: None,
        artifact: &missing,
    };
    let error = file
        .complete(&graph, completion, ACT)
        .unwrap_err()
        .to_string();
    assert!(error.contains("`brainstorm.md` does not exist"), "{error}");
    complete(&mut file, &graph, "brainstorming", None).unwrap();
    assert_eq!(file.state().current_node, "brainstorm-approval");
}

#[test]
fn changes_requested_sends_the_work_back_and_it_is_done_again() {
    let (graph, mut file) = started("back");
    for node in ["a", "b", "c"] {
        complete(&mut file, &graph, node, None).unwrap();
    }
    complete(&mut file, &graph, "ok", Some("changes-requested")).unwrap();
    let state = file.state();
    assert_eq!(state.current_node, "b");
    assert_eq!(state.nodes["ok"].outcome, "changes-requested");
    assert_eq!(
        (
            state.nodes["a"].outcome.as_str(),
            state.nodes["b"].outcome.as_str(),
            state.nodes["c"].outcome.as_str()
        ),
        ("pass", "", "")
    );
    assert_eq!(state.nodes["b"].attempts, 2);
    let error = complete(&mut file, &graph, "complete", None).unwrap_err();
    assert!(matches!(error, MoveError::Unmet { unmet, .. } if unmet.len() == 3));
}

#[test]
fn an_outcome_must_lead_somewhere() {
    let (graph, mut file) = started("simple");
    for outcome in ["approved", "skipped", "", "pass "] {
        let error = complete(&mut file, &graph, "work", Some(outcome)).unwrap_err();
        assert!(error.to_string().ends_with("give one of pass"), "{error}");
    }
    let error = complete(&mut file, &graph, "gone", None)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "the graph `simple` has no node `gone`; its nodes are work, review, complete, escalated"
    );
}

#[test]
fn only_what_is_skippable_is_skipped_and_only_with_a_reason() {
    let (graph, mut file) = started("pdlc-work-item-loop");
    let before = file.to_json();
    assert_eq!(
        file.skip(&graph, &["spec-quiz"], " ", ACT),
        Err(MoveError::NoReason)
    );
    let error = file.skip(&graph, &["spec-quiz", "phase-selection"], "small", ACT);
    assert_eq!(
        error,
        Err(MoveError::NotSkippable("phase-selection".to_owned()))
    );
    assert!(matches!(
        file.skip(&graph, &["gone"], "small", ACT),
        Err(MoveError::UnknownNode { .. })
    ));
    assert_eq!(file.to_json(), before);
    file.skip(&graph, &["spec-quiz", "code-quiz"], " small ", ACT)
        .unwrap();
    assert_eq!(
        graph.declared_skips(file.state()),
        ["spec-quiz", "code-quiz"]
    );
    let skip = &file.state().skips["spec-quiz"];
    assert_eq!(
        (
            skip.via.as_str(),
            skip.by.as_str(),
            skip.reason.as_str(),
            skip.at.as_str()
        ),
        ("graph skip", "ada", "small", ACT.at)
    );
}

#[test]
fn the_pointer_passes_by_what_is_left_out() {
    let (graph, mut file) = started("pdlc-work-item-loop");
    let skipped = ["import-handoff", "brainstorming", "brainstorm-approval"];
    file.skip(&graph, &skipped, "small", ACT).unwrap();
    complete(&mut file, &graph, "phase-selection", None).unwrap();
    assert_eq!(file.state().current_node, "requirements-definition");
    file.skip(
        &graph,
        &["requirements-definition", "requirements-approval"],
        "small",
        ACT,
    )
    .unwrap();
    complete(&mut file, &graph, "design", None).unwrap();
    // Nobody has selected the critic's review.
    assert_eq!(file.state().current_node, "test-planning");
}

#[test]
fn only_an_opt_in_node_is_selected_and_then_it_is_owed() {
    let (graph, mut file) = started("pdlc-work-item-loop");
    let error = file.select(&graph, "design", ACT);
    assert_eq!(error, Err(MoveError::NotOptIn("design".to_owned())));
    file.skip(&graph, &["design-critic-review"], "no", ACT)
        .unwrap();
    file.select(&graph, "design-critic-review", ACT).unwrap();
    assert_eq!(graph.selected(file.state()), ["design-critic-review"]);
    assert!(graph.declared_skips(file.state()).is_empty());
    file.skip(&graph, &["design-critic-review"], "no", ACT)
        .unwrap();
    assert!(graph.selected(file.state()).is_empty());
}

#[test]
fn a_node_that_was_passed_leaves_the_pointer_where_it_is() {
    let (graph, mut file) = started("simple");
    complete(&mut file, &graph, "work", None).unwrap();
    complete(&mut file, &graph, "work", Some("pass")).unwrap();
    assert_eq!(file.state().current_node, "review");
}

#[test]
fn a_move_keeps_what_it_does_not_know() {
    let text = br#"{"x":{"y":1e999},"currentNode":"work","nodes":{"work":{"own":[1],"attempts":4},"other":7},"loop":"simple"}"#;
    let mut file = StateFile::parse(text).unwrap();
    complete(&mut file, &graph("simple"), "work", None).unwrap();
    let json: String = file.to_json().split_whitespace().collect();
    assert!(
        json.contains(r#""x":{"y":1e999}"#) && json.contains(r#""other":7"#),
        "{json}"
    );
    assert!(
        json.contains(
            r#""work":{"attempts":4,"outcome":"pass","exitedAt":"2026-10-01T10:00:00Z","own":[1]}"#
        ),
        "{json}"
    );
}
