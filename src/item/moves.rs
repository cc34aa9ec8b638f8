//! How `graph` moves a live item: changes of its state, each refused where it
//! would say what is not so.

use super::graph::{Actor, Graph, Need, Node, SKIPPED};
use super::object::Object;
use super::position::{Artifact, Ground};
use super::refusal::MoveError;
use super::standing::Status;
use super::{SpecId, StateFile};
use crate::finding::RelPath;

/// Who moves an item, and when.
#[derive(Debug, Clone, Copy)]
pub struct Act<'a> {
    /// The login or name, as it is recorded.
    pub by: &'a str,
    /// RFC 3339.
    pub at: &'a str,
}

/// The completion of a node.
#[derive(Clone, Copy)]
pub struct Completion<'a> {
    /// The node.
    pub node: &'a str,
    /// Its outcome; where none is given, the one that leads forward.
    pub outcome: Option<&'a str>,
    /// What stands at a path below the spec directory.
    pub artifact: &'a dyn Fn(&RelPath) -> Artifact,
}

impl StateFile {
    /// Puts an item at the start of a graph.
    ///
    /// # Errors
    ///
    /// Where it has started before.
    pub fn start(&mut self, graph: &Graph, id: &SpecId, act: Act<'_>) -> Result<(), MoveError> {
        let pointer = &self.state().current_node;
        if !pointer.is_empty() {
            return Err(MoveError::Started(pointer.clone()));
        }
        self.edit(|state| {
            for (name, value) in Self::new(id).object().members() {
                if state.get(name).is_none() {
                    state.set(name, value);
                }
            }
            state.set_text("loop", graph.name());
        });
        if let Some(start) = graph.nodes().get(graph.start) {
            self.enter(start, act);
        }
        Ok(())
    }

    /// Records the outcome of a node and moves the pointer on, or back where
    /// the outcome sends the work back: then what lies between is to be done
    /// again.
    ///
    /// # Errors
    ///
    /// Where a node before it is not met or a file of its own is not there:
    /// that would be a spurious completion. Sending back is refused only for
    /// what comes before.
    pub fn complete(
        &mut self,
        graph: &Graph,
        completion: Completion<'_>,
        act: Act<'_>,
    ) -> Result<(), MoveError> {
        if self.state().current_node.is_empty() {
            return Err(MoveError::NotStarted);
        }
        let node = known(graph, completion.node)?;
        let outcome = outcome(graph, node, completion.outcome)?;
        let back = graph.sends_back(&node.id, outcome);
        let ground = Ground {
            graph,
            state: self.state(),
            artifact: completion.artifact,
        };
        let mut unmet = ground.before(&node.id);
        unmet.retain(|before| !before.status.is_met());
        let lacks = if back {
            Vec::new()
        } else {
            ground.missing(node)
        };
        unmet.extend((!lacks.is_empty()).then(|| ground.entry(node, Status::Block, lacks)));
        if !unmet.is_empty() {
            let node = node.id.clone();
            return Err(MoveError::Unmet { node, unmet });
        }
        let again = graph.next(&node.id, outcome).filter(|_| back);
        let again: Vec<String> = again.map_or_else(Vec::new, |target| {
            let route = graph.route(self.state());
            let way = route.iter().map(|index| graph.id(*index));
            let way = way.skip_while(|id| *id != target.id);
            way.take_while(|id| *id != node.id)
                .map(str::to_owned)
                .collect()
        });
        self.edit(|state| {
            state.edit("nodes", |nodes| {
                for id in &again {
                    if nodes.get(id).is_some() {
                        nodes.edit(id, |record| record.set_text("outcome", ""));
                    }
                }
            });
            edit_node(state, &node.id, |record| {
                let attempts = record.get("attempts").and_then(|n| n.parse::<u64>().ok());
                record.set("attempts", attempts.unwrap_or(0).max(1).to_string());
                record.set_text("outcome", outcome);
                record.set_text("exitedAt", act.at);
            });
            state.edit("completions", |completions| {
                completions.set(&node.id, provenance(&[("at", act.at), ("by", act.by)]));
            });
        });
        if back || !self.is_past(graph, node) {
            self.leave(graph, node, outcome, act);
        }
        Ok(())
    }

