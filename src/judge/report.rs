//! What `detect` and `scan` have found out: what the renderers are given.

use super::{BaselineUse, Claim, Verdict};
use crate::plan::Class;

/// What `detect` found out about one workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// The workspace, as the caller named it; not escaped.
    pub workspace: String,
    /// The command, normalised; `None` where none was given. Not escaped.
    pub command: Option<String>,
    /// The contract in force.
    pub contract: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The plan's file and what became of it; `None` where nothing was looked
    /// at.
    pub artifact: Option<(String, Class)>,
    /// The baseline.
    pub baseline: BaselineUse,
}

/// What `scan` found out about a repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    /// Every workspace, in the order of their paths.
    pub workspaces: Vec<Workspace>,
    /// What the configuration says to ignore, and was there.
    pub ignored: Vec<Ignored>,
    /// What else the reader of the report should know, a sentence each; safe
    /// to print.
    pub notes: Vec<String>,
}

/// One workspace of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its path from the repository's root; `.` for the root. Not escaped.
    pub path: String,
    /// The name of the reader that found it.
    pub reader: &'static str,
    /// How it stands.
    pub standing: Standing,
    /// Its tasks, where the plan can be read.
    pub tasks: Option<Tally>,
}

/// How many tasks are pending and done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Not done.
    pub pending: usize,
    /// Done.
    pub done: usize,
}

/// How a workspace stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It claims nothing, and so there is no verdict.
    InProgress {
        /// The status that parks it, if one does. Not escaped.
        parked: Option<String>,
    },
    /// It claims completion.
    Claimed {
        /// Who says so.
        claim: Claim,
        /// Whether it is true.
        verdict: Verdict,
    },
}

/// A workspace that the configuration says to ignore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its path from the repository's root. Not escaped.
    pub path: String,
    /// The reason that the configuration gives. Not escaped.
    pub reason: String,
}

/// The four counts of a scan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Workspaces looked at.
    pub workspaces: usize,
    /// Those that claim completion.
    pub claims: usize,
    /// Claims that are not true.
    pub spurious: usize,
    /// Claims of which it cannot be told.
    pub unjudged: usize,
}

impl Scan {
    /// The four counts.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            workspaces: self.workspaces.len(),
            ..Summary::default()
        };
        for workspace in &self.workspaces {
            let Standing::Claimed { verdict, .. } = &workspace.standing else {
                continue;
            };
            summary.claims += 1;
            summary.spurious += usize::from(verdict.is_spurious());
            summary.unjudged += usize::from(matches!(verdict, Verdict::Unjudged(_)));
        }
        summary
    }
}
