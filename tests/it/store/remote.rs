//! Clones that meet: by fetch, merge and push, never by force.

use std::collections::BTreeSet;

use closeout::repo::{Refusal, Remote, TransportError};
use closeout::store::{GitStore, Pushed, Store, StoreError, Wanted};

use super::git::executable;
use super::{RULES, all, fact, facts, key, listing, open};
use crate::support::{GitRepo, Sandbox};

const ONE: &str = "refs/closeout/items/github.com/acme/widgets/1";
const ARCHIVE: &str = "refs/closeout/archive";

/// A bare repository with one commit, and clones of it.
fn clones<const N: usize>(sandbox: &Sandbox) -> (GitRepo, [GitRepo; N]) {
    let seed = sandbox.init("seed");
    seed.commit("one");
    let remote = sandbox.clone(&seed, "remote.git", &["--bare"]);
    let clones = std::array::from_fn(|at| sandbox.clone(&remote, &format!("clone{at}"), &[]));
    (remote, clones)
}

fn origin() -> Remote {
    Remote::new("origin", None)
}

fn refs(repo: &GitRepo) -> String {
    repo.git(["for-each-ref", "--format=%(refname)", "refs/closeout"])
}

#[test]
fn a_record_goes_alone_and_comes_back_merged() {
    let sandbox = Sandbox::new();
    let (remote, [one, other]) = clones(&sandbox);
    let (one, other) = (open(&one), open(&other));
    let (one, other) = (GitStore::new(&one, RULES), GitStore::new(&other, RULES));
    one.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    one.update(&key(2), 1, &fact(&key(2), "stays")).unwrap();
    other.update(&key(1), 2, &fact(&key(1), "b")).unwrap();
    assert_eq!(one.push(&origin(), &key(1), 3).unwrap(), Pushed::Pushed);
    assert_eq!(
        one.push(&origin(), &key(1), 3).unwrap(),
        Pushed::AlreadyThere
    );
    assert_eq!(
        one.push(&origin(), &key(9), 3).unwrap(),
        Pushed::NothingWaits
    );
    assert_eq!(refs(&remote), ONE);
    assert_eq!(other.push(&origin(), &key(1), 4).unwrap(), Pushed::Pushed);
    assert_eq!(facts(&other, &key(1)), ["a", "b"]);
    one.fetch(&origin(), Wanted::Item(&key(1)), None, 5)
        .unwrap();
    assert_eq!(facts(&one, &key(1)), ["a", "b"]);
    assert_eq!(
        one.log(&key(1)).unwrap().len(),
        3,
        "both changes and the merge"
    );
    let left = refs(&GitRepo::at(sandbox.path("clone0")));
    assert!(!left.contains("fetched"), "{left}");
}

#[test]
fn a_refusal_is_said_and_not_tried_again() {
    let sandbox = Sandbox::new();
    let (remote, [clone]) = clones(&sandbox);
    let hook = remote.root().join("hooks/update");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(
        &hook,
        "#!/bin/sh\necho x >>tries\necho 'no records on Fridays'\nexit 1\n",
    )
    .unwrap();
    executable(&hook);
    let found = open(&clone);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    let error = store.push(&origin(), &key(1), 2).unwrap_err();
    assert!(matches!(
        &error,
        StoreError::Transport(TransportError::Failed {
            refusal: Refusal::Denied,
            ..
        })
    ));
    assert!(
        error.to_string().contains("no records on Fridays"),
        "{error}"
    );
    assert_eq!(
        std::fs::read_to_string(remote.root().join("tries")).unwrap(),
        "x\n"
    );
    assert_eq!(facts(&store, &key(1)), ["a"]);
    let nowhere = Remote::new("https://me:s3cret@127.0.0.1:1/a/b", None);
    let error = store.push(&nowhere, &key(1), 2).unwrap_err();
    assert!(matches!(
        &error,
        StoreError::Transport(TransportError::Failed {
            refusal: Refusal::Unreachable,
            ..
        })
    ));
    assert!(!error.to_string().contains("s3cret"), "{error}");
}

