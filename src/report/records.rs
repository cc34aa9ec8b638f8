//! What is said of records: a change, a list, one of them, its history.

use serde::Serialize;

use super::outside::outside;
use super::{Plain, json};
use crate::archive::{Ended, ItemRecord};
use crate::item::WorkItemRef;

/// What a call did with a record.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// Which work item's; `None` where it was about none.
    pub reference: Option<&'a WorkItemRef>,
    /// The record as it is now.
    pub record: Option<&'a ItemRecord>,
    /// Whether it changed.
    pub written: bool,
    /// What was done, half a sentence.
    pub said: &'a str,
}

/// The same for programs.
#[derive(Serialize)]
struct RecordedJson<'a> {
    r#ref: Option<String>,
    written: bool,
    message: &'a str,
    #[serde(flatten)]
    end: Option<End<'a>>,
}

/// How a work item ended, in one line.
#[derive(Serialize)]
struct End<'a> {
    outcome: &'static str,
    state: &'static str,
    reason: &'static str,
    at: String,
    actor: &'a str,
    node: &'a str,
}

impl<'a> End<'a> {
    fn of(ended: &Ended<'a>) -> Self {
        Self {
            outcome: ended.outcome.word(),
            state: ended.state().word(),
            reason: ended.reason.word(),
            at: ended.at.map(|at| at.to_string()).unwrap_or_default(),
            actor: ended.actor,
            node: ended.terminal.map_or("", |terminal| &terminal.node),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({}", self.outcome, self.state);
        if !self.at.is_empty() {
            text.push(' ');
            text.push_str(&self.at);
        }
        if !self.actor.is_empty() {
            text.push_str(" by ");
            text.push_str(self.actor);
        }
        text.push(')');
        text
    }
}

/// What a call did with a record, with the newline that ends it.
#[must_use]
pub fn recorded(recorded: &Recorded<'_>, format: Plain) -> String {
    let end = recorded.record.and_then(ItemRecord::ended);
    let end = end.as_ref().map(End::of);
    let reference = recorded.reference.map(ToString::to_string);
    match format {
        Plain::Json => json::line(&RecordedJson {
            r#ref: reference,
            written: recorded.written,
            message: recorded.said,
            end,
        }),
        Plain::Text => {
            let mut text = reference.map(|name| name + ": ").unwrap_or_default();
            text.push_str(recorded.said);
            if let Some(end) = end {
                text.push_str("; ");
                text.push_str(&end.text());
            }
            outside(&text) + "\n"
        }
    }
}
