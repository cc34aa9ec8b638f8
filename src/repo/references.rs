//! References of ours: found, moved by compare-and-swap, and deleted.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bstr::ByteSlice;
use gix::lock::acquire::Fail;
use gix::refs::transaction::{Change, LogChange, PreviousValue, RefEdit, RefLog};
use gix::refs::{FullName, Target};

use super::error::{RepoError, shown};
use super::write::{EMAIL, NAME, sync, sync_up};
use super::{ObjectId, Repository, WriteLock};
use crate::finding::visible;

/// A lock of a reference that stands so long while we alone may write is left
/// over from a crash.
const LEFT_OVER: Duration = Duration::from_secs(2);

/// How often a held lock is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// How long it does so at most: git may hold one lock after the other.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many references are deleted at once.
const DELETED_AT_ONCE: usize = 1000;

/// The full name of a reference below `refs/closeout/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefName(Cow<'static, str>);

impl RefName {
    /// Reads a name. `None` where git would refuse it, or where it is not
    /// below `refs/closeout/`: nothing else is ever written.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let valid = name.starts_with("refs/closeout/") && FullName::try_from(name).is_ok();
        valid.then(|| Self(Cow::Owned(name.to_owned())))
    }

    /// A name that is known to be one.
    #[must_use]
    pub const fn archive() -> Self {
        Self(Cow::Borrowed("refs/closeout/archive"))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A reference and what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Which one.
    pub name: RefName,
    /// The commit.
    pub target: ObjectId,
}

/// What a reference is to become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefChange<'a> {
    /// Which one.
    pub name: &'a RefName,
    /// What it must name until then; `None`: it must not be there.
    pub old: Option<ObjectId>,
    /// What it names from then on.
    pub new: ObjectId,
    /// When, in seconds since 1970 (UTC), and why: for the reference's log, if
    /// the repository keeps one of every reference.
    pub seconds: i64,
    /// Why.
    pub message: &'a str,
}

/// Whether a reference could be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Moved {
    /// It was, and is on the disk.
    Yes,
    /// It names something else than was expected.
    Stale,
}

impl Repository {
    /// What a reference names; `None` where there is none.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where it is broken or symbolic.
    pub fn reference(&self, name: &RefName) -> Result<Option<ObjectId>, RepoError> {
        let found = self.gix.try_find_reference(name.as_str());
        let found = found.map_err(|error| self.unreadable(name.as_str(), &error))?;
        // A short name could be found elsewhere; a full one is itself.
        let found = found.filter(|found| found.name().as_bstr() == name.as_str());
        found.map(|found| self.direct(&found)).transpose()
    }

