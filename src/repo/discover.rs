//! Where the repository is.

use std::path::{Path, PathBuf};

use gix::discover::upwards;
use gix::sec::trust::Mapping;

use super::error::RepoError;
use super::{Repository, format};

/// How much of the objects that were read last is kept: trees that are read
/// again, commits of a walk.
pub(super) const OBJECT_CACHE_BYTES: usize = 8 * 1024 * 1024;

/// No object may ask for more memory than this. A blob is asked for its size
/// first; a tree, a commit or a delta base is not.
pub(super) const ALLOCATION_LIMIT: &str = "gitoxide.objects.allocLimit=512m";

impl Repository {
    /// Finds the repository that a directory belongs to, as git does: in the
    /// directory or above it, or where `GIT_DIR` and its like say. `None`
    /// where there is none.
    ///
    /// Repositories of other people are read too: nothing in one is run, and
    /// gix leaves their configuration aside.
    ///
    /// # Errors
    ///
    /// [`RepoError::Open`] where something is there that is not a whole
    /// repository; [`RepoError::RefStorage`] and [`RepoError::Extension`]
    /// where it is one that gix would read wrongly.
    pub fn discover(dir: &Path) -> Result<Option<Self>, RepoError> {
        let dir = std::path::absolute(dir).map_err(|e| RepoError::directory(dir, &e))?;
        if let Err(source) = dir.metadata() {
            return Err(RepoError::directory(&dir, &source));
        }
        let search = upwards::Options {
            // Git takes no offence at a ceiling elsewhere.
            match_ceiling_dir_or_error: false,
            ..upwards::Options::default()
        };
        let mut trust = Mapping::<gix::open::Options>::default();
        for options in [&mut trust.full, &mut trust.reduced] {
            options.modify(|options| options.config_overrides([ALLOCATION_LIMIT]));
        }
        let found = gix::ThreadSafeRepository::discover_with_environment_overrides_opts(
            &dir, search, trust,
        );
        let (found, end) = match found {
            Ok(found) => {
                let git_dir = found.to_thread_local().git_dir().to_path_buf();
                (Some(found), Some(git_dir))
            }
            Err(error) => match error.downcast_any_ref::<upwards::Error>() {
                Some(upwards::Error::NoGitRepository { .. }) => (None, None),
                Some(
                    upwards::Error::NoGitRepositoryWithinCeiling { .. }
                    | upwards::Error::NoGitRepositoryWithinFs { .. },
                ) => return Ok(None),
                _ => return Err(RepoError::open(&named(&dir), &error)),
            },
        };
        // The one variable that is looked at here and not in gix: it means
        // that nothing was searched for.
        if std::env::var_os("GIT_DIR").is_none() {
            refuse_broken_gitfile(&dir, end.as_deref())?;
        }
        let Some(found) = found else {
            return Ok(None);
        };
        let mut gix = found.to_thread_local();
        format::check(&gix)?;
        gix.object_cache_size_if_unset(OBJECT_CACHE_BYTES);
        Ok(Some(Self { gix }))
    }
}

/// Git stops at a `.git` file that leads nowhere, as after the main work tree
/// was moved; gix passes over it, and might find a repository further up that
/// this directory is no part of.
fn refuse_broken_gitfile(dir: &Path, end: Option<&Path>) -> Result<(), RepoError> {
    for above in dir.ancestors() {
        let dot_git = above.join(".git");
        let Ok(metadata) = dot_git.metadata() else {
            if Some(above) == end {
                break;
            }
            continue;
        };
        match gix::discover::is_git(&dot_git) {
            Ok(_) => break,
            Err(error) if metadata.is_file() => return Err(RepoError::open(&dot_git, &error)),
            Err(_) => {}
        }
    }
    Ok(())
}

/// The path to name where gix could not open what it found.
fn named(dir: &Path) -> PathBuf {
    dir.ancestors()
        .find(|above| above.join(".git").exists())
        .unwrap_or(dir)
        .to_path_buf()
}
