//! The configuration in force.

use std::path::{Path, PathBuf};

use super::Call;
use super::failure::Failure;
use super::output::Output;
use super::scan::Range;
use crate::config::{self, Config, ConfigError, FILE_NAME, Origin, Problem};
use crate::files::{Files as _, Links};
use crate::finding::{Place, RelPath, visible};
use crate::plan::Content;
use crate::repo::{RangeEnd, Repository, Revision};

/// The configuration, and what a report should say of it.
pub(super) struct Settings {
    pub(super) config: Config,
    pub(super) notes: Vec<String>,
    pub(super) output: Output,
}

impl Settings {
    /// What is in force in the current directory, while everything is judged.
    pub(super) fn here(call: &Call) -> Result<Self, Failure> {
        let current = current_directory()?;
        Self::find(call, workspace_around(&current).as_deref())
    }

    /// What is in force in the current directory, while `workspace` is judged.
    pub(super) fn find(call: &Call, workspace: Option<&Path>) -> Result<Self, Failure> {
        let config = match named(call) {
            Some(path) => read(&path, Links::Follow)?,
            None => nearest(workspace)?,
        };
        Ok(Self::new(call, config))
    }

    /// What is in force for a scan: the version of the revision that the range
    /// says, unless the caller has named a file.
    pub(super) fn of_range(
        call: &Call,
        repository: &Repository,
        range: &Range,
        current: &Path,
    ) -> Result<Self, Failure> {
        let (None, Some(revision)) = (named(call), range.configured_by()) else {
            return Self::find(call, workspace_around(current).as_deref());
        };
        let prefix = repository.prefix(current)?.unwrap_or_default();
        let config = in_revision(repository, revision, &prefix)?;
        let mut settings = Self::new(call, config);
        if let Range::Since(since) = range {
            let now = match &since.to {
                RangeEnd::Revision(revision) => in_revision(repository, revision, &prefix),
                RangeEnd::WorkingTree => nearest(workspace_around(current).as_deref()),
            };
            settings.compare(revision, now);
        }
        Ok(settings)
    }

    /// What is in force in a directory that is not the current one perhaps, or
    /// for a revision: that one's version, as seen from the directory.
    pub(super) fn of_directory(
        call: &Call,
        directory: &Path,
        revision: Option<(&Repository, &Revision)>,
    ) -> Result<Self, Failure> {
        let config = match (named(call), revision) {
            (Some(path), _) => read(&path, Links::Follow)?,
            (None, Some((repository, revision))) => {
                let prefix = repository.prefix(directory)?.unwrap_or_default();
                in_revision(repository, revision, &prefix)?
            }
            (None, None) => {
                let workspace = workspace_around(directory);
                match config::find(directory, workspace.as_deref())? {
                    Some(path) => read(&path, Links::Refuse)?,
                    None => Config::default(),
                }
            }
        };
        Ok(Self::new(call, config))
    }

    fn new(call: &Call, config: Config) -> Self {
        call.output
            .verbose(&format!("configuration: {}", config.origin()));
        Self {
            config,
            notes: Vec::new(),
            output: call.output,
        }
    }

    /// A change cannot loosen what it is judged by; that it would is said.
    fn compare(&mut self, base: &Revision, now: Result<Config, Failure>) {
        let base = visible(base.name()).into_owned();
        match now {
            Ok(now) if now.says_the_same(&self.config) => {}
            Ok(_) => self.notes.push(format!(
                "this change alters {FILE_NAME}: it is judged by the version of {base}"
            )),
            Err(_) => self.notes.push(format!(
                "this change leaves a {FILE_NAME} that cannot be read (see `closeout config check`): it is judged by the version of {base}"
            )),
        }
    }
}

/// The current directory.
pub(super) fn current_directory() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| {
        Failure::usage(format!("the current directory cannot be found: {error}"))
            .next("change to a directory that exists")
    })
}

/// The file that the caller named.
fn named(call: &Call) -> Option<PathBuf> {
    call.global
        .config
        .as_ref()
        .or(call.environment.config.as_ref())
        .cloned()
}

fn nearest(workspace: Option<&Path>) -> Result<Config, Failure> {
    let current = match std::env::current_dir() {
        // A run's directory may have been reclaimed under our feet: nothing is
        // found in it, and whoever judges the run says so.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Config::default());
        }
        _ => current_directory()?,
    };
    match config::find(&current, workspace)? {
        Some(path) => read(&path, Links::Refuse),
        None => Ok(Config::default()),
    }
}

fn read(path: &Path, links: Links) -> Result<Config, Failure> {
    let bytes = config::read_file(path, links)?;
    Ok(Config::parse(&bytes, Origin::File(shown(path)))?)
}

/// A path as messages show it: from the current directory, where it is below.
fn shown(path: &Path) -> String {
    let current = std::env::current_dir().and_then(|current| current.canonicalize());
    let below = current
        .ok()
        .and_then(|current| path.strip_prefix(current).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}

/// A revision's version: the nearest one from the current directory's place up
/// to the root.
fn in_revision(
    repository: &Repository,
    revision: &Revision,
    prefix: &RelPath,
) -> Result<Config, Failure> {
    let tree = repository.tree(revision);
    let mut directory = Some(prefix.clone());
    let mut above = Some(prefix.clone());
    while let Some(here) = above.filter(|here| !here.is_root()) {
        above = here.parent();
        if is_workspace(&tree, &here)? {
            // Nor is what stands anywhere below it taken.
            directory.clone_from(&above);
        }
    }
    while let Some(here) = directory {
        let path = here.join(FILE_NAME.as_bytes());
        let origin = Origin::Revision {
            rev: revision.name().to_owned(),
            path: path.display(),
        };
        let content = tree.read(&path)?;
        if content != Content::Missing {
            let bytes = Problem::bytes(content).map_err(|problem| ConfigError {
                place: Some(Place::file(origin.to_string())),
                problem: Box::new(problem),
            })?;
            return Ok(Config::parse(&bytes, origin)?);
        }
        directory = here.parent();
    }
    Ok(Config::default())
}

/// What makes a directory a run's workspace: a configuration in it would be
/// the run's own.
const WORKSPACE_FILES: [&str; 2] = ["plan.json", "state.json"];

fn is_workspace(tree: &crate::repo::TreeFiles<'_>, path: &RelPath) -> Result<bool, Failure> {
    for name in WORKSPACE_FILES {
        if tree.entry(&path.join(name.as_bytes()))?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The outermost workspace that the current directory is in, which a scan from
/// there judges: below the repository's root, or, outside of a repository, the
/// directory itself.
fn workspace_around(current: &Path) -> Option<PathBuf> {
    let current = current.canonicalize().ok()?;
    let is_workspace = |directory: &&Path| {
        WORKSPACE_FILES
            .iter()
            .any(|name| directory.join(name).symlink_metadata().is_ok())
    };
    let Some(root) = config::repository_root(&current) else {
        return Some(current).filter(|current| is_workspace(&current.as_path()));
    };
    current
        .ancestors()
        .take_while(|directory| *directory != root)
        .filter(is_workspace)
        .last()
        .map(Path::to_owned)
}
