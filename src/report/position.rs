//! Where work items stand.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use schemars::JsonSchema;
use serde::Serialize;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::{Look, Plain, json};
use crate::item::{NodeStanding, Standing, Status};

/// Where an item stands, and where that was read.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// Its spec id.
    pub item: &'a str,
    /// The path of its state file, whether it is there or not. Not escaped.
    pub state_path: &'a str,
    /// Whether it is there.
    pub state_found: bool,
    /// Where it stands.
    pub standing: &'a Standing,
}

/// What `closeout check --format json` prints.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Check<'a> {
    /// One item.
    One(Placed<'a>),
    /// With `--all`: every spec directory, in natural order.
    All(Vec<Placed<'a>>),
}

/// Where a work item stands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Placed<'a> {
    /// Its spec id.
    work_item: &'a str,
    /// The node that it stands at: the pointer, or the start.
    current_node: &'a str,
    /// Whether every node up to and including the current one is met.
    ok: bool,
    /// Why it waits; null where it is not parked.
    parked: Option<Parked<'a>>,
    /// The nodes up to and including the current one.
    nodes: Vec<Judged<'a>>,
    /// The path of its state file from the repository's root.
    state_path: &'a str,
    /// Whether there is one.
    state_found: bool,
    /// The node that the state names; empty where it names none.
    pointer: &'a str,
}

/// Why an item waits.
#[derive(Serialize, JsonSchema)]
struct Parked<'a> {
    /// The node that it waits at.
    node: &'a str,
    /// What for.
    reason: &'a str,
    /// Since when.
    since: &'a str,
}

/// How a node stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct Judged<'a> {
    /// Its id.
    node: &'a str,
    /// In a word.
    #[schemars(extend("enum" = ["pass", "skip", "wait", "block", "escalated"]))]
    status: &'static str,
    /// The outcome that is recorded; empty where none is.
    outcome: &'a str,
    /// What it lacks.
    messages: Vec<String>,
    /// Whether somebody pushed the work past it.
    forced: bool,
    /// How often it was entered.
    attempts: u64,
}

impl<'a> Placed<'a> {
    fn of(position: &Position<'a>) -> Self {
        let standing = position.standing;
        Self {
            work_item: position.item,
            current_node: &standing.current_node,
            ok: standing.is_ok(),
            parked: standing.parked.as_ref().map(|parked| Parked {
                node: &parked.node,
                reason: &parked.reason,
                since: &parked.since,
            }),
            nodes: standing.nodes.iter().map(Judged::of).collect(),
            state_path: position.state_path,
            state_found: position.state_found,
            pointer: &standing.pointer,
        }
    }
}

impl<'a> Judged<'a> {
    pub(super) fn of(node: &'a NodeStanding) -> Self {
        Self {
            node: &node.node,
            status: node.status.word(),
            outcome: &node.outcome,
            messages: node.messages(),
            forced: node.forced,
            attempts: node.attempts,
        }
    }
}

/// Where one item stands, with the newline that ends it.
#[must_use]
pub fn position(position: &Position<'_>, format: Plain, look: Look) -> String {
    match format {
        Plain::Json => json::line(&Check::One(Placed::of(position))),
        Plain::Text => without_commands(&text(position, Paint::new(look.color))),
    }
}

/// Where many stand.
#[must_use]
pub fn positions(positions: &[Position<'_>], format: Plain, look: Look) -> String {
    match format {
        Plain::Json => json::line(&Check::All(positions.iter().map(Placed::of).collect())),
        Plain::Text => {
            let paint = Paint::new(look.color);
            let texts = positions.iter().map(|position| text(position, paint));
            without_commands(&texts.collect::<String>())
        }
    }
}

/// The first line, then a line for each node that is not met.
fn text(position: &Position<'_>, paint: Paint) -> String {
    let mut out = headline(position, paint);
    for node in position.standing.unmet() {
        out.push_str(&unmet(node, paint));
    }
    out
}

/// `issue-3: ok (at design)`, and what else is to be known of the whole.
pub(super) fn headline(position: &Position<'_>, paint: Paint) -> String {
    let standing = position.standing;
    let word = if standing.is_ok() {
        paint.word(AnsiColor::Green, "ok")
    } else {
        paint.word(AnsiColor::Red, "UNMET")
    };
    let item = outside(position.item);
    let mut out = format!("{item}: {word} (at {})\n", outside(&standing.current_node));
    if !position.state_found {
        let path = outside(position.state_path);
        let _ = writeln!(out, "  there is no state file: {path}");
    }
    if let Some(parked) = &standing.parked {
        out.push_str("  parked");
        for (before, text) in [
            (" at ", &parked.node),
            (" since ", &parked.since),
            (": ", &parked.reason),
        ] {
            if !text.is_empty() {
                out.push_str(before);
                out.push_str(&outside(text));
            }
        }
        out.push('\n');
    }
    out
}

/// `  block design: `design.md` does not exist`.
pub(super) fn unmet(node: &NodeStanding, paint: Paint) -> String {
    let color = match node.status {
        Status::Pass | Status::Skip => AnsiColor::Green,
        Status::Wait => AnsiColor::Yellow,
        Status::Block | Status::Escalated => AnsiColor::Red,
    };
    let word = paint.word(color, node.status.word());
    let (id, says) = (outside(&node.node), outside(&node.messages().join(", ")));
    format!("  {word} {id}: {says}\n")
}

/// A completion that was refused: it would have been spurious.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// The item's spec id.
    pub item: &'a str,
    /// The node that is not completed.
    pub node: &'a str,
    /// What is not met.
    pub unmet: &'a [NodeStanding],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NotMoved<'a> {
    work_item: &'a str,
    node: &'a str,
    refused: bool,
    unmet: Vec<Judged<'a>>,
}

/// Why a completion was refused.
#[must_use]
pub fn refusal(refusal: &Refusal<'_>, format: Plain, look: Look) -> String {
    if format == Plain::Json {
        return json::line(&NotMoved {
            work_item: refusal.item,
            node: refusal.node,
            refused: true,
            unmet: refusal.unmet.iter().map(Judged::of).collect(),
        });
    }
    let paint = Paint::new(look.color);
    let word = paint.word(AnsiColor::Red, "REFUSED");
    let (item, node) = (outside(refusal.item), outside(refusal.node));
    let mut out = format!("{item}: {word} (`{node}` cannot be completed)\n");
    for node in refusal.unmet {
        out.push_str(&unmet(node, paint));
    }
    without_commands(&out)
}
