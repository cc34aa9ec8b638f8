//! The checklist reader: task list items of Markdown files that the
//! configuration names.

use super::{Content, Directory, Reader, ReaderFacts, Reading};
use crate::finding::{Globs, RelPath};

/// Markdown files with task lists.
pub(super) struct Checklist {
    _files: Globs,
}

impl Checklist {
    pub(super) const FACTS: ReaderFacts = ReaderFacts {
        name: "checklist",
        files: "Markdown files that `checklists` in .closeout.yml names",
        counts: "pending: unchecked task list items; done: checked ones",
    };

    pub(super) fn new(files: Globs) -> Self {
        Self { _files: files }
    }
}

impl Reader for Checklist {
    fn facts(&self) -> &'static ReaderFacts {
        &Self::FACTS
    }

    fn workspaces(&self, _directory: &Directory) -> Vec<RelPath> {
        Vec::new()
    }

    fn files(&self, _workspace: &RelPath) -> Vec<RelPath> {
        Vec::new()
    }

    fn read(&self, _workspace: &RelPath, _contents: &[Content]) -> Option<Reading> {
        None
    }
}
