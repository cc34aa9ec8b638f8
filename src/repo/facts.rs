//! What `closeout doctor` says of a repository.

use bstr::ByteSlice;
use gix::config::Source;

use super::error::{RepoError, reason, shown};
use super::{ObjectId, Repository};

/// What kind of repository this is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepoFacts {
    /// The hash that names objects: `sha1` or `sha256`.
    pub object_format: String,
    /// How references are stored. Always `files`: the others are refused.
    pub ref_storage: &'static str,
    /// How it relates to a work tree.
    pub layout: Layout,
    /// How much of the history is there.
    pub history: History,
    /// Where it leaves objects out, if it does.
    pub partial: Option<Partial>,
    /// What is checked out.
    pub head: Head,
}

/// How a repository relates to a work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// The usual: a work tree with its repository in it.
    WorkTree,
    /// One of several work trees of one repository.
    LinkedWorktree,
    /// The work tree of a submodule.
    Submodule,
    /// There is no work tree.
    Bare,
}

/// How much of the history is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum History {
    /// All of it.
    Whole,
    /// It is cut off: a shallow clone.
    Shallow,
}

/// A clone that leaves objects out until they are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partial {
    /// The remote that has them.
    pub remote: String,
    /// Which ones: `blob:none`, `tree:0`.
    pub filter: Option<String>,
}

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A branch, by its full name, and its commit.
    Branch(String, ObjectId),
    /// A commit without a branch.
    Detached(ObjectId),
    /// A branch without a commit, by its full name.
    Unborn(String),
}

impl Repository {
    /// What kind of repository this is.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where `HEAD` or the list of shallow commits
    /// cannot be read.
    pub fn facts(&self) -> Result<RepoFacts, RepoError> {
        Ok(RepoFacts {
            object_format: self.gix.object_hash().to_string(),
            ref_storage: "files",
            layout: self.layout(),
            history: self.history()?,
            partial: self.partial(),
            head: self.head()?,
        })
    }

    fn layout(&self) -> Layout {
        use gix::repository::Kind;
        if self.root().is_none() {
            return Layout::Bare;
        }
        match self.gix.kind() {
            Kind::Common => Layout::WorkTree,
            Kind::LinkedWorkTree => Layout::LinkedWorktree,
            Kind::Submodule => Layout::Submodule,
        }
    }

    pub(super) fn history(&self) -> Result<History, RepoError> {
        match self.gix.is_shallow() {
            Ok(true) => Ok(History::Shallow),
            Ok(false) => Ok(History::Whole),
            Err(error) => Err(self.unreadable("the list of shallow commits", &error)),
        }
    }

    /// The first remote that promises objects, or what
    /// `extensions.partialClone` says, which is how older versions wrote it.
    fn partial(&self) -> Option<Partial> {
        let config = self.gix.config_snapshot();
        let text = |value: bstr::BString| value.to_str_lossy().into_owned();
        let own = |source| matches!(source, Source::Local | Source::Worktree);
        let config = config.plumbing();
        for section in config.sections_by_name("remote").into_iter().flatten() {
            let header = section.header();
            let Some(remote) = header.subsection_name() else {
                continue;
            };
            let promisor = config
                .boolean(&format!("remote.{remote}.promisor"))
                .is_ok_and(|value| value == Some(true));
            if promisor && own(section.meta().source) {
                return Some(Partial {
                    remote: remote.to_str_lossy().into_owned(),
                    filter: section.value("partialCloneFilter").map(text),
                });
            }
        }
        let remote = config.string("extensions.partialClone")?;
        Some(Partial {
            remote: text(remote),
            filter: None,
        })
    }

    fn head(&self) -> Result<Head, RepoError> {
        let unreadable = |error: &gix::Error| self.unreadable("HEAD", error);
        let mut head = self.gix.head().map_err(|error| unreadable(&error))?;
        let Some(name) = head.referent_name().map(ToString::to_string) else {
            let id = head.id().map(gix::Id::detach);
            return id.map(|id| Head::Detached(ObjectId(id))).ok_or_else(|| {
                RepoError::Unreadable {
                    what: "HEAD".to_owned(),
                    path: shown(self.git_dir()),
                    reason: "it names no commit".to_owned(),
                }
            });
        };
        if head.is_unborn() {
            return Ok(Head::Unborn(name));
        }
        let id = head.try_peel_to_id().map_err(|error| unreadable(&error))?;
        Ok(id.map_or_else(
            || Head::Unborn(name.clone()),
            |id| Head::Branch(name.clone(), ObjectId(id.detach())),
        ))
    }

    pub(super) fn unreadable(&self, what: &str, error: &gix::Error) -> RepoError {
        RepoError::Unreadable {
            what: what.to_owned(),
            path: shown(self.git_dir()),
            reason: reason(error),
        }
    }

    /// The command that brings a missing object. A partial clone asks with its
    /// filter again unless it is told not to; that was tried with git 2.47.
    pub(super) fn fetch_of_missing(&self) -> String {
        match self.partial() {
            Some(partial) => {
                let remote = crate::finding::visible(&partial.remote).into_owned();
                format!("git fetch --refetch --no-filter {remote}")
            }
            None => "git fetch --refetch origin".to_owned(),
        }
    }
}
