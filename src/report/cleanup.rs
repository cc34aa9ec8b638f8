//! What became of a checkout that somebody wanted removed.

use serde::Serialize;

use super::outside::{outside, without_commands};
use super::{Plain, json};
use crate::item::WorkItemRef;

/// What a call did with a checkout, or would do.
#[derive(Debug, Clone, Copy)]
pub struct Cleanup<'a> {
    /// Whose checkout it is.
    pub reference: &'a WorkItemRef,
    /// Whether its state was put into the record.
    pub stamped: bool,
    /// What became of it.
    pub fate: Fate,
    /// Why it is kept.
    pub reasons: &'a [Kept],
    /// What was found, by name and in this order; not escaped. `None` where
    /// nobody looked.
    pub facts: Option<&'a [(&'static str, String)]>,
}

/// What becomes of a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It has been removed.
    Removed,
    /// It would be, if this were no rehearsal.
    WouldGo,
    /// There was nothing to remove.
    Gone,
    /// It is kept until somebody does something about it.
    Refused,
    /// It is kept for now.
    Deferred,
}

/// Why a checkout is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Which rule keeps it: a stable word.
    pub guard: &'static str,
    /// What is the matter.
    pub what: String,
    /// Where.
    pub place: String,
    /// What to do next.
    pub next: String,
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::WouldGo => "remove",
            Self::Gone => "gone",
            Self::Refused => "refused",
            Self::Deferred => "deferred",
        }
    }

    fn said(self) -> &'static str {
        match self {
            Self::Removed => "the checkout is removed",
            Self::WouldGo => "the checkout would be removed",
            Self::Gone => "no checkout is there",
            Self::Refused => "the checkout is kept",
            Self::Deferred => "the checkout is kept for now",
        }
    }
}

/// The same for programs.
#[derive(Serialize)]
struct Report<'a> {
    r#ref: String,
    decision: &'static str,
    stamped: bool,
    reasons: &'a [Kept],
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<Fact<'a>>>,
}

#[derive(Serialize)]
struct Fact<'a> {
    name: &'static str,
    value: &'a str,
}

/// What became of a checkout, with the newline that ends it.
#[must_use]
pub fn cleanup(done: &Cleanup<'_>, format: Plain) -> String {
    let facts = done.facts.map(|facts| {
        let facts = facts.iter();
        facts
            .map(|(name, value)| Fact { name, value })
            .collect::<Vec<_>>()
    });
    if format == Plain::Json {
        return json::line(&Report {
            r#ref: done.reference.to_string(),
            decision: done.fate.word(),
            stamped: done.stamped,
            reasons: done.reasons,
            facts,
        });
    }
    let stamped = if done.stamped {
        "; its state was recorded first"
    } else {
        ""
    };
    let first = format!("{}: {}{stamped}", done.reference, done.fate.said());
    let mut lines = vec![first];
    for kept in done.reasons {
        lines.push(format!("  {}: {}", kept.place, kept.what));
        lines.push(format!("    help: {}", kept.next));
    }
    for fact in facts.iter().flatten() {
        lines.push(format!("  {}: {}", fact.name, fact.value));
    }
    let lines: Vec<String> = lines.iter().map(|line| outside(line) + "\n").collect();
    without_commands(&lines.concat())
}
