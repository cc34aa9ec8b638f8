//! Where a repository is, what kind it is, and which are refused.

use std::path::Path;
use std::process::Command;

use closeout::finding::RelPath;
use closeout::repo::{Head, History, Layout, Repository};

use super::{assert_says, discover, open, rel, surroundings, usage};
use crate::support::{Sandbox, environment};

#[test]
fn outside_of_a_repository_there_is_none() {
    let sandbox = Sandbox::new();
    assert!(Repository::discover(&sandbox.path("")).unwrap().is_none());
}

#[test]
fn a_directory_that_does_not_exist_is_the_callers_business() {
    let sandbox = Sandbox::new();
    let message = usage(Repository::discover(&sandbox.path("nowhere")));
    assert_says(&message, &["nowhere", "give a directory"]);
}

#[test]
fn a_subdirectory_belongs_to_the_repository_above_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("with space/größe 計画");
    repo.write("docs/tief/plan.md", "x");
    let dir = repo.root().join("docs/tief");
    let found = discover(&dir);
    assert_eq!(found.root().unwrap(), repo.root());
    assert_eq!(found.git_dir(), repo.root().join(".git"));
    assert_eq!(found.common_dir(), repo.root().join(".git"));
    assert_eq!(found.prefix(&dir).unwrap(), Some(rel("docs/tief")));
    assert_eq!(found.prefix(repo.root()).unwrap(), Some(RelPath::root()));
    assert_eq!(found.prefix(&sandbox.path("")).unwrap(), None);
    let message = usage(found.prefix(&dir.join("nowhere")));
    assert_says(&message, &["nowhere"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_subdirectory_stands_where_it_leads() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("docs/a", "x");
    let link = sandbox.path("link");
    std::os::unix::fs::symlink(repo.root().join("docs"), &link).unwrap();
    let found = discover(&link);
    assert_eq!(found.prefix(&link).unwrap(), Some(rel("docs")));
}

#[test]
fn a_linked_worktree_has_a_root_of_its_own() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("main");
    repo.commit("one");
    let linked = sandbox.path("linked");
    repo.git(["worktree", "add", "-q", "-b", "side", "../linked"]);
    let found = discover(&linked);
    assert_eq!(found.root().unwrap(), linked);
    let own = repo.root().join(".git/worktrees/linked");
    assert_eq!(found.git_dir().canonicalize().unwrap(), own);
    let common = found.common_dir().canonicalize().unwrap();
    assert_eq!(common, repo.root().join(".git"));
    let facts = found.facts().unwrap();
    assert_eq!(facts.layout, Layout::LinkedWorktree);
    assert!(matches!(facts.head, Head::Branch(name, _) if name == "refs/heads/side"));
}

#[test]
fn a_submodule_is_a_repository_of_its_own() {
    let sandbox = Sandbox::new();
    let inner = sandbox.init("inner");
    inner.write("a", "x");
    inner.commit("one");
    let outer = sandbox.init("outer");
    let url = format!("file://{}", inner.root().display());
    let add = ["submodule", "--quiet", "add", &url, "sub"];
    outer.git(["-c", "protocol.file.allow=always"].iter().chain(&add));
    let found = discover(&outer.root().join("sub"));
    assert_eq!(found.root().unwrap(), outer.root().join("sub"));
    assert_eq!(found.facts().unwrap().layout, Layout::Submodule);
}

#[test]
fn a_bare_repository_has_no_root() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo.git", &["--bare"]);
    let found = open(&repo);
    assert_eq!(found.root(), None);
    assert_eq!(found.git_dir(), repo.root());
    assert_eq!(found.prefix(repo.root()).unwrap(), None);
    assert_eq!(found.facts().unwrap().layout, Layout::Bare);
}

#[test]
fn the_facts_of_a_plain_repository() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let facts = open(&repo).facts().unwrap();
    assert_eq!(facts.head, Head::Unborn("refs/heads/main".to_owned()));
    let commit = repo.commit("one");
    let facts = open(&repo).facts().unwrap();
    assert_eq!(facts.object_format, "sha1");
    assert_eq!(facts.ref_storage, "files");
    assert_eq!(facts.layout, Layout::WorkTree);
    assert_eq!(facts.history, History::Whole);
    assert_eq!(facts.partial, None);
    assert!(
        matches!(facts.head, Head::Branch(name, id) if name == "refs/heads/main" && id.to_string() == commit)
    );
    repo.git(["checkout", "-q", "--detach"]);
    let facts = open(&repo).facts().unwrap();
    assert!(matches!(facts.head, Head::Detached(id) if id.to_string() == commit));
}

#[test]
fn the_facts_of_a_clone_that_leaves_things_out() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.git(["config", "uploadpack.allowFilter", "true"]);
    repo.commit("one");
    repo.commit("two");
    let options = ["--depth=1", "--filter=blob:none", "--origin=upstream"];
    let clone = sandbox.clone(&repo, "clone", &options);
    let facts = open(&clone).facts().unwrap();
    assert_eq!(facts.history, History::Shallow);
    let partial = facts.partial.unwrap();
    assert_eq!(partial.remote, "upstream");
    assert_eq!(partial.filter.as_deref(), Some("blob:none"));
}

