//! Listing a directory of this machine with all that is below it.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use bstr::{BString, ByteVec as _};
use walkdir::WalkDir;

use super::{FilesError, Listing, Node};
use crate::finding::RelPath;
use crate::plan::Directory;

/// Lists a tree. Links are not followed, but the root may be one.
///
/// # Errors
///
/// Where the root cannot be listed.
pub(super) fn list(
    root: &Path,
    keep: &dyn Fn(&RelPath, Node) -> bool,
) -> Result<Listing, FilesError> {
    let no_root = |error: &io::Error| FilesError::Root {
        path: root.display().to_string(),
        reason: error.to_string(),
    };
    let metadata = root.metadata().map_err(|error| no_root(&error))?;
    if !metadata.is_dir() {
        return Err(no_root(&io::ErrorKind::NotADirectory.into()));
    }

    let mut listing = Listing {
        directories: vec![Directory::default()],
        unreadable: Vec::new(),
    };
    // The directories from the root down to where the walk is.
    let mut open = vec![0];
    let mut walk = WalkDir::new(root)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter();
    while let Some(step) = walk.next() {
        let entry = match step {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().and_then(|path| path.strip_prefix(root).ok());
                let path = path.map(relative).unwrap_or_default();
                // The walk's own message repeats the path.
                let error = error.into_io_error().unwrap_or(io::ErrorKind::Other.into());
                if path.is_root() {
                    return Err(no_root(&error));
                }
                listing.unreadable.push((path, error.to_string()));
                continue;
            }
        };
        let node = if entry.file_type().is_dir() {
            Node::Directory
        } else if entry.file_type().is_file() {
            Node::File
        } else {
            continue;
        };
        open.truncate(entry.depth());
        let parent = open.last().copied().unwrap_or_default();
        let Some(directory) = listing.directories.get_mut(parent) else {
            continue;
        };
        let name = name(entry.file_name());
        let path = directory.path.join(&name);
        match node {
            Node::Directory if !keep(&path, node) => walk.skip_current_dir(),
            Node::Directory => {
                open.push(listing.directories.len());
                listing.directories.push(Directory {
                    path,
                    files: Vec::new(),
                });
            }
            Node::File if keep(&path, node) => directory.files.push(name),
            Node::File => {}
        }
    }
    listing.directories.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(listing)
}

/// A name as bytes. On Windows one that is no Unicode is replaced.
fn name(name: &OsStr) -> BString {
    Vec::from_os_str_lossy(name).into_owned().into()
}

fn relative(path: &Path) -> RelPath {
    path.components().fold(RelPath::root(), |path, part| {
        path.join(&name(part.as_os_str()))
    })
}

#[cfg(test)]
mod tests {
    use assert_fs::TempDir;
    use assert_fs::prelude::*;

    use super::*;

    fn shown(listing: &Listing) -> Vec<String> {
        listing
            .directories
            .iter()
            .map(|directory| {
                let files: Vec<_> = directory.files.iter().map(ToString::to_string).collect();
                format!("{}: {}", directory.path.display(), files.join(" "))
            })
            .collect()
    }

    #[test]
    fn every_directory_is_listed_in_the_order_of_their_paths() {
        let dir = TempDir::new().unwrap();
        for file in ["a/x/2", "a/x/1", "a-b/3", "a.txt", "b/c/d/4", "z"] {
            dir.child(file).touch().unwrap();
        }
        dir.child("empty").create_dir_all().unwrap();
        let listing = list(dir.path(), &|_, _| true).unwrap();
        assert_eq!(
            shown(&listing),
            [
                ": a.txt z",
                "a: ",
                "a-b: 3",
                "a/x: 1 2",
                "b: ",
                "b/c: ",
                "b/c/d: 4",
                "empty: "
            ]
        );
        assert_eq!(listing.unreadable, []);
    }

    #[test]
    fn what_keep_says_no_to_is_passed_over_with_all_below_it() {
        let dir = TempDir::new().unwrap();
        for file in [
            "keep/plan.json",
            "keep/b.log",
            "target/x/plan.json",
            "target.json",
        ] {
            dir.child(file).touch().unwrap();
        }
        let listing = list(dir.path(), &|path, node| match node {
            Node::Directory => path.name() != "target",
            Node::File => path.name().ends_with(b".json"),
        })
        .unwrap();
        assert_eq!(shown(&listing), [": target.json", "keep: plan.json"]);
    }

    #[test]
    fn a_root_that_is_no_directory_is_an_error_that_names_it() {
        let dir = TempDir::new().unwrap();
        dir.child("file").touch().unwrap();
        for name in ["file", "gone"] {
            let error = list(&dir.path().join(name), &|_, _| true).unwrap_err();
            assert!(
                error
                    .to_string()
                    .contains(&format!("{name} cannot be listed: ")),
                "{error}"
            );
        }
    }
}
