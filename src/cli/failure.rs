//! What ends a call without an answer, and with which exit code.

use crate::config::ConfigError;
use crate::files::FilesError;
use crate::finding::visible;
use crate::repo::{RepoError, RepoErrorKind};

/// Exit codes: see the README.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Nothing to flag.
    Clean = 0,
    /// Something is flagged.
    Flagged = 1,
    /// The call, or an input that the caller controls, is wrong.
    Usage = 2,
    /// The surroundings failed; nothing was lost.
    Surroundings = 3,
}

/// Why there is no answer: what happened and where, and what to do next.
#[derive(Debug)]
pub(super) struct Failure {
    /// The exit code.
    pub(super) exit: Exit,
    what: String,
    next: Option<String>,
}

impl Failure {
    /// The caller can mend it.
    pub(super) fn usage(what: impl Into<String>) -> Self {
        Self {
            exit: Exit::Usage,
            what: what.into(),
            next: None,
        }
    }

    /// The surroundings must change.
    pub(super) fn surroundings(what: impl Into<String>) -> Self {
        Self {
            exit: Exit::Surroundings,
            ..Self::usage(what)
        }
    }

    /// What to do next.
    pub(super) fn next(mut self, next: impl Into<String>) -> Self {
        self.next = Some(next.into());
        self
    }

    /// What happened, and where. Not escaped.
    pub(super) fn what(&self) -> &str {
        &self.what
    }

    /// What to do next. Not escaped.
    pub(super) fn help(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// The lines for stderr: one, and one more where there is something to do.
    /// A line break in what is quoted would start a line of its own, which a
    /// workflow may take for a command.
    pub(super) fn text(&self) -> String {
        let mut text = format!("error: {}\n", visible(&self.what));
        if let Some(next) = &self.next {
            text.push_str("  help: ");
            text.push_str(&visible(next));
            text.push('\n');
        }
        text
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.what()).next(error.help())
    }
}

impl From<RepoError> for Failure {
    fn from(error: RepoError) -> Self {
        match error.kind() {
            RepoErrorKind::Usage => Self::usage(error.to_string()),
            RepoErrorKind::Surroundings => Self::surroundings(error.to_string()),
        }
    }
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Self {
        Self::surroundings(error.to_string())
    }
}
