//! The tree of a revision, read without checking it out.

use std::cell::RefCell;
use std::collections::HashMap;

use bstr::{BStr, ByteSlice};
use gix::objs::{Find as _, Kind, TreeRefIter, tree};

use super::decoded::{Decoded, Names};
use super::error::reason;
use super::{ObjectId, Repository, Revision};
use crate::files::{Files, FilesError, Listing, Node};
use crate::finding::{RelPath, visible};
use crate::plan::{Content, Directory, MAX_BYTES, Special};

/// How much memory a listing may take, by the costs below. A few kilobytes of
/// trees that name each other again and again unfold to more than any machine
/// has. Two million files in two hundred thousand directories fit.
const MAX_LISTED_BYTES: usize = 256 * 1024 * 1024;

/// How much memory the trees may take that are remembered for looking paths
/// up. One that needs more than a listing may take is refused.
const MAX_DECODED_BYTES: usize = 64 * 1024 * 1024;

/// What a file costs beside its name.
const FILE_COST: usize = 64;

/// What a directory costs beside its path, which is kept twice.
const DIRECTORY_COST: usize = 256;

/// What stands at a path of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What kind of thing.
    pub kind: EntryKind,
    /// The object that holds it: the same id, the same content.
    pub id: ObjectId,
}

/// What can stand at a path of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file, executable or not.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A commit of another repository.
    Submodule,
}

/// The files of a revision.
pub struct TreeFiles<'repo> {
    repo: &'repo Repository,
    revision: Revision,
    /// The trees of the directories that were seen, so that a path below one
    /// is not looked up from the root again.
    known: RefCell<HashMap<RelPath, gix::ObjectId>>,
    /// What stands in the directories that something was looked up in.
    decoded: RefCell<Decoded>,
}

impl Repository {
    /// The files of a revision of this repository.
    #[must_use]
    pub fn tree(&self, revision: &Revision) -> TreeFiles<'_> {
        TreeFiles {
            repo: self,
            revision: revision.clone(),
            known: RefCell::new(HashMap::from([(RelPath::root(), revision.tree().0)])),
            decoded: RefCell::new(Decoded::new(MAX_DECODED_BYTES)),
        }
    }
}

impl TreeFiles<'_> {
    /// Whose files these are.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// What stands at a path; `None` where nothing does. Reads no file.
    ///
    /// # Errors
    ///
    /// Where a tree on the way is missing or broken.
    pub fn entry(&self, path: &RelPath) -> Result<Option<Entry>, FilesError> {
        let Some(parent) = path.parent() else {
            return Ok(Some(Entry {
                kind: EntryKind::Directory,
                id: self.revision.tree(),
            }));
        };
        match self.directory(&parent)? {
            Some(id) => self.find(id, &parent, path.name()),
            None => Ok(None),
        }
    }

    /// The tree of a directory.
    fn directory(&self, path: &RelPath) -> Result<Option<gix::ObjectId>, FilesError> {
        let mut below = Vec::new();
        let mut at = path.clone();
        let mut id = loop {
            if let Some(id) = self.known.borrow().get(&at) {
                break *id;
            }
            below.push(at.name().to_owned());
            // The root is known, so there always is a parent.
            let Some(parent) = at.parent() else {
                return Ok(None);
            };
            at = parent;
        };
        for name in below.iter().rev() {
            match self.find(id, &at, name.as_bstr())? {
                Some(entry) if entry.kind == EntryKind::Directory => id = entry.id.0,
                _ => return Ok(None),
            }
            at = at.join(name);
            self.known.borrow_mut().insert(at.clone(), id);
        }
        Ok(Some(id))
    }

    fn find(
        &self,
        tree: gix::ObjectId,
        path: &RelPath,
        name: &BStr,
    ) -> Result<Option<Entry>, FilesError> {
        let decode = || self.names(tree, path);
        self.decoded.borrow_mut().find(tree, name, decode)
    }

    /// Decodes the tree of a directory.
    fn names(&self, tree: gix::ObjectId, path: &RelPath) -> Result<Names, FilesError> {
        let mut buffer = Vec::new();
        let data = self.object(tree, Kind::Tree, path, &mut buffer)?;
        let mut names = Names::default();
        for entry in TreeRefIter::from_bytes(data, self.repo.gix.object_hash()) {
            let entry = entry.map_err(|error| self.broken(path, reason(&error)))?;
            let found = Entry {
                kind: kind_of(entry.mode),
                id: ObjectId(entry.oid.to_owned()),
            };
            names.add(entry.filename, found);
            if names.bytes() > MAX_LISTED_BYTES {
                return Err(self.too_many(path));
            }
        }
        Ok(names)
    }

    /// Reads an object into a buffer that the caller may use again, which a
    /// listing of thousands of trees is quicker for.
    fn object<'b>(
        &self,
        id: gix::ObjectId,
        kind: Kind,
        path: &RelPath,
        buffer: &'b mut Vec<u8>,
    ) -> Result<&'b [u8], FilesError> {
        // Git knows the empty tree without having it.
        if kind == Kind::Tree && id.is_empty_tree() {
            return Ok(&[]);
        }
        let object = self.repo.gix.objects.try_find(&id, buffer);
        let object = object.map_err(|error| self.broken(path, reason(&error)))?;
        let object = object.ok_or_else(|| self.missing(id, path))?;
        if object.kind != kind {
            let found = object.kind;
            return Err(self.broken(path, format!("object {id} is a {found}, not a {kind}")));
        }
        Ok(object.data)
    }

    /// A path as git spells it with its revision: `HEAD:docs/plan.json`.
    fn place(&self, path: &RelPath) -> String {
        let text = format!("{}:{}", self.revision.name(), path.display());
        visible(&text).into_owned()
    }

    fn missing(&self, id: gix::ObjectId, path: &RelPath) -> FilesError {
        FilesError::MissingObject {
            path: self.place(path),
            id: id.to_string(),
            fetch: self.repo.fetch_of_missing(),
        }
    }

    fn too_many(&self, path: &RelPath) -> FilesError {
        self.broken(path, "the tree has too many files".to_owned())
    }

    fn broken(&self, path: &RelPath, reason: String) -> FilesError {
        FilesError::Object {
            path: self.place(path),
            reason,
        }
    }
}

