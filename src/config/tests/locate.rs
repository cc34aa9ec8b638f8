//! Where a configuration is looked for, and how its file is read.

use assert_fs::TempDir;
use assert_fs::prelude::*;

use std::path::{Path, PathBuf};

use super::*;
use crate::files::Links;

/// A directory with its links resolved, as `find` gives paths.
fn place() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().canonicalize().unwrap();
    (dir, path)
}

fn repository(dir: &TempDir) {
    dir.child(".git/HEAD")
        .write_str("ref: refs/heads/main\n")
        .unwrap();
}

#[test]
fn directories_are_looked_in_from_here_up_to_the_root() {
    let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
    for (cwd, root, looked) in [
        ("/r/a/b", Some("/r"), paths(&["/r/a/b", "/r/a", "/r"])),
        ("/r", Some("/r"), paths(&["/r"])),
        ("/r/a", None, paths(&["/r/a"])),
        ("/other", Some("/r"), paths(&["/other"])),
        ("/rest", Some("/r"), paths(&["/rest"])),
    ] {
        assert_eq!(candidates(Path::new(cwd), root.map(Path::new)), looked);
    }
}

#[test]
fn nothing_is_taken_from_inside_a_workspace_unless_it_is_the_root() {
    for (directory, workspace, root, may) in [
        ("/r", Some("/r/run"), Some("/r"), true),
        ("/r/run", Some("/r/run"), Some("/r"), false),
        ("/r/run/sub", Some("/r/run"), Some("/r"), false),
        ("/r/runner", Some("/r/run"), Some("/r"), true),
        ("/r", Some("/r"), Some("/r"), true),
        ("/r/sub", Some("/r"), Some("/r"), true),
        ("/r", Some("/"), Some("/r"), false),
        ("/w", Some("/w"), None, false),
        ("/w", None, None, true),
    ] {
        let path = |text| Path::new(text);
        assert_eq!(
            permitted(path(directory), workspace.map(path), root.map(path)),
            may,
            "{directory} {workspace:?} {root:?}"
        );
    }
}

#[test]
fn the_nearest_file_up_to_the_repositorys_root_is_found() {
    let (dir, path) = place();
    dir.child(FILE_NAME).write_str("").unwrap();
    let inner = dir.child("repo");
    inner
        .child(".git")
        .write_str("gitdir: elsewhere\n")
        .unwrap();
    inner.child("a/b").create_dir_all().unwrap();
    let from = |sub: &str| find(&path.join("repo").join(sub), None).unwrap();
    assert_eq!(from("a/b"), None, "what is above the root is not taken");
    inner.child(FILE_NAME).write_str("").unwrap();
    assert_eq!(from("a/b"), Some(path.join("repo").join(FILE_NAME)));
    inner.child("a").child(FILE_NAME).write_str("").unwrap();
    assert_eq!(from("a/b"), Some(path.join("repo/a").join(FILE_NAME)));
    assert_eq!(from(""), Some(path.join("repo").join(FILE_NAME)));
}

#[test]
fn outside_a_repository_only_the_current_directory_is_looked_in() {
    let (dir, path) = place();
    dir.child(FILE_NAME).write_str("").unwrap();
    dir.child("sub").create_dir_all().unwrap();
    assert_eq!(find(&path.join("sub"), None).unwrap(), None);
    assert_eq!(find(&path, None).unwrap(), Some(path.join(FILE_NAME)));
}

#[test]
fn a_run_cannot_bring_its_own_contract() {
    let (dir, path) = place();
    repository(&dir);
    let run = dir.child("runs/1");
    run.child(FILE_NAME).write_str("").unwrap();
    // Not even where it pretends to be a repository.
    run.child(".git").create_dir_all().unwrap();
    let run = run.path();
    assert_eq!(find(run, Some(run)).unwrap(), None);
    assert_eq!(find(&run.join("../1"), Some(&run.join("."))).unwrap(), None);
    dir.child(FILE_NAME).write_str("").unwrap();
    assert_eq!(find(run, Some(run)).unwrap(), Some(path.join(FILE_NAME)));
    let root = find(&path, Some(&path)).unwrap();
    assert_eq!(root, Some(path.join(FILE_NAME)), "the root may be judged");
    let gone = path.join("runs/2");
    assert_eq!(
        find(&path, Some(&gone)).unwrap(),
        Some(path.join(FILE_NAME))
    );
}

