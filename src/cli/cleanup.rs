//! `closeout cleanup`.

use std::path::PathBuf;

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::records::{Chosen, Now, Records, item_of};
use super::settings::{Settings, current_directory};
use super::state_copy::Search;
use crate::archive::{ItemRecord, PullState};
use crate::checkout::{
    self, Archive, Authority, Decision, Facts, Force, OnClose, Pushed, Reason, RemoveError,
    Surroundings,
};
use crate::item::WorkItemRef;
use crate::report::{self, Fate, Kept};
use crate::store::Updated;

/// Remove the checkout of a work item that has ended, its state recorded first.
///
/// Only a worktree or clone of the item's repository goes, for an actor whom
/// the configuration lists (cleanup.actors), and never one with uncommitted or
/// unpushed work.
#[derive(Debug, clap::Args)]
pub(super) struct Cleanup {
    /// The work item: github:OWNER/REPO#NUMBER, OWNER/REPO#NUMBER, its address, or its number here
    #[arg(value_name = "REF")]
    item: String,
    /// Its checkout: the root of a git worktree or clone
    #[arg(long, value_name = "DIR")]
    checkout: PathBuf,
    /// Who wants it removed [default: $GITHUB_ACTOR]
    #[arg(long, value_name = "LOGIN")]
    actor: Option<String>,
    /// Lose uncommitted and unpushed work
    #[arg(long)]
    force: bool,
    /// Show what is found and decided, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    archive: Chosen,
}

/// What was done.
struct Done {
    stamped: bool,
    fate: Fate,
    reasons: Vec<Kept>,
    facts: Option<Facts>,
}

/// A call of the verb, everything looked up.
struct Job<'a> {
    call: &'a Call,
    verb: &'a Cleanup,
    settings: &'a Settings,
    records: &'a Records,
    item: &'a WorkItemRef,
    current: PathBuf,
}

impl Cleanup {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let (item, _) = item_of(call, &self.item)?;
        let settings = Settings::here(call)?;
        let records = self.archive.needed(call, &settings, &item)?;
        let job = Job {
            call,
            verb: self,
            settings: &settings,
            records: &records,
            item: &item,
            current: current_directory()?,
        };
        let done = if self.dry_run {
            job.rehearse()?
        } else {
            job.clean()?
        };
        let facts = done.facts.as_ref().map(Facts::lines);
        output::report(&report::cleanup(
            &report::Cleanup {
                reference: &item,
                stamped: done.stamped,
                fate: done.fate,
                reasons: &done.reasons,
                // Who only wants it gone need not read a table.
                facts: facts
                    .as_deref()
                    .filter(|_| self.dry_run || format == report::Plain::Json),
            },
            format,
        ))?;
        Ok(match done.fate {
            Fate::Removed | Fate::WouldGo | Fate::Gone => Exit::Clean,
            Fate::Refused | Fate::Deferred => Exit::Flagged,
        })
    }
}

