//! The removal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::decide::{Authority, Decision, decide};
use super::facts::{Facts, Git};
use super::gather::{Surroundings, gather};
use crate::finding::visible;
use crate::repo::{Losing, Place, RepoError, Repository};

/// What was found and decided, and so done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The facts right before.
    pub facts: Facts,
    /// The decision on them. [`Decision::Remove`]: it has been removed.
    pub decision: Decision,
}

/// Why a removal did not succeed. Safe to print.
#[derive(Debug, thiserror::Error)]
pub enum RemoveError {
    /// Git did not remove the worktree.
    #[error("{path} was not removed, and {left} of it: {source}")]
    Git {
        /// The checkout.
        path: String,
        /// What is left.
        left: &'static str,
        /// What git says.
        source: Box<RepoError>,
    },
    /// Something could not be removed.
    #[error(
        "{path} was removed in part: {at} could not be removed ({reason}); its repository and all that comes after are still there: see to the permissions and remove the rest by hand"
    )]
    Partly {
        /// The checkout.
        path: String,
        /// What stands in the way.
        at: String,
        /// What the system says.
        reason: String,
    },
    /// Somebody put something else in its place.
    #[error(
        "{path} is not what it was a moment ago; nothing more was removed: look at it, and run this again"
    )]
    Changed {
        /// The checkout.
        path: String,
    },
}

/// Looks, decides, and removes the checkout if it may go. There is no other
/// way to remove one: whatever was decided earlier, the facts are gathered
/// anew here.
///
/// A linked worktree goes through git, which looks once more unless work is to
/// be lost; its branch stays in the clone. A clone's directory goes with its
/// `.git` last, so that what is left of a failed removal is still a checkout
/// with all of its commits. No link is followed.
///
/// # Errors
///
/// [`RemoveError`], which says what is left.
pub fn remove(
    dir: &Path,
    around: &Surroundings<'_>,
    authority: &Authority<'_>,
) -> Result<Outcome, RemoveError> {
    let before = identity(dir);
    let facts = gather(dir, around);
    let decision = decide(&facts, authority);
    if decision == Decision::Remove {
        if before.is_none() || identity(&facts.path) != before {
            return Err(RemoveError::Changed {
                path: shown(&facts.path),
            });
        }
        match &facts.git {
            Git::Is(Place::Linked { .. }) => remove_linked(&facts)?,
            Git::Is(Place::Clone) => remove_clone(&facts.path, before)?,
            // Never decided.
            Git::No | Git::Unreadable(_) | Git::Is(_) => {}
        }
    }
    Ok(Outcome { facts, decision })
}

fn remove_linked(facts: &Facts) -> Result<(), RemoveError> {
    let dir = &facts.path;
    let removed = (|| -> Result<(), RepoError> {
        let repo = Repository::open_at(dir)?.ok_or_else(|| RepoError::Directory {
            path: shown(dir),
            reason: "it is no checkout any more".to_owned(),
        })?;
        // Git refuses where there are submodules, though nothing is in them;
        // and where there is work, which `--force` has decided on.
        let work = facts.work.as_ref().is_some_and(|work| !work.is_empty());
        let losing = if work || repo.has_submodules()? {
            Losing::Work
        } else {
            Losing::Nothing
        };
        repo.remove_worktree(dir, losing)
    })();
    removed.map_err(|source| RemoveError::Git {
        path: shown(dir),
        left: match fs::symlink_metadata(dir.join(".git")) {
            Ok(_) => "all or most",
            Err(_) if dir.exists() => "files",
            Err(_) => "only what the clone keeps",
        },
        source: Box::new(source),
    })
}

fn remove_clone(dir: &Path, before: Option<(u64, u64)>) -> Result<(), RemoveError> {
    let partly = |at: &Path, error: &io::Error| RemoveError::Partly {
        path: shown(dir),
        at: shown(at),
        reason: error.to_string(),
    };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(dir).map_err(|error| partly(dir, &error))? {
        entries.push(entry.map_err(|error| partly(dir, &error))?.path());
    }
    entries.sort_by_key(|path| path.file_name().is_some_and(|name| name == ".git"));
    for entry in &entries {
        if identity(dir) != before {
            return Err(RemoveError::Changed { path: shown(dir) });
        }
        let removed = match fs::symlink_metadata(entry) {
            // The standard library's removal opens every directory relative to
            // its parent and follows no link, raced or not.
            Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(entry),
            Ok(_) => fs::remove_file(entry),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(partly(entry, &error));
            }
            _ => {}
        }
    }
    fs::remove_dir(dir).map_err(|error| partly(dir, &error))
}

/// Which directory this is, whatever its name. A link is itself.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::symlink_metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Windows gives no such number away: that it is a directory must do.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = fs::symlink_metadata(path).ok()?;
    Some((0, u64::from(metadata.is_dir())))
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}
