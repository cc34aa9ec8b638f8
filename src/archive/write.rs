//! A record as JSON: two-space indent, known keys in a fixed order, unknown
//! ones after them as they were.

use serde::Serialize;

use super::closure::Closure;
use super::delivery::Delivery;
use super::json::Extra;
use super::record::{Ended, ItemRecord};
use super::terminal::TerminalRecord;
use super::time::Time;

#[derive(Serialize)]
struct File<'a> {
    schema: u64,
    r#ref: String,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tracking: Option<TrackingSection<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deliveries: Vec<DeliveryEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closures: Vec<Stamp<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reopened: Option<ReopenedSection<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Stamp<'a>>,
    #[serde(flatten)]
    extra: &'a Extra,
}

#[derive(Serialize)]
struct TrackingSection<'a> {
    since: String,
    by: &'a str,
    #[serde(flatten)]
    extra: &'a Extra,
}

#[derive(Serialize)]
struct DeliveryEntry<'a> {
    r#ref: String,
    state: &'static str,
    at: String,
    head: &'a str,
    #[serde(flatten)]
    extra: &'a Extra,
}

#[derive(Serialize)]
struct ReopenedSection<'a> {
    at: String,
    #[serde(flatten)]
    extra: &'a Extra,
}

/// An entry of `closures`, which tells whether it cancels; or `ended`, which
/// tells the outcome.
#[derive(Serialize)]
struct Stamp<'a> {
    state: &'static str,
    kind: &'static str,
    reason: &'static str,
    source: &'static str,
    actor: &'a str,
    at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal: Option<&'a TerminalRecord>,
    #[serde(flatten)]
    extra: &'a Extra,
}

impl ItemRecord {
    /// The text of the record, with a final newline. The same record always
    /// has the same text. A store refuses to write what is longer than
    /// [`MAX_RECORD_BYTES`](super::MAX_RECORD_BYTES), since it could not be
    /// read again.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and kept JSON only: this cannot fail.
        let mut json = serde_json::to_string_pretty(&self.file()).unwrap_or_default();
        json.push('\n');
        json
    }

    fn file(&self) -> File<'_> {
        File {
            schema: self.schema,
            r#ref: self.reference.to_string(),
            url: self.url(),
            tracking: self.tracking.as_ref().map(|tracking| TrackingSection {
                since: text(tracking.since),
                by: &tracking.by,
                extra: &tracking.extra,
            }),
            deliveries: self.deliveries().map(DeliveryEntry::of).collect(),
            closures: self.closures().map(Stamp::of_closure).collect(),
            reopened: self.reopened.as_ref().map(|mark| ReopenedSection {
                at: mark.at.to_string(),
                extra: &mark.extra,
            }),
            ended: self.ended().as_ref().map(Stamp::of_end),
            extra: &self.extra,
        }
    }
}

impl<'a> DeliveryEntry<'a> {
    fn of(delivery: &'a Delivery) -> Self {
        Self {
            r#ref: delivery.reference.to_string(),
            state: delivery.state.word(),
            at: text(delivery.at),
            head: &delivery.head,
            extra: &delivery.extra,
        }
    }
}

impl<'a> Stamp<'a> {
    fn of_closure(closure: &'a Closure) -> Self {
        Self {
            state: closure.reason.state().word(),
            kind: closure.reason.kind_word(),
            reason: closure.reason.word(),
            source: closure.source.map_or("", super::Source::word),
            actor: &closure.actor,
            at: text(closure.at),
            outcome: None,
            cancelled: closure.cancelled.then_some(true),
            terminal: closure.terminal.as_ref(),
            extra: &closure.extra,
        }
    }

    fn of_end(ended: &Ended<'a>) -> Self {
        Self {
            state: ended.state().word(),
            kind: ended.reason.kind_word(),
            reason: ended.reason.word(),
            source: ended.source.map_or("", super::Source::word),
            actor: ended.actor,
            at: text(ended.at),
            outcome: Some(ended.outcome.word()),
            cancelled: None,
            terminal: ended.terminal,
            extra: ended.extra,
        }
    }
}

fn text(at: Option<Time>) -> String {
    at.map(|at| at.to_string()).unwrap_or_default()
}
