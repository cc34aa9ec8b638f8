//! The upstream fact that a ticket was closed or merged.

use super::filter;
use super::json::{Extra, Object};
use super::terminal::TerminalRecord;
use super::time::Time;
use crate::item::Kind;

/// Whether a ticket was closed or merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Closed, and not merged.
    Closed,
    /// Merged.
    Merged,
}

/// Why it is closed; the kind and the state follow from it. A later one knows
/// more than an earlier one: an interface for issues also lists pull requests,
/// and one for closed ones also those that were merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// An issue was closed.
    IssueClosed,
    /// A pull request was closed without merging.
    PrClosed,
    /// A pull request was merged.
    PrMerged,
}

/// Who told of it. Of two that tell the same the earlier one here stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The event itself.
    Webhook,
    /// A look at the ticket afterwards.
    Poll,
    /// Somebody by hand.
    Manual,
}

/// Who told of a closure, who closed, and when.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// Who told of it.
    pub source: Source,
    /// The login of who closed; what is no login is left out.
    pub actor: &'a str,
    /// When it was closed.
    pub at: Time,
}

/// One closure of a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// Why it is closed.
    pub reason: Reason,
    /// Who told of it first, if that is known.
    pub source: Option<Source>,
    /// The login of who closed, or nothing.
    pub actor: String,
    /// When. Only a stamp that somebody else wrote has no time.
    pub at: Option<Time>,
    /// How the work stood, if that could be read.
    pub terminal: Option<TerminalRecord>,
    pub(super) cancelled: bool,
    pub(super) extra: Extra,
}

impl State {
    /// `closed` or `merged`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Merged => "merged",
        }
    }
}

impl Reason {
    /// `issue-closed`, `pr-merged` or `pr-closed`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::IssueClosed => "issue-closed",
            Self::PrClosed => "pr-closed",
            Self::PrMerged => "pr-merged",
        }
    }

    /// What was closed.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::IssueClosed => Kind::Issue,
            Self::PrClosed | Self::PrMerged => Kind::PullRequest,
        }
    }

    /// `issue` or `pull-request`.
    #[must_use]
    pub fn kind_word(self) -> &'static str {
        match self.kind() {
            Kind::Issue => "issue",
            Kind::PullRequest => "pull-request",
        }
    }

    /// Whether it was merged.
    #[must_use]
    pub fn state(self) -> State {
        match self {
            Self::IssueClosed | Self::PrClosed => State::Closed,
            Self::PrMerged => State::Merged,
        }
    }

    /// The reason counts; where it is none, state and kind say as much.
    fn read(object: &mut Object<'_>) -> Self {
        let (reason, state, kind) = (
            object.text("reason"),
            object.text("state"),
            object.text("kind"),
        );
        [Self::IssueClosed, Self::PrClosed, Self::PrMerged]
            .into_iter()
            .find(|known| known.word() == reason)
            .unwrap_or(match (state.as_str(), kind.as_str()) {
                ("merged", _) => Self::PrMerged,
                (_, "pull-request") => Self::PrClosed,
                _ => Self::IssueClosed,
            })
    }
}

impl Source {
    /// `webhook`, `poll` or `manual`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Poll => "poll",
            Self::Manual => "manual",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Webhook, Self::Poll, Self::Manual]
            .into_iter()
            .find(|source| source.word() == word)
    }
}

impl Closure {
    /// An issue was closed, with GitHub's `state_reason`: exactly
    /// `not_planned` and `duplicate` cancel it. The vocabulary is open, and any
    /// other word says nothing.
    #[must_use]
    pub fn issue(told: Told<'_>, state_reason: Option<&str>) -> Self {
        let cancelled = matches!(state_reason, Some("not_planned" | "duplicate"));
        Self::new(told, Reason::IssueClosed, cancelled)
    }

    /// A pull request was closed that is a work item in its own right. Closed
    /// without merging, it is cancelled.
    #[must_use]
    pub fn pull_request(told: Told<'_>, state: State) -> Self {
        match state {
            State::Merged => Self::new(told, Reason::PrMerged, false),
            State::Closed => Self::new(told, Reason::PrClosed, true),
        }
    }

    fn new(told: Told<'_>, reason: Reason, cancelled: bool) -> Self {
        Self {
            reason,
            source: Some(told.source),
            actor: filter::keep(told.actor, filter::is_login),
            at: Some(told.at),
            terminal: None,
            cancelled,
            extra: Extra::default(),
        }
    }

    /// The same with a record of how the work stood.
    #[must_use]
    pub fn with_terminal(self, terminal: Option<TerminalRecord>) -> Self {
        Self { terminal, ..self }
    }

    /// Whether it ended the work without completing it. A pull request that
    /// was merged was not cancelled, whoever else said so.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled && self.reason != Reason::PrMerged
    }

    /// Reads an entry of `closures`, or a stamp, whose `outcome` tells of a
    /// cancellation.
    pub(super) fn read(mut object: Object<'_>) -> Self {
        let outcome = object.text("outcome");
        Self {
            reason: Reason::read(&mut object),
            source: Source::from_word(&object.text("source")),
            actor: filter::keep(&object.text("actor"), filter::is_login),
            at: Time::parse(&object.text("at")),
            terminal: object.object("terminal").map(TerminalRecord::read),
            cancelled: object.flag("cancelled") || outcome == "cancelled",
            extra: object.rest(),
        }
    }
}