    /// The references below a prefix, which ends in a slash. What is not in
    /// place, or is being removed, is passed over.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`].
    pub fn references(&self, prefix: &str) -> Result<Vec<Reference>, RepoError> {
        let failed = |error: gix::Error| self.unreadable(prefix, &error);
        let platform = self.gix.references().map_err(failed)?;
        let mut found = Vec::new();
        for reference in platform.prefixed(prefix).map_err(failed)? {
            let reference = match reference {
                Ok(reference) => reference,
                // Deleted between the listing of its directory and its reading.
                Err(error) if is_missing(&error) => continue,
                Err(error) => return Err(failed(error)),
            };
            let Some(name) = reference
                .name()
                .as_bstr()
                .to_str()
                .ok()
                .and_then(RefName::new)
            else {
                continue;
            };
            if let Ok(target) = self.direct(&reference) {
                found.push(Reference { name, target });
            }
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    fn direct(&self, reference: &gix::Reference<'_>) -> Result<ObjectId, RepoError> {
        match reference.target().try_id() {
            Some(id) => Ok(ObjectId(id.to_owned())),
            None => Err(RepoError::Unreadable {
                what: visible(&reference.name().as_bstr().to_str_lossy()).into_owned(),
                path: shown(self.git_dir()),
                reason: "it is symbolic".to_owned(),
            }),
        }
    }

    /// Moves a reference, if it still names what it is thought to. It is on the
    /// disk when this returns, and so are the directories to it.
    ///
    /// # Errors
    ///
    /// [`RepoError::NotWritten`].
    pub fn move_reference(
        &self,
        _lock: &WriteLock,
        change: &RefChange<'_>,
    ) -> Result<Moved, RepoError> {
        let path = self.common_dir().join(change.name.as_str());
        let mut waiting = Waiting::default();
        loop {
            let error = match self.try_move(change, &path) {
                Ok(()) => return Ok(Moved::Yes),
                Err(Failed::Gix(error)) => error,
                Err(Failed::Io(error)) => {
                    return Err(self.not_synced(change.name.as_str(), &error));
                }
            };
            // The text is the same for all; the causes below it are not.
            if error.is_conflict() || error.is_not_found() {
                return Ok(Moved::Stale);
            }
            let held = error.is_retryable();
            // For gix a lock on `packed-refs` is in the way of every
            // reference; git needs that file for none that it updates. A crash
            // of git may have left it, and then it stays until somebody comes.
            if held && lock_of(&self.common_dir().join("packed-refs")).exists() {
                return self.move_with_git(change, &path);
            }
            if !held || !waiting.on(&standing(&[lock_of(&path)])) {
                return Err(self.not_written(change.name.as_str(), &error));
            }
        }
    }

    fn move_with_git(&self, change: &RefChange<'_>, path: &Path) -> Result<Moved, RepoError> {
        let name = change.name.as_str();
        let old = change.old.map_or_else(
            || "0".repeat(change.new.to_string().len()),
            |old| old.to_string(),
        );
        let input = format!("update {name} {} {old}\n", change.new);
        if let Err(error) = self.git_locally(&["update-ref", "--no-deref", "--stdin"], &input) {
            // Git does not say in a stable way why.
            return match self.reference(change.name)? {
                now if now != change.old => Ok(Moved::Stale),
                _ => Err(error),
            };
        }
        sync_up(path, self.common_dir()).map_err(|error| self.not_synced(name, &error))?;
        Ok(Moved::Yes)
    }

    fn try_move(&self, change: &RefChange<'_>, path: &Path) -> Result<(), Failed> {
        let name = FullName::try_from(change.name.as_str())
            .map_err(|error| Failed::Gix(gix::Error::from_error(error)))?;
        let edit = RefEdit {
            change: Change::Update {
                log: LogChange {
                    mode: RefLog::AndReference,
                    force_create_reflog: false,
                    message: change.message.into(),
                },
                expected: match change.old {
                    Some(old) => PreviousValue::MustExistAndMatch(Target::Object(old.0)),
                    None => PreviousValue::MustNotExist,
                },
                new: Target::Object(change.new.0),
            },
            name,
            deref: false,
        };
        let time = gix::date::Time::new(change.seconds, 0).to_string();
        let committer = gix::actor::SignatureRef {
            name: NAME.into(),
            email: EMAIL.into(),
            time: &time,
        };
        let prepared = self
            .gix
            .refs
            .transaction()
            .prepare([edit], Fail::Immediately, Fail::Immediately)
            .map_err(Failed::Gix)?;
        // The new content stands in the lock file, which becomes the reference
        // by a rename: it has to be on the disk before that.
        match sync(&lock_of(path)) {
            // There is nothing to be renamed where nothing changes.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            result => result.map_err(Failed::Io)?,
        }
        prepared.commit(committer).map_err(Failed::Gix)?;
        sync_up(path, self.common_dir()).map_err(Failed::Io)
    }

    /// Deletes references that still name what they are thought to, through
    /// the git program: it writes `packed-refs` durably, which gix does not.
    /// How many are gone; the others name something else by now.
    ///
    /// # Errors
    ///
    /// [`RepoError::Git`].
    pub fn delete_references(
        &self,
        lock: &WriteLock,
        references: &[Reference],
    ) -> Result<usize, RepoError> {
        let mut gone = 0;
        for some in references.chunks(DELETED_AT_ONCE) {
            gone += self.delete_some(lock, some)?;
        }
        Ok(gone)
    }

    fn delete_some(&self, _lock: &WriteLock, references: &[Reference]) -> Result<usize, RepoError> {
        let mut waiting = Waiting::default();
        // A reference that has moved meanwhile makes git refuse them all.
        loop {
            let mut still = Vec::new();
            for reference in references {
                if self.reference(&reference.name)? == Some(reference.target) {
                    still.push(reference);
                }
            }
            if still.is_empty() {
                return Ok(0);
            }
            let mut input = String::new();
            for Reference { name, target } in &still {
                let _ = writeln!(input, "delete {} {target}", name.as_str());
            }
            let Err(error) = self.git_locally(&["update-ref", "--no-deref", "--stdin"], &input)
            else {
                return Ok(still.len());
            };
            let locks: Vec<PathBuf> = still
                .iter()
                .map(|it| lock_of(&self.common_dir().join(it.name.as_str())))
                .collect();
            if !waiting.on(&standing(&locks)) {
                return Err(error);
            }
        }
    }
}

enum Failed {
    Gix(gix::Error),
    Io(io::Error),
}

/// A lock file, and when it was made.
type Standing = (PathBuf, Option<SystemTime>);

fn standing(locks: &[PathBuf]) -> Vec<Standing> {
    let there = locks
        .iter()
        .filter_map(|lock| Some((lock.clone(), lock.metadata().ok()?)));
    there
        .map(|(lock, metadata)| (lock, metadata.modified().ok()))
        .collect()
}

fn is_missing(error: &gix::Error) -> bool {
    let io = error.downcast_any_ref::<io::Error>();
    error.is_not_found() || io.is_some_and(|io| io.kind() == ErrorKind::NotFound)
}

/// A wait for locks that somebody holds.
#[derive(Default)]
struct Waiting {
    since: Option<Instant>,
    first: Vec<Standing>,
    begun: Option<Instant>,
}

impl Waiting {
    /// Waits a moment; removes what has stood all the time. False where there
    /// is no point in waiting on.
    fn on(&mut self, now: &[Standing]) -> bool {
        if self.begun.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            return false;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        if now != self.first.as_slice() {
            now.clone_into(&mut self.first);
            self.since = Some(Instant::now());
        } else if since.elapsed() >= LEFT_OVER {
            for (lock, _) in now {
                let _ = std::fs::remove_file(lock);
            }
            self.since = None;
        }
        std::thread::sleep(PAUSE);
        true
    }
}

fn lock_of(path: &Path) -> PathBuf {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    lock.into()
}
