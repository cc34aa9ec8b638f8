//! Commits that would be gone with a checkout.

use std::collections::HashSet;

use bstr::ByteSlice;

use super::error::{RepoError, shown};
use super::{Head, ObjectId, Repository};

/// How many commits are counted.
const MAX_COUNTED: usize = 1_000;

/// How many names are given.
const NAMED: usize = 5;

/// Whose commits would go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The whole repository: every branch, stash and own tag.
    Repository,
    /// A linked worktree: what its detached `HEAD` alone has. Its branch and
    /// the stashes stay in the clone.
    Worktree,
}

/// Commits that no remote has, by what leads to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unpushed {
    /// The commit of a detached `HEAD`.
    pub detached: Option<ObjectId>,
    /// Branches, by their short names: how many, and the first few.
    pub branches: (usize, Vec<String>),
    /// Tags on commits that were made here.
    pub tags: (usize, Vec<String>),
    /// Stashes.
    pub stashes: usize,
    /// How many commits there are in all, up to 1,000.
    pub commits: usize,
}

/// What may lead to commits of our own.
enum Tip {
    Detached,
    Branch(String),
    Tag(String),
}

impl Repository {
    /// The commits that would be gone: those that no remote-tracking branch
    /// has. `merged` are commits known to have been merged elsewhere, as heads
    /// of pull requests (a squash leaves no trace of them): what leads to one
    /// of them, or to an ancestor, is pushed.
    ///
    /// A tag counts where its commit was made here, by the reflog of `HEAD`:
    /// tags that were fetched look no different, and often stand on commits
    /// that no branch has.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unreadable`] where references or history cannot be read.
    pub fn unpushed(&self, scope: Scope, merged: &[String]) -> Result<Unpushed, RepoError> {
        let mut tips = Vec::new();
        let mut pushed: Vec<_> = merged
            .iter()
            .filter_map(|hex| gix::ObjectId::from_hex(hex.as_bytes()).ok())
            .filter(|id| self.gix.find_commit(*id).is_ok())
            .collect();
        if let Head::Detached(id) = self.facts()?.head {
            tips.push((id.0, Tip::Detached));
        }
        pushed.extend(self.remote_tips()?);
        let branches = self.tips("refs/heads/")?;
        let tags = self.tips("refs/tags/")?;
        match scope {
            Scope::Worktree => pushed.extend(branches.into_iter().chain(tags).map(|tip| tip.0)),
            Scope::Repository => {
                tips.extend(
                    branches
                        .into_iter()
                        .map(|(id, name)| (id, Tip::Branch(name))),
                );
                let made = self.made_here()?;
                for (id, name) in tags {
                    if made.as_ref().is_none_or(|made| made.contains(&id)) {
                        tips.push((id, Tip::Tag(name)));
                    } else {
                        pushed.push(id);
                    }
                }
            }
        }
        let mut unpushed = self.behind(tips, &pushed)?;
        if scope == Scope::Repository {
            unpushed.stashes = self.stashes()?;
        }
        Ok(unpushed)
    }

    /// Which of the tips are no ancestors of what was pushed.
    fn behind(
        &self,
        tips: Vec<(gix::ObjectId, Tip)>,
        pushed: &[gix::ObjectId],
    ) -> Result<Unpushed, RepoError> {
        let known: HashSet<_> = pushed.iter().copied().collect();
        let open: HashSet<_> = tips
            .iter()
            .map(|tip| tip.0)
            .filter(|id| !known.contains(id))
            .collect();
        let mut unpushed = Unpushed::default();
        if open.is_empty() {
            return Ok(unpushed);
        }
        let walk = self.gix.rev_walk(open.iter().copied()).with_hidden(known);
        let walk = walk
            .all()
            .map_err(|error| self.unreadable("the history", &error))?;
        let mut own = HashSet::new();
        for commit in walk {
            let commit = commit.map_err(|error| self.unreadable("the history", &error))?;
            // Breadth first: the tips come before their ancestors.
            if open.contains(&commit.id) {
                own.insert(commit.id);
            }
            unpushed.commits += 1;
            if unpushed.commits >= MAX_COUNTED.max(open.len()) {
                break;
            }
        }
        unpushed.commits = unpushed.commits.min(MAX_COUNTED);
        for (id, tip) in tips.into_iter().filter(|tip| own.contains(&tip.0)) {
            let (names, name) = match tip {
                Tip::Detached => {
                    unpushed.detached = Some(ObjectId(id));
                    continue;
                }
                Tip::Branch(name) => (&mut unpushed.branches, name),
                Tip::Tag(name) => (&mut unpushed.tags, name),
            };
            names.0 += 1;
            if names.1.len() < NAMED {
                names.1.push(name);
            }
        }
        Ok(unpushed)
    }

