//! Records as references of a git repository: an inbox of one reference a
//! record, and one archive that they are folded into.

mod edit;
mod fold;
mod inbox;
mod log;
mod meet;
mod place;
mod remote;

pub use fold::Folded;
pub use log::LogEntry;
pub use place::ARCHIVE;
pub use remote::{Pushed, Taken, Wanted};

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Change, Key, Rules, Store, StoreError, Updated, Visit};
use crate::repo::{EntryKind, ObjectId, RefName, Repository};
use edit::ArchiveEdit;

/// The archive in a git repository.
#[derive(Debug)]
pub struct GitStore<'repo> {
    repo: &'repo Repository,
    rules: Rules,
}

impl<'repo> GitStore<'repo> {
    /// The archive that a repository holds.
    #[must_use]
    pub fn new(repo: &'repo Repository, rules: Rules) -> Self {
        Self { repo, rules }
    }

    /// The items whose record lists a pull request: from the archive's index,
    /// and from each record that is not folded yet.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn items_of_pull(&self, pull: &Key) -> Result<Vec<Key>, StoreError> {
        let mut found = Vec::new();
        for (key, tip) in self.inbox()? {
            if let Ok(text) = self.record_of(&key, tip)
                && (self.rules.pulls)(&text).contains(pull)
            {
                found.push(key);
            }
        }
        if let Some(tip) = self.archive_tip()? {
            let tree = self.repo.commit(tip)?.tree;
            let entry = self.repo.entry(tree, &place::index(pull))?;
            if let Some(entry) = entry.filter(|entry| entry.kind == EntryKind::File) {
                let text = self.repo.blob(entry.id)?;
                let lines = edit::read_index(&text);
                found.extend(
                    lines
                        .into_iter()
                        .filter(|line| line.0 == pull.number())
                        .map(|line| line.1),
                );
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// How many records wait to be folded.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn waiting(&self) -> Result<usize, StoreError> {
        Ok(self.inbox()?.len())
    }

    fn archive_tip(&self) -> Result<Option<ObjectId>, StoreError> {
        Ok(self.repo.reference(&place::archive())?)
    }

    /// What the archive says of an item.
    fn archived(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(tip) = self.archive_tip()? else {
            return Ok(None);
        };
        self.archived_in(self.repo.commit(tip)?.tree, key)
    }

    fn archived_in(&self, tree: ObjectId, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        match self.repo.entry(tree, &place::item(key))? {
            Some(entry) if entry.kind == EntryKind::File => Ok(Some(self.repo.blob(entry.id)?)),
            _ => Ok(None),
        }
    }

    /// Goes through the records of an archive, each merged with what waits.
    fn each_archived(
        &self,
        tree: ObjectId,
        waiting: &mut BTreeMap<Key, ObjectId>,
        visit: &mut Visit<'_>,
    ) -> Result<ControlFlow<()>, StoreError> {
        // A stack of our own, and no deeper than the layout is.
        let mut open = vec![(String::new(), tree)];
        while let Some((path, id)) = open.pop() {
            for (name, entry) in self.repo.entries(id)? {
                let Ok(name) = std::str::from_utf8(&name) else {
                    continue;
                };
                let below = if path.is_empty() {
                    name.to_owned()
                } else {
                    format!("{path}/{name}")
                };
                if entry.kind == EntryKind::Directory && place::leads_to_items(&below) {
                    open.push((below, entry.id));
                } else if entry.kind == EntryKind::File
                    && let Some(key) = place::key_of_item(&below)
                {
                    let text = self.repo.blob(entry.id).map_err(StoreError::from);
                    let text = match waiting.remove(&key) {
                        None => text,
                        Some(tip) => text.and_then(|text| {
                            Ok((self.rules.merge)(&text, &self.record_of(&key, tip)?))
                        }),
                    };
                    if visit(key, text).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Store for GitStore<'_> {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        // The inbox first: a fold between the two moves a record from there to
        // here, never back.
        let waiting = self.waiting_text(key)?;
        let archived = self.archived(key)?;
        Ok(self.rules.merged(archived, waiting))
    }

    fn change(&self, key: &Key, seconds: i64, change: &Change<'_>) -> Result<Updated, StoreError> {
        self.change_in_inbox(key, seconds, change)
    }

    fn each(&self, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        // In this order, as in `read`.
        let mut waiting: BTreeMap<Key, ObjectId> = self.inbox()?.into_iter().collect();
        if let Some(tip) = self.archive_tip()? {
            let tree = self.repo.commit(tip)?.tree;
            if self.each_archived(tree, &mut waiting, visit)?.is_break() {
                return Ok(());
            }
        }
        for (key, tip) in waiting {
            let text = self.record_of(&key, tip);
            if visit(key, text).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn remove(&self, key: &Key, seconds: i64) -> Result<bool, StoreError> {
        let lock = self.repo.lock_for_writing()?;
        let mut found = false;
        if let Some(tip) = self.archive_tip()? {
            let tree = self.repo.commit(tip)?.tree;
            if let Some(text) = self.archived_in(tree, key)? {
                found = true;
                let mut edit = ArchiveEdit::default();
                edit.remove(key, &(self.rules.pulls)(&text));
                let message = format!("forget {key}");
                self.write_archive(&lock, &edit, (tip, tree), (seconds, &message))?;
            }
        }
        let name = place::reference(key)?;
        while let Some(target) = self.repo.reference(&name)? {
            found = true;
            let reference = crate::repo::Reference {
                name: name.clone(),
                target,
            };
            self.repo.delete_references(&lock, &[reference])?;
        }
        Ok(found)
    }
}

/// The error for a reference that was moved again and again by others.
fn unsteady(name: &RefName) -> StoreError {
    StoreError::Unsteady {
        reference: name.as_str().to_owned(),
    }
}