impl Job<'_> {
    /// Looks and decides.
    fn rehearse(&self) -> Result<Done, Failure> {
        let record = self.records.read(self.item)?;
        let heads = merged_heads(record.as_ref());
        let facts = checkout::gather(&self.verb.checkout, &self.around(&heads));
        let mut done = match self.open(record.as_ref()) {
            Some(why) => Done::deferred(false, why),
            None => Done::decided(false, checkout::decide(&facts, &self.authority())),
        };
        if done.fate == Fate::Removed {
            done.fate = Fate::WouldGo;
        }
        done.facts = Some(facts);
        Ok(done)
    }

    /// Puts the state into the record, and only then removes the checkout.
    fn clean(&self) -> Result<Done, Failure> {
        let record = self.records.read(self.item)?;
        if let Some(why) = self.open(record.as_ref()) {
            return Ok(Done::deferred(false, why));
        }
        let (stamped, read) = match &record {
            Some(record) => self.stamp(record)?,
            None => (false, false),
        };
        // Reopened in between, it is needed; closed anew, its record lacks what
        // would go with the checkout.
        let record = self.records.read(self.item)?;
        if let Some(why) = self.open(record.as_ref()) {
            return Ok(Done::deferred(stamped, why));
        }
        let kept = record.as_ref().and_then(ItemRecord::ended);
        if read && kept.is_none_or(|ended| ended.terminal.is_none()) {
            let why = self.kept(
                "record changed",
                "the record changed while the state was read, and does not have it",
                "run this again",
            );
            return Ok(Done::deferred(stamped, why));
        }
        let heads = merged_heads(record.as_ref());
        let outcome =
            checkout::remove(&self.verb.checkout, &self.around(&heads), &self.authority())?;
        let mut done = Done::decided(stamped, outcome.decision);
        done.facts = Some(outcome.facts);
        Ok(done)
    }

    /// Puts the state of the checkout into a stamp that has none, if that is
    /// still the stamp: a reopening in between wins. Whether it was written,
    /// and whether there was a state.
    fn stamp(&self, record: &ItemRecord) -> Result<(bool, bool), Failure> {
        let Some(ended) = record.ended().filter(|ended| ended.terminal.is_none()) else {
            return Ok((false, false));
        };
        let now = Now::read()?;
        let search = Search {
            call: self.call,
            settings: self.settings,
            records: self.records,
            item: self.item,
            now,
        };
        let copy = search.look_in(&self.verb.checkout).unwrap_or_default();
        let Some(terminal) = copy.terminal else {
            return Ok((false, false));
        };
        let updated = self.records.change(self.item, now, |current| {
            let current = current.filter(|current| current.ended() == Some(ended))?;
            let closure = current.closures().find(|closure| closure.at == ended.at)?;
            let closure = closure.clone().with_terminal(Some(terminal.clone()));
            Some(ItemRecord::closed(self.item.clone(), closure))
        })?;
        Ok((updated == Updated::Written, true))
    }

    /// Why it is kept while the item is open.
    fn open(&self, record: Option<&ItemRecord>) -> Option<Kept> {
        let what = match record.map(ItemRecord::ended) {
            Some(Some(_)) => return None,
            Some(None) => "the work item has not ended, by its record",
            None => {
                "the archive has no record of the work item, so that nobody knows that it ended"
            }
        };
        let next = "record its end first (`closeout record REF --closed`)";
        Some(self.kept("open", what, next))
    }

    fn kept(&self, guard: &'static str, what: &str, next: &str) -> Kept {
        Kept {
            guard,
            what: what.to_owned(),
            place: self.verb.checkout.display().to_string(),
            next: next.to_owned(),
        }
    }

    fn around<'b>(&'b self, merged_heads: &'b [String]) -> Surroundings<'b> {
        Surroundings {
            item: self.item,
            current_dir: &self.current,
            archive: Some(Archive {
                location: self.records.location(),
                // Nothing here knows of a push.
                pushed: Pushed::No,
            }),
            merged_heads,
        }
    }

    fn authority(&self) -> Authority<'_> {
        let configured = &self.settings.config.settings;
        let workflow = self.call.environment.workflow.actor.as_ref();
        Authority {
            actor: self.verb.actor.as_ref().or(workflow).map(String::as_str),
            actors: &configured.cleanup_actors,
            on_close: match configured.keep_checkout_on_close {
                Some(true) => OnClose::Keep,
                Some(false) | None => OnClose::Remove,
            },
            force: if self.verb.force {
                Force::LoseWork
            } else {
                Force::No
            },
        }
    }
}

impl Done {
    fn deferred(stamped: bool, why: Kept) -> Self {
        Self {
            stamped,
            fate: Fate::Deferred,
            reasons: vec![why],
            facts: None,
        }
    }

    fn decided(stamped: bool, decision: Decision) -> Self {
        let (fate, reasons) = match decision {
            Decision::Gone => (Fate::Gone, Vec::new()),
            Decision::Remove => (Fate::Removed, Vec::new()),
            Decision::Refuse { reasons } => (Fate::Refused, reasons),
            Decision::Defer { why } => (Fate::Deferred, vec![why]),
        };
        Self {
            stamped,
            fate,
            reasons: reasons.into_iter().map(Kept::from).collect(),
            facts: None,
        }
    }
}

impl From<Reason> for Kept {
    fn from(reason: Reason) -> Self {
        Self {
            guard: reason.guard,
            what: reason.what,
            place: reason.place,
            next: reason.next,
        }
    }
}

impl From<RemoveError> for Failure {
    fn from(error: RemoveError) -> Self {
        Self::surroundings(error.to_string())
    }
}

/// The heads of merged pull requests, which count as pushed: a squash leaves
/// them on no branch.
fn merged_heads(record: Option<&ItemRecord>) -> Vec<String> {
    let deliveries = record.into_iter().flat_map(ItemRecord::deliveries);
    deliveries
        .filter(|delivery| delivery.state == PullState::Merged && !delivery.head.is_empty())
        .map(|delivery| delivery.head.clone())
        .collect()
}
