//! The store in a repository: references, folds, history, what others do to it.

use std::path::Path;
use std::process::Command;

use closeout::repo::Repository;
use closeout::store::{GitStore, Key, Store};

use super::{RULES, all, fact, facts, key, listing, open};
use crate::support::{GitRepo, Sandbox, environment};

const ONE: &str = "refs/closeout/items/github.com/acme/widgets/1";
const ARCHIVE: &str = "refs/closeout/archive";

fn refs(repo: &GitRepo) -> Vec<String> {
    let text = repo.git(["for-each-ref", "--format=%(refname)", "refs/closeout"]);
    text.lines().map(str::to_owned).collect()
}

/// What standing answers a store gives: they must not change by a fold.
fn answers(store: &GitStore<'_>) -> Vec<String> {
    let mut answers: Vec<String> = all(store)
        .into_iter()
        .map(|(key, value)| format!("{key} {value} {:?}", facts(store, &key)))
        .collect();
    for pull in 1..20 {
        answers.push(format!("{:?}", store.items_of_pull(&key(pull)).unwrap()));
    }
    answers
}

#[test]
fn a_record_is_a_commit_with_one_file_by_closeout_itself() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store
        .update(&key(1), 1_700_000_000, &fact(&key(1), "a"))
        .unwrap();
    store
        .update(&key(1), 1_700_000_060, &fact(&key(1), "b"))
        .unwrap();
    assert_eq!(refs(&repo), [ONE]);
    assert_eq!(repo.git(["ls-tree", "--name-only", ONE]), "record.json");
    let log = repo.git(["log", "--format=%an <%ae> %cn %ct %s", ONE]);
    assert_eq!(
        log,
        "closeout <closeout@localhost> closeout 1700000060 record github:acme/widgets#1\n\
         closeout <closeout@localhost> closeout 1700000000 record github:acme/widgets#1"
    );
}

#[test]
fn an_unchanged_record_keeps_its_commit() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    let before = repo.id(ONE);
    store.update(&key(1), 2, &fact(&key(1), "a")).unwrap();
    assert_eq!(repo.id(ONE), before);
    store.fold().unwrap();
    store.update(&key(1), 4, &fact(&key(1), "a")).unwrap();
    assert_eq!(refs(&repo), [ARCHIVE], "the archive says it already");
}

#[test]
fn a_fold_changes_no_answer_and_leaves_one_reference() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    for number in [1, 2, 999, 1000, 12345] {
        store
            .update(&key(number), 1, &fact(&key(number), "a"))
            .unwrap();
        store
            .update(&key(number), 2, &listing(&key(number), &key(7)))
            .unwrap();
    }
    store
        .update(&key(2), 3, &listing(&key(2), &key(8)))
        .unwrap();
    let before = answers(&store);
    assert_eq!(store.waiting().unwrap(), 5);
    let folded = store.fold().unwrap();
    assert_eq!((folded.records, folded.skipped.len()), (5, 0));
    assert_eq!(answers(&store), before);
    assert_eq!(refs(&repo), [ARCHIVE]);
    let paths = repo.git(["ls-tree", "-r", "--name-only", ARCHIVE]);
    assert!(
        paths.contains("items/github.com/acme/widgets/12/12345.json"),
        "{paths}"
    );
    let index = repo.git([
        "cat-file",
        "-p",
        &format!("{ARCHIVE}:index/github.com/acme/widgets/0"),
    ]);
    assert_eq!(
        index.lines().last(),
        Some("8 github.com/acme/widgets/2"),
        "{index}"
    );
    repo.git(["fsck", "--strict"]);

    // Both halves of a record: in the archive and waiting.
    store.update(&key(1), 5, &fact(&key(1), "b")).unwrap();
    assert_eq!(facts(&store, &key(1)), ["a", "b"]);
    let before = answers(&store);
    store.fold().unwrap();
    assert_eq!(answers(&store), before);
    let tip = repo.id(ARCHIVE);
    assert_eq!(store.fold().unwrap().records, 0);
    assert_eq!(repo.id(ARCHIVE), tip, "nothing to fold, nothing written");
}

