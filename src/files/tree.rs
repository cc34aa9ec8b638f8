//! The working tree.

use std::path::PathBuf;

use super::{Files, FilesError, Listing, Node};
use crate::finding::RelPath;
use crate::plan::Content;

/// Whether a link to a regular file is read through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// It is: the caller named this directory himself.
    Follow,
    /// It is not: whatever stands in a repository may lead anywhere.
    Refuse,
}

/// A directory of this machine.
#[derive(Debug, Clone)]
pub struct WorkingTree {
    /// Where it stands.
    pub root: PathBuf,
    /// What becomes of links.
    pub links: Links,
}

impl Files for WorkingTree {
    fn read(&self, _path: &RelPath) -> Result<Content, FilesError> {
        Ok(Content::Missing)
    }

    fn list(&self, _keep: &dyn Fn(&RelPath, Node) -> bool) -> Result<Listing, FilesError> {
        Ok(Listing::default())
    }
}
