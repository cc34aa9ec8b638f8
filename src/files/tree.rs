//! The working tree.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};

use bstr::ByteSlice as _;

use super::{Files, FilesError, Listing, Node, walk};
use crate::finding::RelPath;
use crate::plan::{Content, MAX_BYTES, Special};

/// Whether a link to a regular file is read through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// It is: the caller named this directory himself.
    Follow,
    /// It is not: whatever stands in a repository may lead anywhere.
    Refuse,
}

/// A directory of this machine.
#[derive(Debug, Clone)]
pub struct WorkingTree {
    /// Where it stands.
    pub root: PathBuf,
    /// What becomes of links below it.
    pub links: Links,
}

/// What stands where the root of a [`WorkingTree`] should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootState {
    /// A directory, or a link to one.
    Directory,
    /// Nothing, or a link to nothing.
    Missing,
    /// Something else.
    NotADirectory,
    /// It cannot be told, and what the system says.
    Unreadable(String),
}

impl WorkingTree {
    /// What stands at the root. Whether it may be read, reading tells.
    #[must_use]
    pub fn state(&self) -> RootState {
        match fs::metadata(&self.root) {
            Ok(metadata) if metadata.is_dir() => RootState::Directory,
            Ok(_) => RootState::NotADirectory,
            Err(error) if is_absence(&error) => RootState::Missing,
            Err(error) => RootState::Unreadable(error.to_string()),
        }
    }

    fn content(&self, path: &RelPath) -> Result<Content, NoContent> {
        let (path, metadata) = match self.links {
            Links::Follow => {
                let path = self.below(path)?;
                let metadata = fs::metadata(&path)?;
                (path, metadata)
            }
            Links::Refuse => self.walk_to(path)?,
        };
        check(&metadata)?;
        let mut options = OpenOptions::new();
        options.read(true);
        open_flags(&mut options, self.links);
        let file = options.open(&path)?;
        // What was looked at may have been replaced since.
        check(&file.metadata()?)?;
        Ok(Content::Bytes(bytes(file)?))
    }

    /// The path of the system, for one whose every part is a plain name.
    fn below(&self, path: &RelPath) -> Result<PathBuf, NoContent> {
        let mut full = self.root.clone();
        for part in path.parts() {
            full.push(plain(part)?);
        }
        Ok(full)
    }

    /// Goes to a path part by part, and stops at a link.
    fn walk_to(&self, path: &RelPath) -> Result<(PathBuf, Metadata), NoContent> {
        let mut full = self.root.clone();
        let mut metadata = fs::metadata(&full)?;
        for part in path.parts() {
            full.push(plain(part)?);
            metadata = fs::symlink_metadata(&full)?;
            if metadata.is_symlink() {
                return Err(NoContent(Content::Special(Special::Link)));
            }
        }
        Ok((full, metadata))
    }
}

impl Files for WorkingTree {
    fn read(&self, path: &RelPath) -> Result<Content, FilesError> {
        Ok(self
            .content(path)
            .unwrap_or_else(|NoContent(content)| content))
    }

    fn list(&self, keep: &dyn Fn(&RelPath, Node) -> bool) -> Result<Listing, FilesError> {
        walk::list(&self.root, keep)
    }
}

/// Why there are no bytes.
struct NoContent(Content);

impl From<io::Error> for NoContent {
    fn from(error: io::Error) -> Self {
        Self(if is_absence(&error) {
            Content::Missing
        } else if is_loop(&error) {
            Content::Special(Special::Link)
        } else {
            Content::Unreadable(error.to_string())
        })
    }
}

/// Says no to what is no regular file of a bounded size.
fn check(metadata: &Metadata) -> Result<(), NoContent> {
    let no = if metadata.is_dir() {
        Content::Special(Special::Directory)
    } else if !metadata.is_file() {
        Content::Special(Special::Other)
    } else if metadata.len() > MAX_BYTES {
        Content::TooLarge(metadata.len())
    } else {
        return Ok(());
    };
    Err(NoContent(no))
}

fn bytes(file: File) -> Result<Vec<u8>, NoContent> {
    let size = file.metadata()?.len().min(MAX_BYTES);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    // A file may grow while it is read, and some files of the system say that
    // they are empty.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > MAX_BYTES {
        return Err(NoContent(Content::TooLarge(size)));
    }
    Ok(bytes)
}

/// The name as this system has it. What is no plain name here, as `a\b` on
/// Windows, names no file.
fn plain(part: &bstr::BStr) -> Result<&Path, NoContent> {
    let missing = || NoContent(Content::Missing);
    let path = part.to_path().map_err(|_| missing())?;
    let mut parts = path.components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(_)), None) => Ok(path),
        _ => Err(missing()),
    }
}

/// A part that is a file has nothing below it, and a name that the system
/// cannot hold stands nowhere.
fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput
    )
}

#[cfg(unix)]
fn is_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_loop(_: &io::Error) -> bool {
    false
}

/// A FIFO that took the file's place must not block, a terminal that did must
/// not become ours, and a link that did is refused where links are.
#[cfg(unix)]
pub(super) fn open_flags(options: &mut OpenOptions, links: Links) {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;

    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if links == Links::Refuse {
        flags |= OFlags::NOFOLLOW;
    }
    options.custom_flags(flags.bits().cast_signed());
}

#[cfg(not(unix))]
pub(super) fn open_flags(_: &mut OpenOptions, _: Links) {}

#[cfg(test)]
mod tests;
