//! From a state and its files to where the item stands.

use super::graph::{Actor, Graph, Node, SKIPPED};
use super::standing::{Lack, NodeStanding, Standing, Status};
use super::state::State;
use crate::finding::RelPath;

/// What stands where a node should have left a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Artifact {
    /// A regular file with something in it.
    Present,
    /// A file with nothing in it.
    Empty,
    /// No such file.
    Missing,
}

/// What a position is worked out from.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The graph that the item walks.
    pub graph: &'a Graph,
    /// What its state file says; the default where there is no file.
    pub state: &'a State,
    /// What stands at a path below its spec directory.
    pub artifact: &'a dyn Fn(&RelPath) -> Artifact,
}

impl Ground<'_> {
    /// Where the item stands: by its pointer, or at the start where it has
    /// none.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let pointer = self.state.current_node.as_str();
        let current = if pointer.is_empty() {
            Some(self.graph.start)
        } else {
            self.graph.index(pointer)
        };
        let mut nodes = match current {
            Some(current) => self.judged(&self.way_to(current)),
            None => self.judged(&self.entered()),
        };
        if current.is_none() {
            nodes.push(NodeStanding {
                node: pointer.to_owned(),
                status: Status::Block,
                outcome: String::new(),
                lacks: vec![Lack::NoSuchNode],
                forced: false,
                attempts: 0,
            });
        }
        let name = current.map_or(pointer, |current| self.graph.id(current));
        self.at(name, nodes)
    }

    /// Where the item stands by its files alone: neither pointer nor outcomes
    /// count, since the one who did the work wrote them; declared skips do. It
    /// stands at the first node that lacks a file, else at the completion node.
    #[must_use]
    pub fn recomputed(&self) -> Standing {
        let mut nodes = Vec::new();
        for index in self.graph.route(&State::default()) {
            let Some(node) = self.graph.nodes.get(index) else {
                continue;
            };
            let lacks = self.missing(node);
            let status = match lacks.is_empty() {
                _ if self.graph.is_left_out(node, self.state) => Status::Skip,
                true => Status::Pass,
                false => Status::Block,
            };
            nodes.push(self.entry(node, status, lacks));
            if status == Status::Block || node.terminal {
                break;
            }
        }
        let current = nodes.last().map(|last| last.node.clone());
        self.at(&current.unwrap_or_default(), nodes)
    }

    /// How the nodes stand that come before this one. A claim of completion is
    /// true if those before the completion node are met, wherever the pointer is.
    #[must_use]
    pub fn before(&self, node: &str) -> Vec<NodeStanding> {
        let Some(index) = self.graph.index(node) else {
            return Vec::new();
        };
        let mut way = self.way_to(index);
        way.retain(|before| *before != index);
        self.judged(&way)
    }

    fn at(&self, current: &str, nodes: Vec<NodeStanding>) -> Standing {
        Standing {
            current_node: current.to_owned(),
            pointer: self.state.current_node.clone(),
            parked: self.state.parked.clone(),
            nodes,
        }
    }

    /// The nodes from the start to this one. Where no edges lead to it, those
    /// before it in the file; to an escalation it leads from anywhere, so there
    /// only what was entered counts.
    fn way_to(&self, index: usize) -> Vec<usize> {
        let mut route = self.graph.route(self.state);
        if let Some(end) = route.iter().position(|node| *node == index) {
            route.truncate(end + 1);
            return route;
        }
        let node = self.graph.nodes.get(index);
        let mut way = if node.is_some_and(Node::is_escalation) {
            self.entered()
        } else {
            (0..index).collect()
        };
        way.retain(|before| *before != index);
        way.push(index);
        way
    }

    /// The nodes that the state has a record of.
    fn entered(&self) -> Vec<usize> {
        let nodes = self.graph.nodes.iter().enumerate();
        let entered = nodes.filter(|(_, node)| self.state.nodes.contains_key(&node.id));
        entered.map(|(index, _)| index).collect()
    }

    fn judged(&self, way: &[usize]) -> Vec<NodeStanding> {
        let nodes = way.iter().filter_map(|index| self.graph.nodes.get(*index));
        nodes.map(|node| self.judge(node)).collect()
    }

    fn judge(&self, node: &Node) -> NodeStanding {
        if node.is_escalation() && self.state.current_node == node.id {
            return self.entry(node, Status::Escalated, vec![Lack::Escalated]);
        }
        let outcome = self.outcome(node);
        let left_out = self.graph.is_left_out(node, self.state);
        if outcome == SKIPPED && !node.need.is_skippable() {
            return self.entry(node, Status::Block, vec![Lack::NotSkippable]);
        }
        if outcome == SKIPPED {
            return self.entry(node, Status::Skip, Vec::new());
        }
        let mut lacks = self.missing(node);
        let open = if outcome.is_empty() {
            Some(match node.actor {
                Actor::Agent => Lack::Outcome,
                Actor::Human => Lack::Person,
                Actor::Code => Lack::Program,
            })
        } else if self.graph.sends_back(&node.id, outcome) {
            Some(Lack::SentBack(outcome.to_owned()))
        } else {
            None
        };
        let waits = open.is_some() && node.actor != Actor::Agent;
        lacks.splice(0..0, open);
        if lacks.is_empty() {
            self.entry(node, Status::Pass, lacks)
        } else if left_out {
            self.entry(node, Status::Skip, Vec::new())
        } else {
            let status = if waits { Status::Wait } else { Status::Block };
            self.entry(node, status, lacks)
        }
    }

    /// The files that the node owes and has not left.
    pub(super) fn missing(&self, node: &Node) -> Vec<Lack> {
        let owed = node.produces.iter().filter_map(|files| {
            let found = files.iter().map(self.artifact).min()?;
            (found != Artifact::Present).then(|| Lack::File {
                files: files.clone(),
                empty: found == Artifact::Empty,
            })
        });
        owed.collect()
    }

    fn outcome(&self, node: &Node) -> &str {
        let record = self.state.nodes.get(&node.id);
        record.map_or("", |record| record.outcome.trim())
    }

    pub(super) fn entry(&self, node: &Node, status: Status, lacks: Vec<Lack>) -> NodeStanding {
        let record = self.state.nodes.get(&node.id);
        NodeStanding {
            node: node.id.clone(),
            status,
            outcome: self.outcome(node).to_owned(),
            lacks,
            forced: record.is_some_and(|record| record.forced),
            attempts: record.map_or(0, |record| record.attempts),
        }
    }
}

#[cfg(test)]
mod tests;
