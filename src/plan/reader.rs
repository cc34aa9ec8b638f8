//! Readers: one a tool.

use bstr::{BString, ByteSlice};

use super::checklist::Checklist;
use super::closedloop::Closedloop;
use super::{Content, Reading};
use crate::finding::{Globs, RelPath};

/// What is listed of a reader, and how a configuration names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderFacts {
    /// The name in the configuration and in reports.
    pub name: &'static str,
    /// Which files make a workspace.
    pub files: &'static str,
    /// What counts as pending, done and claimed.
    pub counts: &'static str,
}

/// All readers.
pub const READERS: &[ReaderFacts] = &[Closedloop::FACTS, Checklist::FACTS];

/// One directory of a listing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Directory {
    /// Its path.
    pub path: RelPath,
    /// The names of the regular files in it.
    pub files: Vec<BString>,
}

impl Directory {
    /// Whether a regular file of that name stands in it.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.files
            .iter()
            .any(|file| file.as_bytes() == name.as_bytes())
    }
}

/// Turns the files of one tool into a [`Reading`]. It is handed what it reads.
pub trait Reader: Sync {
    /// What it is called and what it looks at.
    fn facts(&self) -> &'static ReaderFacts;

    /// The workspaces that this directory makes, by the files in it: the
    /// directory itself, or files of it. What only their content can tell,
    /// [`Reader::read`] decides.
    fn workspaces(&self, directory: &Directory) -> Vec<RelPath>;

    /// The files that [`Reader::read`] wants of a workspace, from the root.
    fn files(&self, workspace: &RelPath) -> Vec<RelPath>;

    /// Reads a workspace. `contents` are those of [`Reader::files`], in that
    /// order. `None`: on a second look it is no workspace of this tool.
    fn read(&self, workspace: &RelPath, contents: &[Content]) -> Option<Reading>;
}

/// The readers of these names, in the order of [`READERS`], and the checklist
/// reader wherever there are checklists. Unknown names are passed over: the
/// configuration has refused them.
#[must_use]
pub fn readers(names: &[String], checklists: &Globs) -> Vec<Box<dyn Reader>> {
    let mut readers: Vec<Box<dyn Reader>> = Vec::new();
    if names.iter().any(|name| name == Closedloop::FACTS.name) {
        readers.push(Box::new(Closedloop));
    }
    if !checklists.is_empty() {
        readers.push(Box::new(Checklist::new(checklists.clone())));
    }
    readers
}
