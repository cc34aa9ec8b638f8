//! Looking at a checkout. Nothing is changed, and nothing of it is run.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::facts::{ArchivePlace, Facts, Git, Guard, Origin, Standing, Work, WorkKind};
use super::nested;
use crate::finding::visible;
use crate::item::{Repo, WorkItemRef};
use crate::repo::{Place, Repository, Scope, Status, Unpushed};

/// What must be known beside the checkout itself.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The item whose checkout it is to be.
    pub item: &'a WorkItemRef,
    /// The process's current directory.
    pub current_dir: &'a Path,
    /// The archive in use, if it is on this machine.
    pub archive: Option<Archive<'a>>,
    /// Commits that are known to have been merged, by their ids: the recorded
    /// heads of merged pull requests.
    pub merged_heads: &'a [String],
}

/// An archive on this machine.
#[derive(Debug, Clone, Copy)]
pub struct Archive<'a> {
    /// Its directory: a store's, or the shared part of a git repository.
    pub location: &'a Path,
    /// Whether all that it holds has been pushed.
    pub pushed: Pushed,
}

/// Whether an archive is anywhere else too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// Only here.
    No,
    /// Its records have been pushed.
    Yes,
}

/// Looks at the checkout in `dir`. What cannot be seen is a fact as well, and
/// never one that lets it go.
#[must_use]
pub fn gather(dir: &Path, around: &Surroundings<'_>) -> Facts {
    let mut facts = Facts {
        path: dir.to_owned(),
        standing: Standing::Directory,
        git: Git::No,
        origin: Origin::None,
        guards: Vec::new(),
        archive: ArchivePlace::Elsewhere,
        work: None,
    };
    let real = match stand(dir) {
        Ok((path, real)) => {
            facts.path = path;
            real
        }
        Err((path, standing)) => {
            facts.path = path;
            facts.standing = standing;
            return facts;
        }
    };
    if let Some(current) = inside(&real, around.current_dir) {
        facts.guards.push(Guard::CurrentDirectory(current));
    }
    if let Some(archive) = around.archive
        && let Some(location) = inside(&real, archive.location)
    {
        facts.archive = match archive.pushed {
            Pushed::No => ArchivePlace::Inside(location),
            Pushed::Yes => ArchivePlace::InsidePushed(location),
        };
    }
    let repo = match Repository::open_at(&real) {
        Ok(None) => return facts,
        Ok(Some(repo)) => repo,
        Err(error) => {
            facts.git = Git::Unreadable(error.to_string());
            return facts;
        }
    };
    let place = match repo.place_of(&real) {
        Ok(place) => place,
        Err(error) => {
            facts.git = Git::Unreadable(error.to_string());
            return facts;
        }
    };
    facts.git = Git::Is(place.clone());
    facts.origin = origin(&repo, around.item);
    // Git is not run in a repository that is none of our business.
    if matches!(facts.origin, Origin::Own(_)) {
        look_into(&mut facts, &repo, (&place, &real), around);
    }
    facts
}

/// The absolute path, and the same without links; or what stands there
/// instead of a directory.
fn stand(dir: &Path) -> Result<(PathBuf, PathBuf), (PathBuf, Standing)> {
    let unreadable = |error: &std::io::Error| Standing::Unreadable(error.to_string());
    let path = match std::path::absolute(dir) {
        // Without a last `/` or `.`, which would follow a link.
        Ok(path) => path.components().collect::<PathBuf>(),
        Err(error) => return Err((dir.to_owned(), unreadable(&error))),
    };
    let mut ways: Vec<_> = path.ancestors().collect();
    ways.reverse();
    let mut directory = false;
    for way in ways {
        match fs::symlink_metadata(way) {
            Ok(metadata) if metadata.is_symlink() => {
                let link = Standing::Link {
                    at: way.to_owned(),
                    leads_to: path.canonicalize().ok(),
                };
                return Err((path, link));
            }
            Ok(metadata) => directory = metadata.is_dir(),
            Err(error) => {
                let gone = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
                let standing = if gone {
                    Standing::Gone
                } else {
                    unreadable(&error)
                };
                return Err((path, standing));
            }
        }
    }
    if !directory {
        return Err((path, Standing::NotADirectory));
    }
    match path.canonicalize() {
        Ok(real) => Ok((path, real)),
        Err(error) => Err((path, unreadable(&error))),
    }
}

