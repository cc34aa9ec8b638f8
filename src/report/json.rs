//! Reports for programs: one line of JSON. Its keys are only ever added to.

use schemars::JsonSchema;
use serde::Serialize;

use super::outside::plain_json;
use super::{Look, words};
use crate::judge::{self, BaselineUse, Standing, Verdict};

/// What `closeout detect --format json` prints.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Detect<'a> {
    /// There is nothing to flag, and `--full` was not given.
    Nothing(Nothing),
    /// The completion is spurious, or `--full` was given.
    Report(Box<Report<'a>>),
}

/// The empty object.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Nothing {}

/// The whole report of one workspace.
#[derive(Serialize, JsonSchema)]
pub(super) struct Report<'a> {
    /// The code of the first rule that was broken; only where the verdict is
    /// `spurious`.
    #[serde(skip_serializing_if = "Option::is_none")]
    subcode: Option<&'static str>,
    /// One or two sentences a person can act on, at most 1,000 characters;
    /// only where the verdict is `spurious`.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    /// Whether the completion is true, or cannot be told.
    #[schemars(extend("enum" = ["clean", "spurious", "unjudged"]))]
    verdict: &'static str,
    /// Why, in a sentence.
    reason: String,
    /// The workspace, as the caller named it.
    workspace: &'a str,
    /// The command's normalised name; null where none was given.
    command: Option<&'a str>,
    /// The contract in force.
    contract: &'a str,
    /// The plan's file; null where nothing was looked at.
    artifact: Option<Artifact<'a>>,
    /// What the run was given.
    baseline: Baseline<'a>,
    /// Every finding, errors first.
    findings: Vec<Finding<'a>>,
}

/// A file that a run should have produced.
#[derive(Serialize, JsonSchema)]
struct Artifact<'a> {
    /// Its path.
    path: &'a str,
    /// What became of it.
    #[schemars(extend("enum" = ["missing", "empty", "unparseable", "present"]))]
    class: &'static str,
}

/// Whether there was a baseline to compare with.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Baseline<'a> {
    /// None was taken: whether anything changed is not judged.
    Absent,
    /// One is there and cannot be used.
    Ignored {
        /// Why.
        reason: &'a str,
    },
    /// One was compared with.
    Compared {
        /// When it was taken, RFC 3339.
        taken_at: &'a str,
    },
}

/// One thing that is wrong.
#[derive(Serialize, JsonSchema)]
struct Finding<'a> {
    /// Its stable code; `closeout explain CODE` says more.
    code: &'static str,
    /// How much it weighs: only an error makes a completion spurious.
    #[schemars(extend("enum" = ["error", "warning"]))]
    severity: &'static str,
    /// One or two sentences.
    message: &'a str,
    /// The file.
    path: &'a str,
    /// The line, from 1; null where the finding has none.
    line: Option<u32>,
    /// The column in characters (Unicode scalar values), from 1; null where
    /// the finding has none.
    column: Option<u32>,
    /// What to do.
    help: &'a str,
}

/// What `closeout scan --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Scan<'a> {
    /// The four counts.
    summary: Summary,
    /// Every workspace, in the order of their paths.
    workspaces: Vec<Workspace<'a>>,
    /// What the configuration says to ignore, and was there.
    ignored: Vec<Ignored<'a>>,
    /// What else there is to know, a sentence each.
    notes: &'a [String],
}

/// The four counts of a scan.
#[derive(Serialize, JsonSchema)]
struct Summary {
    /// Workspaces looked at.
    workspaces: usize,
    /// Those that claim completion.
    claims: usize,
    /// Claims that are not true.
    spurious: usize,
    /// Claims of which it cannot be told.
    unjudged: usize,
}

/// One workspace of a scan.
#[derive(Serialize, JsonSchema)]
struct Workspace<'a> {
    /// Its path from the repository's root; `.` for the root.
    path: &'a str,
    /// The reader that found it.
    reader: &'static str,
    /// Who says that it is complete; null where nobody does.
    claim: Option<&'static str>,
    /// Whether that is true, or cannot be told; null where nothing is claimed.
    #[schemars(extend("enum" = ["clean", "spurious", "unjudged", null]))]
    verdict: Option<&'static str>,
    /// Why, in a sentence; where nothing is claimed `in progress`, or
    /// `parked: ` and the status that parks it.
    reason: String,
    /// Its tasks; null where the plan cannot be read.
    tasks: Option<Tasks>,
    /// Every finding, errors first.
    findings: Vec<Finding<'a>>,
}

