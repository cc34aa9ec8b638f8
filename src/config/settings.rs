//! What the keys beside the contracts say, each as a type that cannot be wrong.

use std::time::Duration;

use crate::finding::{Globs, RelPath};

/// Workspaces that are not judged, with the reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ignore {
    pub(super) globs: Globs,
    pub(super) reasons: Vec<String>,
}

impl Ignore {
    /// Why this path is ignored: the reason of the first pattern that matches,
    /// as the file has it, not escaped. `None` where none does.
    #[must_use]
    pub fn reason(&self, path: &RelPath) -> Option<&str> {
        let number = self.globs.first_match(path)?;
        self.reasons.get(number).map(String::as_str)
    }
}

/// What is configured for judging, keeping records and the hooks. `None` and
/// an empty list: the file does not say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Texts that claim completion; an empty list: none can.
    pub promises: Option<Vec<String>>,
    /// Which plan of another tool belongs to a ticket.
    pub tickets: Vec<TicketPlan>,
    /// The check that says whether the goal is met.
    pub goal_check: Option<GoalCheck>,
    /// The directory of the specifications, from the repository's root.
    pub spec_root: Option<RelPath>,
    /// Files that declare graphs.
    pub graphs: Globs,
    /// Where records are kept.
    pub archive: Option<Archive>,
    /// Logins that may have checkouts removed.
    pub cleanup_actors: Vec<String>,
    /// Whether a checkout stays when its ticket closes.
    pub keep_checkout_on_close: Option<bool>,
    /// What the pre-push hook does with a spurious completion.
    pub pre_push: Option<PrePush>,
    /// The short name of the default branch.
    pub default_branch: Option<String>,
}

/// The readers that a ticket's plan may be read with.
pub(super) const TICKET_READERS: [&str; 9] = [
    "closedloop",
    "work-item",
    "spec-kit",
    "openspec",
    "ralph",
    "task-master",
    "beads",
    "kiro",
    "checklist",
];

/// The plan of a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketPlan {
    /// The name of its reader.
    pub reader: String,
    /// A glob from the repository's root, in which `{n}` is the number.
    pub path: String,
}

/// A command that says whether the goal is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalCheck {
    /// The program and its arguments.
    pub run: Vec<String>,
    /// How long it may take.
    pub timeout: Duration,
    /// Which exit statuses say that the goal is not met.
    pub unmet: Unmet,
}

/// Exit statuses that say that the goal is not met. What is neither 0 nor
/// among them is a broken check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet {
    /// These.
    Codes(Vec<u8>),
    /// 1 to 125: 126 and above are what a shell says when nothing ran.
    NonZero,
}

impl Default for Unmet {
    fn default() -> Self {
        Self::Codes(vec![1])
    }
}

/// Where records are kept. A path is as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Archive {
    /// In the repository, found by the rules of the archive.
    Git,
    /// In this repository.
    GitAt(String),
    /// In this directory.
    Directory(String),
}

/// What the pre-push hook does with a spurious completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrePush {
    /// It stops the push.
    Block,
    /// It says so, and lets the push through.
    Warn,
    /// It does not look.
    Off,
}

impl PrePush {
    /// `block`, `warn` or `off`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Warn => "warn",
            Self::Off => "off",
        }
    }
}
