//! Commits, trees and blobs by their ids: what the archive is read from.

use bstr::{BString, ByteSlice};
use gix::objs::{CommitRef, Find as _, Kind, TreeRefIter};

use super::error::{RepoError, reason, shown};
use super::tree::kind_of;
use super::{Entry, EntryKind, ObjectId, Repository};
use crate::finding::visible;

/// How large an object may be that is read here: 16 MiB. A commit of the
/// archive with a thousand parents has some hundred kilobytes.
const MAX_OBJECT_BYTES: u64 = 16 * 1024 * 1024;

/// What a commit says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its tree.
    pub tree: ObjectId,
    /// The commits that it goes on from.
    pub parents: Vec<ObjectId>,
    /// When it was committed, in seconds since 1970 (UTC).
    pub seconds: i64,
    /// Its message, whatever it is: not safe to print.
    pub message: String,
}

impl Repository {
    /// Reads a commit.
    ///
    /// # Errors
    ///
    /// [`RepoError::MissingObject`] where it is not in this clone,
    /// [`RepoError::Unreadable`] where it is broken or no commit.
    pub fn commit(&self, id: ObjectId) -> Result<Commit, RepoError> {
        let mut data = Vec::new();
        self.object(id, Kind::Commit, &mut data)?;
        let what = || format!("commit {id}");
        let commit = CommitRef::from_bytes(&data, self.gix.object_hash())
            .map_err(|error| self.unreadable(&what(), &error))?;
        let committer = commit
            .committer()
            .map_err(|error| self.unreadable(&what(), &error))?;
        Ok(Commit {
            tree: ObjectId(commit.tree()),
            parents: commit.parents().map(ObjectId).collect(),
            seconds: committer.seconds(),
            message: commit.message.to_str_lossy().into_owned(),
        })
    }

    /// The entries of one tree, in git's order.
    ///
    /// # Errors
    ///
    /// As for [`Repository::commit`].
    pub fn entries(&self, tree: ObjectId) -> Result<Vec<(BString, Entry)>, RepoError> {
        let mut data = Vec::new();
        self.object(tree, Kind::Tree, &mut data)?;
        let mut found = Vec::new();
        for entry in TreeRefIter::from_bytes(&data, self.gix.object_hash()) {
            let entry = entry.map_err(|error| self.unreadable(&format!("tree {tree}"), &error))?;
            let kind = kind_of(entry.mode);
            let id = ObjectId(entry.oid.to_owned());
            found.push((entry.filename.to_owned(), Entry { kind, id }));
        }
        Ok(found)
    }

    /// What stands at a path of a tree; `None` where nothing does.
    ///
    /// # Errors
    ///
    /// As for [`Repository::commit`].
    pub fn entry(&self, tree: ObjectId, path: &str) -> Result<Option<Entry>, RepoError> {
        let mut data = Vec::new();
        let mut at = Entry {
            kind: EntryKind::Directory,
            id: tree,
        };
        for name in path.split('/') {
            if at.kind != EntryKind::Directory {
                return Ok(None);
            }
            self.object(at.id, Kind::Tree, &mut data)?;
            let mut found = None;
            for entry in TreeRefIter::from_bytes(&data, self.gix.object_hash()) {
                let entry =
                    entry.map_err(|error| self.unreadable(&format!("tree {}", at.id), &error))?;
                if entry.filename == name {
                    found = Some(Entry {
                        kind: kind_of(entry.mode),
                        id: ObjectId(entry.oid.to_owned()),
                    });
                    break;
                }
            }
            match found {
                Some(entry) => at = entry,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// The content of a blob.
    ///
    /// # Errors
    ///
    /// As for [`Repository::commit`].
    pub fn blob(&self, id: ObjectId) -> Result<Vec<u8>, RepoError> {
        let mut data = Vec::new();
        self.object(id, Kind::Blob, &mut data)?;
        Ok(data)
    }

    /// A commit that is in the history of both, as near as can be; `None`
    /// where none is in sight.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where the history cannot be walked.
    pub fn common_ancestor(
        &self,
        one: ObjectId,
        other: ObjectId,
    ) -> Result<Option<ObjectId>, RepoError> {
        if one == other {
            return Ok(Some(one));
        }
        let cache = self.gix.commit_graph_if_enabled().ok().flatten();
        let mut graph = self.gix.revision_graph(cache.as_ref());
        let found = self
            .gix
            .merge_base_with_graph(one.0, other.0, &mut graph)
            .map_err(|error| self.unreadable("the history", &error))?;
        Ok(found.map(|id| ObjectId(id.detach())))
    }

    /// Whether an object is in this clone.
    #[must_use]
    pub fn has(&self, id: ObjectId) -> bool {
        self.gix.has_object(id.0)
    }

    /// Reads an object into a buffer that may be used again.
    fn object(&self, id: ObjectId, kind: Kind, data: &mut Vec<u8>) -> Result<(), RepoError> {
        data.clear();
        if kind == Kind::Tree && id.0.is_empty_tree() {
            return Ok(());
        }
        let what = || format!("object {id}");
        let broken = |reason: String| RepoError::Unreadable {
            what: what(),
            path: shown(self.git_dir()),
            reason,
        };
        let header = self
            .gix
            .try_find_header(id.0)
            .map_err(|error| self.unreadable(&what(), &error))?
            .ok_or_else(|| self.missing("the archive", id.0))?;
        if header.kind() != kind {
            return Err(broken(format!("it is a {}, not a {kind}", header.kind())));
        }
        if header.size() > MAX_OBJECT_BYTES {
            return Err(broken(format!("it has {} bytes", header.size())));
        }
        let found = self.gix.objects.try_find(&id.0, data);
        match found {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(self.missing("the archive", id.0)),
            Err(error) => Err(broken(reason(&error))),
        }
    }

    pub(super) fn missing(&self, rev: &str, id: gix::ObjectId) -> RepoError {
        RepoError::MissingObject {
            rev: visible(rev).into_owned(),
            id: id.to_string(),
            path: shown(self.git_dir()),
            fetch: self.fetch_of_missing(),
        }
    }
}