#[test]
fn eight_clones_push_one_record_and_nothing_is_lost() {
    let sandbox = Sandbox::new();
    let (remote, repos) = clones::<8>(&sandbox);
    let hook = remote.root().join("hooks/update");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, "#!/bin/sh\nsleep 0.05\n").unwrap();
    executable(&hook);
    std::thread::scope(|scope| {
        for (at, repo) in repos.iter().enumerate() {
            scope.spawn(move || {
                let found = open(repo);
                let store = GitStore::new(&found, RULES);
                store
                    .update(&key(1), 1, &fact(&key(1), &format!("c{at}")))
                    .unwrap();
                store.push(&origin(), &key(1), 2).unwrap();
            });
        }
    });
    let found = open(&remote);
    let store = GitStore::new(&found, RULES);
    assert_eq!(
        facts(&store, &key(1)),
        ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    );
    remote.git(["fsck", "--strict"]);
}

#[test]
fn a_remote_is_folded_and_only_what_was_folded_goes() {
    let sandbox = Sandbox::new();
    let (remote, [one, other]) = clones(&sandbox);
    let (one, other) = (open(&one), open(&other));
    let (one, other) = (GitStore::new(&one, RULES), GitStore::new(&other, RULES));
    for number in 1..=3 {
        other
            .update(&key(number), 1, &fact(&key(number), "a"))
            .unwrap();
    }
    other.push_everything(&origin(), 2).unwrap();
    assert_eq!(one.fold_and_push(&origin(), 3).unwrap().records, 3);
    assert_eq!(refs(&remote), ARCHIVE);
    // The other clone goes on from what it had.
    other.update(&key(1), 4, &fact(&key(1), "b")).unwrap();
    other.push(&origin(), &key(1), 5).unwrap();
    other.fold().unwrap();
    other.push_archive(&origin(), 7).unwrap();
    one.fetch(&origin(), Wanted::Everything, None, 8).unwrap();
    assert_eq!(all(&one), all(&other));
    assert_eq!(facts(&one, &key(1)), ["a", "b"]);
    remote.git(["fsck", "--strict"]);
}

#[test]
fn a_stale_deletion_leaves_the_remote_its_record() {
    let sandbox = Sandbox::new();
    let (remote, [one, other]) = clones(&sandbox);
    let (one, other) = (open(&one), open(&other));
    let stores = (GitStore::new(&one, RULES), GitStore::new(&other, RULES));
    stores.0.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    stores.0.push(&origin(), &key(1), 2).unwrap();
    let taken = stores
        .1
        .fetch(&origin(), Wanted::Everything, None, 3)
        .unwrap();
    stores.0.update(&key(1), 4, &fact(&key(1), "b")).unwrap();
    stores.0.push(&origin(), &key(1), 5).unwrap();
    assert_eq!(
        other.delete_on_remote(&origin(), &taken.records).unwrap(),
        0
    );
    assert_eq!(refs(&remote), ONE);
}

/// What two clones do, in every order of four steps each kind of which one of
/// them takes: at the end, once both have pushed and fetched, they agree.
#[test]
fn two_clones_that_meet_in_any_order_end_with_the_same() {
    for round in 0..12_usize {
        let sandbox = Sandbox::new();
        let (remote, repos) = clones::<2>(&sandbox);
        let found = [open(&repos[0]), open(&repos[1])];
        let stores = [
            GitStore::new(&found[0], RULES),
            GitStore::new(&found[1], RULES),
        ];
        let mut expected: BTreeSet<(u64, String)> = BTreeSet::new();
        let mut state = round * 7919 + 1;
        for at in 0..10 {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % 2_147_483_648;
            let who = &stores[state / 65_536 % 2];
            let number = u64::try_from(state / 131_072 % 3).unwrap() + 1;
            let fact_text = format!("r{at}");
            match state / 1_048_576 % 5 {
                0 | 1 => {
                    who.update(&key(number), 1, &fact(&key(number), &fact_text))
                        .unwrap();
                    who.update(&key(number), 1, &listing(&key(number), &key(number + 10)))
                        .unwrap();
                    expected.insert((number, fact_text));
                }
                2 => drop(who.fold().unwrap()),
                3 => drop(who.fetch(&origin(), Wanted::Everything, None, 3).unwrap()),
                _ => drop(who.fold_and_push(&origin(), 4).unwrap()),
            }
        }
        for who in [0, 1, 0, 1] {
            stores[who].push_everything(&origin(), 5).unwrap();
            stores[who]
                .fetch(&origin(), Wanted::Everything, None, 6)
                .unwrap();
        }
        let [one, other] = &stores;
        assert_eq!(all(one), all(other), "round {round}");
        let said: BTreeSet<(u64, String)> = (1..=3)
            .flat_map(|number| {
                facts(one, &key(number))
                    .into_iter()
                    .map(move |it| (number, it))
            })
            .collect();
        assert_eq!(said, expected, "round {round}");
        // Folded, they are the same tree, index and all: it follows from the
        // records, whatever the way to them.
        let trees: Vec<String> = repos
            .iter()
            .zip(&stores)
            .map(|(repo, store)| {
                store.fold().unwrap();
                match refs(repo).as_str() {
                    "" => String::new(),
                    _ => repo.id(&format!("{ARCHIVE}^{{tree}}")),
                }
            })
            .collect();
        assert_eq!(trees[0], trees[1], "round {round}");
        for repo in repos.iter().chain([&remote]) {
            repo.git(["fsck", "--strict", "--no-dangling"]);
        }
    }
}

