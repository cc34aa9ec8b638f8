//! Which workspaces there are.

use std::cell::RefCell;
use std::collections::BTreeSet;

use bstr::BString;

use crate::cli::failure::Failure;
use crate::cli::gather::Source;
use crate::files::{FilesError, Node};
use crate::finding::{Globs, RelPath};
use crate::judge::Contract;
use crate::plan::Reader;

use super::range::Target;

/// Directories that hold other people's files, wherever they stand.
const PASSED_OVER: [&[u8]; 5] = [
    b".git",
    b"node_modules",
    b"vendor",
    b"third_party",
    b"target",
];

/// A workspace that a reader has found.
pub(super) struct Found<'a> {
    /// Its path from the root.
    pub(super) path: RelPath,
    /// Who found it.
    pub(super) reader: &'a dyn Reader,
    /// The PRDs in it: their names.
    pub(super) prds: Vec<BString>,
}

impl Found<'_> {
    /// Whether one of these patterns names it: itself, or a file of it.
    pub(super) fn is_matched_by(&self, globs: &Globs) -> bool {
        globs.matches(&self.path)
            || self
                .reader
                .files(&self.path)
                .iter()
                .any(|file| globs.matches(file))
    }
}

/// What a tree holds.
pub(super) struct Discovered<'a> {
    /// In the order of their paths.
    pub(super) workspaces: Vec<Found<'a>>,
    /// Directories that may not be listed, and why.
    pub(super) unreadable: Vec<(RelPath, String)>,
}

/// Looks through the whole tree.
pub(super) fn discover<'a>(
    readers: &'a [Box<dyn Reader>],
    contract: &Contract,
    target: &Target<'_>,
) -> Result<Discovered<'a>, Failure> {
    let exempt = Exempt::new(contract)?;
    // What git ignores and is looked at only for the contract's own globs.
    let ignored: RefCell<BTreeSet<RelPath>> = RefCell::default();
    let keep = |path: &RelPath, node: Node| {
        if node == Node::Directory && PASSED_OVER.contains(&path.name().as_ref()) {
            return false;
        }
        // A submodule, or a clone in the working tree: its files are another
        // repository's, unless the contract says that runs are kept there.
        if node == Node::Directory && target.is_other_repository(path) && !exempt.may_hold(path) {
            return false;
        }
        let below_ignored = path
            .parent()
            .is_some_and(|parent| ignored.borrow().contains(&parent));
        if !below_ignored && !target.is_ignored(path, node == Node::Directory) {
            return true;
        }
        match node {
            Node::File => exempt.names(path),
            Node::Directory => {
                let keep = exempt.may_hold(path);
                if keep {
                    ignored.borrow_mut().insert(path.clone());
                }
                keep
            }
        }
    };
    let listing = target
        .files()
        .list(&keep)
        .map_err(|error: FilesError| Failure::from(error))?;
    let mut workspaces: Vec<Found<'a>> = Vec::new();
    for directory in &listing.directories {
        for reader in readers {
            for path in reader.workspaces(directory) {
                // A file that is a workspace has no PRD beside it.
                let is_directory = path == directory.path;
                workspaces.push(Found {
                    prds: if is_directory {
                        Source::prds(&directory.files)
                    } else {
                        Vec::new()
                    },
                    reader: reader.as_ref(),
                    path,
                });
            }
        }
    }
    workspaces.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Discovered {
        workspaces,
        unreadable: listing.unreadable,
    })
}

/// The contract's own workspaces: a run's directory is often ignored by git.
struct Exempt {
    globs: Globs,
    /// The parts of each pattern before the first that is no plain name.
    bases: Vec<RelPath>,
}

impl Exempt {
    fn new(contract: &Contract) -> Result<Self, Failure> {
        let patterns = || contract.workspaces.iter().map(String::as_str);
        let globs = Globs::new(patterns())
            .map_err(|error| Failure::usage(format!("workspaces of the contract: {error}")))?;
        let bases = patterns()
            .map(|pattern| {
                pattern
                    .split('/')
                    .take_while(|part| !part.contains(['*', '?', '[', '{', '\\']))
                    .fold(RelPath::root(), |base, part| base.join(part.as_bytes()))
            })
            .collect();
        Ok(Self { globs, bases })
    }

    /// Whether a pattern names this file, or the directory that it is in.
    fn names(&self, file: &RelPath) -> bool {
        let directory = || file.parent().filter(|directory| !directory.is_root());
        self.globs.matches(file) || directory().is_some_and(|path| self.globs.matches(&path))
    }

    /// Whether something below this directory may match.
    fn may_hold(&self, directory: &RelPath) -> bool {
        self.bases
            .iter()
            .any(|base| base.is_below(directory) || directory.is_below(base))
    }
}