    /// Declares nodes skipped.
    ///
    /// # Errors
    ///
    /// Where one of them is unknown or cannot be skipped, and without a reason;
    /// then none is.
    pub fn skip(
        &mut self,
        graph: &Graph,
        nodes: &[&str],
        reason: &str,
        act: Act<'_>,
    ) -> Result<(), MoveError> {
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(MoveError::NoReason);
        }
        for id in nodes {
            if !known(graph, id)?.need.is_skippable() {
                return Err(MoveError::NotSkippable((*id).to_owned()));
            }
        }
        self.edit(|state| {
            for id in nodes {
                let said = [
                    ("via", "graph skip"),
                    ("token", ""),
                    ("by", act.by),
                    ("reason", reason),
                    ("at", act.at),
                ];
                state.edit("skips", |skips| skips.set(id, provenance(&said)));
                take_out(state, "optIns", id);
            }
        });
        let pointer = self.state().current_node.clone();
        if let Some(node) = graph.node(&pointer).filter(|_| nodes.contains(&&*pointer)) {
            self.leave(graph, node, SKIPPED, act);
        }
        Ok(())
    }

    /// Selects an opt-in node.
    ///
    /// # Errors
    ///
    /// Where it is unknown or not opt-in.
    pub fn select(&mut self, graph: &Graph, node: &str, act: Act<'_>) -> Result<(), MoveError> {
        if known(graph, node)?.need != Need::OptIn {
            return Err(MoveError::NotOptIn(node.to_owned()));
        }
        self.edit(|state| {
            let said = [("via", "graph select"), ("by", act.by), ("at", act.at)];
            state.edit("optIns", |chosen| chosen.set(node, provenance(&said)));
            take_out(state, "skips", node);
        });
        Ok(())
    }

    /// Whether the pointer stands further on than the node.
    fn is_past(&self, graph: &Graph, node: &Node) -> bool {
        let route = graph.route(self.state());
        let place = |id: &str| route.iter().position(|index| graph.id(*index) == id);
        place(&self.state().current_node) > place(&node.id)
    }

    /// Moves the pointer from a node along an outcome, past what is left out.
    /// At a terminal node the work has ended, and there it stays.
    fn leave(&mut self, graph: &Graph, node: &Node, outcome: &str, act: Act<'_>) {
        if node.terminal {
            self.edit(|state| point(state, node));
            return;
        }
        let mut next = graph.next(&node.id, outcome);
        // As many steps as there are nodes: the ways around could lead in a
        // circle.
        for _ in graph.nodes() {
            let left_out = next.filter(|node| graph.is_left_out(node, self.state()));
            let Some(beyond) = left_out.and_then(|node| graph.next(&node.id, SKIPPED)) else {
                break;
            };
            next = Some(beyond);
        }
        if let Some(next) = next {
            self.enter(next, act);
        }
    }

    fn enter(&mut self, node: &Node, act: Act<'_>) {
        self.edit(|state| {
            point(state, node);
            edit_node(state, &node.id, |record| {
                let attempts = record.get("attempts").and_then(|n| n.parse::<u64>().ok());
                let attempts = attempts.unwrap_or(0).saturating_add(1);
                record.set("attempts", attempts.to_string());
                record.set_text("outcome", "");
                record.set_text("enteredAt", act.at);
            });
        });
    }
}

/// The keys of a node's record, in the order in which they are written.
const RECORD: [&str; 6] = [
    "attempts",
    "outcome",
    "enteredAt",
    "exitedAt",
    "lastBlock",
    "forced",
];

/// Sets the pointer. A node without a phase is one of its own.
fn point(state: &mut Object, node: &Node) {
    let phase = if node.phase.is_empty() {
        &node.id
    } else {
        &node.phase
    };
    state.set_text("currentNode", &node.id);
    state.set_text("phase", phase);
}

fn edit_node(state: &mut Object, id: &str, edit: impl FnOnce(&mut Object)) {
    state.edit("nodes", |nodes| {
        nodes.edit(id, |record| {
            edit(record);
            record.order(&RECORD);
        });
    });
}

fn take_out(state: &mut Object, from: &str, id: &str) {
    if state.object(from).get(id).is_some() {
        state.edit(from, |entries| entries.remove(id));
    }
}

fn provenance(said: &[(&str, &str)]) -> String {
    let mut object = Object::default();
    for (name, text) in said {
        object.set_text(name, text);
    }
    object.text()
}

fn known<'g>(graph: &'g Graph, id: &str) -> Result<&'g Node, MoveError> {
    graph.node(id).ok_or_else(|| {
        let nodes: Vec<_> = graph.nodes().iter().map(|node| node.id.as_str()).collect();
        MoveError::UnknownNode {
            graph: graph.name().to_owned(),
            node: id.to_owned(),
            nodes: nodes.join(", "),
        }
    })
}

/// The outcome to record: the given one, if it leads somewhere; at a terminal
/// node any plain word will do. `skipped` is for `graph skip`, which asks why.
fn outcome<'o>(
    graph: &'o Graph,
    node: &Node,
    given: Option<&'o str>,
) -> Result<&'o str, MoveError> {
    let mut outcomes = graph.outcomes(&node.id);
    outcomes.retain(|outcome| *outcome != SKIPPED);
    let usual = match node.actor {
        Actor::Human => "approved",
        Actor::Agent | Actor::Code => "pass",
    };
    let Some(given) = given else {
        let leads = outcomes.is_empty() || outcomes.contains(&usual);
        return Ok(if leads {
            usual
        } else {
            outcomes.first().copied().unwrap_or(usual)
        });
    };
    let word = !given.is_empty()
        && given
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    let free = (node.terminal || outcomes.is_empty()) && word && given != SKIPPED;
    if free || outcomes.contains(&given) {
        return Ok(given);
    }
    let outcomes = if outcomes.is_empty() {
        vec![usual]
    } else {
        outcomes
    };
    Err(MoveError::UnknownOutcome {
        node: node.id.clone(),
        outcome: given.to_owned(),
        outcomes: outcomes.join(", "),
    })
}

#[cfg(test)]
mod tests;