#[test]
fn a_history_outlives_folds() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    for at in 1..=6 {
        for number in 1..=3 {
            store
                .update(&key(number), at, &fact(&key(number), &format!("f{at}")))
                .unwrap();
        }
        if at % 2 == 0 {
            store.fold().unwrap();
        }
    }
    store.update(&key(2), 7, &fact(&key(2), "f7")).unwrap();
    repo.git(["gc", "--quiet", "--prune=now"]);
    let log = store.log(&key(2)).unwrap();
    let times: Vec<i64> = log.iter().map(|entry| entry.seconds).collect();
    assert_eq!(times, [7, 6, 5, 4, 3, 2, 1]);
    let newest = super::facts_in(&log[0].text);
    assert_eq!(newest, ["f1", "f2", "f3", "f4", "f5", "f6", "f7"]);
    assert!(store.log(&key(9)).unwrap().is_empty());
}

/// git walks by date: were a fold newer than what it takes in, whoever pushes a
/// commit older than the fold would have git walk all records.
#[test]
fn a_fold_is_as_old_as_the_newest_that_it_takes_in() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    for (number, at) in [(1, 500), (2, 900), (3, 100)] {
        store
            .update(&key(number), at, &fact(&key(number), "a"))
            .unwrap();
    }
    store.fold().unwrap();
    assert_eq!(repo.git(["log", "-1", "--format=%ct", ARCHIVE]), "900");
    let parents = repo.git([
        "log",
        "--no-walk=unsorted",
        "--format=%ct",
        &format!("{ARCHIVE}^@"),
    ]);
    assert_eq!(parents, "100\n500\n900", "the oldest first");
    store.update(&key(4), 700, &fact(&key(4), "a")).unwrap();
    store.fold().unwrap();
    assert_eq!(
        repo.git(["log", "-1", "--format=%ct", ARCHIVE]),
        "900",
        "never older than before"
    );
}

#[test]
fn packed_references_are_found_moved_and_folded() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    for number in 1..=4 {
        store
            .update(&key(number), 1, &fact(&key(number), "a"))
            .unwrap();
    }
    repo.git(["pack-refs", "--all", "--prune"]);
    store.update(&key(1), 2, &fact(&key(1), "b")).unwrap();
    assert_eq!(facts(&store, &key(1)), ["a", "b"]);
    assert_eq!(facts(&store, &key(2)), ["a"]);
    assert_eq!(store.fold().unwrap().records, 4);
    assert_eq!(refs(&repo), [ARCHIVE]);
    assert_eq!(all(&store).len(), 4);
}

#[test]
fn a_folded_record_can_be_forgotten() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    for number in 1..=2 {
        store
            .update(&key(number), 1, &listing(&key(number), &key(9)))
            .unwrap();
    }
    store.fold().unwrap();
    store.update(&key(1), 3, &fact(&key(1), "late")).unwrap();
    assert!(store.remove(&key(1), 4).unwrap());
    assert_eq!(store.read(&key(1)).unwrap(), None);
    assert_eq!(store.items_of_pull(&key(9)).unwrap(), [key(2)]);
    assert_eq!(refs(&repo), [ARCHIVE]);
    assert!(!store.remove(&key(1), 5).unwrap());
    assert!(store.remove(&key(2), 6).unwrap());
    assert!(all(&store).is_empty());
    repo.git(["fsck", "--strict"]);
}

#[test]
fn a_reference_that_holds_no_record_harms_no_other() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("README", "x");
    let commit = repo.commit("no record");
    repo.git(["update-ref", ONE, &commit]);
    repo.git([
        "update-ref",
        "refs/closeout/items/not/a/key/at/all",
        &commit,
    ]);
    repo.git([
        "symbolic-ref",
        "refs/closeout/items/github.com/acme/widgets/3",
        "refs/heads/main",
    ]);
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(2), 1, &fact(&key(2), "a")).unwrap();
    let error = store.read(&key(1)).unwrap_err().to_string();
    assert!(
        error.contains(ONE) && error.contains("record.json"),
        "{error}"
    );
    assert!(store.update(&key(1), 1, &fact(&key(1), "a")).is_err());
    assert_eq!(repo.id(ONE), commit);
    let folded = store.fold().unwrap();
    assert_eq!(folded.records, 1);
    assert_eq!(folded.skipped[0].0, key(1));
    assert_eq!(facts(&store, &key(2)), ["a"]);
    let mut broken = Vec::new();
    let visit = &mut |key: Key, text: Result<Vec<u8>, _>| {
        if text.is_err() {
            broken.push(key);
        }
        std::ops::ControlFlow::Continue(())
    };
    store.each(visit).unwrap();
    assert_eq!(broken, [key(1)]);
}