/// How many tasks there are.
#[derive(Serialize, JsonSchema)]
struct Tasks {
    /// Not done.
    pending: usize,
    /// Done.
    done: usize,
}

/// A workspace that the configuration says to ignore.
#[derive(Serialize, JsonSchema)]
struct Ignored<'a> {
    /// Its path from the repository's root.
    path: &'a str,
    /// The reason that the configuration gives.
    reason: &'a str,
}

pub(super) fn detection(detection: &judge::Detection, look: Look) -> String {
    line(&if look.full || detection.verdict.is_spurious() {
        Detect::Report(Box::new(Report::of(detection)))
    } else {
        Detect::Nothing(Nothing {})
    })
}

pub(super) fn scan(scan: &judge::Scan) -> String {
    let summary = scan.summary();
    line(&Scan {
        summary: Summary {
            workspaces: summary.workspaces,
            claims: summary.claims,
            spurious: summary.spurious,
            unjudged: summary.unjudged,
        },
        workspaces: scan.workspaces.iter().map(Workspace::of).collect(),
        ignored: scan
            .ignored
            .iter()
            .map(|ignored| Ignored {
                path: &ignored.path,
                reason: &ignored.reason,
            })
            .collect(),
        notes: &scan.notes,
    })
}

/// One line of JSON.
pub(super) fn line(value: &impl Serialize) -> String {
    // Only a map with odd keys or a failing `Serialize` is no JSON; the types
    // of this room have neither.
    plain_json(&serde_json::to_string(value).unwrap_or_default())
}

impl<'a> Report<'a> {
    fn of(detection: &'a judge::Detection) -> Self {
        let (subcode, message) = match &detection.verdict {
            Verdict::Spurious(spurious) => {
                (Some(spurious.subcode.id()), Some(spurious.message.as_str()))
            }
            Verdict::Clean { .. } | Verdict::Unjudged(_) => (None, None),
        };
        Self {
            subcode,
            message,
            verdict: detection.verdict.word(),
            reason: detection.verdict.reason(),
            workspace: &detection.workspace,
            command: detection.command.as_deref(),
            contract: &detection.contract,
            artifact: detection.artifact.as_ref().map(|(path, class)| Artifact {
                path,
                class: class.word(),
            }),
            baseline: match &detection.baseline {
                BaselineUse::Absent => Baseline::Absent,
                BaselineUse::Ignored(reason) => Baseline::Ignored { reason },
                BaselineUse::Compared(taken_at) => Baseline::Compared { taken_at },
            },
            findings: findings(detection.verdict.findings()),
        }
    }
}

impl<'a> Workspace<'a> {
    fn of(workspace: &'a judge::Workspace) -> Self {
        let (claim, verdict, reason) = match &workspace.standing {
            Standing::InProgress { parked: None } => (None, None, "in progress".to_owned()),
            Standing::InProgress {
                parked: Some(status),
            } => (None, None, format!("parked: {status}")),
            Standing::Claimed { claim, verdict } => {
                (Some(claim.word()), Some(verdict.word()), verdict.reason())
            }
        };
        Self {
            path: &workspace.path,
            reader: workspace.reader,
            claim,
            verdict,
            reason,
            tasks: workspace.tasks.map(|tally| Tasks {
                pending: tally.pending,
                done: tally.done,
            }),
            findings: findings(words::findings(workspace)),
        }
    }
}

fn findings(all: &[crate::finding::Finding]) -> Vec<Finding<'_>> {
    all.iter()
        .map(|finding| Finding {
            code: finding.code.id(),
            severity: finding.severity.word(),
            message: &finding.message,
            path: &finding.place.path,
            line: finding.place.position.map(|position| position.line),
            column: finding.place.position.map(|position| position.column),
            help: &finding.help,
        })
        .collect()
}
