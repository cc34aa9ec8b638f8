//! Reports for people, in a terminal.

use std::fmt::Write as _;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::table::table;
use super::{Look, words};
use crate::finding::Finding;
use crate::judge::{Detection, Scan, Standing, Verdict, Workspace};

pub(super) fn detection(detection: &Detection, look: Look) -> String {
    let paint = Paint::new(look.color);
    let mut out = String::new();
    let word = paint.standing(detection.verdict.word());
    if let Verdict::Spurious(spurious) = &detection.verdict {
        let _ = writeln!(out, "{word}: {}", spurious.subcode);
        let _ = writeln!(out, "  {}", outside(&spurious.message));
    } else {
        let line = outside(&words::verdict(&detection.verdict));
        let rest = line
            .strip_prefix(detection.verdict.word())
            .unwrap_or_default();
        let _ = writeln!(out, "{word}{rest}");
    }
    if !detection.verdict.findings().is_empty() {
        out.push('\n');
        findings(&mut out, detection.verdict.findings(), paint);
    }
    if detection.verdict.is_spurious() {
        out.push('\n');
        for (name, value) in words::facts(detection) {
            let label = paint.label(&format!("{name}:"));
            let _ = writeln!(out, "{label} {}", outside(&value));
        }
    }
    without_commands(&out)
}

pub(super) fn scan(scan: &Scan, look: Look) -> String {
    let paint = Paint::new(look.color);
    let mut out = String::new();
    if !scan.workspaces.is_empty() {
        out.push_str(&table(scan, look));
        out.push('\n');
    }
    for workspace in &scan.workspaces {
        section(&mut out, workspace, paint);
    }
    for ignored in &scan.ignored {
        let _ = writeln!(
            out,
            "{} {} ({})",
            paint.label("ignored:"),
            outside(words::path(&ignored.path)),
            outside(&ignored.reason)
        );
    }
    for note in &scan.notes {
        let _ = writeln!(out, "{} {}", paint.label("note:"), outside(note));
    }
    if !scan.ignored.is_empty() || !scan.notes.is_empty() {
        out.push('\n');
    }
    out.push_str(&words::counts(scan.summary()));
    out.push('\n');
    without_commands(&out)
}

/// What the table has no room for.
fn section(out: &mut String, workspace: &Workspace, paint: Paint) {
    let Standing::Claimed { verdict, .. } = &workspace.standing else {
        return;
    };
    if matches!(verdict, Verdict::Clean { warnings, .. } if warnings.is_empty()) {
        return;
    }
    let path = paint.heading(&outside(words::path(&workspace.path)));
    let word = paint.standing(verdict.word());
    let reason = outside(&verdict.reason());
    // The word first: behind a colour, a path could start a line unseen by
    // `without_commands`.
    let _ = writeln!(out, "{word} {path}: {reason}");
    findings(out, verdict.findings(), paint);
    out.push('\n');
}

/// A line a finding, in the form that editors and terminals make a link of,
/// and what to do once for all that it is said of.
fn findings(out: &mut String, all: &[Finding], paint: Paint) {
    for group in words::by_help(all) {
        for finding in &group {
            let severity = finding.severity;
            let kind = format!("{}[{}]", severity.word(), finding.code);
            let _ = writeln!(
                out,
                "  {}: {}: {}",
                outside(&words::place(&finding.place)),
                paint.severity(severity, &kind),
                outside(&finding.message)
            );
        }
        if let Some(finding) = group.first() {
            let help = outside(&finding.help);
            let _ = writeln!(out, "  {} {help}", paint.label("help:"));
        }
    }
}