/// The other path without links, if it is the directory or stands in it.
fn inside(real: &Path, other: &Path) -> Option<PathBuf> {
    let other = other.canonicalize().or_else(|_| std::path::absolute(other));
    other.ok().filter(|other| other.starts_with(real))
}

/// Every address counts: git fetches from the first, and other programs take
/// the last.
fn origin(repo: &Repository, item: &WorkItemRef) -> Origin {
    let urls = repo.origin_urls();
    if urls.is_empty() {
        return Origin::None;
    }
    let own = |url: &String| Repo::parse_remote(url).is_ok_and(|repo| repo.holds(item));
    let shown: Vec<_> = urls.iter().map(|url| without_credentials(url)).collect();
    let shown = shown.join(", ");
    if urls.iter().all(own) {
        Origin::Own(shown)
    } else {
        Origin::Foreign(shown)
    }
}

fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}{path}")
}

/// What only a checkout of the item's repository is asked.
fn look_into(
    facts: &mut Facts,
    repo: &Repository,
    (place, real): (&Place, &Path),
    around: &Surroundings<'_>,
) {
    let mut work = Vec::new();
    let scope = match place {
        Place::Clone => Scope::Repository,
        Place::Linked { clone, .. } => {
            facts.guards.extend(inside(real, clone).map(Guard::Clone));
            Scope::Worktree
        }
        Place::Submodule | Place::Bare | Place::Odd(_) => return,
    };
    match repo.other_worktrees() {
        Ok(others) => facts.guards.extend(
            others
                .into_iter()
                .filter(|other| scope == Scope::Repository || inside(real, other).is_some())
                .map(Guard::Worktree),
        ),
        Err(error) => work.push(unseen(None, &error.to_string())),
    }
    match repo.status() {
        Ok(status) => work.extend(of_status(status, None)),
        Err(error) => work.push(unseen(None, &error.to_string())),
    }
    match repo.unpushed(scope, around.merged_heads) {
        Ok(unpushed) => work.extend(of_unpushed(unpushed, None)),
        Err(error) => work.push(unseen(None, &error.to_string())),
    }
    let below = nested::look(real, repo, around.merged_heads);
    facts
        .guards
        .extend(below.mounts.into_iter().map(Guard::Mount));
    work.extend(below.work);
    work.sort_by_key(|work| (work.within.clone(), work.kind));
    facts.work = Some(work);
}

pub(super) fn unseen(within: Option<PathBuf>, reason: &str) -> Work {
    Work {
        kind: WorkKind::Unseen,
        count: 1,
        first: vec![visible(reason).into_owned()],
        within,
    }
}

pub(super) fn of_status(status: Status, within: Option<&Path>) -> Vec<Work> {
    let operation = status.operation.into_iter().map(str::to_owned).collect();
    some(
        [
            (
                WorkKind::Changed,
                status.changed.count,
                status.changed.first,
            ),
            (
                WorkKind::Untracked,
                status.untracked.count,
                status.untracked.first,
            ),
            (
                WorkKind::Conflicts,
                status.conflicts.count,
                status.conflicts.first,
            ),
            (
                WorkKind::Operation,
                usize::from(status.operation.is_some()),
                operation,
            ),
        ],
        within,
    )
}

pub(super) fn of_unpushed(unpushed: Unpushed, within: Option<&Path>) -> Vec<Work> {
    let detached: Vec<_> = unpushed.detached.iter().map(ToString::to_string).collect();
    some(
        [
            (WorkKind::Detached, detached.len(), detached),
            (WorkKind::Branches, unpushed.branches.0, unpushed.branches.1),
            (WorkKind::Tags, unpushed.tags.0, unpushed.tags.1),
            (WorkKind::Stashes, unpushed.stashes, Vec::new()),
        ],
        within,
    )
}

fn some<const N: usize>(
    kinds: [(WorkKind, usize, Vec<String>); N],
    within: Option<&Path>,
) -> Vec<Work> {
    let some = kinds.into_iter().filter(|(_, count, _)| *count > 0);
    some.map(|(kind, count, first)| Work {
        kind,
        count,
        first,
        within: within.map(Path::to_owned),
    })
    .collect()
}
