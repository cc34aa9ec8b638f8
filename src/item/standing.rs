//! Where a work item stands in its graph.

use super::reference::shown;
use super::state::Parked;
use crate::finding::RelPath;

/// Where a work item stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The node that it stands at.
    pub current_node: String,
    /// The pointer, as the state has it; empty where it has none.
    pub pointer: String,
    /// Why it waits, if the state says that it is parked.
    pub parked: Option<Parked>,
    /// The nodes up to and including the current one, on the way there. What
    /// lies ahead is not judged.
    pub nodes: Vec<NodeStanding>,
}

/// How a node stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeStanding {
    /// Its id.
    pub node: String,
    /// How it stands.
    pub status: Status,
    /// The outcome that is recorded, or nothing.
    pub outcome: String,
    /// What it lacks.
    pub lacks: Vec<Lack>,
    /// Whether somebody pushed the work past it.
    pub forced: bool,
    /// How often it was entered.
    pub attempts: u64,
}

/// How a node stands, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Done.
    Pass,
    /// Left out, and may be.
    Skip,
    /// Waits for a person or a program.
    Wait,
    /// Reached and not done.
    Block,
    /// The work was handed to a person here.
    Escalated,
}

impl Status {
    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Skip => "skip",
            Self::Wait => "wait",
            Self::Block => "block",
            Self::Escalated => "escalated",
        }
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_met(self) -> bool {
        matches!(self, Self::Pass | Self::Skip)
    }
}

/// What a node lacks. As text: a sentence's half, safe to print.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lack {
    /// An agent's node has no outcome.
    #[error("no outcome is recorded")]
    Outcome,
    /// A person's node has none.
    #[error("waits for a person")]
    Person,
    /// A program's node has none.
    #[error("waits for a program")]
    Program,
    /// The outcome sent the work back.
    #[error("the outcome `{}` sent the work back", shown(.0))]
    SentBack(String),
    /// It is recorded as skipped and cannot be.
    #[error("is recorded as skipped, and cannot be skipped")]
    NotSkippable,
    /// None of the alternative files is there with something in it.
    #[error("{} {}", spelled(files), if *empty { "is empty" } else { "does not exist" })]
    File {
        /// The alternatives.
        files: Vec<RelPath>,
        /// Whether one of them is there, and empty.
        empty: bool,
    },
    /// The work was handed to a person.
    #[error("the work was escalated to a person")]
    Escalated,
    /// The pointer names no node of the graph.
    #[error("the graph has no such node")]
    NoSuchNode,
}

fn spelled(files: &[RelPath]) -> String {
    let names: Vec<_> = files
        .iter()
        .map(|path| format!("`{}`", shown(&path.display())))
        .collect();
    names.join(" or ")
}

/// When `check` flags a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// A node up to the current one is not met.
    Unmet,
    /// One of them blocks: waiting for a person does not count.
    Block,
    /// Never.
    Never,
}

impl NodeStanding {
    /// What it lacks, for people.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        self.lacks.iter().map(ToString::to_string).collect()
    }
}

impl Standing {
    /// Whether every node up to and including the current one is met.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.unmet().next().is_none()
    }

    /// The nodes that are not met.
    pub fn unmet(&self) -> impl Iterator<Item = &NodeStanding> {
        self.nodes.iter().filter(|node| !node.status.is_met())
    }

    /// Whether a report of it is flagged.
    #[must_use]
    pub fn is_flagged(&self, fail_on: FailOn) -> bool {
        match fail_on {
            FailOn::Unmet => !self.is_ok(),
            FailOn::Block => self.nodes.iter().any(|node| node.status == Status::Block),
            FailOn::Never => false,
        }
    }
}
