//! What the judge says.

use crate::finding::{Code, Finding};

/// The answer to: is this completion true? Never a bare boolean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing to flag.
    Clean {
        /// Why.
        why: Clean,
        /// Findings that are said and fail nobody.
        warnings: Vec<Finding>,
    },
    /// The completion is not true.
    Spurious(Spurious),
    /// It cannot be told, and so nobody fails.
    Unjudged(Unjudged),
}

/// Why there is nothing to flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clean {
    /// The run waits for a person, with this status; it claims nothing.
    Parked(String),
    /// Every rule was looked at.
    NothingFlagged,
}

/// A completion that is not true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spurious {
    /// The code of the first rule that was broken.
    pub subcode: Code,
    /// One or two sentences, at most 1,000 characters, safe to print.
    pub message: String,
    /// Every finding, errors first.
    pub findings: Vec<Finding>,
}

/// Why it cannot be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unjudged {
    /// The workspace does not exist: perhaps it was reclaimed.
    NoWorkspace(String),
    /// The workspace exists and is no directory.
    NotADirectory(String),
    /// The workspace or a file in it may not be read.
    Unreadable {
        /// Which.
        path: String,
        /// What the system says.
        reason: String,
    },
}

impl Verdict {
    /// `clean`, `spurious` or `unjudged`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Clean { .. } => "clean",
            Self::Spurious(_) => "spurious",
            Self::Unjudged(_) => "unjudged",
        }
    }

    /// One sentence: why. It may hold text from outside, not escaped.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Clean { why, .. } => match why {
                Clean::Parked(status) => format!("parked: the state says {status}"),
                Clean::NothingFlagged => "nothing to flag".to_owned(),
            },
            Self::Spurious(spurious) => spurious.message.clone(),
            Self::Unjudged(unjudged) => unjudged.reason(),
        }
    }

    /// All findings, errors first.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Clean { warnings, .. } => warnings,
            Self::Spurious(spurious) => &spurious.findings,
            Self::Unjudged(_) => &[],
        }
    }

    /// Whether the completion is flagged.
    #[must_use]
    pub fn is_spurious(&self) -> bool {
        matches!(self, Self::Spurious(_))
    }
}

impl Unjudged {
    /// One sentence. It holds a path as it came from outside, not escaped.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::NoWorkspace(path) => {
                format!("no workspace at {path}: it may have been reclaimed after the run")
            }
            Self::NotADirectory(path) => format!("{path} is no directory"),
            Self::Unreadable { path, reason } => format!("{path} cannot be read: {reason}"),
        }
    }
}
