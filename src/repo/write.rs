//! Writing objects so that they outlive a crash.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use bstr::BStr;
use gix::objs::tree::EntryKind as Mode;

use super::error::{RepoError, reason, shown};
use super::{ObjectId, Repository};
use crate::finding::visible;

/// Who writes the archive. Not the user: nothing is to be configured, and a
/// workflow's runner has no name.
pub(super) const NAME: &str = "closeout";
pub(super) const EMAIL: &str = "closeout@localhost";

/// A change of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeEdit {
    /// This blob stands at the path from now on.
    Put(String, ObjectId),
    /// This tree stands there, with all that is in it.
    Graft(String, ObjectId),
    /// Nothing does.
    Remove(String),
}

/// A commit to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCommit<'a> {
    /// Its tree.
    pub tree: ObjectId,
    /// What it goes on from.
    pub parents: Vec<ObjectId>,
    /// When, in seconds since 1970 (UTC).
    pub seconds: i64,
    /// Why.
    pub message: &'a str,
}

/// Objects that are being written. They are safe once [`NewObjects::sync`]
/// has returned; only then may a reference name them.
pub struct NewObjects<'repo> {
    repo: &'repo Repository,
    written: BTreeSet<gix::ObjectId>,
}

impl Repository {
    /// Starts writing objects.
    #[must_use]
    pub fn new_objects(&self) -> NewObjects<'_> {
        NewObjects {
            repo: self,
            written: BTreeSet::new(),
        }
    }

    pub(super) fn not_written(&self, what: &str, error: &gix::Error) -> RepoError {
        RepoError::NotWritten {
            what: visible(what).into_owned(),
            path: shown(self.git_dir()),
            reason: reason(error),
        }
    }
}

impl NewObjects<'_> {
    /// Writes a blob.
    ///
    /// # Errors
    ///
    /// [`RepoError::NotWritten`].
    pub fn blob(&mut self, bytes: &[u8]) -> Result<ObjectId, RepoError> {
        let id = self.repo.gix.write_blob(bytes);
        let id = id.map_err(|error| self.repo.not_written("an object", &error))?;
        Ok(self.remember(id.detach()))
    }

    /// Writes the trees that edits make of a tree; of an empty one without.
    ///
    /// # Errors
    ///
    /// [`RepoError::NotWritten`]; it says so too where a tree cannot be read.
    pub fn tree(
        &mut self,
        base: Option<ObjectId>,
        edits: &[TreeEdit],
    ) -> Result<ObjectId, RepoError> {
        let repo = self.repo;
        let failed = |error: gix::Error| repo.not_written("a tree", &error);
        let root = match base {
            Some(base) => repo.gix.find_tree(base.0).map_err(failed)?,
            None => repo.gix.empty_tree(),
        };
        let mut editor = root.edit().map_err(failed)?.detach();
        for edit in edits {
            let parts = |path: &str| {
                path.split('/')
                    .map(|part| BStr::new(part).to_owned())
                    .collect::<Vec<_>>()
            };
            match edit {
                TreeEdit::Put(path, id) => {
                    editor
                        .upsert(parts(path), Mode::Blob, id.0)
                        .map_err(failed)?;
                }
                TreeEdit::Graft(path, id) => {
                    editor
                        .upsert(parts(path), Mode::Tree, id.0)
                        .map_err(failed)?;
                }
                TreeEdit::Remove(path) => {
                    editor.remove(parts(path)).map_err(failed)?;
                }
            }
        }
        let written = &mut self.written;
        let root = editor.write(|tree| {
            let id = repo.gix.write_object(tree)?.detach();
            written.insert(id);
            Ok(id)
        });
        root.map(ObjectId).map_err(failed)
    }

    /// Writes a commit.
    ///
    /// # Errors
    ///
    /// [`RepoError::NotWritten`].
    pub fn commit(&mut self, commit: &NewCommit<'_>) -> Result<ObjectId, RepoError> {
        let who = gix::actor::Signature {
            name: NAME.into(),
            email: EMAIL.into(),
            time: gix::date::Time::new(commit.seconds, 0),
        };
        let id = self.repo.gix.write_object(gix::objs::Commit {
            tree: commit.tree.0,
            parents: commit.parents.iter().map(|id| id.0).collect(),
            author: who.clone(),
            committer: who,
            encoding: None,
            message: commit.message.into(),
            extra_headers: Vec::new(),
        });
        let id = id.map_err(|error| self.repo.not_written("a commit", &error))?;
        Ok(self.remember(id.detach()))
    }

    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    ///
    /// [`RepoError::NotWritten`].
    pub fn sync(self) -> Result<(), RepoError> {
        let objects = self.repo.gix.objects.store_ref().path().to_owned();
        let mut directories = BTreeSet::from([objects.clone()]);
        for id in &self.written {
            let hex = id.to_string();
            let (fan, rest) = hex.split_at_checked(2).unwrap_or((&hex, ""));
            let directory = objects.join(fan);
            // What was there already may be in a pack, which git has synced.
            match sync(&directory.join(rest)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                result => {
                    result.map_err(|error| self.repo.not_synced("an object", &error))?;
                    directories.insert(directory);
                }
            }
        }
        // A directory before the one that names it would do as well: all are
        // synced before anything refers to them.
        for directory in directories {
            sync_directory(&directory)
                .map_err(|error| self.repo.not_synced("an object", &error))?;
        }
        Ok(())
    }

    fn remember(&mut self, id: gix::ObjectId) -> ObjectId {
        self.written.insert(id);
        ObjectId(id)
    }
}

impl Repository {
    pub(super) fn not_synced(&self, what: &str, error: &io::Error) -> RepoError {
        RepoError::NotWritten {
            what: visible(what).into_owned(),
            path: shown(self.git_dir()),
            reason: visible(&error.to_string()).into_owned(),
        }
    }
}

/// Has a file written to the disk. Objects are read-only, which is enough to
/// sync them on Unix.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// The same for the names in a directory; Windows has no such thing.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { sync(path) } else { Ok(()) }
}

/// Syncs the directories from that of `path` up to `top`, which new ones may
/// have been made in.
pub(super) fn sync_up(path: &Path, top: &Path) -> io::Result<()> {
    let above: Vec<PathBuf> = path
        .ancestors()
        .skip(1)
        .take_while(|directory| directory.starts_with(top))
        .map(Path::to_path_buf)
        .collect();
    for directory in above {
        sync_directory(&directory)?;
    }
    Ok(())
}
