//! A graph: the nodes that a work item walks, and the edges between them.

use std::collections::{BTreeMap, BTreeSet};

use super::state::State;
use crate::finding::RelPath;

/// A compiled graph; every rule of a graph holds of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    pub(super) name: String,
    pub(super) start: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: BTreeMap<usize, Vec<Edge>>,
    pub(super) skip_sets: BTreeMap<String, Vec<String>>,
}

/// A step of the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name, unique in the graph.
    pub id: String,
    /// The phase that it belongs to, or nothing.
    pub phase: String,
    /// Who does it.
    pub actor: Actor,
    /// The files that it leaves in the spec directory. One of each entry is
    /// enough: the others are alternatives to it.
    pub produces: Vec<Vec<RelPath>>,
    /// What it is to the work as a whole, or nothing; `complete` is known.
    pub stage: String,
    /// Whether and how it may be left out.
    pub need: Need,
    /// Whether the work ends here.
    pub terminal: bool,
    /// What is to be done, for people.
    pub description: String,
    /// How often it may be tried, where there is a limit.
    pub max_attempts: Option<u64>,
}

/// Who does a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// An agent; so it is if nothing is said.
    Agent,
    /// A person.
    Human,
    /// A program.
    Code,
}

/// Whether a node may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Never: the file says `required`.
    Required,
    /// The file says nothing. It cannot be skipped.
    Usual,
    /// It can be declared skipped.
    Skippable,
    /// It is skipped unless somebody selects it.
    OptIn,
}

/// Where an outcome leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) on: String,
    pub(super) to: usize,
}

/// The outcome of a node that was left out.
pub(super) const SKIPPED: &str = "skipped";

/// The outcomes that go on, in the order in which they are preferred.
const FORWARD: [&str; 4] = ["pass", "approved", "approved-with-comments", SKIPPED];

impl Need {
    /// Whether a declared skip counts.
    #[must_use]
    pub fn is_skippable(self) -> bool {
        matches!(self, Self::Skippable | Self::OptIn)
    }
}

impl Node {
    /// Whether the pointer here means that the work was handed to a person.
    #[must_use]
    pub fn is_escalation(&self) -> bool {
        self.terminal && (self.id == "escalated" || self.stage == "escalated")
    }
}

impl Graph {
    /// The name that a state file calls it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its nodes, in the order of the file.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The names of the sets of nodes that are skipped together, and the nodes.
    #[must_use]
    pub fn skip_sets(&self) -> &BTreeMap<String, Vec<String>> {
        &self.skip_sets
    }

    /// The node of that id.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The node that the work starts at.
    #[must_use]
    pub fn start(&self) -> &str {
        self.id(self.start)
    }

    /// The node whose outcome claims that the work is complete: the first
    /// terminal one with the stage or id `complete`. A graph may have none.
    #[must_use]
    pub fn completion(&self) -> Option<&Node> {
        self.nodes
            .iter()
            .find(|node| node.terminal && (node.stage == "complete" || node.id == "complete"))
    }

    /// Whether the state claims completion. A pointer that stands on the
    /// completion node claims nothing.
    #[must_use]
    pub fn is_claimed(&self, state: &State) -> bool {
        self.completion()
            .and_then(|node| state.nodes.get(&node.id))
            .is_some_and(|record| !record.outcome.trim().is_empty())
    }

    /// The nodes that the state declares skipped and that can be, in the order
    /// of the graph.
    #[must_use]
    pub fn declared_skips(&self, state: &State) -> Vec<&str> {
        self.listed(|node| node.need.is_skippable() && state.skips.contains_key(&node.id))
    }

    /// The opt-in nodes that the state selects, in the order of the graph.
    #[must_use]
    pub fn selected(&self, state: &State) -> Vec<&str> {
        self.listed(|node| node.need == Need::OptIn && state.opt_ins.contains_key(&node.id))
    }

    fn listed(&self, is_in: impl Fn(&Node) -> bool) -> Vec<&str> {
        let nodes = self.nodes.iter().filter(|node| is_in(node));
        nodes.map(|node| node.id.as_str()).collect()
    }

    /// Whether the work passes by the node: a declared skip, or an opt-in that
    /// nobody selected.
    #[must_use]
    pub fn is_left_out(&self, node: &Node, state: &State) -> bool {
        node.need.is_skippable() && state.skips.contains_key(&node.id)
            || node.need == Need::OptIn && !state.opt_ins.contains_key(&node.id)
    }

    /// Where that outcome of the node leads.
    #[must_use]
    pub fn next(&self, node: &str, outcome: &str) -> Option<&Node> {
        self.nodes.get(self.target(self.index(node)?, outcome)?)
    }

    /// The outcomes that lead somewhere from the node.
    #[must_use]
    pub fn outcomes(&self, node: &str) -> Vec<&str> {
        let edges = self.index(node).map(|index| self.edges_of(index));
        let edges = edges.unwrap_or_default().iter();
        edges.map(|edge| edge.on.as_str()).collect()
    }

    /// Whether that outcome sends the work back, as `changes-requested` does:
    /// it is recorded, and yet the node is not done.
    #[must_use]
    pub fn sends_back(&self, node: &str, outcome: &str) -> bool {
        self.index(node)
            .and_then(|index| Some((index, self.target(index, outcome)?)))
            .is_some_and(|(index, target)| target <= index)
    }

    /// The nodes from the start on, along the outcomes that are recorded, and
    /// where none is, along the way forward.
    pub(super) fn route(&self, state: &State) -> Vec<usize> {
        let mut route = Vec::new();
        let mut visited = BTreeSet::new();
        let mut next = Some(self.start);
        while let Some(index) = next {
            visited.insert(index);
            route.push(index);
            let record = state.nodes.get(self.id(index));
            let outcome = record.map_or("", |record| record.outcome.trim());
            let recorded = self.target(index, outcome);
            let forward = FORWARD.iter().filter_map(|on| self.target(index, on));
            let other = self.edges_of(index).iter().map(|edge| edge.to);
            next = recorded
                .into_iter()
                .chain(forward)
                .chain(other)
                .find(|target| !visited.contains(target));
        }
        route
    }

    pub(super) fn index(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    pub(super) fn id(&self, index: usize) -> &str {
        self.nodes.get(index).map_or("", |node| &node.id)
    }

    fn edges_of(&self, index: usize) -> &[Edge] {
        self.edges.get(&index).map_or(&[], Vec::as_slice)
    }

    fn target(&self, index: usize, outcome: &str) -> Option<usize> {
        let mut edges = self.edges_of(index).iter();
        edges.find(|edge| edge.on == outcome).map(|edge| edge.to)
    }
}
