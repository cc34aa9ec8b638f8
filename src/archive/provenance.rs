//! Where a state was read, so that somebody can read it again.

use serde::Serialize;

use super::filter;
use super::json::Object;

/// Where the state behind a terminal record was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Provenance {
    /// In a revision of the repository.
    Revision {
        /// The id of the commit, in hex.
        commit: String,
        /// The state file, from the root of the tree.
        path: String,
        /// The id of the file's blob, in hex.
        blob: String,
    },
    /// In a directory. Which one is a fact of one machine, and not told.
    Directory {
        /// The state file, from the root of the checkout.
        path: String,
        /// SHA-256 of its bytes, in hex.
        hash: String,
    },
}

impl Provenance {
    /// The same if all of it is what it should be; half of it finds nothing.
    pub(super) fn filtered(self) -> Option<Self> {
        let (path, ids) = match &self {
            Self::Revision { commit, path, blob } => (path, [commit, blob]),
            Self::Directory { path, hash } => (path, [hash, hash]),
        };
        let fits = filter::is_plain_path(path) && ids.into_iter().all(|id| filter::is_oid(id));
        fits.then_some(self)
    }

    pub(super) fn read(mut object: Object<'_>) -> Option<Self> {
        let path = object.text("path");
        let provenance = match object.text("kind").as_str() {
            "revision" => Self::Revision {
                commit: object.text("commit"),
                path,
                blob: object.text("blob"),
            },
            "directory" => Self::Directory {
                path,
                hash: object.text("hash"),
            },
            _ => return None,
        };
        provenance.filtered()
    }
}
