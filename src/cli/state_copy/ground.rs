//! Files that may hold the state of a work item.

use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use crate::archive::Provenance;
use crate::files::{Files, Links, WorkingTree};
use crate::finding::RelPath;
use crate::repo::TreeFiles;

/// Files that may hold the state.
pub(super) enum Ground<'a> {
    Directory(WorkingTree),
    Revision(TreeFiles<'a>),
}

impl Ground<'_> {
    pub(super) fn directory(root: PathBuf) -> Self {
        Self::Directory(WorkingTree {
            root,
            links: Links::Refuse,
        })
    }

    pub(super) fn files(&self) -> &dyn Files {
        match self {
            Self::Directory(tree) => tree,
            Self::Revision(tree) => tree,
        }
    }

    pub(super) fn provenance(&self, path: &RelPath, bytes: &[u8]) -> Option<Provenance> {
        Some(match self {
            Self::Directory(_) => Provenance::Directory {
                path: path.display(),
                hash: hex(&Sha256::digest(bytes)),
            },
            Self::Revision(tree) => Provenance::Revision {
                commit: tree.revision().commit().to_string(),
                path: path.display(),
                blob: tree.entry(path).ok()??.id.to_string(),
            },
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
