//! The archive's two stores: references of a git repository, and a directory.
//!
//! A store keeps the texts of records and knows nothing of what they say: how
//! two texts of one record become one is handed in, and so is which pull
//! requests a record lists. Every write is such a merge, so a write can be
//! repeated, come late, or meet another one.

mod directory;
mod error;
mod git;
mod key;

pub use directory::DirectoryStore;
pub use error::StoreError;
pub use git::{ARCHIVE, Folded, GitStore, LogEntry, Pushed, Taken, Wanted};
pub use key::Key;

use std::ops::ControlFlow;

/// What a store is told of the records that it keeps.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// What two texts of one record make. Commutative, associative and
    /// idempotent.
    pub merge: fn(&[u8], &[u8]) -> Vec<u8>,
    /// The pull requests that a record lists.
    pub pulls: fn(&[u8]) -> Vec<Key>,
}

impl Rules {
    fn merged(self, one: Option<Vec<u8>>, other: Option<Vec<u8>>) -> Option<Vec<u8>> {
        match (one, other) {
            (Some(one), Some(other)) => Some((self.merge)(&one, &other)),
            (one, other) => one.or(other),
        }
    }
}

/// Makes a change from what a record says at that moment; `None`: none. It may
/// be asked more than once.
pub type Change<'a> = dyn Fn(Option<&[u8]>) -> Option<Vec<u8>> + 'a;

/// Looks at one record of a listing. A record that cannot be read is an error
/// of its own, and the others follow.
pub type Visit<'a> = dyn FnMut(Key, Result<Vec<u8>, StoreError>) -> ControlFlow<()> + 'a;

/// Whether a write changed anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Updated {
    /// It did, and is on the disk.
    Written,
    /// The record said all that before; nothing was written.
    Unchanged,
}

/// A place where records are kept.
pub trait Store {
    /// What the record of an item says; `None` where there is none. Takes no
    /// lock.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError>;

    /// Merges a change into the record of an item, made from what it says. On
    /// the disk when this returns. `seconds` since 1970 (UTC) is the time that
    /// the history gives the change.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the record is then as it was.
    fn change(&self, key: &Key, seconds: i64, change: &Change<'_>) -> Result<Updated, StoreError>;

    /// Merges a text into the record of an item.
    ///
    /// # Errors
    ///
    /// As for [`Store::change`].
    fn update(&self, key: &Key, seconds: i64, text: &[u8]) -> Result<Updated, StoreError> {
        self.change(key, seconds, &|_| Some(text.to_vec()))
    }

    /// Goes through all records, in no particular order, without holding more
    /// than one of them. Takes no lock.
    ///
    /// # Errors
    ///
    /// [`StoreError`], where it cannot go on.
    fn each(&self, visit: &mut Visit<'_>) -> Result<(), StoreError>;

    /// Takes the record of an item out; false where there was none. What keeps
    /// a history keeps it there.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn remove(&self, key: &Key, seconds: i64) -> Result<bool, StoreError>;
}
