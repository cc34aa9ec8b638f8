//! Folding: the inbox into the archive, so that the number of references
//! stays small. No answer changes by it, and no history is lost: the folded
//! commits are parents of the fold.

use super::edit::ArchiveEdit;
use super::{GitStore, place};
use crate::repo::{NewCommit, ObjectId, Reference, WriteLock};
use crate::store::{Key, StoreError};

/// How many records one commit takes in: as many parents has it, and one line
/// each in its message. See docs/decisions/0006-the-archive-in-refs.md.
const BATCH: usize = 1000;

/// What a fold did.
#[derive(Debug, Default)]
pub struct Folded {
    /// How many records were taken in.
    pub records: usize,
    /// Which could not be read, and why. They stay in the inbox.
    pub skipped: Vec<(Key, StoreError)>,
}

impl GitStore<'_> {
    /// Folds what waits in the inbox into the archive. Others may write
    /// meanwhile: the lock is given back after every batch, and what changed
    /// since it was folded stays in the inbox.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was folded until then stays so, the rest waits.
    pub fn fold(&self) -> Result<Folded, StoreError> {
        let mut folded = Folded::default();
        let mut waiting = Vec::new();
        for (key, tip) in self.inbox()? {
            match self.repo.commit(tip) {
                Ok(commit) => waiting.push((commit.seconds, key)),
                Err(error) => folded.skipped.push((key, error.into())),
            }
        }
        // The oldest first, and a fold as old as the newest that it takes in:
        // git walks histories by date, and would otherwise hold all of them in
        // its hands whenever somebody pushes what is older than the fold.
        waiting.sort();
        for batch in waiting.chunks(BATCH) {
            let lock = self.repo.lock_for_writing()?;
            self.fold_batch(&lock, batch, &mut folded)?;
        }
        Ok(folded)
    }

    fn fold_batch(
        &self,
        lock: &WriteLock,
        waiting: &[(i64, Key)],
        folded: &mut Folded,
    ) -> Result<(), StoreError> {
        let tip = self.archive_tip()?;
        let archive = tip.map(|tip| self.repo.commit(tip)).transpose()?;
        let tree = archive.as_ref().map(|archive| archive.tree);
        let mut seconds = archive.map_or(i64::MIN, |archive| archive.seconds);
        let mut objects = self.repo.new_objects();
        let mut edit = ArchiveEdit::default();
        let mut taken = Vec::new();
        for (written, key) in waiting {
            let name = place::reference(key)?;
            // Another fold may have been here meanwhile.
            let Some(target) = self.repo.reference(&name)? else {
                continue;
            };
            let read = self.record_of(key, target).and_then(|waiting| {
                let archived = tree
                    .map(|tree| self.archived_in(tree, key))
                    .transpose()?
                    .flatten();
                Ok((waiting, archived))
            });
            let (waiting, before) = match read {
                Ok(texts) => texts,
                Err(error) => {
                    folded.skipped.push((key.clone(), error));
                    continue;
                }
            };
            let text = match &before {
                Some(before) => (self.rules.merge)(before, &waiting),
                None => waiting,
            };
            if before.as_ref() != Some(&text) {
                let listed = before.map(|before| (self.rules.pulls)(&before));
                let blob = objects.blob(&text)?;
                edit.put(
                    key,
                    blob,
                    &listed.unwrap_or_default(),
                    &(self.rules.pulls)(&text),
                );
            }
            seconds = seconds.max(*written);
            taken.push((key, Reference { name, target }));
        }
        if taken.is_empty() {
            return Ok(());
        }
        let tree = edit.apply(self, &mut objects, tree)?;
        let parents: Vec<ObjectId> = tip
            .into_iter()
            .chain(taken.iter().map(|it| it.1.target))
            .collect();
        let commit = objects.commit(&NewCommit {
            tree,
            parents,
            seconds,
            message: &message(taken.iter().map(|(key, _)| *key)),
        })?;
        objects.sync()?;
        self.move_archive(lock, tip, commit, (seconds, "fold"))?;
        let references: Vec<Reference> =
            taken.into_iter().map(|(_, reference)| reference).collect();
        self.repo.delete_references(lock, &references)?;
        folded.records += references.len();
        Ok(())
    }
}

/// The message of a fold: after the first line one line a record, in the order
/// of the parents, so that a record's log is found without reading them all.
fn message<'a>(keys: impl ExactSizeIterator<Item = &'a Key>) -> String {
    let mut text = format!("fold {} records\n\n", keys.len());
    for key in keys {
        text.push_str(&key.path());
        text.push('\n');
    }
    text
}

/// Which items a fold took in, in the order of its last parents; empty for
/// every other commit.
pub(super) fn folded_items(message: &str) -> Vec<&str> {
    match message.split_once("\n\n") {
        Some((first, rest)) if first.starts_with("fold ") => rest.lines().collect(),
        _ => Vec::new(),
    }
}
