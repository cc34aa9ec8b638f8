//! What goes wrong with a store.

use std::fmt::Display;
use std::path::Path;

use crate::finding::visible;
use crate::repo::{RepoError, TransportError};

/// Why a record could not be read or written. Each says what happened, where,
/// and what to do next; safe to print.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The repository that holds the archive.
    #[error(transparent)]
    Repo(#[from] RepoError),
    /// The repository that it is pushed to or fetched from.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// A record's reference leads to something that is none.
    #[error(
        "{reference} holds no record: {reason}; look at it with `git show {reference}`, and delete it with `git update-ref -d {reference}` if it is nobody's"
    )]
    NoRecord {
        /// The reference.
        reference: String,
        /// What is wrong.
        reason: String,
    },
    /// A reference kept moving.
    #[error("{reference} kept moving while it was written; run it again")]
    Unsteady {
        /// The reference.
        reference: String,
    },
    /// A file of a directory store cannot be used.
    #[error("{path} cannot be {done}: {reason}")]
    File {
        /// Which one.
        path: String,
        /// `read` or `written`.
        done: &'static str,
        /// What is wrong, and what to do.
        reason: String,
    },
}

impl StoreError {
    pub(super) fn file(path: &Path, done: &'static str, reason: &dyn Display) -> Self {
        Self::File {
            path: visible(&path.to_string_lossy()).into_owned(),
            done,
            reason: visible(&reason.to_string()).into_owned(),
        }
    }
}
