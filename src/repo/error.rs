//! What goes wrong with a repository, and whose business that is.

use std::fmt::Display;
use std::path::Path;

use crate::finding::visible;

/// Whose business an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepoErrorKind {
    /// The caller's: he asked for something that is not there. Exit code 2.
    Usage,
    /// Nobody's in the call: the repository lacks something, or is of a kind
    /// that cannot be read. Exit code 3.
    Surroundings,
}

/// Why a repository could not be used. Each says what happened, where, and
/// what to do next; safe to print.
#[derive(Debug, thiserror::Error)]
pub enum RepoError {
    /// A directory cannot be looked at.
    #[error("{path} cannot be looked at: {reason}; give a directory that exists and may be read")]
    Directory {
        /// Which one.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// Something that says it is a repository cannot be opened as one.
    #[error(
        "the repository at {path} cannot be opened: {reason}; `git -C {path} status` says what git makes of it"
    )]
    Open {
        /// Where it was looked for.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// References are stored in a way that gix cannot read.
    #[error(
        "the repository at {path} keeps its references as `{format}`, which closeout cannot read; convert it with `git refs migrate --ref-format=files`"
    )]
    RefStorage {
        /// The repository.
        path: String,
        /// What `extensions.refStorage` says.
        format: String,
    },
    /// The repository needs something of its reader that gix has not.
    #[error(
        "the repository at {path} uses `extensions.{extension}`, which closeout does not know; clone it anew without that extension"
    )]
    Extension {
        /// The repository.
        path: String,
        /// Which extension.
        extension: String,
    },
    /// There is no commit yet.
    #[error("`{rev}` has no commit yet in {path}; commit something first")]
    Unborn {
        /// What was asked for.
        rev: String,
        /// The repository.
        path: String,
    },
    /// No such revision.
    #[error(
        "there is no revision `{rev}` in {path}; `git fetch` it if it is a branch or commit of the remote, and name one that `git rev-parse` knows"
    )]
    NoSuchRevision {
        /// What was asked for.
        rev: String,
        /// The repository.
        path: String,
    },
    /// What was asked for does not name one object.
    #[error("`{rev}` does not name one commit of {path}: {reason}; give one branch, tag or commit")]
    NotOneRevision {
        /// What was asked for.
        rev: String,
        /// The repository.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The revision is something else than a commit.
    #[error("`{rev}` is a {found} of {path}, not a commit; give a branch, tag or commit")]
    NotACommit {
        /// What was asked for.
        rev: String,
        /// The repository.
        path: String,
        /// What it is: `tree` or `blob`.
        found: String,
    },
    /// There is no work tree to look at.
    #[error("{path} is a bare repository and has no work tree; name a revision with --rev")]
    Bare {
        /// The repository.
        path: String,
    },
    /// A history that was cut off before the two met.
    #[error(
        "no merge base of `{base}` and `{to}` is in {path}, which is a shallow clone; run `git fetch --unshallow` or `git fetch --deepen=N` (in a workflow: `fetch-depth: 0` of actions/checkout)"
    )]
    CutOff {
        /// One revision.
        base: String,
        /// The other.
        to: String,
        /// The repository.
        path: String,
    },
    /// A revision that is further back than a shallow clone goes.
    #[error(
        "the history of `{rev}` is cut off at {id} in {path}, which is a shallow clone; run `git fetch --unshallow` or `git fetch --deepen=N` (in a workflow: `fetch-depth: 0` of actions/checkout)"
    )]
    BeyondCut {
        /// What was asked for.
        rev: String,
        /// The last commit that is there.
        id: String,
        /// The repository.
        path: String,
    },
    /// Two histories that never met.
    #[error(
        "`{base}` and `{to}` have no commit in common in {path}; give a base that the other was branched from"
    )]
    Unrelated {
        /// One revision.
        base: String,
        /// The other.
        to: String,
        /// The repository.
        path: String,
    },
    /// An object is named that is not there.
    #[error("object {id} of `{rev}` is missing in {path}; run `{fetch}`")]
    MissingObject {
        /// What was asked for.
        rev: String,
        /// The object id.
        id: String,
        /// The repository.
        path: String,
        /// The command that brings it.
        fetch: String,
    },
    /// A file of ignore patterns that is none.
    #[error(
        "the ignore file {path} {reason}; put a regular file in its place, or name another one with `git config core.excludesFile` where that names it"
    )]
    IgnoreFile {
        /// Which file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// Something in the repository cannot be read.
    #[error("{what} of {path} cannot be read: {reason}; `git fsck` says more")]
    Unreadable {
        /// What was read: `the index`, `object 1a2b…`.
        what: String,
        /// The repository.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// Something could not be written.
    #[error(
        "{what} of {path} cannot be written: {reason}; nothing that was there is lost, run it again once that is mended"
    )]
    NotWritten {
        /// What was written: `refs/closeout/archive`.
        what: String,
        /// The repository.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// Another process holds the lock and does not let go.
    #[error("{path} is locked by another process for more than {seconds} s; try again later")]
    Busy {
        /// The file that is the lock.
        path: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The `git` program did not do what it was asked to.
    #[error("`{call}` failed in {path}: {reason}; run it there by hand to see more")]
    Git {
        /// The call.
        call: String,
        /// Where it ran.
        path: String,
        /// What git says, or why there is no answer.
        reason: String,
    },
}

impl RepoError {
    /// Whose business this is.
    #[must_use]
    pub fn kind(&self) -> RepoErrorKind {
        match self {
            Self::Directory { .. }
            | Self::Unborn { .. }
            | Self::NoSuchRevision { .. }
            | Self::NotOneRevision { .. }
            | Self::NotACommit { .. }
            | Self::Bare { .. } => RepoErrorKind::Usage,
            Self::Open { .. }
            | Self::RefStorage { .. }
            | Self::Extension { .. }
            | Self::CutOff { .. }
            | Self::BeyondCut { .. }
            | Self::Unrelated { .. }
            | Self::MissingObject { .. }
            | Self::IgnoreFile { .. }
            | Self::Unreadable { .. }
            | Self::NotWritten { .. }
            | Self::Busy { .. }
            | Self::Git { .. } => RepoErrorKind::Surroundings,
        }
    }

    pub(super) fn directory(path: &Path, reason: &dyn Display) -> Self {
        Self::Directory {
            path: shown(path),
            reason: visible(&reason.to_string()).into_owned(),
        }
    }

    pub(super) fn open(path: &Path, error: &gix::Error) -> Self {
        Self::Open {
            path: shown(path),
            reason: reason(error),
        }
    }
}

/// A path, safe to print.
pub(super) fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// What gix says: the outermost message, and the cause where it says more.
pub(super) fn reason(error: &gix::Error) -> String {
    let outer = error.to_string();
    let cause = error.probable_cause().to_string();
    let text = if cause.is_empty() || outer.contains(&cause) {
        outer
    } else {
        format!("{outer}: {cause}")
    };
    visible(text.trim_end_matches('.')).into_owned()
}
