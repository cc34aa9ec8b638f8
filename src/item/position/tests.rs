//! Where an item stands, a table a rule.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::item::{FailOn, Graphs, StateFile};

/// A graph with one node of each kind.
const GRAPH: &str = "
name: g
start: intake
nodes:
  - {id: intake, actor: human, required: true}
  - {id: idea, skippable: true, produces: [idea.md]}
  - {id: critic, optIn: true}
  - {id: design, produces: ['design.md|sketch.md', notes.md]}
  - {id: build, actor: code}
  - {id: review, actor: human}
  - {id: complete, terminal: true}
  - {id: cleanup, actor: code, terminal: true}
  - {id: escalated, actor: human, terminal: true}
edges:
  - {from: intake, on: approved, to: idea}
  - {from: idea, on: pass, to: critic}
  - {from: idea, on: skipped, to: critic}
  - {from: critic, on: pass, to: design}
  - {from: critic, on: skipped, to: design}
  - {from: design, on: pass, to: build}
  - {from: build, on: pass, to: review}
  - {from: review, on: approved, to: complete}
  - {from: review, on: changes-requested, to: design}
  - {from: complete, on: pass, to: cleanup}
";

fn graph() -> Graph {
    Graph::compile("g.yml", GRAPH.as_bytes()).unwrap()
}

fn state(text: &str) -> State {
    StateFile::parse(text.as_bytes()).unwrap().state().clone()
}

/// A state: its pointer, its nodes as `id=outcome`, and other keys.
fn at(pointer: &str, outcomes: &str, rest: &str) -> State {
    let nodes: Vec<_> = outcomes
        .split_whitespace()
        .map(|pair| {
            let (id, outcome) = pair.split_once('=').unwrap();
            format!("\"{id}\":{{\"outcome\":\"{outcome}\",\"attempts\":1}}")
        })
        .collect();
    let nodes = nodes.join(",");
    state(&format!(
        "{{\"currentNode\":\"{pointer}\",\"nodes\":{{{nodes}}}{rest}}}"
    ))
}

/// All files are there, but for those of this list: `-x` is missing, `0x` empty.
fn files(list: &str) -> impl Fn(&RelPath) -> Artifact {
    let list: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    move |path| {
        let is = |mark: &str| list.contains(&format!("{mark}{}", path.display()));
        match () {
            () if is("-") => Artifact::Missing,
            () if is("0") => Artifact::Empty,
            () => Artifact::Present,
        }
    }
}

fn drawn(nodes: &[NodeStanding]) -> String {
    let nodes: Vec<_> = nodes
        .iter()
        .map(|node| format!("{}:{}", node.node, node.status.word()))
        .collect();
    nodes.join(" ")
}

fn standing(state: &State, list: &str) -> Standing {
    let artifact = files(list);
    let graph = graph();
    let ground = Ground {
        graph: &graph,
        state,
        artifact: &artifact,
    };
    ground.standing()
}

fn recomputed(state: &State, list: &str) -> Standing {
    let artifact = files(list);
    let graph = graph();
    let ground = Ground {
        graph: &graph,
        state,
        artifact: &artifact,
    };
    ground.recomputed()
}

const DONE: &str = "intake=approved idea=pass design=pass build=pass review=approved";

#[test]
fn every_live_row_of_the_exit_code_table() {
    for (row, state, list, unmet, block) in [
        (
            "ok",
            at("design", "intake=approved idea=pass design=pass", ""),
            "",
            false,
            false,
        ),
        (
            "ok, complete",
            at("complete", &format!("{DONE} complete=pass"), ""),
            "",
            false,
            false,
        ),
        (
            "waits for a human",
            at(
                "review",
                "intake=approved idea=pass design=pass build=pass",
                "",
            ),
            "",
            true,
            false,
        ),
        (
            "blocked at the pointer",
            at("design", "intake=approved idea=pass", ""),
            "",
            true,
            true,
        ),
        (
            "blocked before it",
            at("review", DONE, ""),
            "-notes.md",
            true,
            true,
        ),
    ] {
        let standing = standing(&state, list);
        assert_eq!(standing.is_flagged(FailOn::Unmet), unmet, "{row}");
        assert_eq!(standing.is_flagged(FailOn::Block), block, "{row}");
        assert!(!standing.is_flagged(FailOn::Never), "{row}");
        assert_eq!(standing.is_ok(), !unmet, "{row}");
    }
}

