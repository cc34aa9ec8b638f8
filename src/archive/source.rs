//! A work item's state as a terminal record takes it.

use super::delivery::PullRequest;
use super::filter;
use super::provenance::Provenance;
use super::terminal::{Selections, TerminalRecord};

/// What a node of a graph asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// It may never be skipped.
    Required,
    /// Nothing is said of it.
    Plain,
    /// It may be skipped.
    Skippable,
    /// It is skipped unless it is selected.
    OptIn,
}

/// A node that the graph declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeFacts {
    /// Its id.
    pub id: String,
    /// What it asks for.
    pub duty: Duty,
}

/// What a state file and its graph say, as they say it: nothing is filtered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TerminalSource {
    /// The spec id.
    pub work_item: String,
    /// The name of the graph that is walked.
    pub graph: String,
    /// The graph's nodes, as declared.
    pub nodes: Vec<NodeFacts>,
    /// The node on which the state stands.
    pub pointer: String,
    /// The state's phase.
    pub phase: String,
    /// Whether the completion node has an outcome.
    pub claimed: bool,
    /// When that node was left.
    pub completed_at: String,
    /// The ids under `skips`.
    pub skips: Vec<String>,
    /// The ids under `optIns` that have an object.
    pub opt_ins: Vec<String>,
    /// The state's `surface`.
    pub surface: String,
    /// The state's `harness`.
    pub harness: String,
    /// The state's `model`.
    pub model: String,
    /// The state's `effort`.
    pub effort: String,
    /// The state's `sessionPerPr`.
    pub session_per_pr: String,
    /// The state's `repos`.
    pub repos: Vec<String>,
    /// The state's pull requests: ref and state.
    pub pull_requests: Vec<(String, String)>,
    /// The spec directory, from the root of the checkout.
    pub spec_dir: String,
    /// What the walk of `<spec directory>/evidence` found, from there.
    pub evidence: Vec<String>,
    /// When the copy is made, RFC 3339.
    pub recorded_at: String,
    /// Where the state was read.
    pub provenance: Option<Provenance>,
}

impl TerminalRecord {
    /// Copies a state.
    #[must_use]
    pub fn take(source: TerminalSource) -> Self {
        let node = filter::keep(&source.pointer, |pointer| {
            source.nodes.iter().any(|node| node.id == pointer)
        });
        let declared = |ids: &[String], duties: &[Duty]| {
            let listed = |node: &&NodeFacts| duties.contains(&node.duty) && ids.contains(&node.id);
            let nodes = source.nodes.iter().filter(listed);
            nodes.map(|node| node.id.clone()).collect()
        };
        let selections = Selections {
            skipped: declared(&source.skips, &[Duty::Skippable, Duty::OptIn]),
            opted_in: declared(&source.opt_ins, &[Duty::OptIn]),
            surface: source.surface,
            harness: source.harness,
            model: source.model,
            effort: source.effort,
            session_per_pr: source.session_per_pr,
            repos: source.repos,
        };
        let pull_requests = source
            .pull_requests
            .iter()
            .filter_map(|(name, state)| PullRequest::read(name, state));
        Self {
            work_item: source.work_item,
            graph: source.graph,
            node,
            phase: source.phase,
            completed: source.claimed,
            completed_at: source.completed_at,
            selections,
            pull_requests: pull_requests.collect(),
            spec_dir: source.spec_dir,
            evidence: source.evidence,
            recorded_at: source.recorded_at,
            provenance: source.provenance,
            ..Self::default()
        }
        .filtered()
    }
}
