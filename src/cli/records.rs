//! The archive in force: which one it is, and records read and written there.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::Call;
use super::failure::Failure;
use super::settings::{Settings, current_directory};
use crate::archive::{ItemRecord, MAX_RECORD_BYTES, ReadError, Time, merge, read_record};
use crate::config::{Archive, Config, Origin};
use crate::item::{Item, Repo, WorkItemRef, parse_argument};
use crate::repo::Repository;
use crate::store::{
    DirectoryStore, Folded, GitStore, Key, LogEntry, Rules, Store, StoreError, Updated,
};

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

/// Which archive is used.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Chosen {
    /// Where records are kept: git, git:PATH or dir:PATH [default: $CLOSEOUT_ARCHIVE, else the configuration's, else git]
    #[arg(long, value_name = "STORE")]
    pub(super) archive: Option<String>,
}

/// An archive.
pub(super) struct Records {
    place: Place,
}

/// Where it is.
enum Place {
    Git(Box<Repository>),
    Directory(PathBuf),
}

impl Chosen {
    /// The archive that holds, or would hold, the record of an item. `None`:
    /// no repository is named, and the current directory is in none of the
    /// item's.
    pub(super) fn of_item(
        &self,
        call: &Call,
        settings: &Settings,
        item: &WorkItemRef,
    ) -> Result<Option<Records>, Failure> {
        let Archive::Git = self.named(call, &settings.config)? else {
            return self.any(call, settings).map(Some);
        };
        let here = Repository::discover(&current_directory()?)?;
        let place = here.filter(|repository| holds(repository, item));
        if place.is_none() {
            call.output.verbose(&format!(
                "archive: the current directory is in no repository of {item}"
            ));
        }
        let place = place.map(Box::new).map(Place::Git);
        Ok(place.map(|place| Records::at(call, place)))
    }

    /// The same where there has to be one.
    pub(super) fn needed(
        &self,
        call: &Call,
        settings: &Settings,
        item: &WorkItemRef,
    ) -> Result<Records, Failure> {
        self.of_item(call, settings, item)?.ok_or_else(|| {
            Failure::usage(format!(
                "the current directory is in no repository whose origin is that of {item}, so it is not known where its record is kept"
            ))
            .next("run closeout in a clone of it, or name the archive: --archive git:PATH or --archive dir:PATH")
        })
    }

    /// The archive, whoever's records it holds.
    pub(super) fn any(&self, call: &Call, settings: &Settings) -> Result<Records, Failure> {
        let place = match self.named(call, &settings.config)? {
            Archive::Git => {
                let current = current_directory()?;
                let here = Repository::discover(&current)?.map(Box::new);
                Place::Git(here.ok_or_else(|| {
                    Failure::usage(format!(
                        "{} is in no repository, and no archive is named",
                        current.display()
                    ))
                    .next("run closeout in a repository, or name the archive: --archive git:PATH or --archive dir:PATH")
                })?)
            }
            named => Place::open(&named)?,
        };
        Ok(Records::at(call, place))
    }

    fn named(&self, call: &Call, config: &Config) -> Result<Archive, Failure> {
        if let Some(text) = &self.archive {
            return parsed("--archive", text);
        }
        if let Some(text) = &call.environment.archive {
            return parsed("CLOSEOUT_ARCHIVE", &text.to_string_lossy());
        }
        // A path in a file starts from where the file stands.
        let base = match config.origin() {
            Origin::File(path) => Path::new(path).parent().unwrap_or(Path::new("")).to_owned(),
            _ => PathBuf::new(),
        };
        let below = |path: &String| base.join(path).to_string_lossy().into_owned();
        Ok(match &config.settings.archive {
            None | Some(Archive::Git) => Archive::Git,
            Some(Archive::GitAt(path)) => Archive::GitAt(below(path)),
            Some(Archive::Directory(path)) => Archive::Directory(below(path)),
        })
    }
}

/// An archive as somebody names it.
fn parsed(who: &str, text: &str) -> Result<Archive, Failure> {
    match text.split_once(':') {
        None if text == "git" => Ok(Archive::Git),
        Some(("git", path)) if !path.is_empty() => Ok(Archive::GitAt(path.to_owned())),
        Some(("dir", path)) if !path.is_empty() => Ok(Archive::Directory(path.to_owned())),
        _ => Err(Failure::usage(format!("{who} names no archive: {text:?}"))
            .next("write git, git:PATH or dir:PATH")),
    }
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

/// The time of this call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Now {
    /// Seconds since 1970 (UTC), for a history.
    pub(super) seconds: i64,
    /// The same, as records have it.
    pub(super) time: Time,
}

impl Now {
    /// Looks at the clock.
    pub(super) fn read() -> Result<Self, Failure> {
        let seconds = jiff::Timestamp::now().as_second();
        jiff::Timestamp::from_second(seconds)
            .ok()
            .and_then(|now| Time::parse(&now.to_string()))
            .map(|time| Self { seconds, time })
            .ok_or_else(|| {
                Failure::surroundings("the clock of this machine shows no time that can be written")
                    .next("set the clock")
            })
    }
}

/// The work item that an argument names, which has to be a ref.
pub(super) fn item_of(
    call: &Call,
    text: &str,
) -> Result<(WorkItemRef, Option<crate::item::Kind>), Failure> {
    match parse_argument(text, default_repo(call)?.as_ref()) {
        Ok(Item::Ref(item, kind)) => Ok((item, kind)),
        Ok(Item::Spec(id)) => Err(Failure::usage(format!(
            "`{id}` is no ref, and records are kept by ref"
        ))
        .next("write it as github:OWNER/REPO#NUMBER, OWNER/REPO#NUMBER or its address")),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}

/// Where a number alone belongs: the workflow's repository, else the origin of
/// the current directory's.
fn default_repo(call: &Call) -> Result<Option<Repo>, Failure> {
    let workflow = &call.environment.workflow;
    if let (Some(server), Some(repository)) = (&workflow.server_url, &workflow.repository)
        && let Ok(repo) = Repo::parse_remote(&format!("{server}/{repository}"))
    {
        return Ok(Some(repo));
    }
    let here = Repository::discover(&current_directory()?)?;
    let urls = here.map(|here| here.origin_urls()).unwrap_or_default();
    Ok(urls.iter().find_map(|url| Repo::parse_remote(url).ok()))
}

/// Whether a repository is that of an item, by its origin. Every address
/// counts: git fetches from the first, and other programs take the last.
pub(super) fn holds(repository: &Repository, item: &WorkItemRef) -> bool {
    let urls = repository.origin_urls();
    let own = |url: &String| Repo::parse_remote(url).is_ok_and(|repo| repo.holds(item));
    !urls.is_empty() && urls.iter().all(own)
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