#[test]
fn a_node_passes_with_its_outcome_and_all_it_produces() {
    for (list, status, messages) in [
        ("", Status::Pass, &[][..]),
        ("-design.md", Status::Pass, &[]),
        (
            "0design.md -sketch.md",
            Status::Block,
            &["`design.md` or `sketch.md` is empty"],
        ),
        (
            "-design.md -sketch.md",
            Status::Block,
            &["`design.md` or `sketch.md` does not exist"],
        ),
        (
            "-design.md 0notes.md",
            Status::Block,
            &["`notes.md` is empty"],
        ),
    ] {
        let list_of = standing(
            &at("design", "intake=approved idea=pass design=pass", ""),
            list,
        );
        let node = list_of.nodes.last().unwrap();
        assert_eq!(
            (node.node.as_str(), node.status),
            ("design", status),
            "{list}"
        );
        assert_eq!(node.messages(), messages, "{list}");
    }
}

#[test]
fn what_is_reached_without_an_outcome_waits_or_blocks_by_its_actor() {
    for (pointer, outcomes, drawn_as) in [
        ("intake", "", "intake:wait"),
        ("", "", "intake:wait"),
        ("idea", "intake=approved", "intake:pass idea:block"),
        (
            "build",
            "intake=approved idea=pass design=pass",
            "intake:pass idea:pass critic:skip design:pass build:wait",
        ),
        (
            "build",
            "intake=approved idea=pass",
            "intake:pass idea:pass critic:skip design:block build:wait",
        ),
        (
            "complete",
            DONE,
            "intake:pass idea:pass critic:skip design:pass build:pass review:pass complete:block",
        ),
    ] {
        assert_eq!(
            drawn(&standing(&at(pointer, outcomes, ""), "").nodes),
            drawn_as
        );
    }
}

#[test]
fn what_lies_ahead_is_not_judged() {
    let standing = standing(&at("idea", DONE, ""), "-design.md -sketch.md -notes.md");
    assert_eq!(drawn(&standing.nodes), "intake:pass idea:pass");
    assert!(standing.is_ok());
}

#[test]
fn the_current_node_is_the_pointer_or_the_start() {
    let none = standing(&State::default(), "");
    assert_eq!(
        (none.current_node.as_str(), none.pointer.as_str()),
        ("intake", "")
    );
    let some = standing(
        &at(
            "design",
            "",
            ",\"parked\":{\"node\":\"design\",\"reason\":\"q\"}",
        ),
        "",
    );
    assert_eq!(
        (some.current_node.as_str(), some.pointer.as_str()),
        ("design", "design")
    );
    assert_eq!(some.parked.unwrap().reason, "q");
}

#[test]
fn a_declared_skip_counts_only_where_the_graph_allows_it() {
    let skips = ",\"skips\":{\"idea\":{},\"design\":{},\"intake\":{},\"critic\":\"x\"}";
    let standing = standing(&at("design", "", skips), "-idea.md");
    assert_eq!(
        drawn(&standing.nodes),
        "intake:wait idea:skip critic:skip design:block"
    );
}

#[test]
fn an_outcome_of_skipped_is_no_way_around_a_node_that_cannot_be_skipped() {
    let standing = standing(
        &at("design", "intake=skipped idea=skipped design=skipped", ""),
        "-idea.md",
    );
    assert_eq!(
        drawn(&standing.nodes),
        "intake:block idea:skip critic:skip design:block"
    );
    assert_eq!(
        standing.nodes[0].messages(),
        ["is recorded as skipped, and cannot be skipped"]
    );
}

