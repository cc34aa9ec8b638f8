//! What a run was given: the artifacts as they were before it.

use crate::plan::Class;

/// What is known of the artifacts before a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// When it was taken, RFC 3339 in UTC.
    pub taken_at: String,
    /// The contract whose artifacts it lists.
    pub contract: String,
    /// The artifacts.
    pub artifacts: Vec<BaselineArtifact>,
}

/// One artifact before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineArtifact {
    /// Its path in the workspace, with `/`.
    pub path: String,
    /// Its class.
    pub class: Class,
    /// Its size in bytes.
    pub size: u64,
    /// SHA-256 of its bytes, in hex.
    pub sha256: Option<String>,
    /// SHA-256 of its JSON value, in hex, where it is one.
    pub value_sha256: Option<String>,
}

/// Why a baseline is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// x
    #[error("x")]
    NotJson,
}

/// Whether there was a baseline to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaselineUse {
    /// None was taken: that axis is not judged.
    Absent,
    /// One is there and cannot be used, and why; safe to print.
    Ignored(String),
    /// One was compared with, taken at this time (RFC 3339).
    Compared(String),
}
