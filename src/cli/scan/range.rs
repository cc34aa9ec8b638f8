//! What is judged: the working tree or a revision, all of it or what differs.

use crate::cli::failure::Failure;
use crate::cli::gather::baseline_path;
use crate::files::{Files, FilesError, WorkingTree};
use crate::finding::RelPath;
use crate::judge::Contract;
use crate::plan::Content;
use crate::repo::{self, Ignores, RangeEnd, Repository, Revision, TreeFiles};

use super::discover::Found;

/// What the options ask for.
pub(in crate::cli) enum Range {
    /// The working tree, all of it.
    WorkingTree,
    /// A revision, all of it.
    Revision(Revision),
    /// What differs.
    Since(repo::Range),
}

impl Range {
    pub(super) fn resolve(
        repository: &Repository,
        base: Option<&str>,
        rev: Option<&str>,
    ) -> Result<Self, Failure> {
        Ok(match (base, rev) {
            (Some(base), rev) => Self::Since(repository.range(base, rev)?),
            (None, Some(rev)) => Self::Revision(repository.revision(rev)?),
            (None, None) => Self::WorkingTree,
        })
    }

    /// The revision whose version of the configuration is in force; `None` for
    /// that of the working tree.
    pub(in crate::cli) fn configured_by(&self) -> Option<&Revision> {
        match self {
            Self::WorkingTree => None,
            Self::Revision(revision) => Some(revision),
            Self::Since(range) => Some(&range.base),
        }
    }

    /// The files that are judged, and those they are compared with.
    pub(super) fn target<'a>(
        &self,
        repository: &'a Repository,
        root: Option<&'a WorkingTree>,
    ) -> Result<Target<'a>, Failure> {
        let working = || match root {
            Some(tree) => Ok(Now::WorkingTree(tree, Box::new(repository.ignores()?))),
            None => Err(
                Failure::usage("this repository is bare: it has no working tree to judge")
                    .next("name a revision with --rev"),
            ),
        };
        let tree = |revision| Now::Revision(Box::new(repository.tree(revision)));
        Ok(match self {
            Self::WorkingTree => Target::whole(working()?),
            Self::Revision(revision) => Target::whole(tree(revision)),
            Self::Since(range) => Target {
                now: match &range.to {
                    RangeEnd::WorkingTree => working()?,
                    RangeEnd::Revision(revision) => tree(revision),
                },
                before: Some(repository.tree(&range.from)),
            },
        })
    }
}

/// Where the files are.
enum Now<'a> {
    /// In a directory that is in no repository.
    Directory(&'a WorkingTree),
    /// In a working tree, where git ignores some.
    WorkingTree(&'a WorkingTree, Box<Ignores<'a>>),
    /// In a revision.
    Revision(Box<TreeFiles<'a>>),
}

/// The files that are judged.
pub(super) struct Target<'a> {
    now: Now<'a>,
    /// What stood there before; `None` where everything is judged.
    before: Option<TreeFiles<'a>>,
}

impl<'a> Target<'a> {
    fn whole(now: Now<'a>) -> Self {
        Self { now, before: None }
    }

    /// A directory that is in no repository.
    pub(super) fn directory(tree: &'a WorkingTree) -> Self {
        Self::whole(Now::Directory(tree))
    }

    /// The files.
    pub(super) fn files(&self) -> &dyn Files {
        match &self.now {
            Now::Directory(tree) | Now::WorkingTree(tree, _) => *tree,
            Now::Revision(tree) => tree.as_ref(),
        }
    }

    /// Whether git ignores this path. In a revision it ignores nothing.
    pub(super) fn is_ignored(&self, path: &RelPath, directory: bool) -> bool {
        match &self.now {
            Now::WorkingTree(_, ignores) => ignores.is_ignored(path, directory),
            Now::Directory(_) | Now::Revision(_) => false,
        }
    }

    /// Whether a repository of its own stands at this directory of a working
    /// tree. A revision has no files of another one.
    pub(super) fn is_other_repository(&self, path: &RelPath) -> bool {
        match &self.now {
            Now::WorkingTree(tree, _) => tree
                .root
                .join(path.join(b".git").to_path())
                .symlink_metadata()
                .is_ok(),
            Now::Directory(_) | Now::Revision(_) => false,
        }
    }

    /// Whether everything that the verdict on a workspace depends on stood so
    /// before.
    pub(super) fn is_unchanged(
        &self,
        found: &Found<'_>,
        contract: &Contract,
    ) -> Result<bool, FilesError> {
        let Some(before) = &self.before else {
            return Ok(false);
        };
        let files = found.reader.files(&found.path);
        let directory = files.first().and_then(RelPath::parent).unwrap_or_default();
        let artifacts = contract.artifacts();
        let owed = artifacts.iter().map(|owed| directory.join_path(&owed.path));
        let prds = found.prds.iter().map(|name| directory.join(name));
        let mut paths: Vec<RelPath> = files.into_iter().chain(owed).chain(prds).collect();
        paths.push(baseline_path(&directory));
        paths.sort();
        paths.dedup();
        for path in &paths {
            if !self.is_same(before, path)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_same(&self, before: &TreeFiles<'_>, path: &RelPath) -> Result<bool, FilesError> {
        match &self.now {
            Now::Revision(now) => Ok(now.entry(path)? == before.entry(path)?),
            Now::Directory(tree) | Now::WorkingTree(tree, _) => {
                Ok(is_same_content(&tree.read(path)?, &before.read(path)?))
            }
        }
    }
}

/// Whether a file of the working tree holds what a revision holds. git may
/// have checked it out with CR LF (`core.autocrlf`): that is no change.
fn is_same_content(working: &Content, committed: &Content) -> bool {
    match (working, committed) {
        (Content::Bytes(working), Content::Bytes(committed)) => {
            working == committed || without_cr(working).eq(without_cr(committed))
        }
        _ => working == committed,
    }
}

fn without_cr(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes
        .iter()
        .enumerate()
        .filter(|(at, byte)| **byte != b'\r' || bytes.get(at + 1) != Some(&b'\n'))
        .map(|(_, byte)| *byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_a_checkout_are_no_change() {
        let bytes = |text: &str| Content::Bytes(text.as_bytes().to_vec());
        assert!(is_same_content(&bytes("a\r\nb\r\n"), &bytes("a\nb\n")));
        assert!(!is_same_content(&bytes("a\rb"), &bytes("ab")));
        assert!(!is_same_content(&bytes("a"), &bytes("b")));
        assert!(is_same_content(&Content::Missing, &Content::Missing));
        assert!(!is_same_content(&Content::Missing, &bytes("")));
    }
}
