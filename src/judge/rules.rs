//! The order of judgement.

use std::cmp::Reverse;

use super::{Clean, CommandName, Contract, OwedKind, Spurious, Verdict, message};
use crate::finding::{Code, Finding, Place, Severities, Severity};
use crate::plan::{Class, Defect, MAX_TASKS, Plan, Produced, State};

/// At which moment a run is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The caller says that this run is complete: `detect`.
    Claim,
    /// The files of the workspace say so, and nobody else is there to ask:
    /// `scan`. A plan that exists and holds nothing was meant to hold
    /// something.
    Files,
}

/// One file that is judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Whether the command owes it.
    pub owed: bool,
    /// Where it stands, for people; not escaped.
    pub place: String,
    /// What became of it.
    pub made: Made,
    /// When the baseline was taken, if the content is the same since.
    pub unchanged_since: Option<String>,
}

/// What became of an artifact, by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// A plan.
    Plan(Produced<Plan>),
    /// Anything else that is owed.
    File(Produced<()>),
}

/// Everything that a judgement needs.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// What is owed, and which status parks a run.
    pub contract: &'a Contract,
    /// What each code weighs.
    pub severities: &'a Severities,
    /// The command that ran, if one was named.
    pub command: Option<&'a CommandName>,
    /// At which moment.
    pub moment: Moment,
    /// What the state file says, if it says anything.
    pub state: Option<&'a State>,
    /// The plan, and every other artifact that is owed.
    pub artifacts: &'a [Artifact],
}

/// Judges a run: the rules in their order, of which the first that makes an
/// error names the verdict. A rule whose code is a warning is said, and the
/// next one is looked at; one whose code is off does not apply.
#[must_use]
pub fn judge(case: &Case<'_>) -> Verdict {
    if let Some(status) = parked(case.contract, case.state) {
        return Verdict::Clean {
            why: Clean::Parked(status.to_owned()),
            warnings: Vec::new(),
        };
    }
    let mut broken: Option<Broken> = None;
    let mut warnings = Vec::new();
    for rule in [not_produced, pending, unchanged] {
        let Some(found) = rule(case) else { continue };
        match found.severity {
            Severity::Warning => warnings.extend(found.findings),
            Severity::Error if broken.is_none() => broken = Some(found),
            // Of a later rule only what is said and fails nobody.
            Severity::Error => warnings.extend(
                found
                    .findings
                    .into_iter()
                    .filter(|finding| finding.severity == Severity::Warning),
            ),
        }
    }
    for found in remarks(case) {
        match (found.severity, &mut broken) {
            (Severity::Warning, _) => warnings.extend(found.findings),
            (Severity::Error, Some(broken)) => broken.findings.extend(found.findings),
            (Severity::Error, none) => *none = Some(found),
        }
    }
    match broken {
        None => Verdict::Clean {
            why: Clean::NothingFlagged,
            warnings,
        },
        Some(mut broken) => {
            broken.findings.append(&mut warnings);
            // A rule with two codes has both kinds.
            broken
                .findings
                .sort_by_key(|finding| Reverse(finding.severity));
            Verdict::Spurious(Spurious {
                subcode: broken.code,
                message: broken.message,
                findings: broken.findings,
            })
        }
    }
}

/// The status that parks this run, if one does.
#[must_use]
pub fn parked<'a>(contract: &Contract, state: Option<&'a State>) -> Option<&'a str> {
    let (status, _) = state?.status.as_ref()?;
    contract.parked.contains(status).then_some(status.as_str())
}

/// A rule that was broken.
struct Broken {
    code: Code,
    severity: Severity,
    message: String,
    findings: Vec<Finding>,
}

impl Broken {
    /// One more artifact that breaks the same rule: its findings count, and
    /// the first one's message stands.
    fn merge(so_far: Option<Self>, next: Self) -> Self {
        match so_far {
            None => next,
            Some(mut first) => {
                // Of two codes of one rule the heavier one names it.
                if next.severity > first.severity {
                    return Self {
                        findings: next.findings.into_iter().chain(first.findings).collect(),
                        ..next
                    };
                }
                first.findings.extend(next.findings);
                first
            }
        }
    }
}

