//! The archive of another clone: fetched, merged, pushed. Never forced.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use super::place::{self, ARCHIVE, ITEMS};
use super::{Folded, GitStore};
use crate::repo::{Fetched, ObjectId, RefName, Reference, Refusal, Remote, TransportError};
use crate::store::{Key, StoreError};

/// How often a push is tried that others are faster than.
const TRIES: u32 = 8;

/// The longest first pause between two tries; it doubles each time.
const PAUSE_MS: u64 = 100;

/// What is to be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// The archive, and all records that are not folded yet.
    Everything,
    /// The archive alone.
    Archive,
    /// What there is of one record: in the inbox, and the archive.
    Item(&'a Key),
}

/// What was fetched.
#[derive(Debug, Default)]
pub struct Taken {
    /// The records of the remote's inbox, by what they were there.
    pub records: Vec<Reference>,
    /// Whether the remote has an archive.
    pub archive: bool,
    /// Which could not be taken in, and why.
    pub skipped: Vec<(Reference, StoreError)>,
}

/// What a push did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The remote has it now.
    Pushed,
    /// The remote had it before.
    AlreadyThere,
    /// There is nothing to push under that name: no record, or one that has
    /// been folded, which goes with the archive.
    NothingWaits,
}

impl GitStore<'_> {
    /// Fetches from a remote and merges. `depth` is for a clone that is
    /// shallow, and wants no more than to look things up.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. A record that cannot be merged is no error: it is in
    /// [`Taken::skipped`], and the others are taken.
    pub fn fetch(
        &self,
        remote: &Remote,
        wanted: Wanted<'_>,
        depth: Option<u32>,
        seconds: i64,
    ) -> Result<Taken, StoreError> {
        let item = match wanted {
            Wanted::Item(key) => place::reference(key)?.as_str().to_owned(),
            _ => ITEMS.to_owned(),
        };
        let names = match wanted {
            Wanted::Archive => vec![ARCHIVE],
            _ => vec![ARCHIVE, &item],
        };
        let fetched = self.repo.fetch(remote, &names, depth)?;
        self.take(&fetched, seconds)
    }

    fn take(&self, fetched: &Fetched, seconds: i64) -> Result<Taken, StoreError> {
        let mut taken = Taken::default();
        for reference in &fetched.references {
            let lock = self.repo.lock_for_writing()?;
            let theirs = reference.target;
            if reference.name.as_str() == ARCHIVE {
                taken.archive = true;
                self.meet_archives(&lock, theirs, seconds)?;
            } else if let Some(key) = place::key_of_reference(reference.name.as_str()) {
                match self.meet_in_inbox(&lock, &key, theirs, seconds) {
                    Ok(()) => taken.records.push(reference.clone()),
                    Err(error) => taken.skipped.push((reference.clone(), error)),
                }
            }
        }
        let lock = self.repo.lock_for_writing()?;
        self.repo.drop_fetched(&lock, fetched)?;
        Ok(taken)
    }

    /// Brings one record of the inbox to a remote: fetches what that has of
    /// it, merges, and pushes it alone; again if others were faster.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the record is safe here.
    pub fn push(&self, remote: &Remote, key: &Key, seconds: i64) -> Result<Pushed, StoreError> {
        self.push_reference(remote, &place::reference(key)?, seconds)
    }

    /// Brings the archive to a remote, in the same way.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the archive is safe here.
    pub fn push_archive(&self, remote: &Remote, seconds: i64) -> Result<Pushed, StoreError> {
        self.push_reference(remote, &place::archive(), seconds)
    }

    /// Brings all there is to a remote: the archive, and every record of the
    /// inbox.
    ///
    /// # Errors
    ///
    /// [`StoreError`], at the first that cannot be pushed.
    pub fn push_everything(&self, remote: &Remote, seconds: i64) -> Result<usize, StoreError> {
        let mut pushed = usize::from(self.push_archive(remote, seconds)? == Pushed::Pushed);
        for (key, _) in self.inbox()? {
            pushed += usize::from(self.push(remote, &key, seconds)? == Pushed::Pushed);
        }
        Ok(pushed)
    }

    /// Folds the inbox of a remote along with ours: fetches it, folds, pushes
    /// the archive, and only then deletes there what was folded, if it still
    /// is that.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. At every point of it either the inbox or the archive
    /// of the remote has each record.
    pub fn fold_and_push(&self, remote: &Remote, seconds: i64) -> Result<Folded, StoreError> {
        let taken = self.fetch(remote, Wanted::Everything, None, seconds)?;
        let folded = self.fold()?;
        self.push_archive(remote, seconds)?;
        let skipped: Vec<RefName> = folded
            .skipped
            .iter()
            .map(|(key, _)| place::reference(key))
            .collect::<Result<_, _>>()?;
        let mut done = taken.records;
        done.retain(|reference| !skipped.contains(&reference.name));
        self.repo.delete_on_remote(remote, &done)?;
        Ok(folded)
    }

    fn push_reference(
        &self,
        remote: &Remote,
        name: &RefName,
        seconds: i64,
    ) -> Result<Pushed, StoreError> {
        let mut tries = 0;
        loop {
            let fetched = self.repo.fetch(remote, &[name.as_str()], None)?;
            let there: Option<ObjectId> = fetched.references.first().map(|it| it.target);
            let taken = self.take(&fetched, seconds)?;
            if let Some((_, error)) = taken.skipped.into_iter().next() {
                return Err(error);
            }
            let Some(ours) = self.repo.reference(name)? else {
                return Ok(Pushed::NothingWaits);
            };
            if there == Some(ours) {
                return Ok(Pushed::AlreadyThere);
            }
            match self.repo.push(remote, ours, name) {
                Ok(()) => return Ok(Pushed::Pushed),
                Err(TransportError::Failed {
                    refusal: Refusal::Moved,
                    ..
                }) if tries + 1 < TRIES => {
                    std::thread::sleep(pause(tries));
                    tries += 1;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Between half of a growing pause and all of it, so that those who met once
/// do not meet again.
fn pause(tries: u32) -> Duration {
    let longest = PAUSE_MS << tries.min(6);
    let random = RandomState::new().hash_one(tries);
    Duration::from_millis(longest / 2 + random % (longest / 2 + 1))
}
