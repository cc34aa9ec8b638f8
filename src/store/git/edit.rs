//! A change of the archive's tree: records, and the index that follows from
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{GitStore, place, unsteady};
use crate::repo::{
    EntryKind, Moved, NewCommit, NewObjects, ObjectId, RefChange, TreeEdit, WriteLock,
};
use crate::store::{Key, StoreError};

/// A line of the index: a pull request's number, and an item that lists it.
pub(super) type Line = (u64, Key);

/// What is to change in one file of the index.
#[derive(Debug, Default)]
struct Lines {
    gone: BTreeSet<Line>,
    new: BTreeSet<Line>,
}

/// A change of the archive's tree.
#[derive(Debug, Default)]
pub(super) struct ArchiveEdit {
    records: Vec<TreeEdit>,
    index: BTreeMap<String, Lines>,
}

impl ArchiveEdit {
    /// The record of an item becomes a blob that lists other pull requests.
    pub(super) fn put(&mut self, key: &Key, blob: ObjectId, before: &[Key], after: &[Key]) {
        self.records.push(TreeEdit::Put(place::item(key), blob));
        self.pulls(key, before, after);
    }

    /// The record of an item goes.
    pub(super) fn remove(&mut self, key: &Key, before: &[Key]) {
        self.records.push(TreeEdit::Remove(place::item(key)));
        self.pulls(key, before, &[]);
    }

    fn pulls(&mut self, key: &Key, before: &[Key], after: &[Key]) {
        for pull in before {
            let line = (pull.number(), key.clone());
            self.index
                .entry(place::index(pull))
                .or_default()
                .gone
                .insert(line);
        }
        for pull in after {
            let line = (pull.number(), key.clone());
            self.index
                .entry(place::index(pull))
                .or_default()
                .new
                .insert(line);
        }
    }

    /// The tree that this makes of one.
    pub(super) fn apply(
        &self,
        store: &GitStore<'_>,
        objects: &mut NewObjects<'_>,
        tree: Option<ObjectId>,
    ) -> Result<ObjectId, StoreError> {
        let mut edits = self.records.clone();
        for (path, change) in &self.index {
            let entry = match tree {
                Some(tree) => store.repo.entry(tree, path)?,
                None => None,
            };
            let before = match entry {
                Some(entry) if entry.kind == EntryKind::File => store.repo.blob(entry.id)?,
                _ => Vec::new(),
            };
            let mut lines = read_index(&before);
            lines.retain(|line| !change.gone.contains(line));
            lines.extend(change.new.iter().cloned());
            edits.push(index_edit(objects, path, &lines)?);
        }
        Ok(objects.tree(tree, &edits)?)
    }
}

/// Reads a file of the index; what is no line of it is left out.
pub(super) fn read_index(text: &[u8]) -> BTreeSet<Line> {
    let lines = std::str::from_utf8(text).unwrap_or_default().lines();
    let read = |line: &str| {
        let (number, item) = line.split_once(' ')?;
        Some((number.parse().ok()?, Key::from_path(item)?))
    };
    lines.filter_map(read).collect()
}

/// Puts a file of the index, or takes it away where nothing is left in it.
pub(super) fn index_edit(
    objects: &mut NewObjects<'_>,
    path: &str,
    lines: &BTreeSet<Line>,
) -> Result<TreeEdit, StoreError> {
    if lines.is_empty() {
        return Ok(TreeEdit::Remove(path.to_owned()));
    }
    let mut text = String::new();
    for (number, item) in lines {
        let _ = writeln!(text, "{number} {}", item.path());
    }
    Ok(TreeEdit::Put(
        path.to_owned(),
        objects.blob(text.as_bytes())?,
    ))
}

impl GitStore<'_> {
    /// Commits an edit of the archive on its tip and its tree.
    pub(super) fn write_archive(
        &self,
        lock: &WriteLock,
        edit: &ArchiveEdit,
        (tip, tree): (ObjectId, ObjectId),
        (seconds, message): (i64, &str),
    ) -> Result<(), StoreError> {
        let mut objects = self.repo.new_objects();
        let tree = edit.apply(self, &mut objects, Some(tree))?;
        let commit = objects.commit(&NewCommit {
            tree,
            parents: vec![tip],
            seconds,
            message: &format!("{message}\n"),
        })?;
        objects.sync()?;
        self.move_archive(lock, Some(tip), commit, (seconds, message))
    }

    pub(super) fn move_archive(
        &self,
        lock: &WriteLock,
        old: Option<ObjectId>,
        new: ObjectId,
        (seconds, message): (i64, &str),
    ) -> Result<(), StoreError> {
        let name = place::archive();
        let change = RefChange {
            name: &name,
            old,
            new,
            seconds,
            message,
        };
        match self.repo.move_reference(lock, &change)? {
            Moved::Yes => Ok(()),
            // Under the lock only somebody else's git can do that.
            Moved::Stale => Err(unsteady(&name)),
        }
    }
}
