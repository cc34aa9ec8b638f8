//! The inbox: one reference a record, each change a commit on the one before.

use super::place::{self, ITEMS, RECORD};
use super::{GitStore, unsteady};
use crate::repo::{EntryKind, Moved, NewCommit, ObjectId, RefChange, TreeEdit, WriteLock};
use crate::store::{Change, Key, StoreError, Updated};

/// How often a reference may move under our hands. Our own writers wait for
/// each other, so it takes others to do that.
const TRIES: usize = 50;

/// A commit that a record's reference is to get.
pub(super) struct Next<'a> {
    pub(super) key: &'a Key,
    pub(super) old: Option<ObjectId>,
    pub(super) parents: Vec<ObjectId>,
    pub(super) seconds: i64,
    pub(super) text: &'a [u8],
}

impl GitStore<'_> {
    /// The records that wait to be folded, in the order of their keys.
    /// References that name no item are nobody's records.
    pub(super) fn inbox(&self) -> Result<Vec<(Key, ObjectId)>, StoreError> {
        let all = self.repo.references(ITEMS)?;
        let mut found: Vec<_> = all
            .into_iter()
            .filter_map(|it| Some((place::key_of_reference(it.name.as_str())?, it.target)))
            .collect();
        found.sort();
        Ok(found)
    }

    /// The record that a commit of the inbox holds.
    pub(super) fn record_of(&self, key: &Key, commit: ObjectId) -> Result<Vec<u8>, StoreError> {
        let tree = self.repo.commit(commit)?.tree;
        match self.repo.entry(tree, RECORD)? {
            Some(entry) if entry.kind == EntryKind::File => Ok(self.repo.blob(entry.id)?),
            _ => Err(StoreError::NoRecord {
                reference: format!("{ITEMS}{}", key.path()),
                reason: format!("there is no file `{RECORD}` in it"),
            }),
        }
    }

    /// What waits of an item.
    pub(super) fn waiting_text(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        let tip = self.repo.reference(&place::reference(key)?)?;
        tip.map(|tip| self.record_of(key, tip)).transpose()
    }

    pub(super) fn change_in_inbox(
        &self,
        key: &Key,
        seconds: i64,
        change: &Change<'_>,
    ) -> Result<Updated, StoreError> {
        let name = place::reference(key)?;
        let lock = self.repo.lock_for_writing()?;
        for _ in 0..TRIES {
            let tip = self.repo.reference(&name)?;
            let waiting = tip.map(|tip| self.record_of(key, tip)).transpose()?;
            let before = self.rules.merged(self.archived(key)?, waiting);
            let Some(change) = change(before.as_deref()) else {
                return Ok(Updated::Unchanged);
            };
            // A first text is merged with itself, so that the second time it
            // comes it finds what it would make.
            let text = (self.rules.merge)(before.as_deref().unwrap_or(&change), &change);
            if before.as_deref() == Some(&text) {
                return Ok(Updated::Unchanged);
            }
            let next = Next {
                key,
                old: tip,
                parents: tip.into_iter().collect(),
                seconds,
                text: &text,
            };
            if self.write_next(&lock, &next)? == Moved::Yes {
                return Ok(Updated::Written);
            }
        }
        Err(unsteady(&name))
    }

    /// Commits a record and moves its reference there.
    pub(super) fn write_next(
        &self,
        lock: &WriteLock,
        next: &Next<'_>,
    ) -> Result<Moved, StoreError> {
        let message = format!("record {}", next.key);
        let mut objects = self.repo.new_objects();
        let blob = objects.blob(next.text)?;
        let tree = objects.tree(None, &[TreeEdit::Put(RECORD.to_owned(), blob)])?;
        let commit = objects.commit(&NewCommit {
            tree,
            parents: next.parents.clone(),
            seconds: next.seconds,
            message: &format!("{message}\n"),
        })?;
        objects.sync()?;
        let change = RefChange {
            name: &place::reference(next.key)?,
            old: next.old,
            new: commit,
            seconds: next.seconds,
            message: &message,
        };
        Ok(self.repo.move_reference(lock, &change)?)
    }

    /// Takes in what another clone has of a record.
    pub(super) fn meet_in_inbox(
        &self,
        lock: &WriteLock,
        key: &Key,
        theirs: ObjectId,
        seconds: i64,
    ) -> Result<(), StoreError> {
        let name = place::reference(key)?;
        let their_text = self.record_of(key, theirs)?;
        for _ in 0..TRIES {
            let ours = self.repo.reference(&name)?;
            let base = match ours {
                Some(ours) => self.repo.common_ancestor(ours, theirs)?,
                None => None,
            };
            let moved = match ours {
                Some(_) if base == Some(theirs) => return Ok(()),
                Some(ours) if base != Some(ours) => {
                    let text = (self.rules.merge)(&self.record_of(key, ours)?, &their_text);
                    self.write_next(
                        lock,
                        &Next {
                            key,
                            old: Some(ours),
                            parents: vec![ours, theirs],
                            seconds,
                            text: &text,
                        },
                    )?
                }
                _ => self.repo.move_reference(
                    lock,
                    &RefChange {
                        name: &name,
                        old: ours,
                        new: theirs,
                        seconds,
                        message: "fetched",
                    },
                )?,
            };
            if moved == Moved::Yes {
                return Ok(());
            }
        }
        Err(unsteady(&name))
    }
}
