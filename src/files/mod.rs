//! Files: the [`Files`] trait to read them, the working tree behind it, and
//! writing one whole. Bounded; no links followed unless asked.

mod lock;
mod tree;
mod walk;
mod write;

pub use lock::{Lock, lock};
pub use tree::{Links, RootState, WorkingTree};
pub use write::{make_directory, write_atomically};

use crate::finding::RelPath;
use crate::plan::{Content, Directory};

/// Something that holds files: a working tree, or a revision of a repository.
pub trait Files {
    /// Reads one file of at most [`crate::plan::MAX_BYTES`].
    ///
    /// # Errors
    ///
    /// Only where the store itself fails, as where an object of a partial
    /// clone is missing. A file that cannot be read is a [`Content`].
    fn read(&self, path: &RelPath) -> Result<Content, FilesError>;

    /// Every directory at and below the root, in the order of their paths,
    /// with the regular files in it. What `keep` says no to is passed over, a
    /// directory with all that is below it; links are never followed.
    ///
    /// # Errors
    ///
    /// Where the store fails, or the root cannot be listed. A directory below
    /// it that may not be listed is passed over and named in
    /// [`Listing::unreadable`].
    fn list(&self, keep: &dyn Fn(&RelPath, Node) -> bool) -> Result<Listing, FilesError>;
}

/// What a listing asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// A directory.
    Directory,
    /// A regular file.
    File,
}

/// All directories of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The directories.
    pub directories: Vec<Directory>,
    /// Directories that may not be listed, and what the system says of them.
    pub unreadable: Vec<(RelPath, String)>,
}

/// What keeps a whole tree from being read.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The root cannot be listed.
    #[error("{path} cannot be listed: {reason}")]
    Root {
        /// Which directory.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// An object of the repository is not there.
    #[error("{path} is not in this clone: object {id} is missing; run `{fetch}`")]
    MissingObject {
        /// Which file or directory.
        path: String,
        /// The object id.
        id: String,
        /// The command that brings it.
        fetch: String,
    },
    /// The repository cannot be read.
    #[error("{path} cannot be read from the repository: {reason}")]
    Object {
        /// Which file or directory.
        path: String,
        /// What is wrong.
        reason: String,
    },
}
