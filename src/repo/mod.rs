//! Repositories: the only room that imports gix or starts `git`.
//!
//! Reading never fetches: what a clone does not hold is an error that names the
//! fetch to run.

mod bounded;
mod classify;
mod decoded;
mod diagnosis;
mod discover;
mod error;
mod facts;
mod format;
mod history;
mod ignores;
mod lock;
mod object;
mod origin;
mod program;
mod range;
mod references;
mod revision;
mod status;
mod transport;
mod tree;
mod unpushed;
mod worktrees;
mod write;

pub use classify::Refusal;
pub use error::{RepoError, RepoErrorKind};
pub use facts::{Head, History, Layout, Partial, RepoFacts};
pub use history::Commit;
pub use ignores::Ignores;
pub use lock::WriteLock;
pub use object::ObjectId;
pub use range::{Range, RangeEnd};
pub use references::{Moved, RefChange, RefName, Reference};
pub use revision::Revision;
pub use status::{Paths, Status};
pub use transport::{Credential, Fetched, Remote, TransportError};
pub use tree::{Entry, EntryKind, TreeFiles};
pub use unpushed::{Scope, Unpushed};
pub use worktrees::{Losing, Place};
pub use write::{NewCommit, NewObjects, TreeEdit};

use std::path::Path;

use crate::finding::RelPath;

/// A git repository on this machine.
pub struct Repository {
    gix: gix::Repository,
}

impl Repository {
    /// The root of the work tree; `None` in a bare repository.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        self.gix.workdir()
    }

    /// Where this work tree's own part of the repository stands: `HEAD`, the
    /// index.
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        self.gix.git_dir()
    }

    /// Where the part stands that all linked worktrees share: objects,
    /// references, configuration.
    #[must_use]
    pub fn common_dir(&self) -> &Path {
        self.gix.common_dir()
    }

    /// Where a directory stands below the root, links in either path resolved;
    /// `None` outside of the work tree, and in a bare repository.
    ///
    /// # Errors
    ///
    /// [`RepoError::Directory`] where a path cannot be resolved.
    pub fn prefix(&self, dir: &Path) -> Result<Option<RelPath>, RepoError> {
        let Some(root) = self.root() else {
            return Ok(None);
        };
        let real = |path: &Path| {
            path.canonicalize()
                .map_err(|source| RepoError::directory(path, &source))
        };
        let (root, dir) = (real(root)?, real(dir)?);
        let Ok(below) = dir.strip_prefix(&root) else {
            return Ok(None);
        };
        let mut path = RelPath::root();
        for part in below {
            let name = gix::path::os_str_into_bstr(part)
                .map_err(|source| RepoError::directory(&dir, &source))?;
            path = path.join(name);
        }
        Ok(Some(path))
    }
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Repository").field(&self.git_dir()).finish()
    }
}
