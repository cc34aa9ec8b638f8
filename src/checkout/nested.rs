//! Repositories inside of a checkout: submodules, and clones in directories
//! that git does not look into.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::facts::Work;
use super::gather::{of_status, of_unpushed, unseen};
use crate::repo::{RepoError, Repository, Scope};

/// How many entries of a checkout are looked at, which is more than any
/// checkout has.
const MAX_ENTRIES: usize = 5_000_000;

/// How many repositories in it are looked into.
const MAX_REPOSITORIES: usize = 500;

/// What was found below a checkout.
#[derive(Default)]
pub(super) struct Below {
    /// Work in repositories inside of it.
    pub(super) work: Vec<Work>,
    /// Directories of other file systems.
    pub(super) mounts: Vec<PathBuf>,
}

/// Looks for repositories below `root`, the checkout that `repo` was opened
/// at, and for work in them. One without any remote has nowhere to push to:
/// unless git ignores it, it is an untracked file of the checkout; otherwise
/// it is as little work as any other ignored file (a test's fixture).
pub(super) fn look(root: &Path, repo: &Repository, merged: &[String]) -> Below {
    let mut search = Search {
        homes: vec![root.to_owned()],
        merged,
        seen: HashSet::new(),
        below: Below::default(),
    };
    search.homes.extend(repo.git_dir().canonicalize().ok());
    search.seen.extend(repo.git_dir().canonicalize().ok());
    let mut starts = vec![repo.git_dir().join("modules"), root.to_owned()];
    if root.parent().map(device) != Some(device(root)) {
        search.below.mounts.push(root.to_owned());
    }
    let mut entries = 0;
    while let Some(start) = starts.pop() {
        if fs::symlink_metadata(&start).is_err() {
            continue;
        }
        let device = device(&start);
        let mut walk = WalkDir::new(&start).into_iter();
        while let Some(entry) = walk.next() {
            entries += 1;
            if entries > MAX_ENTRIES {
                let reason = format!("it has more than {MAX_ENTRIES} files");
                search.below.work.push(unseen(None, &reason));
                return search.below;
            }
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().map(Path::to_owned);
                    search.below.work.push(unseen(path, &error.to_string()));
                    continue;
                }
            };
            let path = entry.path();
            let directory = entry.file_type().is_dir();
            if entry.file_name() == ".git" && entry.depth() > 0 {
                if entry.depth() > 1 || start != root {
                    search.repository(path.parent().unwrap_or(path));
                    starts.push(path.join("modules"));
                }
                if directory {
                    walk.skip_current_dir();
                }
            } else if directory && device != self::device(path) {
                search.below.mounts.push(path.to_owned());
                walk.skip_current_dir();
            } else if directory && is_git_dir(path) && path != root {
                search.repository(path);
            } else if directory && entry.file_name() == "objects" && start != root {
                walk.skip_current_dir();
            }
        }
    }
    search.below
}

struct Search<'a> {
    /// What goes with the checkout.
    homes: Vec<PathBuf>,
    merged: &'a [String],
    /// The repositories that were looked into, by their own directories.
    seen: HashSet<PathBuf>,
    below: Below,
}

impl Search<'_> {
    fn repository(&mut self, dir: &Path) {
        let unseen = |reason: &str| unseen(Some(dir.to_owned()), reason);
        if self.seen.len() > MAX_REPOSITORIES {
            if self.seen.len() == MAX_REPOSITORIES + 1 {
                self.seen.insert(PathBuf::new());
                let reason = format!("it has more than {MAX_REPOSITORIES} repositories");
                self.below.work.push(unseen(&reason));
            }
            return;
        }
        let repo = match Repository::open_at(dir) {
            // What git cannot open either is files.
            Ok(None) | Err(RepoError::Open { .. }) => return,
            Ok(Some(repo)) => repo,
            Err(error) => {
                self.below.work.push(unseen(&error.to_string()));
                return;
            }
        };
        if !repo.has_remote() {
            return;
        }
        if repo.root().is_some_and(Path::is_dir) && dir.join(".git").exists() {
            match repo.status() {
                Ok(status) => self.below.work.extend(of_status(status, Some(dir))),
                Err(error) => self.below.work.push(unseen(&error.to_string())),
            }
        }
        // A submodule is met twice: in the work tree, and in the repository.
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(real(repo.git_dir())) {
            return;
        }
        let common = real(repo.common_dir());
        let goes = self.homes.iter().any(|home| common.starts_with(home));
        let scope = if goes {
            Scope::Repository
        } else {
            Scope::Worktree
        };
        match repo.unpushed(scope, self.merged) {
            Ok(unpushed) => self.below.work.extend(of_unpushed(unpushed, Some(dir))),
            Err(error) => self.below.work.push(unseen(&error.to_string())),
        }
    }
}

/// Whether a directory has what makes a repository.
fn is_git_dir(dir: &Path) -> bool {
    ["HEAD", "refs", "objects"]
        .iter()
        .all(|name| fs::symlink_metadata(dir.join(name)).is_ok())
}

#[cfg(unix)]
fn device(path: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    fs::symlink_metadata(path)
        .ok()
        .map(|metadata| metadata.dev())
}

#[cfg(not(unix))]
fn device(_: &Path) -> Option<u64> {
    None
}
