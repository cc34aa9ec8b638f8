//! That somebody wants to know how a work item ends.

use super::filter::{self, is_login, is_scalar};
use super::json::{Extra, Object};
use super::time::Time;

/// Since when a work item is tracked, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracking {
    /// Since when.
    pub since: Option<Time>,
    /// By whom: a login or a plain name, or nothing.
    pub by: String,
    pub(super) extra: Extra,
}

/// That a work item was open again at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reopened {
    pub(super) at: Time,
    pub(super) extra: Extra,
}

impl Tracking {
    /// Tracked from now on; what is no name is left out.
    pub(super) fn new(since: Time, by: &str) -> Self {
        Self {
            since: Some(since),
            by: filter::keep(by, is_name),
            extra: Extra::default(),
        }
    }

    pub(super) fn read(mut object: Object<'_>) -> Self {
        Self {
            since: Time::parse(&object.text("since")),
            by: filter::keep(&object.text("by"), is_name),
            extra: object.rest(),
        }
    }
}

impl Reopened {
    /// `None` without a time: it passes nothing.
    pub(super) fn read(mut object: Object<'_>) -> Option<Self> {
        Some(Self {
            at: Time::parse(&object.text("at"))?,
            extra: object.rest(),
        })
    }
}

fn is_name(text: &str) -> bool {
    is_login(text) || is_scalar(text)
}
