//! May this checkout be removed, and its removal, with real repositories.

mod guards;
mod nested;
mod removal;
mod work;

use std::path::{Path, PathBuf};

use closeout::checkout::{
    Archive, Authority, Decision, Facts, Force, OnClose, Outcome, Pushed, Surroundings, gather,
    remove,
};
use closeout::item::WorkItemRef;

use crate::support::{GitRepo, Sandbox};

/// The address that the clones of these tests say they come from.
const ORIGIN: &str = "https://github.com/acme/widgets.git";

/// An upstream with a commit on `main`, and a clone of it called `issue-3`.
/// What goes to [`ORIGIN`] goes to the upstream.
struct Fixture {
    sandbox: Sandbox,
    upstream: GitRepo,
    clone: GitRepo,
    merged: Vec<String>,
    current: PathBuf,
}

impl Fixture {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        let upstream = sandbox.init("upstream");
        upstream.write("a.txt", "a\n");
        upstream.write(".gitignore", "/ignored/\n*.log\n");
        upstream.commit("first");
        upstream.git(["config", "receive.denyCurrentBranch", "ignore"]);
        let clone = sandbox.clone(&upstream, "issue-3", &[]);
        let fixture = Self {
            current: sandbox.path(""),
            sandbox,
            upstream,
            clone,
            merged: Vec::new(),
        };
        fixture.names_origin(&fixture.clone);
        fixture
    }

    /// Gives a repository the usual origin, by way of an `insteadOf`.
    fn names_origin(&self, repo: &GitRepo) {
        let real = format!("url.file://{}.insteadOf", self.upstream.root().display());
        repo.git(["config", &real, ORIGIN]);
        repo.git(["remote", "set-url", "origin", ORIGIN]);
    }

    /// A linked worktree of the clone, on a branch of that name.
    fn worktree(&self, name: &str) -> GitRepo {
        let path = self.sandbox.path(name);
        self.clone.git([
            "worktree",
            "add",
            "--quiet",
            "-b",
            "topic",
            path.to_str().unwrap(),
        ]);
        GitRepo::at(path)
    }

    fn with<T>(&self, archive: Option<Archive<'_>>, ask: impl FnOnce(&Surroundings<'_>) -> T) -> T {
        ask(&Surroundings {
            item: &WorkItemRef::parse("github:Acme/widgets#3").unwrap(),
            current_dir: &self.current,
            archive,
            merged_heads: &self.merged,
        })
    }

    fn facts(&self, dir: &Path) -> Facts {
        self.with(None, |around| gather(dir, around))
    }

    fn remove(&self, dir: &Path, force: Force) -> Outcome {
        self.with(None, |around| attempt(dir, around, force))
    }

    /// It is refused for just these guards, and nothing is touched. With force
    /// it is refused just the same if `hard`.
    #[track_caller]
    fn keeps(&self, dir: &Path, guards: &[&str]) {
        let before = listing(dir);
        assert_eq!(refused(&self.remove(dir, Force::No)), guards);
        assert_eq!(listing(dir), before);
    }

    /// It is refused for just these guards, whatever is asked for.
    #[track_caller]
    fn always_keeps(&self, dir: &Path, guards: &[&str]) {
        self.keeps(dir, guards);
        assert_eq!(refused(&self.remove(dir, Force::LoseWork)), guards);
    }

    /// It may go, and is gone.
    #[track_caller]
    fn lets_go(&self, dir: &Path) {
        let outcome = self.remove(dir, Force::No);
        assert_eq!(outcome.decision, Decision::Remove, "{:?}", outcome.facts);
        assert!(std::fs::symlink_metadata(dir).is_err());
    }

    /// It is kept for its work, and goes where that may be lost.
    #[track_caller]
    fn keeps_for_work(&self, dir: &Path, guards: &[&str]) {
        self.keeps(dir, guards);
        let outcome = self.remove(dir, Force::LoseWork);
        assert_eq!(outcome.decision, Decision::Remove);
        assert!(!dir.exists());
    }
}

#[track_caller]
fn attempt(dir: &Path, around: &Surroundings<'_>, force: Force) -> Outcome {
    let authority = Authority {
        actor: Some("ada"),
        actors: &["ada".to_owned()],
        on_close: OnClose::Remove,
        force,
    };
    remove(dir, around, &authority).unwrap()
}

#[track_caller]
fn refused(outcome: &Outcome) -> Vec<&'static str> {
    match &outcome.decision {
        Decision::Refuse { reasons } => reasons.iter().map(|reason| reason.guard).collect(),
        other => panic!("{other:?}"),
    }
}

/// Every path below a directory.
fn listing(dir: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(dir).sort_by_file_name();
    let entries = entries.into_iter().filter_map(Result::ok);
    entries.map(walkdir::DirEntry::into_path).collect()
}

fn archive(location: &Path, pushed: Pushed) -> Archive<'_> {
    Archive { location, pushed }
}
