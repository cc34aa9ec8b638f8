//! What a directory is to git, and the worktrees of a clone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bstr::ByteSlice;
use gix::open::Permissions;

use super::bounded::{git, succeed};
use super::discover::{ALLOCATION_LIMIT, OBJECT_CACHE_BYTES};
use super::error::RepoError;
use super::{Repository, format};

/// How long git may take to remove a worktree.
const LIMIT: Duration = Duration::from_secs(600);

/// What a directory is to the repository that was opened at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A clone's main work tree, with the whole repository in it.
    Clone,
    /// One of several work trees of one clone.
    Linked {
        /// The clone's repository, which stays.
        clone: PathBuf,
        /// Why it is locked, if it is: may be empty. Not escaped.
        lock: Option<String>,
    },
    /// The work tree of a submodule.
    Submodule,
    /// A repository without a work tree.
    Bare,
    /// Directory and repository do not belong together as git makes them; why.
    Odd(&'static str),
}

/// What `git worktree remove` may lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Losing {
    /// Ignored files only: git looks again and refuses otherwise.
    Nothing,
    /// Whatever is there.
    Work,
}

impl Repository {
    /// The repository of exactly this directory, whatever the environment
    /// says, and never one further up. `None` where the directory is none.
    ///
    /// # Errors
    ///
    /// Those of [`Repository::discover`].
    pub fn open_at(dir: &Path) -> Result<Option<Self>, RepoError> {
        let dot_git = dir.join(".git");
        let there = fs::symlink_metadata(&dot_git).is_ok();
        if !there && gix::discover::is_git(dir).is_err() {
            return Ok(None);
        }
        let mut permissions = Permissions::isolated();
        permissions.config.includes = true;
        let options = gix::open::Options::default()
            .permissions(permissions)
            .open_path_as_is(true)
            .config_overrides([ALLOCATION_LIMIT]);
        let path = if there { &dot_git } else { dir };
        let found = gix::ThreadSafeRepository::open_opts(path, options);
        let mut gix = found
            .map_err(|error| RepoError::open(dir, &error))?
            .to_thread_local();
        format::check(&gix)?;
        gix.object_cache_size_if_unset(OBJECT_CACHE_BYTES);
        Ok(Some(Self { gix }))
    }

    /// What the directory is that this repository was opened at.
    ///
    /// # Errors
    ///
    /// [`RepoError::Directory`] where a path cannot be resolved.
    pub fn place_of(&self, dir: &Path) -> Result<Place, RepoError> {
        let real = |path: &Path| {
            path.canonicalize()
                .map_err(|error| RepoError::directory(path, &error))
        };
        let dot_git = dir.join(".git");
        let Ok(metadata) = fs::symlink_metadata(&dot_git) else {
            return Ok(Place::Bare);
        };
        if metadata.is_symlink() {
            return Ok(Place::Odd("its `.git` is a link"));
        }
        let (git_dir, common) = (real(self.git_dir())?, real(self.common_dir())?);
        match self.root() {
            Some(root) if real(root)? == real(dir)? => {}
            Some(_) => return Ok(Place::Odd("its repository has another work tree")),
            None => return Ok(Place::Odd("its repository has no work tree")),
        }
        if metadata.is_dir() {
            return Ok(if git_dir == common && git_dir == real(&dot_git)? {
                Place::Clone
            } else {
                Place::Odd("its `.git` leads to another repository")
            });
        }
        if git_dir == common {
            return Ok(if self.gix.kind() == gix::repository::Kind::Submodule {
                Place::Submodule
            } else {
                Place::Odd("its repository stands somewhere else")
            });
        }
        // The clone must know this worktree, and as this directory: a copy of
        // a worktree says the same of itself and is none.
        for proxy in self.registered()? {
            if real(proxy.git_dir())? != git_dir {
                continue;
            }
            let base = proxy.base().ok().and_then(|base| base.canonicalize().ok());
            if base != Some(real(dir)?) {
                break;
            }
            let reason = || proxy.lock_reason().unwrap_or_default();
            let lock = proxy
                .is_locked()
                .then(|| reason().to_str_lossy().into_owned());
            return Ok(Place::Linked {
                clone: common,
                lock,
            });
        }
        Ok(Place::Odd("its clone knows no worktree in this place"))
    }

    /// Where the linked worktrees of this clone stand that are not gone, other
    /// than this one. A locked one may be away for the moment, and counts.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where the list cannot be read.
    pub fn other_worktrees(&self) -> Result<Vec<PathBuf>, RepoError> {
        let own = self.git_dir().canonicalize().ok();
        let others = self
            .registered()?
            .into_iter()
            .filter(|proxy| !proxy.is_prunable() && proxy.git_dir().canonicalize().ok() != own);
        Ok(others
            .map(|proxy| proxy.base().unwrap_or_else(|_| proxy.git_dir().to_owned()))
            .collect())
    }

    fn registered(&self) -> Result<Vec<gix::worktree::Proxy<'_>>, RepoError> {
        let found = self.gix.worktrees();
        found.map_err(|error| self.unreadable("the list of worktrees", &error))
    }

    /// Removes a linked worktree of this clone: the directory, and what the
    /// clone keeps of it. Its branch stays. Run from the clone, so that the
    /// directory is not in use.
    ///
    /// # Errors
    ///
    /// [`RepoError::Git`] where git refuses or fails.
    pub fn remove_worktree(&self, dir: &Path, losing: Losing) -> Result<(), RepoError> {
        let common = self.common_dir();
        let common = common
            .canonicalize()
            .map_err(|error| RepoError::directory(common, &error))?;
        let mut command = git(&common);
        command.env("GIT_DIR", &common).args(["worktree", "remove"]);
        if losing == Losing::Work {
            command.arg("--force");
        }
        command.arg("--").arg(dir);
        self.without_filters(&mut command)?;
        succeed(command, LIMIT).map(|_| ())
    }

    /// Whether this worktree has submodules: git does not remove such a one
    /// without force, whatever their state.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where the index cannot be read.
    pub fn has_submodules(&self) -> Result<bool, RepoError> {
        if self.git_dir().join("modules").is_dir() {
            return Ok(true);
        }
        let index = self.gix.index_or_empty();
        let index = index.map_err(|error| self.unreadable("the index", &error))?;
        let mut entries = index.entries().iter();
        Ok(entries.any(|entry| entry.mode.is_submodule()))
    }
}
