//! Which configuration is in force for a scan.

use serde_json::Value;

use crate::program::{closeout, closeout_with, completed, scan, scanned, standings};
use crate::support::{GitRepo, Sandbox};

/// Spares every run of PLAN from owing its plan.
const LOOSE: &str = "contracts: {closedloop: {commands: {PLAN: {owes: []}}}}\n";
/// The same as the built-in values.
const STRICT: &str = "contracts: {closedloop: {commands: {PLAN: {owes: [plan.json]}}}}\n";
const BROKEN: &str = "contrct: x\n";

/// A run that owes a plan and has none, and the configuration of `main` and of
/// `side`, where we are.
fn with_configs(sandbox: &Sandbox, main: Option<&str>, side: Option<&str>) -> GitRepo {
    let repo = sandbox.init("repo");
    let config = |text: Option<&str>| {
        let path = repo.root().join(".closeout.yml");
        match text {
            Some(text) => std::fs::write(path, text).unwrap(),
            None => drop(std::fs::remove_file(path)),
        }
    };
    config(main);
    repo.commit("one");
    repo.git(["checkout", "-q", "-b", "side"]);
    config(side);
    repo.write("a/state.json", &completed("plan"));
    repo.commit("two");
    repo
}

fn notes(report: &Value) -> String {
    let notes = report["notes"].as_array().unwrap();
    notes.iter().map(|note| note.as_str().unwrap()).collect()
}

#[test]
fn a_working_tree_has_its_own_version() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, None, Some(STRICT));
    assert_eq!(scanned(repo.root(), &[]), ["a: spurious"]);
    repo.write(".closeout.yml", LOOSE);
    assert_eq!(scanned(repo.root(), &[]), ["a: clean"]);
}

#[test]
fn rev_takes_the_version_of_the_revision() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(STRICT), Some(LOOSE));
    repo.write(".closeout.yml", BROKEN);
    let report = scan(repo.root(), &["--rev", "side"]);
    assert_eq!(standings(&report), ["a: clean"]);
    assert_eq!(notes(&report), "");
}

#[test]
fn base_takes_the_version_of_the_base_and_says_that_it_differs() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(STRICT), Some(LOOSE));
    for args in [
        &["--base", "main"][..],
        &["--base", "main", "--rev", "side"],
    ] {
        let report = scan(repo.root(), args);
        assert_eq!(standings(&report), ["a: spurious"], "{args:?}");
        let notes = notes(&report);
        for part in ["alters .closeout.yml", "the version of main"] {
            assert!(notes.contains(part), "{args:?}: {notes}");
        }
    }
    // In the base's favour too.
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(LOOSE), Some(STRICT));
    assert_eq!(scanned(repo.root(), &["--base", "main"]), ["a: clean"]);
}

#[test]
fn the_version_of_the_base_is_that_of_its_tip() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(STRICT), Some(STRICT));
    repo.git(["checkout", "-q", "main"]);
    repo.write(".closeout.yml", LOOSE);
    repo.commit("main goes on");
    repo.git(["checkout", "-q", "side"]);
    assert_eq!(scanned(repo.root(), &["--base", "main"]), ["a: clean"]);
}

#[test]
fn a_configuration_that_comes_or_goes_in_the_range_is_said() {
    for (main, side, expected) in [
        (None, Some(LOOSE), "a: spurious"),
        (Some(LOOSE), None, "a: clean"),
    ] {
        let sandbox = Sandbox::new();
        let repo = with_configs(&sandbox, main, side);
        let report = scan(repo.root(), &["--base", "main"]);
        assert_eq!(standings(&report), [expected]);
        assert!(notes(&report).contains("alters .closeout.yml"));
    }
}

#[test]
fn two_spellings_of_one_configuration_do_not_differ() {
    let sandbox = Sandbox::new();
    let other = format!("# The same.\n{}", LOOSE.replace("PLAN", "prompts/plan.md"));
    let repo = with_configs(&sandbox, Some(LOOSE), Some(&other));
    let report = scan(repo.root(), &["--base", "main"]);
    assert_eq!(notes(&report), "");
}

#[test]
fn a_broken_configuration_in_the_range_is_said_and_the_base_judges() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, None, Some(BROKEN));
    for args in [
        &["--base", "main"][..],
        &["--base", "main", "--rev", "side"],
    ] {
        let report = scan(repo.root(), args);
        assert_eq!(standings(&report), ["a: spurious"]);
        assert!(notes(&report).contains("cannot be read"), "{report}");
    }
}

#[test]
fn a_broken_configuration_in_force_is_an_error_of_the_call() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(BROKEN), Some(LOOSE));
    let ran = closeout(repo.root(), &["scan", "--base", "main"]);
    ran.fails(2, &["main:.closeout.yml:1:1", "`contrct`", "`contract`"]);
    repo.write(".closeout.yml", BROKEN);
    closeout(repo.root(), &["scan"]).fails(2, &[".closeout.yml:1:1"]);
}

