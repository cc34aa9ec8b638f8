//! What must hold of a graph.

use super::reference::shown;
use crate::finding::{Place, visible};

/// Why a file is no graph: where, which node, and which rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {rule}", spot(place), of_node(node.as_deref()))]
pub struct GraphError {
    /// The file, and the position where the parser tells one.
    pub place: Place,
    /// The node that breaks the rule.
    pub node: Option<String>,
    /// The rule.
    pub rule: Rule,
}

fn spot(place: &Place) -> String {
    let path = visible(&place.path);
    match place.position {
        Some(at) => format!("{path}:{}:{}", at.line, at.column),
        None => path.into_owned(),
    }
}

fn of_node(node: Option<&str>) -> String {
    node.map_or_else(String::new, |node| format!(": node `{}`", shown(node)))
}

/// What must hold of a graph, and does not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// More than [`MAX_GRAPH_BYTES`](super::MAX_GRAPH_BYTES).
    #[error("the file is larger than 1 MiB; a graph is a list of nodes and edges")]
    TooLarge,
    /// No UTF-8, no YAML, or other keys and types than a graph has.
    #[error("{0}")]
    Yaml(String),
    /// A name or id of other characters.
    #[error(
        "`{0}` is no name; give 1 to 128 letters, digits and `. _ : / @ + -`, first a letter or digit"
    )]
    Name(String),
    /// No nodes.
    #[error("the graph has no nodes; list at least one under `nodes`")]
    NoNodes,
    /// Two nodes with one id.
    #[error("the id is there twice; give each node an id of its own")]
    DuplicateId,
    /// The start is no node.
    #[error("`start: {0}` names no node; give the id of one")]
    UndeclaredStart(String),
    /// An edge from or to nothing.
    #[error("an edge names `{0}`, which is no node; give the id of one, or take the edge out")]
    EdgeToNowhere(String),
    /// Two edges for one outcome.
    #[error("two edges lead on from it on `{0}`; one outcome leads to one node")]
    TwoEdges(String),
    /// Required and skippable.
    #[error("is required and skippable; it can be only one of them")]
    RequiredAndSkippable,
    /// Required and opt-in.
    #[error("is required and opt-in; it can be only one of them")]
    RequiredAndOptIn,
    /// Nowhere to go when skipped.
    #[error("can be skipped, and no edge says where that leads; add one with `on: skipped`")]
    NoWayAround,
    /// A set that names no node.
    #[error("the skip set `{0}` names it, and it is no node; take it out of the set")]
    SkipSetUnknown(String),
    /// A set that names a node which cannot be skipped.
    #[error("the skip set `{0}` names it, and it is not skippable; take it out of the set")]
    SkipSetNotSkippable(String),
    /// A set that names an opt-in node.
    #[error(
        "the skip set `{0}` names it, and it is opt-in, so skipped anyway; take it out of the set"
    )]
    SkipSetOptIn(String),
    /// A produced file elsewhere than in the spec directory.
    #[error("produces `{0}`, which is no plain path below the spec directory")]
    Produces(String),
    /// Another graph has that name.
    #[error("the name `{0}` belongs to another graph, built in or declared; choose another one")]
    NameTaken(String),
}