#[test]
fn a_sha256_repository_is_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--object-format=sha256"]);
    let commit = repo.commit("one");
    assert_eq!(commit.len(), 64);
    let found = open(&repo);
    assert_eq!(found.facts().unwrap().object_format, "sha256");
    assert_eq!(found.revision("HEAD").unwrap().commit().to_string(), commit);
}

#[test]
fn reftable_is_refused_by_name() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init_with("repo", &["--ref-format=reftable"]);
    let message = surroundings(Repository::discover(repo.root()));
    let root = repo.root().to_str().unwrap();
    assert_says(
        &message,
        &["reftable", root, "git refs migrate --ref-format=files"],
    );
    // And what the message says helps.
    repo.git(["refs", "migrate", "--ref-format=files"]);
    open(&repo);
}

#[test]
fn an_unknown_extension_is_refused_by_name() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.git(["config", "extensions.braided", "true"]);
    // Version 0 has no extensions: git ignores the key.
    open(&repo);
    repo.git(["config", "core.repositoryFormatVersion", "1"]);
    let message = surroundings(Repository::discover(repo.root()));
    assert_says(
        &message,
        &["extensions.braided", repo.root().to_str().unwrap()],
    );
}

#[test]
fn extensions_that_change_nothing_are_no_obstacle() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    // Into the file: the installed git need not know all of them.
    let set = |key: &str, value: &str| repo.git(["config", "--file", ".git/config", key, value]);
    set("core.repositoryFormatVersion", "1");
    for name in [
        "noop",
        "preciousObjects",
        "worktreeConfig",
        "relativeWorktrees",
    ] {
        set(&format!("extensions.{name}"), "true");
    }
    set("extensions.refStorage", "files");
    open(&repo);
}

#[test]
fn a_format_version_of_the_future_is_refused() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let config = "[core]\n\trepositoryformatversion = 7\n";
    std::fs::write(repo.root().join(".git/config"), config).unwrap();
    let message = surroundings(Repository::discover(repo.root()));
    assert_says(&message, &["version", repo.root().to_str().unwrap()]);
}

#[test]
fn a_gitfile_that_leads_nowhere_hides_the_repository_above_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("lost/deep/a", "x");
    repo.write("lost/.git", "gitdir: /nowhere/.git/worktrees/lost\n");
    for dir in ["lost", "lost/deep"] {
        let message = surroundings(Repository::discover(&repo.root().join(dir)));
        assert_says(&message, &["lost/.git", "cannot be opened", "git -C"]);
    }
    open(&repo);
}

#[test]
fn a_directory_called_git_that_is_no_repository_hides_nothing() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("sub/.git/readme", "x");
    let found = discover(&repo.root().join("sub"));
    assert_eq!(found.root().unwrap(), repo.root());
}

/// Runs [`child_finds_what_it_is_told_to`] in a process of its own, since a
/// test cannot change its environment.
#[track_caller]
fn in_environment(dir: &Path, variables: &[(&str, &Path)], expected: &str) {
    let test = "repo::discovery::child_finds_what_it_is_told_to";
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored"])
        .current_dir(dir)
        .env_clear()
        .envs(environment())
        .envs(variables.iter().copied())
        .env("CLOSEOUT_TEST_EXPECTED", expected)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
}

#[test]
#[ignore = "started by the tests below, in an environment of theirs"]
fn child_finds_what_it_is_told_to() {
    let expected = std::env::var("CLOSEOUT_TEST_EXPECTED").unwrap();
    let found = match Repository::discover(Path::new(".")) {
        Ok(Some(repo)) => {
            let root = repo.root().map(|root| root.canonicalize().unwrap());
            format!(
                "{} {root:?}",
                repo.git_dir().canonicalize().unwrap().display()
            )
        }
        Ok(None) => "none".to_owned(),
        Err(error) => error.to_string(),
    };
    assert!(found.contains(&expected), "{found}");
}

#[test]
fn git_dir_decides_as_it_does_for_git() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let other = sandbox.init("other");
    let git_dir = repo.root().join(".git");
    let expected = format!("{} Some({:?})", git_dir.display(), repo.root());
    // What a hook sees: a relative path, from the root of the work tree.
    in_environment(repo.root(), &[("GIT_DIR", Path::new(".git"))], &expected);
    in_environment(other.root(), &[("GIT_DIR", &git_dir)], &expected);
    let work_tree = [("GIT_DIR", &*git_dir), ("GIT_WORK_TREE", other.root())];
    let expected = format!("{} Some({:?})", git_dir.display(), other.root());
    in_environment(other.root(), &work_tree, &expected);
    let nowhere = [("GIT_DIR", Path::new("/nowhere"))];
    in_environment(repo.root(), &nowhere, "cannot be opened");
}

#[test]
fn the_ceiling_of_git_is_ours() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/b/c", "x");
    let dir = repo.root().join("a/b");
    let ceiling = repo.root().join("a");
    in_environment(&dir, &[("GIT_CEILING_DIRECTORIES", &ceiling)], "none");
    let elsewhere = sandbox.path("elsewhere");
    in_environment(&dir, &[("GIT_CEILING_DIRECTORIES", &elsewhere)], ".git");
}