#[test]
fn a_lock_that_a_crash_left_behind_is_removed() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    let git = repo.root().join(".git");
    std::fs::write(git.join(format!("{ONE}.lock")), "").unwrap();
    assert_eq!(all(&store).len(), 1, "a lock is no record");
    store.update(&key(1), 2, &fact(&key(1), "b")).unwrap();
    assert_eq!(facts(&store, &key(1)), ["a", "b"]);
    std::fs::write(git.join(format!("{ONE}.lock")), "").unwrap();
    std::fs::write(git.join(format!("{ARCHIVE}.lock")), "").unwrap();
    assert_eq!(store.fold().unwrap().records, 1);
    assert_eq!(refs(&repo), [ARCHIVE]);
}

#[test]
fn a_lock_of_git_on_packed_references_keeps_no_record_out() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    repo.git(["pack-refs", "--all"]);
    let lock = repo.root().join(".git/packed-refs.lock");
    std::fs::write(&lock, "").unwrap();
    store.update(&key(1), 2, &fact(&key(1), "b")).unwrap();
    store.update(&key(2), 2, &fact(&key(2), "new")).unwrap();
    assert_eq!(facts(&store, &key(1)), ["a", "b"]);
    assert_eq!(facts(&store, &key(2)), ["new"]);
    // Folding waits for its owner, and says which file it is.
    let error = store.fold().unwrap_err().to_string();
    assert!(error.contains("packed-refs.lock"), "{error}");
    assert_eq!(facts(&store, &key(1)), ["a", "b"]);
    std::fs::remove_file(&lock).unwrap();
    store.fold().unwrap();
    assert_eq!(refs(&repo), [ARCHIVE]);
    assert_eq!(all(&store).len(), 2);
}

#[test]
fn a_hook_of_the_repository_has_no_say() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let hook = repo.root().join(".git/hooks/reference-transaction");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, "#!/bin/sh\nexit 1\n").unwrap();
    executable(&hook);
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    assert_eq!(store.fold().unwrap().records, 1);
    assert_eq!(store.waiting().unwrap(), 0);
}

pub(super) fn executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_repository_that_logs_every_reference_needs_no_name_of_the_user() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.git(["config", "core.logAllRefUpdates", "always"]);
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store
        .update(&key(1), 1_700_000_000, &fact(&key(1), "a"))
        .unwrap();
    let log = std::fs::read_to_string(repo.root().join(".git/logs").join(ONE)).unwrap();
    assert!(
        log.contains("closeout <closeout@localhost> 1700000000"),
        "{log}"
    );
    assert_eq!(store.fold().unwrap().records, 1);
}

#[test]
fn references_that_are_no_files_are_refused() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("reftable");
    let init = Command::new("git")
        .args(["init", "--quiet", "--ref-format=reftable"])
        .arg(&root)
        .env_clear()
        .envs(environment())
        .status();
    assert!(init.unwrap().success());
    let error = Repository::discover(&root).unwrap_err().to_string();
    assert!(error.contains("reftable"), "{error}");
}

#[test]
fn a_pack_of_history_that_a_partial_clone_lacks_is_said() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let found = open(&repo);
    let store = GitStore::new(&found, RULES);
    store.update(&key(1), 1, &fact(&key(1), "a")).unwrap();
    let blob = repo.id(&format!("{ONE}:record.json"));
    let (fan, rest) = blob.split_at(2);
    std::fs::remove_file(repo.root().join(".git/objects").join(fan).join(rest)).unwrap();
    let error = GitStore::new(&open(&repo), RULES)
        .read(&key(1))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(&blob) && error.contains("git fetch --refetch"),
        "{error}"
    );
}
