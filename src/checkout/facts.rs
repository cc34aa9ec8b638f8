//! What is known of a checkout.

use std::path::{Path, PathBuf};

use crate::repo::Place;

/// Everything that the decision goes by. Text in it is as it was found: not
/// escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The directory that was asked about, made absolute.
    pub path: PathBuf,
    /// What stands there.
    pub standing: Standing,
    /// What git makes of it.
    pub git: Git,
    /// Where it comes from.
    pub origin: Origin,
    /// What nobody may override.
    pub guards: Vec<Guard>,
    /// Where the archive is, seen from the checkout.
    pub archive: ArchivePlace,
    /// Work that would be lost; `None` where nobody looked, since it is no
    /// checkout of the item's repository.
    pub work: Option<Vec<Work>>,
}

/// What stands at the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Gone,
    /// The path is a link, or leads through one.
    Link {
        /// The link.
        at: PathBuf,
        /// Where the whole path leads, if anywhere.
        leads_to: Option<PathBuf>,
    },
    /// A file, or something else that is no directory.
    NotADirectory,
    /// It cannot be looked at; what the system says.
    Unreadable(String),
    /// A directory.
    Directory,
}

/// What git makes of the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Git {
    /// It is no checkout.
    No,
    /// It says it is one and cannot be read; why, safe to print.
    Unreadable(String),
    /// It is one.
    Is(Place),
}

/// Where the checkout comes from: the addresses of `origin` as configured,
/// before any `insteadOf`, without credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// There is no `origin`.
    None,
    /// It is the item's repository.
    Own(String),
    /// It is another one, or nothing that names a repository.
    Foreign(String),
}

/// What nobody may override.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// The current directory is this one or stands in it.
    CurrentDirectory(PathBuf),
    /// Another work tree of the same clone stands in it or lives by it.
    Worktree(PathBuf),
    /// The clone of this worktree stands in it.
    Clone(PathBuf),
    /// Another file system is mounted in it.
    Mount(PathBuf),
}

/// Where the archive is, seen from the checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchivePlace {
    /// Not in it.
    Elsewhere,
    /// In it, and nowhere else.
    Inside(PathBuf),
    /// In it, and pushed.
    InsidePushed(PathBuf),
}

/// Work that would be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// What kind of work.
    pub kind: WorkKind,
    /// How much of it: files, branches, stashes.
    pub count: usize,
    /// The first few by name.
    pub first: Vec<String>,
    /// The repository inside of the checkout that has it; `None` for the
    /// checkout itself.
    pub within: Option<PathBuf>,
}

/// Kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkKind {
    /// Tracked files that differ from the commit.
    Changed,
    /// Files that are neither tracked nor ignored.
    Untracked,
    /// Files with conflicts.
    Conflicts,
    /// A merge, rebase or the like that is not done.
    Operation,
    /// Commits that only a detached `HEAD` has.
    Detached,
    /// Branches with commits that no remote has.
    Branches,
    /// Tags on such commits.
    Tags,
    /// Stashes.
    Stashes,
    /// What could not be looked at.
    Unseen,
}

impl WorkKind {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 9] = [
        Self::Changed,
        Self::Untracked,
        Self::Conflicts,
        Self::Operation,
        Self::Detached,
        Self::Branches,
        Self::Tags,
        Self::Stashes,
        Self::Unseen,
    ];

    /// The name of the fact, and of the reason that it makes.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Untracked => "untracked",
            Self::Conflicts => "conflicts",
            Self::Operation => "in progress",
            Self::Detached => "detached",
            Self::Branches => "unpushed branches",
            Self::Tags => "unpushed tags",
            Self::Stashes => "stashes",
            Self::Unseen => "not looked at",
        }
    }
}

impl Facts {
    /// The facts by name, always all of them and in this order, for a table.
    /// Values are not escaped.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let guards = |pick: fn(&Guard) -> Option<&Path>| {
            let paths: Vec<_> = self.guards.iter().filter_map(pick).collect();
            listed(paths.iter().map(|path| path.display().to_string()))
        };
        let mut lines = vec![
            ("path", self.path.display().to_string()),
            ("stands", self.standing()),
            ("git", self.git()),
            ("locked", self.lock()),
            ("origin", self.origin()),
            (
                "current directory",
                guards(|guard| match guard {
                    Guard::CurrentDirectory(path) => Some(path),
                    _ => None,
                }),
            ),
            ("archive", self.archive()),
            (
                "worktrees",
                guards(|guard| match guard {
                    Guard::Worktree(path) | Guard::Clone(path) => Some(path),
                    _ => None,
                }),
            ),
            (
                "mounts",
                guards(|guard| match guard {
                    Guard::Mount(path) => Some(path),
                    _ => None,
                }),
            ),
        ];
        lines.extend(WorkKind::ALL.map(|kind| (kind.word(), self.work_of(kind))));
        lines
    }

    fn standing(&self) -> String {
        match &self.standing {
            Standing::Gone => "nothing".to_owned(),
            Standing::Link { at, .. } => format!("a link: {}", at.display()),
            Standing::NotADirectory => "no directory".to_owned(),
            Standing::Unreadable(reason) => format!("unreadable: {reason}"),
            Standing::Directory => "a directory".to_owned(),
        }
    }

    fn git(&self) -> String {
        match &self.git {
            Git::No => "no checkout".to_owned(),
            Git::Unreadable(reason) => format!("unreadable: {reason}"),
            Git::Is(Place::Clone) => "a clone".to_owned(),
            Git::Is(Place::Linked { clone, .. }) => format!("a worktree of {}", clone.display()),
            Git::Is(Place::Submodule) => "a submodule".to_owned(),
            Git::Is(Place::Bare) => "a bare repository".to_owned(),
            Git::Is(Place::Odd(why)) => format!("something odd: {why}"),
        }
    }

    fn lock(&self) -> String {
        match &self.git {
            Git::Is(Place::Linked {
                lock: Some(reason), ..
            }) if reason.is_empty() => "yes".to_owned(),
            Git::Is(Place::Linked {
                lock: Some(reason), ..
            }) => format!("yes: {reason}"),
            _ => "no".to_owned(),
        }
    }

    fn origin(&self) -> String {
        match &self.origin {
            Origin::None => "none".to_owned(),
            Origin::Own(url) => format!("{url} (the item's repository)"),
            Origin::Foreign(url) => format!("{url} (not the item's repository)"),
        }
    }

    fn archive(&self) -> String {
        match &self.archive {
            ArchivePlace::Elsewhere => "elsewhere".to_owned(),
            ArchivePlace::Inside(path) => format!("inside, not pushed: {}", path.display()),
            ArchivePlace::InsidePushed(path) => format!("inside, pushed: {}", path.display()),
        }
    }

    fn work_of(&self, kind: WorkKind) -> String {
        let Some(work) = &self.work else {
            return "not asked".to_owned();
        };
        let work = work.iter().filter(|work| work.kind == kind);
        listed(work.map(|work| {
            let within = work.within.as_ref();
            let within = within.map_or(String::new(), |path| format!(" in {}", path.display()));
            format!("{}{within}{}", work.count, work.names())
        }))
    }
}

impl Work {
    /// ` (a, b, …)`; nothing without a name.
    pub(super) fn names(&self) -> String {
        if self.first.is_empty() {
            return String::new();
        }
        let more = if self.count > self.first.len() {
            ", …"
        } else {
            ""
        };
        format!(" ({}{more})", self.first.join(", "))
    }
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join("; ")
    }
}
