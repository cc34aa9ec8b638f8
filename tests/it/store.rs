//! The archive's two stores, the same tests over both, and what each has for
//! itself.

mod directory;
mod git;
mod kill;
mod many;
mod remote;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use closeout::repo::Repository;
use closeout::store::{DirectoryStore, GitStore, Key, Rules, Store, Updated};
use serde_json::{Map, Value, json};

use crate::support::{GitRepo, Sandbox};

/// The members of a record in these tests: its ref, a set of facts, a set of
/// pull requests.
const SECTIONS: &[&str] = &["ref", "facts", "pulls"];

const RULES: Rules = Rules { merge, pulls };

/// The union of two objects of sets: as the real merge, it can be told things
/// in any order and again.
fn merge(one: &[u8], other: &[u8]) -> Vec<u8> {
    let mut merged = Map::new();
    let texts = [one, other].map(|text| serde_json::from_slice::<Value>(text).unwrap());
    for name in SECTIONS {
        let values: Vec<&Value> = texts.iter().filter_map(|text| text.get(name)).collect();
        let sets = values.iter().filter_map(|value| value.as_array());
        let union: BTreeSet<&str> = sets.flatten().filter_map(Value::as_str).collect();
        match values.first() {
            None => {}
            Some(Value::String(text)) => drop(merged.insert((*name).to_owned(), json!(text))),
            Some(_) => drop(merged.insert((*name).to_owned(), json!(union))),
        }
    }
    serde_json::to_vec_pretty(&merged).unwrap()
}

fn pulls(text: &[u8]) -> Vec<Key> {
    let value: Value = serde_json::from_slice(text).unwrap();
    let listed = value["pulls"].as_array().cloned().unwrap_or_default();
    listed
        .iter()
        .filter_map(|it| Key::from_ref(it.as_str()?))
        .collect()
}

fn key(number: u64) -> Key {
    Key::from_ref(&format!("github:acme/widgets#{number}")).unwrap()
}

fn fact(key: &Key, fact: &str) -> Vec<u8> {
    serde_json::to_vec(&json!({ "ref": key.to_ref(), "facts": [fact] })).unwrap()
}

fn listing(key: &Key, pull: &Key) -> Vec<u8> {
    serde_json::to_vec(&json!({ "ref": key.to_ref(), "pulls": [pull.to_ref()] })).unwrap()
}

/// The facts that a store has of an item.
fn facts(store: &dyn Store, key: &Key) -> Vec<String> {
    match store.read(key).unwrap() {
        Some(text) => facts_in(&text),
        None => Vec::new(),
    }
}

fn facts_in(text: &[u8]) -> Vec<String> {
    let value: Value = serde_json::from_slice(text).unwrap();
    let facts = value["facts"].as_array().unwrap();
    facts
        .iter()
        .map(|it| it.as_str().unwrap().to_owned())
        .collect()
}

/// All records, and what each says.
fn all(store: &dyn Store) -> Vec<(Key, Value)> {
    let mut found = Vec::new();
    let visit = &mut |key, text: Result<Vec<u8>, _>| {
        let value = serde_json::from_slice(&text.unwrap()).unwrap();
        found.push((key, value));
        ControlFlow::Continue(())
    };
    store.each(visit).unwrap();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

fn open(repo: &GitRepo) -> Repository {
    Repository::discover(repo.root()).unwrap().unwrap()
}

fn directory(root: &Path) -> DirectoryStore {
    DirectoryStore::new(root, SECTIONS, RULES)
}

/// Runs a test over every kind of store there is.
fn with_each_store(test: impl Fn(&dyn Store)) {
    let sandbox = Sandbox::new();
    for (name, options) in [
        ("plain", &[][..]),
        ("bare", &["--bare"][..]),
        ("sha256", &["--object-format=sha256"][..]),
    ] {
        let repo = sandbox.init_with(name, options);
        let found = open(&repo);
        test(&GitStore::new(&found, RULES));
        repo.git(["fsck", "--strict", "--no-dangling"]);
    }
    let main = sandbox.init("main");
    main.commit("one");
    main.git(["worktree", "add", "--quiet", "../linked"]);
    let linked = open(&GitRepo::at(sandbox.path("linked")));
    test(&GitStore::new(&linked, RULES));
    assert!(main.root().join(".git/closeout/lock").is_file());
    test(&directory(&sandbox.path("not/yet/there")));
}

#[test]
fn what_is_not_there_reads_as_nothing() {
    with_each_store(|store| {
        assert_eq!(store.read(&key(1)).unwrap(), None);
        assert!(all(store).is_empty());
        assert!(!store.remove(&key(1), 1).unwrap());
    });
}

#[test]
fn what_is_written_is_read() {
    with_each_store(|store| {
        assert_eq!(
            store.update(&key(1), 1, &fact(&key(1), "a")).unwrap(),
            Updated::Written
        );
        assert_eq!(
            store.update(&key(1), 2, &fact(&key(1), "b")).unwrap(),
            Updated::Written
        );
        assert_eq!(facts(store, &key(1)), ["a", "b"]);
        assert_eq!(facts(store, &key(2)), Vec::<String>::new());
    });
}

#[test]
fn the_same_again_writes_nothing() {
    with_each_store(|store| {
        store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
        let before = store.read(&key(1)).unwrap();
        assert_eq!(
            store.update(&key(1), 2, &fact(&key(1), "a")).unwrap(),
            Updated::Unchanged
        );
        assert_eq!(store.read(&key(1)).unwrap(), before);
    });
}

#[test]
fn a_change_sees_what_is_there_and_may_do_nothing() {
    with_each_store(|store| {
        let never = |before: Option<&[u8]>| before.map(|_| unreachable!());
        assert_eq!(
            store.change(&key(1), 1, &never).unwrap(),
            Updated::Unchanged
        );
        store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
        let count = |before: Option<&[u8]>| {
            let seen = facts_in(before.unwrap()).len();
            Some(fact(&key(1), &format!("saw {seen}")))
        };
        assert_eq!(store.change(&key(1), 2, &count).unwrap(), Updated::Written);
        assert_eq!(facts(store, &key(1)), ["a", "saw 1"]);
    });
}

#[test]
fn every_record_is_listed_once() {
    with_each_store(|store| {
        let mut keys = Vec::new();
        for text in [
            "github:acme/widgets#1",
            "github:acme/widgets#10",
            "github:acme/widgets#1000",
            "github:acme/.github#1",
            "github:acme/a..b.lock#1",
            "github:ghe.corp:8443/acme/widgets#1",
            "gitea:git.corp/acme/widgets#1",
        ] {
            let key = Key::from_ref(text).unwrap();
            store.update(&key, 1, &fact(&key, "x")).unwrap();
            keys.push(key);
        }
        keys.sort();
        let listed: Vec<Key> = all(store).into_iter().map(|(key, _)| key).collect();
        assert_eq!(listed, keys);
        let mut seen = 0;
        let first = &mut |_, _| {
            seen += 1;
            ControlFlow::Break(())
        };
        store.each(first).unwrap();
        assert_eq!(seen, 1);
    });
}

#[test]
fn what_is_removed_is_gone_and_can_be_written_anew() {
    with_each_store(|store| {
        store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
        store.update(&key(2), 1, &fact(&key(2), "a")).unwrap();
        assert!(store.remove(&key(1), 2).unwrap());
        assert_eq!(store.read(&key(1)).unwrap(), None);
        assert_eq!(all(store).len(), 1);
        store.update(&key(1), 3, &fact(&key(1), "b")).unwrap();
        assert_eq!(facts(store, &key(1)), ["b"]);
    });
}
