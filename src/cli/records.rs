//! The archive in force: which one it is, and records read and written there.

mod chosen;
mod names;
mod now;

pub(super) use chosen::Chosen;
pub(super) use names::{holds, item_of};
pub(super) use now::Now;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::Call;
use super::failure::Failure;
use super::settings::current_directory;
use crate::archive::{ItemRecord, MAX_RECORD_BYTES, ReadError, merge, read_record};
use crate::config::Archive;
use crate::item::WorkItemRef;
use crate::repo::Repository;
use crate::store::{
    DirectoryStore, Folded, GitStore, Key, LogEntry, Rules, Store, StoreError, Updated,
};
use chosen::parsed;

/// The members of a file of a directory store that are the record.
const SECTIONS: &[&str] = &[
    "schema",
    "ref",
    "url",
    "tracking",
    "deliveries",
    "closures",
    "reopened",
    "ended",
];

/// What the stores are told of records.
const RULES: Rules = Rules {
    merge: merged,
    pulls,
};

/// An archive.
pub(super) struct Records {
    place: Place,
}

/// Where it is.
enum Place {
    Git(Box<Repository>),
    Directory(PathBuf),
}

impl Place {
    /// A place that is named; `git` alone is the repository of the current
    /// directory.
    fn open(named: &Archive) -> Result<Self, Failure> {
        let path = match named {
            Archive::Directory(path) => return Ok(Self::Directory(PathBuf::from(path))),
            Archive::GitAt(path) => PathBuf::from(path),
            Archive::Git => current_directory()?,
        };
        let repository = Repository::discover(&path)?;
        repository.map(Box::new).map(Self::Git).ok_or_else(|| {
            Failure::usage(format!(
                "the archive {} is no git repository",
                path.display()
            ))
            .next("name a repository, or a directory of records with dir:PATH")
        })
    }
}

impl Records {
    fn at(call: &Call, place: Place) -> Self {
        call.output.verbose(&match &place {
            Place::Git(repository) => format!("archive: git {}", repository.common_dir().display()),
            Place::Directory(path) => format!("archive: directory {}", path.display()),
        });
        Self { place }
    }

    /// An archive that is named for an export or an import.
    pub(super) fn named(call: &Call, text: &str) -> Result<Self, Failure> {
        let named = parsed("STORE", text)?;
        Ok(Self::at(call, Place::open(&named)?))
    }

    /// The repository that holds it, if one does.
    pub(super) fn repository(&self) -> Option<&Repository> {
        match &self.place {
            Place::Git(repository) => Some(repository),
            Place::Directory(_) => None,
        }
    }

    /// Where it is on this machine: the directory of the records, or the shared
    /// part of the repository.
    pub(super) fn location(&self) -> &Path {
        match &self.place {
            Place::Git(repository) => repository.common_dir(),
            Place::Directory(path) => path,
        }
    }