#[test]
fn a_directory_of_that_name_is_no_configuration() {
    let (dir, path) = place();
    dir.child(FILE_NAME).create_dir_all().unwrap();
    let error = find(&path, None).unwrap_err().to_string();
    assert!(
        error.contains(".closeout.yml: the file is a directory. Put a regular"),
        "{error}"
    );
    let error = read_file(&path.join(FILE_NAME), Links::Follow).unwrap_err();
    assert!(matches!(*error.problem, Problem::Special(_)), "{error}");
}

#[test]
fn the_other_ending_is_said_and_not_passed_over() {
    let (dir, path) = place();
    dir.child(".closeout.yaml").write_str("").unwrap();
    let error = find(&path, None).unwrap_err().to_string();
    assert!(
        error.ends_with("Rename it to .closeout.yml, or remove it."),
        "{error}"
    );
    dir.child(FILE_NAME).write_str("").unwrap();
    assert_eq!(find(&path, None).unwrap(), Some(path.join(FILE_NAME)));
}

#[test]
fn a_directory_that_is_not_there_is_said() {
    let (_dir, path) = place();
    let error = find(&path.join("gone"), None).unwrap_err().to_string();
    assert!(
        error.contains("gone: the directory cannot be read: "),
        "{error}"
    );
}

#[test]
fn a_file_is_read_whole_or_a_byte_more_than_may_be() {
    let (dir, path) = place();
    dir.child("a").write_str("hooks: {}\n").unwrap();
    dir.child("b")
        .write_binary(&vec![b'#'; MAX_BYTES * 2])
        .unwrap();
    assert_eq!(
        read_file(&path.join("a"), Links::Refuse).unwrap(),
        b"hooks: {}\n"
    );
    let bytes = read_file(&path.join("b"), Links::Refuse).unwrap();
    assert_eq!(bytes.len(), MAX_BYTES + 1);
    let error = Config::parse(&bytes, Origin::BuiltIn).unwrap_err();
    assert_eq!(*error.problem, Problem::TooLarge);
    let error = read_file(&path.join("c"), Links::Refuse)
        .unwrap_err()
        .to_string();
    assert!(error.contains("c: the file cannot be read: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_is_read_only_where_the_caller_named_it() {
    let (dir, path) = place();
    dir.child("real").write_str("a").unwrap();
    let link = path.join(FILE_NAME);
    std::os::unix::fs::symlink(path.join("real"), &link).unwrap();
    let error = find(&path, None).unwrap_err().to_string();
    assert!(
        error.contains("the file is a link, which is not followed"),
        "{error}"
    );
    let error = read_file(&link, Links::Refuse).unwrap_err();
    assert_eq!(
        *error.problem,
        Problem::Special("is a link, which is not followed")
    );
    assert_eq!(read_file(&link, Links::Follow).unwrap(), b"a");
    std::fs::remove_file(path.join("real")).unwrap();
    assert!(find(&path, None).is_err(), "nor one that leads nowhere");
}

// rustix has no mknodat for Apple's systems.
#[cfg(target_os = "linux")]
#[test]
fn a_fifo_is_never_waited_for() {
    let (_dir, path) = place();
    let fifo = path.join(FILE_NAME);
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let error = find(&path, None).unwrap_err();
    assert_eq!(*error.problem, Problem::Special("is no regular file"));
    let error = read_file(&fifo, Links::Follow).unwrap_err();
    assert_eq!(*error.problem, Problem::Special("is no regular file"));
}

#[cfg(unix)]
#[test]
fn a_current_directory_behind_a_link_is_where_it_really_is() {
    let (dir, path) = place();
    repository(&dir);
    dir.child(FILE_NAME).write_str("").unwrap();
    dir.child("runs/1").create_dir_all().unwrap();
    let (_elsewhere, other) = place();
    std::os::unix::fs::symlink(path.join("runs/1"), other.join("link")).unwrap();
    assert_eq!(repository_root(&other.join("link")), Some(path.clone()));
    let found = find(&other.join("link"), None).unwrap();
    assert_eq!(found, Some(path.join(FILE_NAME)));
}

#[test]
fn an_empty_git_directory_makes_no_repository() {
    let (dir, path) = place();
    dir.child("a/.git").create_dir_all().unwrap();
    assert_ne!(repository_root(&path.join("a")), Some(path.join("a")));
    repository(&dir);
    assert_eq!(repository_root(&path.join("a")), Some(path));
}
