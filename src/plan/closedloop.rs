//! The closedloop reader: `plan.json` and `state.json` in one directory.

use super::{Content, Directory, Plan, Produced, Reader, ReaderFacts, Reading, State};
use crate::finding::RelPath;

/// `plan.json` and `state.json`.
pub(super) struct Closedloop;

impl Closedloop {
    pub(super) const FACTS: ReaderFacts = ReaderFacts {
        name: "closedloop",
        files: "plan.json, and state.json beside it; either makes a workspace",
        counts: "pending: pendingTasks; done: completedTasks; neither: manualTasks; claim: state COMPLETED",
    };
}

impl Reader for Closedloop {
    fn facts(&self) -> &'static ReaderFacts {
        &Self::FACTS
    }

    fn workspaces(&self, _directory: &Directory) -> Vec<RelPath> {
        Vec::new()
    }

    fn files(&self, _workspace: &RelPath) -> Vec<RelPath> {
        Vec::new()
    }

    fn read(&self, _workspace: &RelPath, _contents: &[Content]) -> Option<Reading> {
        None
    }
}

/// Reads a `plan.json`.
#[must_use]
pub fn read_plan(_content: &Content) -> Produced<Plan> {
    Produced::Empty
}

/// Reads a `state.json`: nothing, unless it is an object.
#[must_use]
pub fn read_state(_content: &Content) -> Option<State> {
    None
}

/// Reads a file that should hold one JSON value, of whatever kind.
#[must_use]
pub fn read_json(_content: &Content) -> Produced<()> {
    Produced::Empty
}