    fn store(&self) -> Box<dyn Store + '_> {
        match &self.place {
            Place::Git(repository) => Box::new(GitStore::new(repository, RULES)),
            Place::Directory(path) => Box::new(DirectoryStore::new(path, SECTIONS, RULES)),
        }
    }

    /// The record of an item; `None` where there is none.
    pub(super) fn read(&self, item: &WorkItemRef) -> Result<Option<ItemRecord>, Failure> {
        let text = self.store().read(&key(item)?)?;
        text.map(|text| read_record(&text, Some(item)))
            .transpose()
            .map_err(|error| unreadable(item, &error))
    }

    /// Merges what `news` makes of a record into it; `None`: nothing is
    /// written. A record that cannot be read stays as it is.
    pub(super) fn change(
        &self,
        item: &WorkItemRef,
        now: Now,
        news: impl Fn(Option<&ItemRecord>) -> Option<ItemRecord>,
    ) -> Result<Updated, Failure> {
        let failed = RefCell::new(None);
        let updated = self.store().change(&key(item)?, now.seconds, &|text| {
            let made = text
                .map(|text| read_record(text, Some(item)))
                .transpose()
                .map_err(|error| unreadable(item, &error))
                .and_then(|old| {
                    let Some(news) = news(old.as_ref()) else {
                        return Ok(None);
                    };
                    let whole = old.map_or(news.clone(), |old| merge(old, news)).to_json();
                    fits(item, whole)
                });
            made.unwrap_or_else(|failure| {
                *failed.borrow_mut() = Some(failure);
                None
            })
        });
        match failed.into_inner() {
            Some(failure) => Err(failure),
            None => Ok(updated?),
        }
    }

    /// Merges a text into a record, as an import does.
    pub(super) fn take(&self, key: &Key, now: Now, text: &[u8]) -> Result<Updated, Failure> {
        let news = read_record(text, None).map_err(|error| of_key(key, &error))?;
        if Key::from_ref(&news.reference().to_string()).as_ref() != Some(key) {
            return Err(Failure::surroundings(format!(
                "the record of {key} is that of {}",
                news.reference()
            )));
        }
        let item = news.reference().clone();
        self.change(&item, now, |_| Some(news.clone()))
    }

    /// Goes through all records; what cannot be read is handed on as that.
    pub(super) fn each(
        &self,
        visit: &mut dyn FnMut(Key, Result<Vec<u8>, Failure>),
    ) -> Result<(), Failure> {
        self.store().each(&mut |key, text| {
            visit(key, text.map_err(Failure::from));
            ControlFlow::Continue(())
        })?;
        Ok(())
    }

    /// The changes of a record, the newest first.
    pub(super) fn log(&self, item: &WorkItemRef) -> Result<Vec<LogEntry>, Failure> {
        Ok(self.git()?.log(&key(item)?)?)
    }

    /// Folds what waits in the inbox into one reference.
    pub(super) fn fold(&self) -> Result<Folded, Failure> {
        Ok(self.git()?.fold()?)
    }

    fn git(&self) -> Result<GitStore<'_>, Failure> {
        match &self.place {
            Place::Git(repository) => Ok(GitStore::new(repository, RULES)),
            Place::Directory(path) => Err(Failure::usage(format!(
                "the archive in {} is a directory: it keeps no history, and there is nothing to fold",
                path.display()
            ))
            .next("name an archive in a repository with --archive git:PATH")),
        }
    }

    /// Takes a record out; false where there was none.
    pub(super) fn forget(&self, item: &WorkItemRef, now: Now) -> Result<bool, Failure> {
        Ok(self.store().remove(&key(item)?, now.seconds)?)
    }
}

/// The key of an item's record.
fn key(item: &WorkItemRef) -> Result<Key, Failure> {
    let text = item.to_string();
    Key::from_ref(&text)
        .ok_or_else(|| Failure::usage(format!("{text} is no item that a record can be kept of")))
}

fn fits(item: &WorkItemRef, text: String) -> Result<Option<Vec<u8>>, Failure> {
    if text.len() <= MAX_RECORD_BYTES {
        return Ok(Some(text.into_bytes()));
    }
    Err(Failure::surroundings(format!(
        "the record of {item} would have {} bytes, and one has at most {MAX_RECORD_BYTES}; nothing was written",
        text.len()
    ))
    .next("look at it with `closeout archive show`, and take out what others have put into it"))
}

fn unreadable(item: &WorkItemRef, error: &ReadError) -> Failure {
    Failure::surroundings(format!("the record of {item} cannot be read: {error}"))
        .next("mend it, or take it out with `closeout archive forget`")
}

/// Says that a record of a listing cannot be read.
pub(super) fn of_key(key: &Key, error: &ReadError) -> Failure {
    Failure::surroundings(format!("the record of {key} cannot be read: {error}"))
}

/// Of two texts of which one is no record, the record stays; of two that are
/// none, the greater, so that the order of telling makes no difference.
fn merged(one: &[u8], other: &[u8]) -> Vec<u8> {
    match (read_record(one, None), read_record(other, None)) {
        (Ok(a), Ok(b)) => merge(a, b).to_json().into_bytes(),
        (Ok(record), Err(_)) | (Err(_), Ok(record)) => record.to_json().into_bytes(),
        (Err(_), Err(_)) => one.max(other).to_vec(),
    }
}

/// The pull requests that a record lists: those of its copies of the state,
/// and those that delivered.
fn pulls(text: &[u8]) -> Vec<Key> {
    let Ok(record) = read_record(text, None) else {
        return Vec::new();
    };
    let listed = record
        .closures()
        .filter_map(|closure| closure.terminal.as_ref());
    let listed = listed.flat_map(|terminal| &terminal.pull_requests);
    listed
        .map(|pull| &pull.reference)
        .chain(record.deliveries().map(|delivery| &delivery.reference))
        .filter_map(|item| Key::from_ref(&item.to_string()))
        .collect()
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Repo(error) => error.into(),
            error => Self::surroundings(error.to_string()),
        }
    }
}
