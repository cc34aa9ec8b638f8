//! What the archive holds of a work item.

use std::collections::BTreeMap;

use super::closure::{Closure, Reason, Source, State};
use super::delivery::{Delivery, DeliveryKey, MAX_DELIVERIES};
use super::json::Extra;
use super::outcome::Outcome;
use super::terminal::TerminalRecord;
use super::time::Time;
use super::tracking::{Reopened, Tracking};
use crate::item::{Kind, WorkItemRef};

/// The version that is written.
pub(super) const SCHEMA: u64 = 1;

/// How many closures that no reopening has passed are kept: the latest.
pub const MAX_CLOSURES: usize = 32;

/// What the archive holds of a work item. It changes only by
/// [`merge`](super::merge()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRecord {
    pub(super) schema: u64,
    pub(super) reference: WorkItemRef,
    /// Whether it is known to be a pull request.
    pub(super) pull_request: bool,
    pub(super) tracking: Option<Tracking>,
    pub(super) deliveries: BTreeMap<DeliveryKey, Delivery>,
    /// By their time, all of them after `reopened`.
    pub(super) closures: BTreeMap<Option<Time>, Closure>,
    pub(super) reopened: Option<Reopened>,
    pub(super) extra: Extra,
}

/// The stamp: how a work item ended, by all closures since it was last
/// reopened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended<'a> {
    /// Why.
    pub reason: Reason,
    /// Who told of it first, if that is known.
    pub source: Option<Source>,
    /// The login of who closed, or nothing.
    pub actor: &'a str,
    /// When, if that is known.
    pub at: Option<Time>,
    /// What became of it.
    pub outcome: Outcome,
    /// How the work stood, if that could be read.
    pub terminal: Option<&'a TerminalRecord>,
    pub(super) extra: &'a Extra,
}

impl Ended<'_> {
    /// Whether it was closed or merged.
    #[must_use]
    pub fn state(&self) -> State {
        self.reason.state()
    }

    /// What was closed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.reason.kind()
    }
}

impl ItemRecord {
    /// Whose record it is.
    #[must_use]
    pub fn reference(&self) -> &WorkItemRef {
        &self.reference
    }

    /// The page of the work item.
    #[must_use]
    pub fn url(&self) -> String {
        self.reference.url(if self.pull_request {
            Kind::PullRequest
        } else {
            Kind::Issue
        })
    }

    /// Since when it is tracked.
    #[must_use]
    pub fn tracking(&self) -> Option<&Tracking> {
        self.tracking.as_ref()
    }

    /// The pull requests that deliver it, by number.
    pub fn deliveries(&self) -> impl Iterator<Item = &Delivery> {
        self.deliveries.values()
    }

    /// The closures since it was last reopened, the earliest first.
    pub fn closures(&self) -> impl Iterator<Item = &Closure> {
        self.closures.values()
    }

    /// When it was last reopened.
    #[must_use]
    pub fn reopened_at(&self) -> Option<Time> {
        self.reopened.as_ref().map(|mark| mark.at)
    }

    /// The stamp: the earliest closure, with what later ones add. `None` while
    /// nothing has closed it since it was last reopened.
    #[must_use]
    pub fn ended(&self) -> Option<Ended<'_>> {
        // A pull request that is merged at last was open until then, so that
        // the times it was closed before are no news.
        let merged = |closure: &&Closure| closure.reason == Reason::PrMerged;
        let any = self.closures().any(|closure| merged(&closure));
        let told = || {
            self.closures()
                .filter(move |closure| !any || merged(closure))
        };
        let first = told()
            .find(|closure| closure.at.is_some())
            .or(told().next())?;
        let actor = std::iter::once(first)
            .chain(told())
            .map(|closure| closure.actor.as_str())
            .find(|actor| !actor.is_empty());
        let terminal = self
            .closures()
            .filter_map(|closure| closure.terminal.as_ref())
            .max_by(|a, b| a.rank(b));
        let cancelled = told().any(Closure::is_cancelled);
        Some(Ended {
            reason: first.reason,
            source: first.source,
            actor: actor.unwrap_or_default(),
            at: first.at,
            outcome: Outcome::of(TerminalRecord::claim(terminal), cancelled),
            terminal,
            extra: &first.extra,
        })
    }

    /// Drops what a reopening has passed, and what is more than is kept.
    ///
    /// What goes is always what is lowest in an order that merging does not
    /// change, and a reopening takes from the same end: so it would have gone
    /// in any order of merging.
    pub(super) fn settle(&mut self) {
        if let Some(mark) = &self.reopened {
            let mark = Some(mark.at);
            self.closures.retain(|at, _| *at > mark);
        }
        while self.closures.len() > MAX_CLOSURES {
            self.closures.pop_first();
        }
        while self.deliveries.len() > MAX_DELIVERIES {
            self.deliveries.pop_first();
        }
    }
}
