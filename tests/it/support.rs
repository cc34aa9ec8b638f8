//! Real repositories for tests, made by the installed git.
//!
//! Nothing of the machine leaks in: children get [`environment`] and no other
//! variable, so that no `GIT_DIR` of a hook, no CI variable and no
//! configuration of the user matters, and the ids of commits are always the
//! same.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// All that a child process sees of the environment. Of a fixture's child:
/// `command.env_clear().envs(environment())`.
pub(crate) fn environment() -> Vec<(&'static str, String)> {
    let mut variables: Vec<_> = ["PATH", "SYSTEMROOT", "TMPDIR"]
        .into_iter()
        .filter_map(|name| Some((name, std::env::var(name).ok()?)))
        .collect();
    for (name, value) in [
        ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_AUTHOR_NAME", "Ada"),
        ("GIT_AUTHOR_EMAIL", "ada@example.com"),
        ("GIT_AUTHOR_DATE", "1700000000 +0000"),
        ("GIT_COMMITTER_NAME", "Ada"),
        ("GIT_COMMITTER_EMAIL", "ada@example.com"),
        ("GIT_COMMITTER_DATE", "1700000000 +0000"),
    ] {
        variables.push((name, value.to_owned()));
    }
    variables
}

/// A directory of its own for one test, removed at the end.
pub(crate) struct Sandbox(assert_fs::TempDir);

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self(assert_fs::TempDir::new().unwrap())
    }

    /// The path of `name` in it, links in the path to it resolved.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    /// A new repository called `name`, its branch `main`.
    pub(crate) fn init(&self, name: &str) -> GitRepo {
        self.init_with(name, &[])
    }

    /// The same, with options of `git init`.
    pub(crate) fn init_with(&self, name: &str, options: &[&str]) -> GitRepo {
        let repo = GitRepo::at(self.path(name));
        std::fs::create_dir_all(repo.root()).unwrap();
        let mut args = vec!["init", "--quiet", "--initial-branch=main"];
        args.extend(options);
        repo.git(args);
        repo
    }

    /// A clone of `of` called `name`, over the transport that honours
    /// `--depth` and `--filter`.
    pub(crate) fn clone(&self, of: &GitRepo, name: &str, options: &[&str]) -> GitRepo {
        let here = GitRepo::at(self.path(""));
        let url = format!("file://{}", of.root().display());
        let mut args = vec!["clone", "--quiet"];
        args.extend(options);
        args.extend([url.as_str(), name]);
        here.git(args);
        GitRepo::at(self.path(name))
    }
}

/// A repository, or at least a directory in which git runs.
pub(crate) struct GitRepo(PathBuf);

impl GitRepo {
    pub(crate) fn at(root: PathBuf) -> Self {
        Self(root)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    /// Runs git, which must succeed; what it printed, trimmed.
    pub(crate) fn git<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(&self, args: I) -> String {
        self.git_with(args, b"")
    }

    /// The same, with something on its standard input.
    pub(crate) fn git_with<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(
        &self,
        args: I,
        input: &[u8],
    ) -> String {
        let args: Vec<_> = args.into_iter().map(|a| a.as_ref().to_owned()).collect();
        let output = self.run(&args, input);
        let (out, err) = (output.stdout, String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "git {args:?}: {err}");
        String::from_utf8(out).unwrap().trim().to_owned()
    }

    fn run(&self, args: &[std::ffi::OsString], input: &[u8]) -> Output {
        let mut child = Command::new("git")
            .args(args)
            .current_dir(&self.0)
            .env_clear()
            .envs(environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Writes a file of the work tree, with the directories to it.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Commits all of the work tree; the new commit's id.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", message]);
        self.id("HEAD")
    }

    /// The id that git gives a revision.
    pub(crate) fn id(&self, rev: &str) -> String {
        self.git(["rev-parse", "--verify", rev])
    }

    /// Writes an object of any content, checked by nobody; its id.
    pub(crate) fn forge(&self, kind: &str, content: &[u8]) -> String {
        let args = ["hash-object", "-w", "--literally", "--stdin", "-t", kind];
        self.git_with(args, content)
    }

    /// Commits a tree of entries that no work tree need be able to hold:
    /// `(mode, object id, path)`.
    pub(crate) fn commit_entries(&self, entries: &[(&str, &str, &[u8])]) -> String {
        let mut input = Vec::new();
        for (mode, id, path) in entries {
            input.extend_from_slice(format!("{mode} {id}\t").as_bytes());
            input.extend_from_slice(path);
            input.push(0);
        }
        self.git(["read-tree", "--empty"]);
        self.git_with(["update-index", "-z", "--index-info"], &input);
        let tree = self.git(["write-tree"]);
        self.commit_tree(&tree)
    }

    /// Commits a tree on `main`, whatever was there; the new commit's id.
    pub(crate) fn commit_tree(&self, tree: &str) -> String {
        let commit = self.git(["commit-tree", tree, "-m", "forged"]);
        self.git(["update-ref", "refs/heads/main", &commit]);
        commit
    }
}
