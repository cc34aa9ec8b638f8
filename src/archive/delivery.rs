//! Pull requests: those that a state lists, and those that delivered.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::filter;
use super::json::{Extra, Object};
use super::time::Time;
use crate::item::{Kind, WorkItemRef};

/// How many deliveries of a work item are kept: those with the greatest
/// numbers, which are the latest of their repository.
pub const MAX_DELIVERIES: usize = 100;

/// How a pull request stands. A later one stays where two are told of one
/// time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PullState {
    /// Nothing known is said of it.
    Unknown,
    /// Open.
    Open,
    /// Closed without merging.
    Closed,
    /// Merged.
    Merged,
}

/// A pull request and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    /// Its ref; the URL follows from it.
    pub reference: WorkItemRef,
    /// How it stands.
    pub state: PullState,
}

/// A pull request that delivers a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its ref.
    pub reference: WorkItemRef,
    /// How it stands.
    pub state: PullState,
    /// When that was so.
    pub at: Option<Time>,
    /// The id of its head commit in hex, or nothing.
    pub head: String,
    pub(super) extra: Extra,
}

/// What tells deliveries apart, in the order of their numbers.
pub(super) type DeliveryKey = (u64, WorkItemRef);

/// The longest ref that is read, in bytes: a name of a host has at most 253
/// characters, and no forge has owners or repositories of more than 255.
const MAX_REF: usize = 1_024;

/// Reads a ref that is not too long to be told.
pub(super) fn reference(text: &str) -> Option<WorkItemRef> {
    let short = text.len() <= MAX_REF;
    short.then(|| WorkItemRef::parse(text).ok()).flatten()
}

impl PullState {
    /// `open`, `closed`, `merged`, or nothing.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unknown => "",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Merged => "merged",
        }
    }

    /// The state of that word; any other word says nothing.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        [Self::Open, Self::Closed, Self::Merged]
            .into_iter()
            .find(|state| state.word() == word)
            .unwrap_or(Self::Unknown)
    }
}

impl PullRequest {
    /// `None` where the name is no ref.
    pub(super) fn read(name: &str, state: &str) -> Option<Self> {
        let reference = reference(name)?;
        let state = PullState::from_word(state);
        Some(Self { reference, state })
    }
}

impl Serialize for PullRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("PullRequest", 3)?;
        object.serialize_field("ref", &self.reference.to_string())?;
        object.serialize_field("url", &self.reference.url(Kind::PullRequest))?;
        object.serialize_field("state", self.state.word())?;
        object.end()
    }
}

impl Delivery {
    /// A pull request and how it stood at a time; `head` is the id of its head
    /// commit, and what is none is left out.
    #[must_use]
    pub fn new(request: PullRequest, at: Time, head: &str) -> Self {
        Self {
            reference: request.reference,
            state: request.state,
            at: Some(at),
            head: filter::keep(head, filter::is_oid),
            extra: Extra::default(),
        }
    }

    /// `None` where its ref is none.
    pub(super) fn read(mut object: Object<'_>) -> Option<Self> {
        Some(Self {
            reference: reference(&object.text("ref"))?,
            state: PullState::from_word(&object.text("state")),
            at: Time::parse(&object.text("at")),
            head: filter::keep(&object.text("head"), filter::is_oid),
            extra: object.rest(),
        })
    }

    pub(super) fn key(&self) -> DeliveryKey {
        (self.reference.number(), self.reference.clone())
    }
}
