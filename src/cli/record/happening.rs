//! What happened to a work item, and how its record is told.

use crate::archive::{Closure, ItemRecord, Source, State, Time, Told};
use crate::cli::Call;
use crate::cli::failure::Failure;
use crate::cli::records::{Now, Records};
use crate::cli::settings::Settings;
use crate::cli::state_copy::{Places, Search, StateCopy};
use crate::item::WorkItemRef;
use crate::store::Updated;

/// What happened to a work item.
pub(super) struct Happening {
    /// Which one.
    pub(super) item: WorkItemRef,
    /// How it ended; `None`: it was reopened.
    pub(super) end: Option<End>,
    /// The login of who did it, or nothing.
    pub(super) actor: String,
    /// When; `None` leaves it to the clock.
    pub(super) at: Option<Time>,
    /// Who told of it.
    pub(super) source: Source,
    /// Commits that may hold its state, the best one first.
    pub(super) commits: Vec<String>,
    /// The default branch of its repository.
    pub(super) default_branch: Option<String>,
}

/// How a work item ended.
pub(super) enum End {
    /// An issue was closed, for this reason.
    Issue(Option<String>),
    /// A pull request was closed, or merged.
    PullRequest(State),
}

/// What became of the record.
pub(super) struct Done {
    /// Whether it changed.
    pub(super) written: bool,
    /// Whether there is none, since nobody tracks the item.
    pub(super) untracked: bool,
    /// The same for people: half a sentence.
    pub(super) said: &'static str,
}

/// Where it is recorded.
pub(super) struct Recording<'a> {
    pub(super) call: &'a Call,
    pub(super) settings: &'a Settings,
    pub(super) records: &'a Records,
}

impl Recording<'_> {
    /// Tells the record what happened.
    pub(super) fn record(
        &self,
        happening: &Happening,
        places: &Places<'_>,
    ) -> Result<Done, Failure> {
        let now = Now::read()?;
        let item = &happening.item;
        let copy = match &happening.end {
            None => StateCopy::default(),
            Some(_) => Search {
                call: self.call,
                settings: self.settings,
                records: self.records,
                item,
                now,
            }
            .look(places),
        };
        let updated = self.records.change(item, now, |old| {
            // Nobody wants to know how an item ends that has neither a record
            // nor a state.
            if old.is_none() && !copy.found {
                return None;
            }
            let Some(end) = &happening.end else {
                let at = happening.at.unwrap_or(now.time);
                return Some(ItemRecord::reopened(item.clone(), at));
            };
            // What is told again without a time is no other closure.
            let known = old.and_then(ItemRecord::ended);
            let known = known.filter(|_| happening.at.is_none());
            let known_actor = known.map_or("", |ended| ended.actor);
            let told = Told {
                source: happening.source,
                actor: match known_actor {
                    "" => &happening.actor,
                    actor => actor,
                },
                at: happening
                    .at
                    .or(known.and_then(|ended| ended.at))
                    .unwrap_or(now.time),
            };
            let closure = match end {
                End::Issue(reason) => Closure::issue(told, reason.as_deref()),
                End::PullRequest(state) => Closure::pull_request(told, *state),
            };
            let closure = closure.with_terminal(copy.terminal.clone());
            Some(ItemRecord::closed(item.clone(), closure))
        })?;
        let written = updated == Updated::Written;
        let untracked = !written && self.records.read(item)?.is_none();
        let said = match (untracked, written) {
            (true, _) => "not tracked: nothing is recorded",
            (false, true) => "recorded",
            (false, false) => "nothing new: the record stays as it is",
        };
        Ok(Done {
            written,
            untracked,
            said,
        })
    }
}
