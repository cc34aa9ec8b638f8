//! Words that several formats share.

use std::collections::BTreeMap;

use crate::finding::{Finding, Place};
use crate::judge::{BaselineUse, Clean, Detection, Standing, Summary, Tally, Verdict, Workspace};

/// `1 task`, `2 tasks`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The four counts: `6 workspaces: 4 claim completion, 2 spurious, 0 unjudged`.
pub(super) fn counts(summary: Summary) -> String {
    format!(
        "{}: {} completion, {} spurious, {} unjudged",
        count(summary.workspaces, "workspace", "workspaces"),
        count(summary.claims, "claims", "claim"),
        summary.spurious,
        summary.unjudged,
    )
}

/// `path:line:column`; not escaped.
pub(super) fn place(place: &Place) -> String {
    let path = path(&place.path);
    match place.position {
        Some(position) => format!("{path}:{}:{}", position.line, position.column),
        None => path.to_owned(),
    }
}

/// A path; the empty one is the directory that all paths start from.
pub(super) fn path(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

/// `2 pending, 5 done`; `-` where the plan cannot be read.
pub(super) fn tasks(tasks: Option<Tally>) -> String {
    tasks.map_or_else(
        || "-".to_owned(),
        |tally| format!("{} pending, {} done", tally.pending, tally.done),
    )
}

/// How a workspace stands, in a word, and what there is to say of it in a
/// table; not escaped. What a long message says stands below the table.
pub(super) fn standing(standing: &Standing) -> (&'static str, String) {
    match standing {
        Standing::InProgress { parked: None } => ("in progress", String::new()),
        Standing::InProgress {
            parked: Some(status),
        } => ("parked", status.clone()),
        Standing::Claimed { verdict, .. } => (verdict.word(), gist(verdict)),
    }
}

fn gist(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Clean { why, warnings } => {
            let mut parts = Vec::new();
            if let Clean::Parked(status) = why {
                parts.push(format!("parked: {status}"));
            }
            if !warnings.is_empty() {
                parts.push(count(warnings.len(), "warning", "warnings"));
            }
            parts.join(", ")
        }
        Verdict::Spurious(spurious) => spurious.subcode.summary().to_owned(),
        Verdict::Unjudged(unjudged) => unjudged.reason(),
    }
}

/// One line that says how a run stands: `clean: nothing to flag, 2 warnings`;
/// not escaped.
pub(super) fn verdict(verdict: &Verdict) -> String {
    let mut line = format!("{}: {}", verdict.word(), verdict.reason());
    if let Verdict::Clean { warnings, .. } = verdict
        && !warnings.is_empty()
    {
        line.push_str(", ");
        line.push_str(&count(warnings.len(), "warning", "warnings"));
    }
    line
}

/// What was judged, by what: names and values, not escaped.
pub(super) fn facts(detection: &Detection) -> Vec<(&'static str, String)> {
    let mut facts = vec![("workspace", path(&detection.workspace).to_owned())];
    if let Some(command) = &detection.command {
        facts.push(("command", command.clone()));
    }
    facts.push(("contract", detection.contract.clone()));
    if let Some((path, class)) = &detection.artifact {
        facts.push(("artifact", format!("{path} is {}", class.word())));
    }
    let baseline = match &detection.baseline {
        BaselineUse::Absent => "absent".to_owned(),
        BaselineUse::Ignored(why) => format!("ignored: {why}"),
        BaselineUse::Compared(taken_at) => format!("taken at {taken_at}"),
    };
    facts.push(("baseline", baseline));
    facts
}

/// The findings of one help each, in the order in which the first of each
/// comes: help is said once.
pub(super) fn by_help(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut numbers = BTreeMap::new();
    for finding in findings {
        let number = *numbers
            .entry((finding.code, finding.help.as_str()))
            .or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// The findings of a workspace; none where it claims nothing.
pub(super) fn findings(workspace: &Workspace) -> &[Finding] {
    match &workspace.standing {
        Standing::Claimed { verdict, .. } => verdict.findings(),
        Standing::InProgress { .. } => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_know_singular_and_plural() {
        let summary = |workspaces, claims, spurious| {
            counts(Summary {
                workspaces,
                claims,
                spurious,
                unjudged: 0,
            })
        };
        assert_eq!(
            summary(6, 4, 2),
            "6 workspaces: 4 claim completion, 2 spurious, 0 unjudged"
        );
        assert_eq!(
            summary(1, 1, 1),
            "1 workspace: 1 claims completion, 1 spurious, 0 unjudged"
        );
        assert_eq!(
            summary(0, 0, 0),
            "0 workspaces: 0 claim completion, 0 spurious, 0 unjudged"
        );
    }
}
