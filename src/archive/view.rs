//! What is told of a work item whose state is gone.

use super::closure::{Reason, State};
use super::delivery::{Delivery, PullRequest, PullState};
use super::json::Extra;
use super::outcome::Outcome;
use super::record::ItemRecord;
use super::terminal::TerminalRecord;
use super::time::Time;
use crate::item::WorkItemRef;

/// Whether the archive knows how the work stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A terminal record was made.
    Recorded,
    /// None could be.
    Unavailable,
}

/// What was asked, and where no state was found.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The spec id.
    pub work_item: &'a str,
    /// Where the state file would be.
    pub state_path: &'a str,
}

/// What stands in for the state of a work item that has ended. Beside it,
/// nothing is parked, there are no nodes, and no state was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archived {
    /// The spec id.
    pub work_item: String,
    /// Where the state file would be.
    pub state_path: String,
    /// Whose record answers.
    pub reference: WorkItemRef,
    /// The node on which the work stood (`currentNode` and `pointer`), or
    /// nothing. Never a start that is only assumed.
    pub node: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether the archive knows how the work stood.
    pub detail: Detail,
    /// Whether it was closed or merged.
    pub state: State,
    /// Why.
    pub reason: Reason,
    /// When, if that is known.
    pub at: Option<Time>,
    /// The login of who closed, or nothing.
    pub actor: String,
    /// How the work stood; its pull requests are those of the record and those
    /// that delivered. Without keys that closeout does not know: they passed no
    /// filter.
    pub terminal: Option<TerminalRecord>,
    /// The same pull requests, also where there is no terminal record.
    pub pull_requests: Vec<PullRequest>,
}

impl Detail {
    /// `recorded` or `unavailable`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Unavailable => "unavailable",
        }
    }
}

impl Archived {
    /// What a record tells. `None` where it carries no stamp.
    #[must_use]
    pub fn of(record: &ItemRecord, asked: Asked<'_>) -> Option<Self> {
        let ended = record.ended()?;
        let listed = ended
            .terminal
            .map(|terminal| terminal.pull_requests.as_slice());
        let pull_requests = union(listed.unwrap_or_default(), record.deliveries());
        let terminal = ended.terminal.map(|terminal| TerminalRecord {
            pull_requests: pull_requests.clone(),
            extra: Extra::default(),
            ..terminal.clone()
        });
        let detail = match terminal {
            Some(_) => Detail::Recorded,
            None => Detail::Unavailable,
        };
        Some(Self {
            work_item: asked.work_item.to_owned(),
            state_path: asked.state_path.to_owned(),
            reference: record.reference().clone(),
            node: ended
                .terminal
                .map(|terminal| terminal.node.clone())
                .unwrap_or_default(),
            outcome: ended.outcome,
            detail,
            state: ended.state(),
            reason: ended.reason,
            at: ended.at,
            actor: ended.actor.to_owned(),
            terminal,
            pull_requests,
        })
    }

    /// Whether all is well: only work that was completed is.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.outcome == Outcome::Completed
    }
}

/// Those of the terminal record in its order, then the others. What a delivery
/// tells is newer than the record, but no merged pull request is ever open
/// again.
fn union<'a>(
    listed: &[PullRequest],
    deliveries: impl Iterator<Item = &'a Delivery>,
) -> Vec<PullRequest> {
    let mut all = listed.to_vec();
    for delivery in deliveries {
        let told = PullRequest {
            reference: delivery.reference.clone(),
            state: delivery.state,
        };
        let known = all
            .iter_mut()
            .find(|known| known.reference == told.reference);
        match known {
            Some(known) if known.state == PullState::Merged => {}
            Some(_) if told.state == PullState::Unknown => {}
            Some(known) => known.state = told.state,
            None => all.push(told),
        }
    }
    all
}