#[test]
fn the_callers_file_beats_all() {
    let sandbox = Sandbox::new();
    let repo = with_configs(&sandbox, Some(BROKEN), Some(BROKEN));
    let named = sandbox.path("mine.yml");
    std::fs::write(&named, LOOSE).unwrap();
    let named = named.to_str().unwrap();
    for args in [
        &[][..],
        &["--rev", "side"],
        &["--base", "main"],
        &["--base", "main", "--rev", "side"],
    ] {
        let report = scan(repo.root(), &[&["--config", named], args].concat());
        assert_eq!(standings(&report), ["a: clean"], "{args:?}");
        assert_eq!(notes(&report), "", "{args:?}");
        let all = [&["scan", "--format", "json"], args].concat();
        let ran = closeout_with(repo.root(), &[("CLOSEOUT_CONFIG", named)], &all);
        assert_eq!(standings(&ran.json(0)), ["a: clean"], "{args:?}");
    }
    let strict = sandbox.path("strict.yml");
    std::fs::write(&strict, STRICT).unwrap();
    let args = ["scan", "--config", strict.to_str().unwrap()];
    let ran = closeout_with(repo.root(), &[("CLOSEOUT_CONFIG", named)], &args);
    assert_eq!(ran.code, 1, "--config comes before CLOSEOUT_CONFIG");
}

#[test]
fn a_file_that_the_caller_names_must_be_there() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let ran = closeout(repo.root(), &["scan", "--config", "nowhere.yml"]);
    ran.fails(2, &["nowhere.yml", "help: "]);
}

#[test]
fn the_nearest_configuration_up_to_the_root_is_taken() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path(".closeout.yml"), BROKEN).unwrap();
    let repo = sandbox.init("repo");
    repo.write("a/state.json", &completed("plan"));
    repo.write("docs/.closeout.yml", LOOSE);
    repo.write("docs/deep/x", "");
    repo.commit("one");
    for args in [&[][..], &["--rev", "HEAD"], &["--base", "HEAD"]] {
        // In a range nothing differs, but the configuration is read.
        let expected = |word: &str| -> Vec<String> {
            let word = format!("a: {word}");
            if args.contains(&"--base") {
                vec![]
            } else {
                vec![word]
            }
        };
        assert_eq!(scanned(repo.root(), args), expected("spurious"));
        let deep = repo.root().join("docs/deep");
        assert_eq!(scanned(&deep, args), expected("clean"), "{args:?}");
    }
}

#[test]
fn a_configuration_inside_a_workspace_is_never_taken() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/state.json", &completed("plan"));
    repo.write("a/.closeout.yml", LOOSE);
    repo.write("a/sub/.closeout.yml", LOOSE);
    repo.commit("one");
    repo.commit("two");
    for directory in ["a", "a/sub"] {
        let directory = repo.root().join(directory);
        for args in [&[][..], &["--rev", "HEAD"]] {
            assert_eq!(
                scanned(&directory, args),
                ["a: spurious"],
                "{directory:?} {args:?}"
            );
        }
        // Neither as the base's version nor to compare it with.
        repo.write("a/x", "");
        let report = scan(&directory, &["--base", "HEAD~1"]);
        assert_eq!(notes(&report), "");
    }
}

#[test]
fn nor_one_of_a_workspace_around_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("a/state.json", &completed("plan"));
    repo.write("a/.closeout.yml", LOOSE);
    repo.write("a/b/state.json", &completed("plan"));
    repo.commit("one");
    let inner = repo.root().join("a/b");
    for args in [&[][..], &["--rev", "HEAD"]] {
        let found = scanned(&inner, args);
        assert_eq!(found, ["a: spurious", "a/b: spurious"], "{args:?}");
    }
}

#[test]
fn outside_a_repository_too() {
    let sandbox = Sandbox::new();
    let directory = GitRepo::at(sandbox.path("plain"));
    directory.write("state.json", &completed("plan"));
    directory.write(".closeout.yml", LOOSE);
    assert_eq!(scanned(directory.root(), &[]), [".: spurious"]);
    // Where it is no workspace itself, its configuration counts.
    let directory = GitRepo::at(sandbox.path("other"));
    directory.write("a/state.json", &completed("plan"));
    directory.write(".closeout.yml", LOOSE);
    assert_eq!(scanned(directory.root(), &[]), ["a: clean"]);
}

#[test]
fn unless_the_workspace_is_the_root_of_the_repository() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("state.json", &completed("plan"));
    repo.write(".closeout.yml", LOOSE);
    repo.commit("one");
    assert_eq!(scanned(repo.root(), &[]), [".: clean"]);
    assert_eq!(scanned(repo.root(), &["--rev", "HEAD"]), [".: clean"]);
    // That of a workspace below is still not taken.
    repo.write("a/state.json", &completed("plan"));
    repo.write("a/.closeout.yml", "contract: none\n");
    repo.commit("two");
    let below = repo.root().join("a");
    for args in [&[][..], &["--rev", "HEAD"]] {
        assert_eq!(scanned(&below, args), [".: clean", "a: clean"], "{args:?}");
    }
}