/// Rule 3: what is owed is not there.
fn not_produced(case: &Case<'_>) -> Option<Broken> {
    let mut broken = None;
    for artifact in case.artifacts {
        let (code, produced) = match &artifact.made {
            Made::Plan(plan) => (Code::PlanMissingAtCompletion, plan.forget()),
            Made::File(file) => (Code::ArtifactMissingAtCompletion, file.clone()),
        };
        let hollow = matches!(produced.class(), Class::Empty | Class::Unparseable);
        let owed = artifact.owed
            || (case.moment == Moment::Files
                && hollow
                && !case.contract.owes_no_plan(case.command));
        if !owed || produced.class() == Class::Present {
            continue;
        }
        let Some(severity) = case.severities.of(code) else {
            continue;
        };
        let place = match &produced {
            Produced::Unparseable(Defect {
                position: Some(position),
                ..
            }) => Place::at(&artifact.place, *position),
            _ => Place::file(&artifact.place),
        };
        let message = message::not_produced(case.command, &artifact.place, &produced);
        let here = message::not_produced_here(case.command, &produced);
        let finding = Finding::new(code, severity, here, place);
        broken = Some(Broken::merge(
            broken,
            Broken {
                code,
                severity,
                message,
                findings: vec![finding],
            },
        ));
    }
    broken
}

/// Rule 4: the plan has pending tasks, whatever the command owes.
fn pending(case: &Case<'_>) -> Option<Broken> {
    let mut broken = None;
    for artifact in case.artifacts {
        let Made::Plan(Produced::Present(plan)) = &artifact.made else {
            continue;
        };
        if plan.pending.count == 0 {
            continue;
        }
        let code = if plan.questions > 0 {
            Code::PendingTasksBlockedByQuestions
        } else {
            Code::PendingTasksAtCompletion
        };
        let Some(severity) = case.severities.of(code) else {
            continue;
        };
        let message =
            message::pending(case.command, &artifact.place, &plan.pending, plan.questions);
        broken = Some(Broken::merge(
            broken,
            Broken {
                code,
                severity,
                message,
                findings: task_findings(code, severity, &artifact.place, plan),
            },
        ));
    }
    broken
}

/// One finding a task, up to [`MAX_TASKS`], then one for the others.
fn task_findings(code: Code, severity: Severity, place: &str, plan: &Plan) -> Vec<Finding> {
    let shown = plan.pending.first.iter().take(MAX_TASKS);
    let mut findings: Vec<Finding> = shown
        .map(|task| {
            let place = Place::at(place, task.position);
            Finding::new(code, severity, message::task(task), place)
        })
        .collect();
    let more = plan.pending.count.saturating_sub(findings.len());
    if more > 0 {
        let message = message::more_tasks(more);
        findings.push(Finding::new(code, severity, message, Place::file(place)));
    }
    findings
}

/// Rule 5: what is owed is what it was before the run.
fn unchanged(case: &Case<'_>) -> Option<Broken> {
    let code = Code::PlanUnchangedAtCompletion;
    let severity = case.severities.of(code)?;
    let mut broken = None;
    for artifact in case.artifacts.iter().filter(|artifact| artifact.owed) {
        let Some(taken_at) = &artifact.unchanged_since else {
            continue;
        };
        let message = message::unchanged(case.command, &artifact.place, taken_at);
        let here = message::unchanged_here(taken_at);
        let finding = Finding::new(code, severity, here, Place::file(&artifact.place));
        broken = Some(Broken::merge(
            broken,
            Broken {
                code,
                severity,
                message,
                findings: vec![finding],
            },
        ));
    }
    broken
}

/// What the readers noticed beside the tasks, a code at a time.
fn remarks(case: &Case<'_>) -> Vec<Broken> {
    let mut found: Vec<Broken> = Vec::new();
    for artifact in case.artifacts {
        let Made::Plan(Produced::Present(plan)) = &artifact.made else {
            continue;
        };
        for remark in &plan.remarks {
            let Some(severity) = case.severities.of(remark.code) else {
                continue;
            };
            let place = match remark.position {
                Some(position) => Place::at(&artifact.place, position),
                None => Place::file(&artifact.place),
            };
            let finding = Finding::new(remark.code, severity, remark.message.clone(), place);
            match found.iter_mut().find(|broken| broken.code == remark.code) {
                Some(broken) => broken.findings.push(finding),
                None => found.push(Broken {
                    code: remark.code,
                    severity,
                    message: remark.message.clone(),
                    findings: vec![finding],
                }),
            }
        }
    }
    found
}

impl Made {
    /// What became of it, without what it says.
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Self::Plan(plan) => plan.class(),
            Self::File(file) => file.class(),
        }
    }
}

/// How an artifact of this kind is read, and what became of it.
#[must_use]
pub fn made(kind: OwedKind, content: &crate::plan::Content) -> Made {
    match kind {
        OwedKind::Plan => Made::Plan(crate::plan::read_plan(content)),
        OwedKind::Json => Made::File(crate::plan::read_json(content)),
        OwedKind::Any => Made::File(crate::plan::read_any(content)),
    }
}

#[cfg(test)]
mod tests;
