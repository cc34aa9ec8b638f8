//! The copy of a work item's state that its record keeps: where it is looked
//! for, and what of it is taken.

mod ground;
mod take;

use std::path::{Path, PathBuf};

use super::Call;
use super::records::{Now, Records, holds};
use super::settings::{Settings, current_directory};
use crate::archive::{TerminalRecord, is_scalar};
use crate::finding::RelPath;
use crate::item::{OLD_STATE_FILE, STATE_FILE, StateFile, WorkItemRef};
use crate::plan::Content;
use crate::repo::Repository;
use ground::Ground;

/// The directory of the specifications, unless the configuration says another.
const SPEC_ROOT: &str = "docs/specs";

/// Where the caller and the event say that the state may be.
#[derive(Debug, Default)]
pub(super) struct Places<'a> {
    /// A checkout of the item's repository.
    pub(super) checkout: Option<&'a Path>,
    /// The commits of the closed pull request, the best one first.
    pub(super) commits: Vec<String>,
    /// A revision.
    pub(super) rev: Option<&'a str>,
    /// The default branch, as the event has it.
    pub(super) default_branch: Option<String>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct StateCopy {
    /// Whether a state file is there, readable or not.
    pub(super) found: bool,
    /// The copy, if it could be read.
    pub(super) terminal: Option<TerminalRecord>,
}

/// Who looks, and for what.
pub(super) struct Search<'a> {
    pub(super) call: &'a Call,
    pub(super) settings: &'a Settings,
    pub(super) records: &'a Records,
    pub(super) item: &'a WorkItemRef,
    pub(super) now: Now,
}

impl Search<'_> {
    /// Looks in one place after the other; the first that has a state file
    /// answers. Nothing that goes wrong here is an error: a closure is
    /// recorded, whatever could be read.
    pub(super) fn look(&self, places: &Places<'_>) -> StateCopy {
        if let Some(copy) = places.checkout.and_then(|place| self.look_in(place)) {
            return copy;
        }
        let current = current_directory()
            .ok()
            .and_then(|current| Repository::discover(&current).ok().flatten());
        let current = current.filter(|repository| holds(repository, self.item));
        let archive = self.records.repository();
        let archive = archive.filter(|repository| holds(repository, self.item));
        let Some(repository) = current.as_ref().or(archive) else {
            self.say("no repository of the item is here");
            return StateCopy::default();
        };
        self.in_repository(repository, places)
    }

    /// Looks in a checkout of the item's repository and nowhere else. `None`:
    /// it is none, or no state file is there.
    pub(super) fn look_in(&self, directory: &Path) -> Option<StateCopy> {
        let root = self.checkout(directory)?;
        self.read(&directory.display().to_string(), &Ground::directory(root))
    }

    fn in_repository(&self, repository: &Repository, places: &Places<'_>) -> StateCopy {
        // The clone of a workflow has no `origin/HEAD`, but a payload.
        let branch = places.default_branch.as_deref();
        let branch = branch.filter(|branch| is_scalar(branch)).unwrap_or("HEAD");
        let tip = [format!("refs/remotes/origin/{branch}")];
        let named = places.rev.map(str::to_owned);
        for rev in places.commits.iter().cloned().chain(named).chain(tip) {
            match repository.revision(&rev) {
                Ok(revision) => {
                    let ground = Ground::Revision(repository.tree(&revision));
                    if let Some(copy) = self.read(&rev, &ground) {
                        return copy;
                    }
                }
                Err(error) => self.say(&error.to_string()),
            }
        }
        repository
            .root()
            .and_then(|root| {
                let ground = Ground::directory(root.to_owned());
                self.read(&root.display().to_string(), &ground)
            })
            .unwrap_or_default()
    }

    /// The root of a checkout, if it is one of the item's repository.
    fn checkout(&self, directory: &Path) -> Option<PathBuf> {
        let shown = directory.display();
        let foreign = match Repository::discover(directory) {
            Ok(Some(repository)) if holds(&repository, self.item) => {
                return repository.root().map(Path::to_owned);
            }
            Ok(Some(_)) => format!("{shown} is a checkout of another repository than the item's"),
            Ok(None) => format!("{shown} is no checkout of a repository"),
            Err(error) => error.to_string(),
        };
        self.call
            .output
            .warn(&format!("the state is not read there: {foreign}"));
        None
    }

    /// `None`: no state file is there.
    fn read(&self, place: &str, ground: &Ground<'_>) -> Option<StateCopy> {
        let spec_root = match &self.settings.config.settings.spec_root {
            Some(root) => root.clone(),
            None => RelPath::new(SPEC_ROOT).ok()?,
        };
        let directory = spec_root.join(self.item.spec_id().as_str().as_bytes());
        for name in [STATE_FILE, OLD_STATE_FILE] {
            let path = directory.join(name.as_bytes());
            let bytes = match ground.files().read(&path) {
                Ok(Content::Missing) => continue,
                Ok(Content::Bytes(bytes)) => bytes,
                Ok(_) => return Some(self.without(place, &path, "is no file that can be read")),
                Err(error) => return Some(self.without(place, &path, &error.to_string())),
            };
            return Some(match StateFile::parse(&bytes) {
                Ok(state) => {
                    self.say(&format!("{place}: {} is read", path.display()));
                    let taken = self.take(ground, (&directory, &path), (&state, &bytes));
                    StateCopy {
                        found: true,
                        terminal: Some(taken),
                    }
                }
                Err(error) => self.without(place, &path, &error.to_string()),
            });
        }
        self.say(&format!(
            "{place}: no {STATE_FILE} in {}",
            directory.display()
        ));
        None
    }

    fn without(&self, place: &str, path: &RelPath, why: &str) -> StateCopy {
        self.call.output.warn(&format!(
            "{place}: {} {why}; the closure is recorded without it",
            path.display()
        ));
        StateCopy {
            found: true,
            terminal: None,
        }
    }

    fn say(&self, text: &str) {
        self.call.output.verbose(&format!("state: {text}"));
    }
}
