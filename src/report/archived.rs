//! What became of a work item whose state is gone.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use serde::Serialize;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::{Look, Plain, json};
use crate::archive::{Archived, Detail, TerminalRecord};
use crate::item::Kind;

/// The keys of a live item, and beside them what the archive says.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    work_item: &'a str,
    current_node: &'a str,
    ok: bool,
    parked: Option<()>,
    nodes: [(); 0],
    state_path: &'a str,
    state_found: bool,
    pointer: &'a str,
    archived: Record<'a>,
}

#[derive(Serialize)]
struct Record<'a> {
    #[serde(rename = "ref")]
    reference: String,
    outcome: &'static str,
    detail: &'static str,
    state: &'static str,
    reason: &'static str,
    at: String,
    actor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal: Option<&'a TerminalRecord>,
}

/// The answer of the archive, in the place of a position.
#[must_use]
pub fn archived(archived: &Archived, format: Plain, look: Look) -> String {
    match format {
        Plain::Text => without_commands(&text(archived, look)),
        Plain::Json => json::line(&Report {
            work_item: &archived.work_item,
            current_node: &archived.node,
            ok: archived.is_ok(),
            parked: None,
            nodes: [],
            state_path: &archived.state_path,
            state_found: false,
            pointer: &archived.node,
            archived: Record {
                reference: archived.reference.to_string(),
                outcome: archived.outcome.word(),
                detail: archived.detail.word(),
                state: archived.state.word(),
                reason: archived.reason.word(),
                at: at(archived),
                actor: &archived.actor,
                terminal: archived.terminal.as_ref(),
            },
        }),
    }
}

fn at(archived: &Archived) -> String {
    archived.at.map(|at| at.to_string()).unwrap_or_default()
}

fn text(archived: &Archived, look: Look) -> String {
    let paint = Paint::new(look.color);
    let color = if archived.is_ok() {
        AnsiColor::Green
    } else {
        AnsiColor::Yellow
    };
    let mut out = format!(
        "{}: {} — {}",
        outside(&archived.work_item),
        paint.word(color, "ARCHIVED"),
        archived.outcome.word()
    );
    if !archived.node.is_empty() {
        let _ = write!(out, " (at {})", outside(&archived.node));
    }
    out.push('\n');
    let _ = write!(out, "  {}", archived.reason.word());
    for (word, value) in [("at", at(archived)), ("by", archived.actor.clone())] {
        if !value.is_empty() {
            let _ = write!(out, " {word} {}", outside(&value));
        }
    }
    out.push('\n');
    if archived.detail == Detail::Unavailable {
        out.push_str("  the archived detail is unavailable: no state was read before it went\n");
    }
    if let Some(terminal) = &archived.terminal {
        facts(&mut out, terminal);
    }
    for pull in &archived.pull_requests {
        let _ = writeln!(
            out,
            "  {} {} {}",
            outside(&pull.reference.to_string()),
            pull.state.word(),
            outside(&pull.reference.url(Kind::PullRequest))
        );
    }
    if let Some(terminal) = archived
        .terminal
        .as_ref()
        .filter(|t| !t.evidence.is_empty())
    {
        let _ = writeln!(
            out,
            "  evidence: {}",
            outside(&terminal.evidence.join(", "))
        );
    }
    out
}

/// When it was completed, what was selected, what was chosen.
fn facts(out: &mut String, terminal: &TerminalRecord) {
    let chosen = &terminal.selections;
    let repos = chosen.repos.join(", ");
    let (skipped, opted_in) = (chosen.skipped.join(", "), chosen.opted_in.join(", "));
    for (name, value) in [
        ("completed", &terminal.completed_at),
        ("skipped", &skipped),
        ("selected", &opted_in),
        ("surface", &chosen.surface),
        ("harness", &chosen.harness),
        ("model", &chosen.model),
        ("effort", &chosen.effort),
        ("session per pull request", &chosen.session_per_pr),
        ("repositories", &repos),
    ] {
        if !value.is_empty() {
            let _ = writeln!(out, "  {name}: {}", outside(value));
        }
    }
}
