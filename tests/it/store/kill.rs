//! Writers that are killed: what was said before stays said, and the next one
//! goes on as if nothing had happened.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use closeout::store::{GitStore, Store};

use super::{RULES, directory, fact, facts, key, open};
use crate::support::{GitRepo, Sandbox, environment};

const WRITER: &str = "CLOSEOUT_TEST_KILLED";

/// Writes until it is killed, and says what it has written once that is so.
#[test]
fn writer() {
    let Ok(words) = std::env::var(WRITER) else {
        return;
    };
    let (kind, rest) = words.split_once(' ').unwrap();
    let (round, root) = rest.split_once(' ').unwrap();
    let write = |store: &dyn Store, fold: &dyn Fn()| {
        for at in 0.. {
            let said = format!("r{round}-{at}");
            store.update(&key(1), 1, &fact(&key(1), &said)).unwrap();
            println!("\nwritten {said}");
            store
                .update(&key(2 + at % 5), 1, &fact(&key(2 + at % 5), "x"))
                .unwrap();
            if at % 3 == 2 {
                fold();
            }
        }
    };
    if kind == "dir" {
        write(&directory(Path::new(root)), &|| {});
    } else {
        let repo = open(&GitRepo::at(root.into()));
        let store = GitStore::new(&repo, RULES);
        write(&store, &|| drop(store.fold().unwrap()));
    }
}

/// Runs a writer, kills it after some time, and gives what it has said.
fn killed(kind: &str, round: u32, root: &Path) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::kill::writer", "--nocapture"])
        .env_clear()
        .envs(environment())
        .env(WRITER, format!("{kind} {round} {}", root.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    // Points all over a cycle of some tens of milliseconds.
    let micros = 20_000 + u64::from(round * 7919 % 60_000);
    std::thread::sleep(Duration::from_micros(micros));
    child.kill().unwrap();
    child.wait().unwrap();
    out.lines()
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("written ").map(str::to_owned))
        .collect()
}

fn survives(kind: &str, rounds: u32, root: &Path, store: &dyn Store) {
    let mut said = Vec::new();
    for round in 0..rounds {
        said.extend(killed(kind, round, root));
        let have = facts(store, &key(1));
        for fact in &said {
            assert!(have.contains(fact), "{fact} was written and is lost");
        }
        // The next needs no hand.
        let mine = format!("m{round}");
        store.update(&key(1), 1, &fact(&key(1), &mine)).unwrap();
        said.push(mine);
    }
    assert!(
        said.iter().any(|it| it.starts_with('r')),
        "no writer came so far as to write"
    );
}

#[test]
fn a_killed_writer_of_references_loses_nothing() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    survives("git", 100, repo.root(), &store);
    repo.git(["fsck", "--strict"]);
    store.fold().unwrap();
    assert_eq!(store.waiting().unwrap(), 0);
    assert!(!repo.root().join(".git/packed-refs.lock").exists());
    repo.git(["fsck", "--strict"]);
}

#[test]
fn a_killed_writer_of_a_directory_loses_nothing() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    survives("dir", 100, &root, &directory(&root));
}
