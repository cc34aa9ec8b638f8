//! `closeout record`.

mod event;
mod happening;

use std::path::PathBuf;

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::records::{Chosen, item_of};
use super::settings::Settings;
use super::state_copy::Places;
use crate::archive::{Source, State, Time};
use crate::item::Kind;
use crate::report::{self, Recorded};
use happening::{End, Happening, Recording};

/// Record how a work item ended, or that it was reopened.
///
/// Without REF the event of the workflow is recorded: issues and pull
/// requests that are closed or reopened. Any other event is nothing to do.
#[derive(Debug, clap::Args)]
pub(super) struct Record {
    /// The work item, where no event tells: a ref, its address, or its number here
    #[arg(value_name = "REF", conflicts_with_all = ["event", "event_name"])]
    item: Option<String>,
    /// It was closed, or merged
    #[arg(long, requires = "item", conflicts_with = "reopened")]
    closed: bool,
    /// It was reopened
    #[arg(long, requires = "item")]
    reopened: bool,
    /// What was closed [default: what the address says, else issue]
    #[arg(long, requires = "closed", value_enum, value_name = "KIND")]
    kind: Option<KindWord>,
    /// The pull request was merged
    #[arg(long, requires = "closed")]
    merged: bool,
    /// Why the issue was closed, in GitHub's words: not_planned and duplicate cancel it
    #[arg(long, requires = "closed", value_name = "WORD")]
    reason: Option<String>,
    /// Who closed it
    #[arg(long, requires = "closed", value_name = "LOGIN")]
    actor: Option<String>,
    /// When, as 2026-10-02T22:29:41Z [default: now]
    #[arg(long, requires = "item", value_name = "TIME")]
    at: Option<String>,
    /// The payload of the event [default: $GITHUB_EVENT_PATH]
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
    /// Which event it is [default: $GITHUB_EVENT_NAME]
    #[arg(long, value_name = "NAME")]
    event_name: Option<String>,
    /// A checkout of the item's repository, where its state is read first
    #[arg(long, value_name = "DIR")]
    checkout: Option<PathBuf>,
    /// A revision where its state is read
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    #[command(flatten)]
    archive: Chosen,
}

/// What a ticket is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum KindWord {
    Issue,
    PullRequest,
}

impl Record {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let settings = Settings::here(call)?;
        let by_hand = self.item.is_some();
        let happening = match &self.item {
            Some(item) => self.by_hand(call, item)?,
            None => match event::read(call, self.event.as_deref(), self.event_name.as_deref())? {
                Ok(happening) => happening,
                Err(said) => return nothing(&said, None, format),
            },
        };
        let item = &happening.item;
        let records = match self.archive.of_item(call, &settings, item)? {
            Some(records) => records,
            None if by_hand => self.archive.needed(call, &settings, item)?,
            None => {
                let said = "is of another repository than the one here: nothing to record";
                return nothing(said, Some(item), format);
            }
        };
        let recording = Recording {
            call,
            settings: &settings,
            records: &records,
        };
        let done = recording.record(&happening, &self.places(&happening))?;
        if done.untracked && by_hand {
            return Err(Failure::usage(format!(
                "{item} is not tracked, and no state of it was found: nothing is recorded"
            ))
            .next(format!(
                "run `closeout track {item}` first, or name its checkout with --checkout DIR"
            )));
        }
        let record = records.read(item)?;
        output::report(&report::recorded(
            &Recorded {
                reference: Some(item),
                record: record.as_ref(),
                written: done.written,
                said: done.said,
            },
            format,
        ))?;
        Ok(Exit::Clean)
    }

    fn places(&self, happening: &Happening) -> Places<'_> {
        Places {
            checkout: self.checkout.as_deref(),
            commits: happening.commits.clone(),
            rev: self.rev.as_deref(),
            default_branch: happening.default_branch.clone(),
        }
    }

    fn by_hand(&self, call: &Call, item: &str) -> Result<Happening, Failure> {
        let (item, kind) = item_of(call, item)?;
        let at = self.at.as_deref().map(|text| {
            Time::parse(text).ok_or_else(|| {
                Failure::usage(format!("--at: {text:?} is no time"))
                    .next("write it with its offset, as 2026-10-02T22:29:41Z")
            })
        });
        if !self.closed && !self.reopened {
            return Err(
                Failure::usage(format!("it is not said what became of {item}"))
                    .next("add --closed or --reopened"),
            );
        }
        let kind = match (self.kind, kind) {
            (Some(KindWord::Issue), _) => Kind::Issue,
            (Some(KindWord::PullRequest), _) => Kind::PullRequest,
            (None, _) if self.merged => Kind::PullRequest,
            (None, kind) => kind.unwrap_or(Kind::Issue),
        };
        if self.merged && kind == Kind::Issue {
            return Err(Failure::usage("an issue cannot be merged")
                .next("leave --merged out, or say --kind pull-request"));
        }
        let end = match kind {
            _ if self.reopened => None,
            Kind::Issue => Some(End::Issue(self.reason.clone())),
            Kind::PullRequest if self.merged => Some(End::PullRequest(State::Merged)),
            Kind::PullRequest => Some(End::PullRequest(State::Closed)),
        };
        Ok(Happening {
            item,
            end,
            actor: self.actor.clone().unwrap_or_default(),
            at: at.transpose()?,
            source: Source::Manual,
            commits: Vec::new(),
            default_branch: None,
        })
    }
}

/// Says that there is nothing to record.
fn nothing(
    said: &str,
    reference: Option<&crate::item::WorkItemRef>,
    format: report::Plain,
) -> Result<Exit, Failure> {
    output::report(&report::recorded(
        &Recorded {
            reference,
            record: None,
            written: false,
            said,
        },
        format,
    ))?;
    Ok(Exit::Clean)
}
