//! What is said of records: a change, a list, one of them, its history.

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use super::outside::outside;
use super::paint::Paint;
use super::{Look, Plain, json};
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

/// One record of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    r#ref: String,
    outcome: Option<&'static str>,
    state: &'static str,
    at: String,
    actor: String,
    node: String,
}

impl Listed {
    /// What a list says of a record.
    #[must_use]
    pub fn of(record: &ItemRecord) -> Self {
        let ended = record.ended();
        let end = ended.as_ref().map(End::of);
        Self {
            r#ref: record.reference().to_string(),
            outcome: end.as_ref().map(|end| end.outcome),
            state: end.as_ref().map_or("open", |end| end.state),
            at: end.as_ref().map(|end| end.at.clone()).unwrap_or_default(),
            actor: end.as_ref().map_or("", |end| end.actor).to_owned(),
            node: end.as_ref().map_or("", |end| end.node).to_owned(),
        }
    }
}

/// A list of records: a table, or a line of JSON a record.
#[must_use]
pub fn listed(rows: &[Listed], format: Plain, look: Look) -> String {
    if format == Plain::Json {
        return rows.iter().map(json::line).collect();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    // A line a record, also where the terminal has to wrap it.
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["ref", "outcome", "state", "at", "actor", "node"]);
    for row in rows {
        table.add_row([
            outside(&row.r#ref),
            row.outcome.unwrap_or("-").to_owned(),
            row.state.to_owned(),
            row.at.clone(),
            outside(&row.actor),
            outside(&row.node),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let paint = Paint::new(look.color);
    let mut out = String::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.trim_end();
        out.push_str(&match number {
            0 => paint.heading(line),
            _ => line.to_owned(),
        });
        out.push('\n');
    }
    out
}

/// One record at length.
#[must_use]
pub fn record(record: &ItemRecord, format: Plain) -> String {
    if format == Plain::Json {
        // What was just written as JSON is read as such.
        let value: serde_json::Value = serde_json::from_str(&record.to_json()).unwrap_or_default();
        return json::line(&value);
    }
    let mut lines = vec![record.reference().to_string(), record.url()];
    let mut line = |label: &str, text: &str| {
        if !text.is_empty() {
            lines.push(format!("  {label}: {text}"));
        }
    };
    if let Some(tracking) = record.tracking() {
        let since = tracking.since.map(|since| since.to_string());
        line("tracked since", &since.unwrap_or_default());
        line("tracked by", &tracking.by);
    }
    let reopened = record.reopened_at().map(|at| at.to_string());
    line("reopened", &reopened.unwrap_or_default());
    match record.ended() {
        None => line("outcome", "none: it has not ended"),
        Some(ended) => {
            line("outcome", &End::of(&ended).text());
            line("reason", ended.reason.word());
            match ended.terminal {
                None => line("detail", "unavailable: its state could not be read"),
                Some(terminal) => {
                    line("node", &terminal.node);
                    line("completed at", &terminal.completed_at);
                    let chosen = &terminal.selections;
                    line("skipped", &chosen.skipped.join(", "));
                    line("selected", &chosen.opted_in.join(", "));
                    line("harness", &chosen.harness);
                    line("model", &chosen.model);
                    line("spec", &terminal.spec_dir);
                    for pull in &terminal.pull_requests {
                        let text = format!("{} {}", pull.reference, pull.state.word());
                        line("pull request", text.trim_end());
                    }
                    for file in &terminal.evidence {
                        line("evidence", file);
                    }
                }
            }
        }
    }
    for delivery in record.deliveries() {
        let text = format!("{} {}", delivery.reference, delivery.state.word());
        line("delivered by", text.trim_end());
    }
    let lines: Vec<String> = lines.iter().map(|line| outside(line) + "\n").collect();
    lines.concat()
}

/// One change of a record.
#[derive(Debug, Clone)]
pub struct Change {
    /// The id of the commit that made it.
    pub commit: String,
    /// When, RFC 3339.
    pub at: String,
    /// The record from then on; `None` where it cannot be read.
    pub record: Option<ItemRecord>,
}

/// The same for programs.
#[derive(Serialize)]
struct ChangeJson<'a> {
    commit: &'a str,
    at: &'a str,
    outcome: Option<&'static str>,
    state: &'static str,
}

/// The changes of a record, a line each.
#[must_use]
pub fn changes(changes: &[Change], format: Plain) -> String {
    let mut out = String::new();
    for change in changes {
        let ended = change.record.as_ref().map(ItemRecord::ended);
        let (outcome, state) = match &ended {
            None => (None, "unreadable"),
            Some(None) => (None, "open"),
            Some(Some(ended)) => (Some(ended.outcome.word()), ended.state().word()),
        };
        let Change { commit, at, .. } = change;
        out.push_str(&match format {
            Plain::Json => json::line(&ChangeJson {
                commit,
                at,
                outcome,
                state,
            }),
            Plain::Text => {
                let line = format!("{commit} {at} {state} {}", outcome.unwrap_or_default());
                outside(line.trim_end()) + "\n"
            }
        });
    }
    out
}

/// How many records a call has dealt with: `folded` or `changed`.
#[must_use]
pub fn count(word: &str, records: usize, format: Plain) -> String {
    match format {
        Plain::Json => json::line(&serde_json::json!({ word: records })),
        Plain::Text if records == 1 => format!("1 record {word}\n"),
        Plain::Text => format!("{records} records {word}\n"),
    }
}
