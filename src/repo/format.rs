//! Which formats of a repository can be read.

use bstr::ByteSlice;
use gix::config::Source;

use super::error::{RepoError, shown};
use crate::finding::visible;

/// The extensions of git's `repository-version` document that change nothing
/// for a reader, or that gix knows. In lower case, as git compares them.
const KNOWN: [&str; 7] = [
    "noop",
    "noop-v1",
    "objectformat",
    "partialclone",
    "preciousobjects",
    "relativeworktrees",
    "worktreeconfig",
];

/// Refuses a repository that gix opens and would read wrongly: it ignores the
/// extensions that it does not know, where git's rule for version 1 is to
/// refuse them.
pub(super) fn check(repo: &gix::Repository) -> Result<(), RepoError> {
    let config = repo.config_snapshot();
    let config = config.plumbing();
    let version = config
        .integer("core.repositoryFormatVersion")
        .ok()
        .flatten()
        .unwrap_or_default();
    let path = || shown(repo.git_dir());
    for section in config.sections_by_name("extensions").into_iter().flatten() {
        // A format is the repository's own; the user's file does not set it.
        if !matches!(section.meta().source, Source::Local | Source::Worktree) {
            continue;
        }
        for name in section.value_names() {
            let key = name.to_ascii_lowercase();
            if key == "refstorage" {
                let format = section.value(&name).unwrap_or_default();
                if format != "files" {
                    return Err(RepoError::RefStorage {
                        path: path(),
                        format: visible(&format.to_str_lossy()).into_owned(),
                    });
                }
            } else if version > 0 && !KNOWN.contains(&key.as_str()) {
                return Err(RepoError::Extension {
                    path: path(),
                    extension: visible(&name).into_owned(),
                });
            }
        }
    }
    Ok(())
}
