//! What git ignores in a work tree.

use std::cell::RefCell;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use bstr::{BString, ByteSlice};
use gix::index::entry::Mode;
use gix::worktree::stack::state::ignore::Source;

use super::Repository;
use super::error::{RepoError, shown};
use crate::finding::RelPath;

/// What git ignores in a work tree: `.gitignore` at every level,
/// `.git/info/exclude` and `core.excludesFile`, without what is tracked.
pub struct Ignores<'repo> {
    /// Looking a path up loads the files on the way to it.
    stack: RefCell<gix::AttributeStack<'repo>>,
    index: gix::worktree::Index,
}

impl Repository {
    /// What git ignores in this work tree. A repository without an index, as
    /// a new one, tracks nothing.
    ///
    /// # Errors
    ///
    /// [`RepoError::Bare`] without a work tree, [`RepoError::Unreadable`] where
    /// the index or the user's own ignore file cannot be read.
    pub fn ignores(&self) -> Result<Ignores<'_>, RepoError> {
        if self.root().is_none() {
            return Err(RepoError::Bare {
                path: shown(self.git_dir()),
            });
        }
        let index = self.gix.index_or_empty();
        let index = index.map_err(|error| self.unreadable("the index", &error))?;
        let source = Source::WorktreeThenIdMappingIfNotSkipped;
        self.check_ignore_files()?;
        let stack = self.gix.excludes(&index, None, source);
        let stack = stack.map_err(|error| self.unreadable("the ignore files", &error))?;
        Ok(Ignores {
            stack: RefCell::new(stack),
            index,
        })
    }

    /// Refuses ignore files that gix would read without end, or that it cannot
    /// read and would not name.
    fn check_ignore_files(&self) -> Result<(), RepoError> {
        let user = self.gix.config_snapshot().trusted_path("core.excludesFile");
        let user = user.map_err(|error| self.unreadable("core.excludesFile", &error))?;
        let user = user
            .or_else(|| gix::path::env::xdg_config("ignore", &mut |name| std::env::var_os(name)));
        if let Some(user) = user {
            check_ignore_file(&user)?;
        }
        check_ignore_file(&self.common_dir().join("info").join("exclude"))
    }
}

/// The largest ignore file that is read.
const MAX_IGNORE_BYTES: u64 = 16 * 1024 * 1024;

fn check_ignore_file(path: &Path) -> Result<(), RepoError> {
    // The usual way to have no such file.
    if path == Path::new("/dev/null") {
        return Ok(());
    }
    let refused = |reason: String| {
        Err(RepoError::IgnoreFile {
            path: shown(path),
            reason,
        })
    };
    match path.metadata() {
        // As git does, gix takes a directory for no patterns.
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(metadata) if !metadata.is_file() => refused("is not a regular file".to_owned()),
        Ok(metadata) if metadata.len() > MAX_IGNORE_BYTES => {
            refused(format!("has {} bytes, which is too large", metadata.len()))
        }
        Ok(_) => match File::open(path) {
            Ok(_) => Ok(()),
            Err(error) => refused(format!("cannot be read: {error}")),
        },
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(())
        }
        Err(error) => refused(format!("cannot be read: {error}")),
    }
}

impl Ignores<'_> {
    /// Whether git ignores what stands at `path`. A tracked file is not
    /// ignored, nor a directory with one in it, whatever the patterns say.
    /// Where an ignore file on the way cannot be read the answer is no: rather
    /// one workspace too many is judged than one too few.
    pub fn is_ignored(&self, path: &RelPath, directory: bool) -> bool {
        if path.is_root() || self.is_tracked(path, directory) {
            return false;
        }
        let mode = if directory { Mode::DIR } else { Mode::FILE };
        self.stack
            .borrow_mut()
            .at_entry(path.as_bytes().as_bstr(), Some(mode))
            .is_ok_and(|entry| entry.is_excluded())
    }

    fn is_tracked(&self, path: &RelPath, directory: bool) -> bool {
        if self.index.entry_range(path.as_bytes().as_bstr()).is_some() {
            return true;
        }
        if !directory {
            return false;
        }
        let mut prefix = BString::from(path.as_bytes());
        prefix.push(b'/');
        // The entries are in the order of their paths: the first one that is
        // not before the prefix has it, or none has.
        let entries = self.index.entries();
        let first = entries.partition_point(|entry| entry.path(&self.index) < prefix.as_bstr());
        entries
            .get(first)
            .is_some_and(|entry| entry.path(&self.index).starts_with(&prefix))
    }
}