#[test]
fn an_opt_in_node_is_skipped_until_it_is_selected() {
    for (opt_ins, outcomes, status) in [
        ("", "", "critic:skip"),
        (",\"optIns\":{\"critic\":true}", "", "critic:skip"),
        (",\"optIns\":{\"critic\":{}}", "", "critic:block"),
        (",\"optIns\":{\"critic\":{}}", "critic=pass", "critic:pass"),
    ] {
        let found = standing(
            &at(
                "critic",
                &format!("intake=approved idea=pass {outcomes}"),
                opt_ins,
            ),
            "",
        );
        assert_eq!(drawn(&found.nodes[2..]), status, "{opt_ins}");
    }
}

#[test]
fn an_outcome_that_sends_the_work_back_does_not_pass() {
    let outcomes = "intake=approved idea=pass design=pass build=pass review=changes-requested";
    let standing = standing(&at("review", outcomes, ""), "");
    let review = standing.nodes.last().unwrap();
    assert_eq!(review.status, Status::Wait);
    assert_eq!(
        review.messages(),
        ["the outcome `changes-requested` sent the work back"]
    );
}

#[test]
fn an_outcome_of_white_space_is_none() {
    let standing = standing(&state(r#"{"nodes":{"intake":{"outcome":" "}}}"#), "");
    assert_eq!(drawn(&standing.nodes), "intake:wait");
}

#[test]
fn an_escalated_item_is_not_ok_and_shows_what_was_entered() {
    let escalated = standing(
        &at("escalated", "intake=approved idea=pass design=", ""),
        "",
    );
    assert_eq!(
        drawn(&escalated.nodes),
        "intake:pass idea:pass design:block escalated:escalated"
    );
    assert!(!escalated.is_ok() && escalated.is_flagged(FailOn::Block));
    let alone = standing(&at("escalated", "intake=approved escalated=pass", ""), "");
    assert_eq!(drawn(&alone.nodes), "intake:pass escalated:escalated");
    assert!(!alone.is_ok() && !alone.is_flagged(FailOn::Block));
}

#[test]
fn a_pointer_to_no_node_is_never_ok() {
    let standing = standing(&at("gone", "intake=approved", ""), "");
    assert_eq!(drawn(&standing.nodes), "intake:pass gone:block");
    assert_eq!(standing.current_node, "gone");
    assert_eq!(standing.nodes[1].messages(), ["the graph has no such node"]);
}

#[test]
fn recompute_goes_by_the_files_alone() {
    for (state, list, current, drawn_as, ok) in [
        (
            State::default(),
            "",
            "complete",
            "intake:pass idea:pass critic:skip design:pass build:pass review:pass complete:pass",
            true,
        ),
        (
            at("complete", &format!("{DONE} complete=pass"), ""),
            "0notes.md",
            "design",
            "intake:pass idea:pass critic:skip design:block",
            false,
        ),
        (
            at("gone", "", ",\"skips\":{\"idea\":{}}"),
            "-idea.md -notes.md",
            "design",
            "intake:pass idea:skip critic:skip design:block",
            false,
        ),
        (
            at("escalated", "", ""),
            "-idea.md",
            "idea",
            "intake:pass idea:block",
            false,
        ),
    ] {
        let found = recomputed(&state, list);
        assert_eq!(
            (found.current_node.as_str(), drawn(&found.nodes).as_str()),
            (current, drawn_as)
        );
        assert_eq!(found.is_ok(), ok);
        assert_eq!(found.pointer, state.current_node);
    }
}

#[test]
fn a_claim_is_an_outcome_of_the_completion_node_and_nothing_else() {
    let graph = graph();
    for (state, claimed) in [
        (at("complete", "complete=pass", ""), true),
        (at("cleanup", "complete=pass", ""), true),
        (at("intake", "complete=pass", ""), true),
        (at("complete", "complete=", ""), false),
        (
            state(
                r#"{"currentNode":"complete","phase":"complete","nodes":{"complete":{"attempts":3}}}"#,
            ),
            false,
        ),
        (at("cleanup", "cleanup=pass escalated=pass", ""), false),
        (state(r#"{"nodes":{"complete":{"outcome":true}}}"#), false),
    ] {
        assert_eq!(graph.is_claimed(&state), claimed, "{state:?}");
    }
}

#[test]
fn a_claim_is_judged_by_all_before_it_wherever_the_pointer_is() {
    let graph = graph();
    let artifact = files("-notes.md");
    let state = at(
        "intake",
        "intake=approved idea=pass design=pass complete=pass",
        "",
    );
    let ground = Ground {
        graph: &graph,
        state: &state,
        artifact: &artifact,
    };
    let before = ground.before("complete");
    assert_eq!(
        drawn(&before),
        "intake:pass idea:pass critic:skip design:block build:wait review:wait"
    );
    assert!(ground.before("gone").is_empty());
}

#[test]
fn skips_and_selections_are_listed_in_the_order_of_the_graph() {
    let graph = graph();
    let state = state(
        r#"{"skips":{"review":{},"critic":{},"idea":{},"gone":{},"intake":{}},"optIns":{"idea":{},"critic":{},"gone":{}}}"#,
    );
    assert_eq!(graph.declared_skips(&state), ["idea", "critic"]);
    assert_eq!(graph.selected(&state), ["critic"]);
}

#[test]
fn a_branch_that_was_not_taken_is_not_owed() {
    let text = "
name: g
start: triage
nodes: [{id: triage}, {id: bug, produces: [bug.md]}, {id: feature, produces: [feature.md]}, {id: ship}, {id: apart}]
edges:
  - {from: triage, on: bug, to: bug}
  - {from: triage, on: feature, to: feature}
  - {from: bug, on: pass, to: ship}
  - {from: feature, on: pass, to: ship}
";
    let graph = Graph::compile("g.yml", text.as_bytes()).unwrap();
    let artifact = files("-bug.md");
    let drawn_at = |state: &State| {
        let ground = Ground {
            graph: &graph,
            state,
            artifact: &artifact,
        };
        drawn(&ground.standing().nodes)
    };
    let feature = at("ship", "triage=feature feature=pass ship=pass", "");
    assert_eq!(drawn_at(&feature), "triage:pass feature:pass ship:pass");
    // The outcome led elsewhere than where the pointer is: nothing is forgiven.
    let apart = at("apart", "triage=feature apart=pass", "");
    assert_eq!(
        drawn_at(&apart),
        "triage:pass bug:block feature:block ship:block apart:pass"
    );
}

static GRAPHS: LazyLock<Graphs> = LazyLock::new(|| Graphs::new(Vec::new()).unwrap());

proptest! {
    #[test]
    fn any_state_has_a_position_in_every_graph(
        pointer in "(complete|cleanup|escalated|design|work|x)?",
        outcomes in proptest::collection::vec(("(design|work|review|complete|human-approval)", "(pass|skipped|changes-requested|approved)"), 0..5),
        file in any::<bool>(),
    ) {
        let outcomes: std::collections::BTreeMap<_, _> = outcomes.into_iter().collect();
        let outcomes: Vec<_> = outcomes.iter().map(|(id, outcome)| format!("{id}={outcome}")).collect();
        let state = at(&pointer, &outcomes.join(" "), "");
        let artifact = |_: &RelPath| if file { Artifact::Present } else { Artifact::Missing };
        for graph in GRAPHS.iter().chain([GRAPHS.inner()]) {
            let ground = Ground { graph, state: &state, artifact: &artifact };
            for found in [ground.standing(), ground.recomputed()] {
                prop_assert_eq!(&found.nodes.last().unwrap().node, &found.current_node);
                prop_assert!(found.unmet().all(|node| !node.messages().is_empty()));
            }
        }
    }
}
