//! Workflow commands: annotations on the lines.

use std::fmt::Write as _;

use super::command::{Level, WorkflowCommand};
use super::outside::outside;
use super::words;
use crate::finding::{Finding, Place};
use crate::judge::{Detection, Scan, Standing, Verdict};

/// How many annotations of each kind GitHub shows a step; it drops the others
/// without a word.
const SHOWN: usize = 10;

pub(super) fn detection(detection: &Detection) -> String {
    let mut notices = Vec::new();
    if let Verdict::Unjudged(unjudged) = &detection.verdict {
        notices.push(notice("unjudged", None, unjudged.reason()));
    }
    let findings = ranked([detection.verdict.findings()]);
    let mut out = annotations(&findings, notices, "closeout detect --format json");
    out.push_str(&plain(&words::verdict(&detection.verdict)));
    out
}

pub(super) fn scan(scan: &Scan) -> String {
    let places: Vec<(Place, String)> = scan
        .workspaces
        .iter()
        .filter_map(|workspace| match &workspace.standing {
            Standing::Claimed {
                verdict: Verdict::Unjudged(unjudged),
                ..
            } => Some((Place::file(&workspace.path), unjudged.reason())),
            _ => None,
        })
        .collect();
    let mut notices: Vec<_> = places
        .iter()
        .map(|(place, reason)| notice("unjudged", Some(place), reason.clone()))
        .collect();
    for note in &scan.notes {
        notices.push(notice("note", None, note.clone()));
    }
    let findings = ranked(scan.workspaces.iter().map(words::findings));
    let mut out = annotations(&findings, notices, "closeout scan --format json");
    for ignored in &scan.ignored {
        let path = words::path(&ignored.path);
        out.push_str(&plain(&format!("ignored: {path} ({})", ignored.reason)));
    }
    out.push_str(&plain(&words::counts(scan.summary())));
    out
}

/// Worst first; of one code the first finding of every workspace comes before
/// the second one of any, so that no workspace hides another.
fn ranked<'a>(workspaces: impl IntoIterator<Item = &'a [Finding]>) -> Vec<&'a Finding> {
    let mut ranked: Vec<(usize, &Finding)> = workspaces
        .into_iter()
        .flat_map(|findings| findings.iter().enumerate())
        .collect();
    ranked.sort_by_key(|(number, finding)| (finding.code, *number));
    ranked.into_iter().map(|(_, finding)| finding).collect()
}

fn annotations(findings: &[&Finding], notices: Vec<WorkflowCommand<'_>>, list: &str) -> String {
    let mut out = String::new();
    for level in [Level::Error, Level::Warning] {
        let of_level = findings
            .iter()
            .filter(|finding| Level::from(finding.severity) == level);
        let commands = of_level.map(|finding| WorkflowCommand {
            level,
            place: Some(&finding.place),
            title: finding.code.id(),
            lines: vec![finding.message.clone(), finding.help.clone()],
        });
        push_shown(&mut out, commands.collect(), list);
    }
    push_shown(&mut out, notices, list);
    out
}

/// As many as are shown; the last one says what is missing.
fn push_shown(out: &mut String, mut commands: Vec<WorkflowCommand<'_>>, list: &str) {
    let more = commands.len().saturating_sub(SHOWN);
    commands.truncate(SHOWN);
    if more > 0
        && let Some(last) = commands.last_mut()
    {
        let word = last.level.word();
        let plural = if more == 1 { "" } else { "s" };
        last.lines.push(format!(
            "And {more} more {word}{plural}, which GitHub would not show: `{list}` lists all."
        ));
    }
    for command in commands {
        let _ = writeln!(out, "{command}");
    }
}

fn notice<'a>(title: &'a str, place: Option<&'a Place>, line: String) -> WorkflowCommand<'a> {
    WorkflowCommand {
        level: Level::Notice,
        place,
        title,
        lines: vec![line],
    }
}

/// A line that is no command: no text from outside starts it.
fn plain(text: &str) -> String {
    format!("closeout: {}\n", outside(text))
}