#[test]
fn forgotten_there_is_forgotten_here_unless_it_was_changed() {
    let sandbox = Sandbox::new();
    let (_remote, [one, other]) = clones(&sandbox);
    let (one, other) = (open(&one), open(&other));
    let (one, other) = (GitStore::new(&one, RULES), GitStore::new(&other, RULES));
    for number in 1..=3 {
        one.update(&key(number), 1, &listing(&key(number), &key(9)))
            .unwrap();
        one.update(&key(number), 1, &fact(&key(number), "a"))
            .unwrap();
    }
    one.fold_and_push(&origin(), 2).unwrap();
    other.fetch(&origin(), Wanted::Archive, None, 3).unwrap();
    one.remove(&key(1), 4).unwrap();
    one.remove(&key(2), 4).unwrap();
    one.push_archive(&origin(), 5).unwrap();
    other.update(&key(2), 6, &fact(&key(2), "b")).unwrap();
    other.fold().unwrap();
    other.push_archive(&origin(), 8).unwrap();
    assert_eq!(other.read(&key(1)).unwrap(), None);
    assert_eq!(facts(&other, &key(2)), ["a", "b"]);
    assert_eq!(other.items_of_pull(&key(9)).unwrap(), [key(2), key(3)]);
}

#[test]
fn a_mirror_keeps_what_it_has_not_pushed() {
    let sandbox = Sandbox::new();
    let (remote, [clone]) = clones(&sandbox);
    let writer = open(&clone);
    let writer = GitStore::new(&writer, RULES);
    writer.update(&key(1), 1, &fact(&key(1), "theirs")).unwrap();
    writer.push(&origin(), &key(1), 2).unwrap();
    let mirror = sandbox.clone(&remote, "mirror.git", &["--mirror"]);
    let found = open(&mirror);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 3, &fact(&key(1), "ours")).unwrap();
    writer.update(&key(1), 4, &fact(&key(1), "later")).unwrap();
    writer.push(&origin(), &key(1), 5).unwrap();
    store.push(&origin(), &key(1), 6).unwrap();
    assert_eq!(facts(&store, &key(1)), ["later", "ours", "theirs"]);
}

#[test]
fn a_shallow_clone_records_and_pushes() {
    let sandbox = Sandbox::new();
    let (remote, [clone]) = clones(&sandbox);
    let full = open(&clone);
    let full = GitStore::new(&full, RULES);
    full.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    full.fold_and_push(&origin(), 2).unwrap();
    full.update(&key(2), 3, &fact(&key(2), "b")).unwrap();
    full.fold_and_push(&origin(), 4).unwrap();
    let shallow = sandbox.clone(&remote, "shallow", &["--depth=1"]);
    let found = open(&shallow);
    let store = GitStore::new(&found, RULES);
    store.fetch(&origin(), Wanted::Archive, Some(1), 5).unwrap();
    assert_eq!(facts(&store, &key(1)), ["a"]);
    store.update(&key(1), 6, &fact(&key(1), "c")).unwrap();
    store.push(&origin(), &key(1), 7).unwrap();
    assert!(
        store.log(&key(2)).unwrap().is_empty(),
        "the clone ends there"
    );
    full.fetch(&origin(), Wanted::Everything, None, 8).unwrap();
    assert_eq!(facts(&full, &key(1)), ["a", "c"]);
}
