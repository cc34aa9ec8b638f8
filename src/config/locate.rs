//! Where a configuration is looked for.
//!
//! The nearest one from the current directory up to the repository's root;
//! outside a repository in the current directory only. Never inside a
//! workspace that is being judged, where the run could write its own contract,
//! unless that workspace is the repository's root.

use std::io;
use std::path::{Path, PathBuf};

use super::error::Problem;
use super::read::special;
use super::{ConfigError, FILE_NAME};
use crate::finding::Place;

/// A name that people write and nothing reads.
const OTHER_NAME: &str = ".closeout.yaml";

/// The directories to look in, nearest first. Both paths are absolute and have
/// no links and no `..` in them.
#[must_use]
pub fn candidates(cwd: &Path, root: Option<&Path>) -> Vec<PathBuf> {
    match root {
        Some(root) if cwd.starts_with(root) => cwd
            .ancestors()
            .take_while(|directory| directory.starts_with(root))
            .map(Path::to_owned)
            .collect(),
        _ => vec![cwd.to_owned()],
    }
}

/// Whether a configuration may be taken from this directory while `workspace`
/// is judged.
#[must_use]
pub fn permitted(directory: &Path, workspace: Option<&Path>, root: Option<&Path>) -> bool {
    match workspace {
        Some(workspace) => !directory.starts_with(workspace) || root == Some(workspace),
        None => true,
    }
}

/// Looks for the configuration of a directory, while `workspace` is judged.
/// The path that is found is absolute, and a regular file stood there.
///
/// # Errors
///
/// Something of the configuration's name that is no regular file, a
/// `.closeout.yaml`, or a directory that cannot be read.
pub fn find(cwd: &Path, workspace: Option<&Path>) -> Result<Option<PathBuf>, ConfigError> {
    let cwd = canonical(cwd)?;
    // In a workspace that is not there, no configuration is.
    let workspace = match workspace {
        Some(workspace) if workspace.try_exists().unwrap_or(true) => Some(canonical(workspace)?),
        _ => None,
    };
    let root = repository_root(&cwd);
    for directory in candidates(&cwd, root.as_deref()) {
        if !permitted(&directory, workspace.as_deref(), root.as_deref()) {
            continue;
        }
        let path = directory.join(FILE_NAME);
        if let Some(found) = kind(&path)? {
            if found.is_file() {
                return Ok(Some(path));
            }
            return Err(failed(&path, Problem::Special(special(found).phrase())));
        }
        let other = directory.join(OTHER_NAME);
        if kind(&other)?.is_some() {
            return Err(failed(&other, Problem::OtherName));
        }
    }
    Ok(None)
}

/// The root of the repository that a directory is in, found without opening
/// one: the nearest directory from here upwards with a `.git` file, or a `.git`
/// directory with a `HEAD` in it (git, too, takes an empty `.git` for nothing).
/// In a bare repository there is none.
#[must_use]
pub fn repository_root(directory: &Path) -> Option<PathBuf> {
    let directory = directory.canonicalize().ok()?;
    let is_root = |directory: &&Path| {
        let git = directory.join(".git");
        git.metadata()
            .is_ok_and(|found| found.is_file() || git.join("HEAD").symlink_metadata().is_ok())
    };
    directory.ancestors().find(is_root).map(Path::to_owned)
}

fn kind(path: &Path) -> Result<Option<std::fs::FileType>, ConfigError> {
    match path.symlink_metadata() {
        Ok(found) => Ok(Some(found.file_type())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, Problem::Unreadable(error.to_string()))),
    }
}

fn canonical(path: &Path) -> Result<PathBuf, ConfigError> {
    path.canonicalize()
        .map_err(|error| failed(path, Problem::Directory(error.to_string())))
}

fn failed(path: &Path, problem: Problem) -> ConfigError {
    ConfigError {
        place: Some(Place::file(path.to_string_lossy())),
        problem: Box::new(problem),
    }
}
