//! Reports for a job summary or a comment.
//!
//! All text from outside stands in code spans; messages too, since ids of an
//! agent-written file are in them.

use std::fmt::Write as _;

use super::bounded::Bounded;
use super::span::{cell, span};
use super::words;
use crate::finding::{Finding, clip};
use crate::judge::{Detection, Scan, Standing, Verdict, Workspace};

/// How many bytes a job summary may have: GitHub refuses a longer one as a
/// whole.
pub const SUMMARY_LIMIT: usize = 1024 * 1024;

/// What is kept free for the lines that say what was left out.
const RESERVE: usize = 512;

/// How many characters of a path or of a reason a cell holds.
const CELL: usize = 200;

pub(super) fn detection(detection: &Detection) -> String {
    let verdict = &detection.verdict;
    let mut out = Bounded::new(SUMMARY_LIMIT - RESERVE);
    out.push(&format!("## Closeout: {}\n\n", verdict.word()));
    let subcode = match verdict {
        Verdict::Spurious(spurious) => format!("**{}**: ", spurious.subcode),
        Verdict::Clean { .. } | Verdict::Unjudged(_) => String::new(),
    };
    out.push(&format!("{subcode}{}\n\n", span(&verdict.reason())));
    for (name, value) in words::facts(detection) {
        out.push(&format!("- {name}: {}\n", span(&value)));
    }
    let mut left = LeftOut::default();
    if !verdict.findings().is_empty() {
        out.push("\n### Findings\n");
        left.findings = push_findings(&mut out, verdict.findings());
    }
    left.say(out, "closeout detect --full --format json")
}

/// The Markdown of `scan` in at most `limit` bytes (give 2,000 at least; a
/// comment of GitHub holds 65,536 characters): what is beyond is left out at a
/// whole finding, and the report says so.
#[must_use]
pub fn scan_within(scan: &Scan, limit: usize) -> String {
    let limit = limit.saturating_sub(RESERVE);
    let mut workspaces: Vec<&Workspace> = scan.workspaces.iter().collect();
    workspaces.sort_by_key(|workspace| weight(workspace));
    let mut left = LeftOut::default();
    // Half for the table, so that findings have room beside it.
    let mut out = Bounded::new(limit / 2);
    out.push(&format!(
        "## Closeout\n\n**{}**\n",
        words::counts(scan.summary())
    ));
    if !workspaces.is_empty() {
        out.push("\n| workspace | reader | verdict | tasks | reason |\n");
        out.push("| --- | --- | --- | --- | --- |\n");
    }
    for workspace in &workspaces {
        left.workspaces += usize::from(!out.push(&row(workspace)));
    }
    out.widen(limit);
    for workspace in &workspaces {
        left.findings += push_section(&mut out, workspace);
    }
    let ignored = scan.ignored.iter().map(|ignored| {
        let path = span(words::path(&ignored.path));
        format!("- ignored: {path}: {}\n", span(&ignored.reason))
    });
    let notes = scan.notes.iter().map(|note| format!("- {}\n", span(note)));
    let mut heading = "\n### Notes\n\n";
    for line in notes.chain(ignored) {
        left.notes += usize::from(!out.push(&format!("{heading}{line}")));
        heading = "";
    }
    left.say(out, "closeout scan --format json")
}

/// What needs attention stands first; below that the order is kept.
fn weight(workspace: &Workspace) -> u8 {
    match &workspace.standing {
        Standing::Claimed { verdict, .. } => match verdict {
            Verdict::Spurious(_) => 0,
            Verdict::Unjudged(_) => 1,
            Verdict::Clean { warnings, .. } if !warnings.is_empty() => 2,
            Verdict::Clean { .. } => 3,
        },
        Standing::InProgress { .. } => 4,
    }
}

fn row(workspace: &Workspace) -> String {
    let (word, reason) = words::standing(&workspace.standing);
    format!(
        "| {} | {} | {word} | {} | {} |\n",
        cell(&clip(words::path(&workspace.path), CELL)),
        cell(workspace.reader),
        words::tasks(workspace.tasks),
        cell(&clip(&reason, CELL)),
    )
}

/// What the table has no room for; how many findings did not fit.
fn push_section(out: &mut Bounded, workspace: &Workspace) -> usize {
    let Standing::Claimed { verdict, .. } = &workspace.standing else {
        return 0;
    };
    if weight(workspace) > 2 {
        return 0;
    }
    let path = span(words::path(&workspace.path));
    out.push(&format!("\n### {path}: {}\n\n", verdict.word()));
    out.push(&format!("{}\n", span(&verdict.reason())));
    push_findings(out, verdict.findings())
}

/// A list item a finding, and what to do once for all that it is said of; how
/// many did not fit.
fn push_findings(out: &mut Bounded, findings: &[Finding]) -> usize {
    let mut left_out = 0;
    for group in words::by_help(findings) {
        let mut gap = "\n";
        for finding in &group {
            left_out += usize::from(!out.push(&format!(
                "{gap}- {} **{}** at {}: {}\n",
                finding.severity.word(),
                finding.code,
                span(&words::place(&finding.place)),
                span(&finding.message),
            )));
            gap = "";
        }
        if let Some(finding) = group.first() {
            out.push(&format!("\nWhat to do: {}\n", help(finding)));
        }
    }
    left_out
}

/// The help of a code is our own Markdown; any other may hold what it likes.
fn help(finding: &Finding) -> String {
    if finding.help == finding.code.help() {
        finding.help.clone()
    } else {
        span(&finding.help)
    }
}

/// How much did not fit.
#[derive(Debug, Default)]
struct LeftOut {
    workspaces: usize,
    findings: usize,
    notes: usize,
}

impl LeftOut {
    /// Ends the report: says what is missing, and which command shows it.
    fn say(&self, out: Bounded, list: &str) -> String {
        let mut text = out.into_text();
        let parts: Vec<String> = [
            (self.workspaces, "workspace", "workspaces"),
            (self.findings, "finding", "findings"),
            (self.notes, "note", "notes"),
        ]
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, many)| words::count(number, one, many))
        .collect();
        if !parts.is_empty() {
            let _ = writeln!(
                text,
                "\n**Cut:** there was no room for {}; `{list}` lists all.",
                parts.join(", ")
            );
        }
        text
    }
}
