//! Repositories, as the installed git makes them.

mod discovery;
mod ignores;
mod ranges;
mod revisions;
mod trees;

use std::path::Path;

use closeout::finding::RelPath;
use closeout::repo::{RepoError, RepoErrorKind, Repository};

use crate::support::GitRepo;

fn discover(dir: &Path) -> Repository {
    Repository::discover(dir).unwrap().expect("a repository")
}

fn open(repo: &GitRepo) -> Repository {
    discover(repo.root())
}

fn rel(path: &str) -> RelPath {
    RelPath::new(path).unwrap()
}

/// The message of an error, which must be the caller's business.
fn usage<T: std::fmt::Debug>(result: Result<T, RepoError>) -> String {
    of_kind(result, RepoErrorKind::Usage)
}

/// The message of an error, which must not be the caller's business.
fn surroundings<T: std::fmt::Debug>(result: Result<T, RepoError>) -> String {
    of_kind(result, RepoErrorKind::Surroundings)
}

fn of_kind<T: std::fmt::Debug>(result: Result<T, RepoError>, kind: RepoErrorKind) -> String {
    let error = result.expect_err("an error");
    assert_eq!(error.kind(), kind, "{error}");
    error.to_string()
}

#[track_caller]
fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no `{part}` in: {message}");
    }
}
