//! What in a work tree is not committed.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;

use bstr::ByteSlice;

use super::Repository;
use super::bounded::{git, run, succeed};
use super::error::{RepoError, shown};

/// How long git may look at a work tree.
const LIMIT: Duration = Duration::from_secs(300);

/// How many paths of a kind are named.
const NAMED: usize = 5;

/// Paths of one kind: how many, and the first of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paths {
    /// How many there are, or at least are.
    pub count: usize,
    /// The first few, below the work tree's root. Bytes that are no UTF-8 are
    /// replaced; not escaped.
    pub first: Vec<String>,
}

impl Paths {
    fn add(&mut self, path: &[u8]) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(path.to_str_lossy().into_owned());
        }
    }
}

/// What in a work tree is not committed. Ignored files are none of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// Tracked files that differ from the commit, staged or not. Of a
    /// submodule only its commit counts.
    pub changed: Paths,
    /// Files that are neither tracked nor ignored.
    pub untracked: Paths,
    /// Files with conflicts.
    pub conflicts: Paths,
    /// What is going on: `a rebase`, `a merge`.
    pub operation: Option<&'static str>,
}

impl Repository {
    /// What in this work tree is not committed, as `git status` says. Nothing
    /// that the repository configures is run for it: a filter of its own
    /// counts as none, which at worst shows a file as changed.
    ///
    /// # Errors
    ///
    /// [`RepoError::Bare`] without a work tree; [`RepoError::Git`] where git
    /// cannot say.
    pub fn status(&self) -> Result<Status, RepoError> {
        let Some(root) = self.root() else {
            return Err(RepoError::Bare {
                path: shown(self.git_dir()),
            });
        };
        let mut command = git(root);
        // Never one further up.
        command.env("GIT_CEILING_DIRECTORIES", root.parent().unwrap_or(root));
        command.args(["status", "--porcelain=v2", "-z", "--no-renames"]);
        command.args(["--untracked-files=all", "--ignore-submodules=dirty"]);
        self.without_filters(&mut command)?;
        let printed = succeed(command, LIMIT)?;
        let mut status = parse(&printed.out);
        status.operation = self.operation();
        Ok(status)
    }

    /// Empties the filters that the repository's own configuration (not the
    /// user's) would have git run on the files of its work tree.
    pub(super) fn without_filters(&self, command: &mut Command) -> Result<(), RepoError> {
        let mut ask = git(self.git_dir());
        ask.args(["config", "--includes", "--show-scope", "--name-only", "-z"]);
        ask.args([
            "--get-regexp",
            r"^filter\..*\.(clean|smudge|process|required)$",
        ]);
        ask.env("GIT_DIR", self.git_dir());
        let printed = run(ask, LIMIT)?;
        // Exit code 1 is for no such key.
        let ended = printed.status.and_then(|status| status.code());
        if !printed.complete || !matches!(ended, Some(0 | 1)) {
            return Err(RepoError::Git {
                call: "git config --get-regexp ^filter".to_owned(),
                path: shown(self.git_dir()),
                reason: if printed.complete {
                    printed.complaint
                } else {
                    "it prints too much".to_owned()
                },
            });
        }
        let mut count = 0_usize;
        let mut fields = printed.out.split(|byte| *byte == 0);
        while let (Some(scope), Some(key)) = (fields.next(), fields.next()) {
            if !matches!(scope, b"local" | b"worktree") {
                continue;
            }
            let value = if key.ends_with(b".required") {
                "false"
            } else {
                ""
            };
            let name: &OsStr = &key.to_os_str_lossy();
            command.env(format!("GIT_CONFIG_KEY_{count}"), name);
            command.env(format!("GIT_CONFIG_VALUE_{count}"), value);
            count += 1;
        }
        command.env("GIT_CONFIG_COUNT", count.to_string());
        Ok(())
    }

    fn operation(&self) -> Option<&'static str> {
        use gix::state::InProgress as P;
        self.gix.state().map(|state| match state {
            P::ApplyMailbox | P::ApplyMailboxRebase => "applying patches (`git am`)",
            P::Bisect => "a bisect",
            P::CherryPick | P::CherryPickSequence => "a cherry-pick",
            P::Merge => "a merge",
            P::Rebase | P::RebaseInteractive => "a rebase",
            P::Revert | P::RevertSequence => "a revert",
        })
    }
}

/// Reads `git status --porcelain=v2 -z`, whole or cut off.
fn parse(out: &[u8]) -> Status {
    let mut status = Status::default();
    let mut entries = out.split(|byte| *byte == 0);
    while let Some(entry) = entries.next() {
        // The path is what follows so many fields.
        let path = |fields: usize| entry.splitn(fields + 1, |byte| *byte == b' ').last();
        let (paths, path) = match entry.first() {
            Some(b'1') => (&mut status.changed, path(8)),
            Some(b'2') => {
                // A rename says its old path in an entry of its own.
                entries.next();
                (&mut status.changed, path(9))
            }
            Some(b'u') => (&mut status.conflicts, path(10)),
            Some(b'?') => (&mut status.untracked, path(1)),
            _ => continue,
        };
        paths.add(path.unwrap_or_default());
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_entry_is_read() {
        let out = b"1 .M N... 100644 100644 100644 aa bb a b.md\x00\
            2 R. N... 100644 100644 100644 aa bb R100 new\x00? old\x00\
            u UU N... 100644 100644 100644 100644 aa bb cc both\x00\
            ? un tracked\n\x00! ignored\x00# branch.head main\x00";
        let status = parse(out);
        assert_eq!(status.changed.first, ["a b.md", "new"]);
        assert_eq!(status.conflicts.first, ["both"]);
        assert_eq!(status.untracked.first, ["un tracked\n"]);
        assert_eq!(status.untracked.count, 1);
    }

    #[test]
    fn a_flood_of_paths_is_counted_and_a_few_are_named() {
        let status = parse(&b"? x\0".repeat(10_000));
        assert_eq!(status.untracked.count, 10_000);
        assert_eq!(status.untracked.first.len(), NAMED);
    }

    #[test]
    fn a_cut_entry_still_counts() {
        assert_eq!(parse(b"1 .M N... 1006").changed.count, 1);
        assert_eq!(parse(b"").changed.count, 0);
    }
}