    /// The commits of the references below a prefix, with their short names.
    /// One that leads to no commit has none to lose.
    fn tips(&self, prefix: &str) -> Result<Vec<(gix::ObjectId, String)>, RepoError> {
        let unreadable = |error: &gix::Error| self.unreadable("the references", error);
        let platform = self.gix.references().map_err(|error| unreadable(&error))?;
        let found = platform
            .prefixed(prefix)
            .map_err(|error| unreadable(&error))?;
        let mut tips = Vec::new();
        for reference in found {
            let mut reference = reference.map_err(|error| unreadable(&error))?;
            let name = reference.name().as_bstr().to_str_lossy().into_owned();
            let id = reference.peel_to_id().map_err(|error| {
                self.unreadable(
                    &format!("reference {}", crate::finding::visible(&name)),
                    &error,
                )
            })?;
            let id = id.detach();
            if self.gix.find_commit(id).is_ok() {
                let short = name.strip_prefix(prefix).unwrap_or(&name);
                tips.push((id, short.to_owned()));
            } else if self.gix.find_header(id).is_err() {
                return Err(RepoError::MissingObject {
                    rev: crate::finding::visible(&name).into_owned(),
                    id: id.to_string(),
                    path: shown(self.git_dir()),
                    fetch: self.fetch_of_missing(),
                });
            }
        }
        Ok(tips)
    }

    /// The commits of the remote-tracking branches. One that leads nowhere, as
    /// `origin/HEAD` does once its branch is gone, vouches for nothing.
    fn remote_tips(&self) -> Result<Vec<gix::ObjectId>, RepoError> {
        let unreadable = |error: &gix::Error| self.unreadable("the references", error);
        let platform = self.gix.references().map_err(|error| unreadable(&error))?;
        let found = platform
            .prefixed("refs/remotes/")
            .map_err(|error| unreadable(&error))?;
        Ok(found
            .filter_map(|reference| Some(reference.ok()?.peel_to_id().ok()?.detach()))
            .filter(|id| self.gix.find_commit(*id).is_ok())
            .collect())
    }

    /// What the reflog of `HEAD` says was made here, and not only checked out;
    /// `None` without a reflog.
    fn made_here(&self) -> Result<Option<HashSet<gix::ObjectId>>, RepoError> {
        let head = self.gix.head().map_err(|e| self.unreadable("HEAD", &e))?;
        let mut log = head.log_iter();
        let lines = log.all().map_err(|error| self.no_log("HEAD", &error))?;
        Ok(lines.map(|lines| {
            lines
                .filter_map(Result::ok)
                .filter(|line| {
                    let came = ["checkout:", "clone:", "reset:"];
                    !came.iter().any(|word| line.message.starts_with_str(word))
                })
                .map(|line| line.new_oid())
                .collect()
        }))
    }

    /// How many stashes there are: the lines of the stash's reflog.
    fn stashes(&self) -> Result<usize, RepoError> {
        let found = self.gix.try_find_reference("refs/stash");
        let Some(stash) = found.map_err(|error| self.unreadable("the stashes", &error))? else {
            return Ok(0);
        };
        let mut log = stash.log_iter();
        let lines = log
            .all()
            .map_err(|error| self.no_log("the stashes", &error))?;
        Ok(lines.map_or(1, Iterator::count).max(1))
    }

    fn no_log(&self, of: &str, error: &std::io::Error) -> RepoError {
        RepoError::Unreadable {
            what: format!("the reflog of {of}"),
            path: shown(self.git_dir()),
            reason: error.to_string(),
        }
    }
}
