//! Many writers at once.

use std::process::{Child, Command, Stdio};

use closeout::store::{GitStore, Store};

use super::{RULES, all, directory, fact, facts, key, open};
use crate::support::{GitRepo, Sandbox, environment};

/// Where the writer works, and what it says; set for the children of these
/// tests alone.
const WRITER: &str = "CLOSEOUT_TEST_WRITER";

/// How many processes there are, and how many records beside the shared one.
const PROCESSES: u64 = 20;
const RECORDS: u64 = 30;

/// A writer in a process of its own; what `cargo test` runs is no writer.
#[test]
fn writer() {
    let Ok(words) = std::env::var(WRITER) else {
        return;
    };
    let (kind, rest) = words.split_once(' ').unwrap();
    let (me, root) = rest.split_once(' ').unwrap();
    let me: u64 = me.parse().unwrap();
    let write = |store: &dyn Store| {
        for number in (1..=RECORDS).filter(|number| number % PROCESSES == me % PROCESSES) {
            store
                .update(&key(number + 1), 1, &fact(&key(number + 1), "mine"))
                .unwrap();
        }
        for at in 0..3 {
            store
                .update(&key(1), 1, &fact(&key(1), &format!("p{me:02}-{at}")))
                .unwrap();
        }
    };
    if kind == "dir" {
        write(&directory(std::path::Path::new(root)));
        return;
    }
    let repo = open(&GitRepo::at(root.into()));
    let store = GitStore::new(&repo, RULES);
    if kind == "fold" {
        for _ in 0..8 {
            store.fold().unwrap();
        }
    } else {
        write(&store);
    }
}

fn start(kind: &str, me: u64, root: &std::path::Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::many::writer"])
        .env_clear()
        .envs(environment())
        .env(WRITER, format!("{kind} {me} {}", root.display()))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts the writers, waits for them all, and looks at what they wrote.
fn all_writers(kind: &str, folds: u64, root: &std::path::Path) {
    let mut children: Vec<Child> = (0..PROCESSES).map(|me| start(kind, me, root)).collect();
    children.extend((0..folds).map(|me| start("fold", me, root)));
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
}

fn check(store: &dyn Store) {
    let expected: Vec<String> = (0..PROCESSES)
        .flat_map(|me| (0..3).map(move |at| format!("p{me:02}-{at}")))
        .collect();
    assert_eq!(facts(store, &key(1)), expected);
    for number in 1..=RECORDS {
        assert_eq!(facts(store, &key(number + 1)), ["mine"], "{number}");
    }
    assert_eq!(all(store).len(), usize::try_from(RECORDS).unwrap() + 1);
}

#[test]
fn many_processes_write_references_and_nothing_is_lost() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    all_writers("git", 0, repo.root());
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    check(&store);
    assert_eq!(
        store.log(&key(1)).unwrap().len(),
        60,
        "every change is a commit"
    );
    repo.git(["fsck", "--strict"]);
}

#[test]
fn the_same_while_others_fold() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    all_writers("git", 2, repo.root());
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    check(&store);
    assert_eq!(store.log(&key(1)).unwrap().len(), 60);
    store.fold().unwrap();
    check(&store);
    repo.git(["fsck", "--strict"]);
}

#[test]
fn many_processes_write_a_directory_and_nothing_is_lost() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    all_writers("dir", 0, &root);
    check(&directory(&root));
}
