//! Why a checkout is kept.

use std::path::Path;

use super::facts::{ArchivePlace, Facts, Git, Guard, Origin, Standing, Work, WorkKind};
use crate::finding::visible;
use crate::repo::Place;

/// Why a checkout is kept. Its texts are safe to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Which guard: a stable word.
    pub guard: &'static str,
    /// What is the matter.
    pub what: String,
    /// Where.
    pub place: String,
    /// What to do next.
    pub next: String,
}

impl Reason {
    pub(super) fn new(
        guard: &'static str,
        facts: &Facts,
        what: impl AsRef<str>,
        next: &str,
    ) -> Self {
        Self::at(guard, &facts.path, what, next)
    }

    fn at(guard: &'static str, place: &Path, what: impl AsRef<str>, next: &str) -> Self {
        Self {
            guard,
            what: visible(what.as_ref()).into_owned(),
            place: visible(&place.to_string_lossy()).into_owned(),
            next: visible(next).into_owned(),
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}; {}", self.place, self.what, self.next)
    }
}

/// What keeps it whatever is asked for.
pub(super) fn hard(facts: &Facts) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match &facts.standing {
        Standing::Gone | Standing::Directory => {}
        Standing::Link { at, leads_to } => {
            let next = leads_to.as_ref().map_or_else(
                || "remove the link yourself: it leads nowhere".to_owned(),
                |to| format!("name {} if that is what you mean", to.display()),
            );
            reasons.push(Reason::at("link", at, "a link is never followed", &next));
        }
        Standing::NotADirectory => reasons.push(Reason::new(
            "no directory",
            facts,
            "this is no directory",
            "name the directory of the checkout",
        )),
        Standing::Unreadable(reason) => reasons.push(Reason::new(
            "unreadable",
            facts,
            format!("it cannot be looked at ({reason})"),
            "see to the permissions of the directories on the way",
        )),
    }
    // Nobody looked any further.
    if !reasons.is_empty() {
        return reasons;
    }
    reasons.extend(of_git(facts));
    if matches!(facts.git, Git::Is(Place::Clone | Place::Linked { .. })) {
        reasons.extend(of_origin(facts));
    }
    reasons.extend(facts.guards.iter().map(|guard| of_guard(facts, guard)));
    if let ArchivePlace::Inside(path) = &facts.archive {
        reasons.push(Reason::at(
            "archive",
            path,
            "the archive stands in the checkout, and would go with it",
            "copy it (`closeout archive export`) and keep the archive elsewhere (`--archive`)",
        ));
    }
    if reasons.is_empty() && facts.work.is_none() {
        reasons.push(Reason::new(
            "nobody looked",
            facts,
            "nobody has looked for work in it",
            "report this as a defect of closeout",
        ));
    }
    reasons
}

fn of_git(facts: &Facts) -> Option<Reason> {
    let why = |guard, what: String, next: &str| Some(Reason::new(guard, facts, what, next));
    match &facts.git {
        Git::No => why(
            "no checkout",
            "it is no git checkout, so nobody knows whose files these are".to_owned(),
            "name the root of a git worktree or clone",
        ),
        Git::Unreadable(reason) => why(
            "unreadable repository",
            format!("it cannot be read as a git checkout ({reason})"),
            "mend the repository, or remove the directory by hand",
        ),
        Git::Is(Place::Submodule) => why(
            "submodule",
            "it is a submodule, which goes with the checkout that it is part of".to_owned(),
            "name that checkout",
        ),
        Git::Is(Place::Bare) => why(
            "bare repository",
            "it is a repository without a work tree".to_owned(),
            "name a worktree or clone, or remove the repository by hand",
        ),
        Git::Is(Place::Odd(reason)) => why(
            "odd repository",
            format!("directory and repository do not belong together: {reason}"),
            "see what `git worktree list` says, and remove the directory by hand",
        ),
        Git::Is(Place::Linked {
            lock: Some(reason), ..
        }) => why(
            "locked",
            if reason.is_empty() {
                "the worktree is locked".to_owned()
            } else {
                format!("the worktree is locked: {reason}")
            },
            "`git worktree unlock` it if nobody needs it any more",
        ),
        Git::Is(Place::Clone | Place::Linked { .. }) => None,
    }
}

fn of_origin(facts: &Facts) -> Option<Reason> {
    match &facts.origin {
        Origin::Own(_) => None,
        Origin::None => Some(Reason::new(
            "no origin",
            facts,
            "it has no remote `origin`, so it may be a checkout of anything",
            "`git remote add origin` the item's repository if it is one of it",
        )),
        Origin::Foreign(url) => Some(Reason::new(
            "foreign origin",
            facts,
            format!("its origin is {url}, which is not the item's repository"),
            "name the item's own checkout",
        )),
    }
}

fn of_guard(facts: &Facts, guard: &Guard) -> Reason {
    match guard {
        Guard::CurrentDirectory(_) => Reason::new(
            "current directory",
            facts,
            "the current directory is in it",
            "run this again from another directory",
        ),
        Guard::Worktree(path) => Reason::at(
            "worktree",
            path,
            "this worktree is another one of the same clone, and would be lost or broken",
            "`git worktree remove` it first",
        ),
        Guard::Clone(path) => Reason::at(
            "clone",
            path,
            "the clone that this worktree belongs to stands in it",
            "move one out of the other, and run `git worktree repair`",
        ),
        Guard::Mount(path) => Reason::at(
            "mount",
            path,
            "another file system is mounted in the checkout",
            "unmount it first",
        ),
    }
}

/// What keeps it unless work may be lost.
pub(super) fn soft(facts: &Facts) -> Vec<Reason> {
    let work = facts.work.iter().flatten();
    work.map(|work| of_work(facts, work)).collect()
}

fn of_work(facts: &Facts, work: &Work) -> Reason {
    let (one, many, next) = match work.kind {
        WorkKind::Changed => (
            "tracked file is changed",
            "tracked files are changed",
            "commit and push them",
        ),
        WorkKind::Untracked => (
            "file is untracked",
            "files are untracked",
            "commit, ignore or remove them",
        ),
        WorkKind::Conflicts => (
            "file has conflicts",
            "files have conflicts",
            "resolve them, or abort what made them",
        ),
        WorkKind::Operation => (
            "operation is not done",
            "operations are not done",
            "finish or abort it",
        ),
        WorkKind::Detached => (
            "detached HEAD has commits that nothing else has",
            "detached HEADs have commits that nothing else has",
            "put them on a branch and push it",
        ),
        WorkKind::Branches => (
            "branch has commits that no remote has",
            "branches have commits that no remote has",
            "push or delete them",
        ),
        WorkKind::Tags => (
            "tag is on commits that no remote has",
            "tags are on commits that no remote has",
            "push or delete them",
        ),
        WorkKind::Stashes => (
            "stash would be lost",
            "stashes would be lost",
            "apply or drop them",
        ),
        WorkKind::Unseen => (
            "thing could not be looked at",
            "things could not be looked at",
            "see to it",
        ),
    };
    let words = if work.count == 1 { one } else { many };
    let what = format!("{} {words}{}", work.count, work.names());
    let next = format!("{next}, or lose that work with `--force`");
    let place = work.within.as_ref().unwrap_or(&facts.path);
    Reason::at(work.kind.word(), place, what, &next)
}
