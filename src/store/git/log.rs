//! The history of a record, in the inbox and across folds.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::fold::folded_items;
use super::{GitStore, place};
use crate::repo::ObjectId;
use crate::store::{Key, StoreError};

/// One change of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The commit that made it.
    pub commit: ObjectId,
    /// When, in seconds since 1970 (UTC).
    pub seconds: i64,
    /// What the record said from then on.
    pub text: Vec<u8>,
}

impl GitStore<'_> {
    /// The changes of a record, the newest first.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. Where a shallow clone ends, the log does.
    pub fn log(&self, key: &Key) -> Result<Vec<LogEntry>, StoreError> {
        let mut seen = HashSet::new();
        let mut tips: Vec<ObjectId> = self
            .repo
            .reference(&place::reference(key)?)?
            .into_iter()
            .collect();
        if let Some(archive) = self.archive_tip()? {
            tips.extend(self.folded_tips(key, archive)?);
        }
        let mut entries = Vec::new();
        while let Some(id) = tips.pop() {
            if !seen.insert(id) {
                continue;
            }
            let commit = self.repo.commit(id)?;
            entries.push(LogEntry {
                commit: id,
                seconds: commit.seconds,
                text: self.record_of(key, id)?,
            });
            tips.extend(commit.parents.into_iter().filter(|id| self.repo.has(*id)));
        }
        entries.sort_by_key(|entry| Reverse((entry.seconds, entry.commit)));
        Ok(entries)
    }

    /// The commits of a record that folds have taken in: every commit of the
    /// archive is looked at once, and of its parents only those that its
    /// message gives to this record.
    fn folded_tips(&self, key: &Key, archive: ObjectId) -> Result<Vec<ObjectId>, StoreError> {
        let path = key.path();
        let mut seen = HashSet::new();
        let mut open = vec![archive];
        let mut tips = Vec::new();
        while let Some(id) = open.pop() {
            if !self.repo.has(id) || !seen.insert(id) {
                continue;
            }
            let commit = self.repo.commit(id)?;
            let items = folded_items(&commit.message);
            // Parents beyond those that the message names are archives.
            let archives = commit.parents.len().saturating_sub(items.len());
            for (at, parent) in commit.parents.iter().enumerate() {
                match at.checked_sub(archives) {
                    None => open.push(*parent),
                    Some(at) if items.get(at) == Some(&path.as_str()) && self.repo.has(*parent) => {
                        tips.push(*parent);
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(tips)
    }
}
