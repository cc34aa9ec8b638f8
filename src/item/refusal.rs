//! Why an item is not moved.

use super::reference::shown;
use super::standing::NodeStanding;

/// Why a move is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The item is on its way.
    #[error("the item has started and stands at `{}`; move it on with `closeout graph complete`", shown(.0))]
    Started(String),
    /// The item is not.
    #[error("the item has not started; start it with `closeout graph start`")]
    NotStarted,
    /// No such node.
    #[error(
        "the graph `{graph}` has no node `{}`; its nodes are {nodes}",
        shown(node)
    )]
    UnknownNode {
        /// The graph.
        graph: String,
        /// What was named.
        node: String,
        /// All there are.
        nodes: String,
    },
    /// The outcome leads nowhere.
    #[error(
        "`{}` is no outcome of `{node}`; give one of {outcomes}",
        shown(outcome)
    )]
    UnknownOutcome {
        /// The node.
        node: String,
        /// What was given.
        outcome: String,
        /// What leads on.
        outcomes: String,
    },
    /// Something before it, or the node itself, is not done.
    #[error("`{node}` cannot be completed: {}", listed(unmet))]
    Unmet {
        /// The node.
        node: String,
        /// What is not met.
        unmet: Vec<NodeStanding>,
    },
    /// The node cannot be skipped.
    #[error("`{0}` cannot be skipped: the graph does not mark it as skippable")]
    NotSkippable(String),
    /// The node is not one that is selected.
    #[error("`{0}` cannot be selected: it is not opt-in, so it is done anyway")]
    NotOptIn(String),
    /// Nobody will know why.
    #[error("give a reason for the skip: it is recorded beside it")]
    NoReason,
}

/// How many nodes an error lists.
const LISTED: usize = 10;

fn listed(unmet: &[NodeStanding]) -> String {
    let mut parts: Vec<String> = unmet
        .iter()
        .take(LISTED)
        .map(|node| format!("`{}` {}", shown(&node.node), node.messages().join(", ")))
        .collect();
    if unmet.len() > LISTED {
        parts.push(format!("+{} more", unmet.len() - LISTED));
    }
    parts.join("; ")
}