impl Files for TreeFiles<'_> {
    fn read(&self, path: &RelPath) -> Result<Content, FilesError> {
        let Some(entry) = self.entry(path)? else {
            return Ok(Content::Missing);
        };
        match entry.kind {
            EntryKind::File => {}
            EntryKind::Directory => return Ok(Content::Special(Special::Directory)),
            EntryKind::Link => return Ok(Content::Special(Special::Link)),
            EntryKind::Submodule => return Ok(Content::Special(Special::Other)),
        }
        let header = self.repo.gix.try_find_header(entry.id.0);
        let header = header.map_err(|error| self.broken(path, reason(&error)))?;
        let header = header.ok_or_else(|| self.missing(entry.id.0, path))?;
        if header.size() > MAX_BYTES {
            return Ok(Content::TooLarge(header.size()));
        }
        let mut bytes = Vec::new();
        self.object(entry.id.0, Kind::Blob, path, &mut bytes)?;
        Ok(Content::Bytes(bytes))
    }

    fn list(&self, keep: &dyn Fn(&RelPath, Node) -> bool) -> Result<Listing, FilesError> {
        let hash = self.repo.gix.object_hash();
        let mut buffer = Vec::new();
        let mut directories = Vec::new();
        let mut listed = 0_usize;
        // A stack of our own: how deep the tree is must not matter.
        let mut open = vec![(RelPath::root(), self.revision.tree().0)];
        while let Some((path, id)) = open.pop() {
            let data = self.object(id, Kind::Tree, &path, &mut buffer)?;
            let mut files = Vec::new();
            for entry in TreeRefIter::from_bytes(data, hash) {
                let entry = entry.map_err(|error| self.broken(&path, reason(&error)))?;
                let node = match kind_of(entry.mode) {
                    EntryKind::File => Node::File,
                    EntryKind::Directory => Node::Directory,
                    EntryKind::Link | EntryKind::Submodule => continue,
                };
                if !is_one_part(entry.filename) {
                    continue;
                }
                let below = path.join(entry.filename);
                if !keep(&below, node) {
                    continue;
                }
                if node == Node::File {
                    listed += FILE_COST + entry.filename.len();
                    files.push(entry.filename.to_owned());
                } else {
                    listed += DIRECTORY_COST + 2 * below.as_bytes().len();
                    open.push((below, entry.oid.to_owned()));
                }
                if listed > MAX_LISTED_BYTES {
                    return Err(self.too_many(&path));
                }
            }
            files.sort_unstable();
            files.dedup();
            self.known.borrow_mut().insert(path.clone(), id);
            directories.push(Directory { path, files });
        }
        // Git's order has `a-b` before `a/`; ours is that of the paths. A tree
        // that names a directory twice is broken: one of them counts.
        directories.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        directories.dedup_by(|one, other| one.path == other.path);
        Ok(Listing {
            directories,
            unreadable: Vec::new(),
        })
    }
}

pub(super) fn kind_of(mode: tree::EntryMode) -> EntryKind {
    match mode.kind() {
        tree::EntryKind::Tree => EntryKind::Directory,
        tree::EntryKind::Blob | tree::EntryKind::BlobExecutable => EntryKind::File,
        tree::EntryKind::Link => EntryKind::Link,
        tree::EntryKind::Commit => EntryKind::Submodule,
    }
}

/// Whether a name can be one part of a path. Git checks no other out, and
/// writes no other; a tree can be forged.
fn is_one_part(name: &BStr) -> bool {
    !matches!(name.as_bytes(), b"" | b"." | b"..") && !name.contains(&b'/')
}
