//! `closeout config`: what is in force, where it comes from, what is wrong.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{Ran, closeout, closeout_with, completed};
use crate::schema::LISTING;
use crate::support::{GitRepo, Sandbox};

fn with(sandbox: &Sandbox, text: &str) -> GitRepo {
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml", text);
    repo
}

fn check(dir: &Path) -> Ran {
    closeout(dir, &["config", "check"])
}

/// `key` as `config show` has it: its value, source, and whether it adds.
fn shown(dir: &Path, key: &str) -> (Value, Value, Value) {
    let report = closeout(dir, &["config", "show", "--format", "json"]).json(0);
    let values = report["values"].as_array().unwrap();
    let of_key: Vec<_> = values.iter().filter(|value| value["key"] == key).collect();
    let [value] = of_key[..] else {
        panic!("{key} is in {report} {} times", of_key.len())
    };
    let part = |name: &str| value[name].clone();
    (part("value"), part("source"), part("added"))
}

#[test]
fn without_a_file_the_built_in_values_are_in_force() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    let ran = check(repo.root());
    assert_eq!(
        ran.text(0),
        "no .closeout.yml: the built-in values are in force\n"
    );
    let (value, source, added) = shown(repo.root(), "contract");
    assert_eq!(
        (value, source, added),
        (json!("closedloop"), json!("built in"), json!(false))
    );
    let (owes, ..) = shown(repo.root(), "contracts.closedloop.commands.EXECUTE.owes");
    assert_eq!(owes, json!([]));
}

#[test]
fn each_value_says_where_it_comes_from() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, LISTING);
    let root = repo.root();
    let of_file = |key: &str| {
        let (value, source, added) = shown(root, key);
        assert_eq!(added, json!(false), "{key}");
        (value, source.as_str().unwrap().to_owned())
    };
    assert_eq!(
        of_file("contracts.closedloop.commands.SHIP.owes"),
        (json!(["plan.json"]), ".closeout.yml:4:29".to_owned())
    );
    assert_eq!(
        of_file("contracts.closedloop.commands.PLAN.owes"),
        (json!(["plan.json"]), "built in".to_owned())
    );
    assert_eq!(
        of_file("severities.COMPLETION_CONTRADICTED").0,
        json!("error")
    );
    assert_eq!(
        of_file("ignore").0,
        json!([{"path": "examples/**", "reason": "kept broken on purpose"}])
    );
    let (_, source, added) = shown(root, "contracts.closedloop.workspaces");
    assert_eq!((source, added), (json!(".closeout.yml:7:17"), json!(true)));
    // The text says the same.
    let ran = closeout(root, &["config", "show"]);
    let line = "contracts.closedloop.commands.SHIP.owes: [\"plan.json\"]  # .closeout.yml:4:29";
    assert!(ran.text(0).lines().any(|l| l == line), "{}", ran.stdout);
    assert!(ran.stdout.contains("# added to by .closeout.yml:7:17"));
    assert!(ran.stdout.contains("# built in"));
}

#[test]
fn check_warns_of_keys_without_effect() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, LISTING);
    let ran = check(repo.root());
    assert_eq!(ran.text(0), ".closeout.yml is in order\n");
    let warned: Vec<&str> = ran
        .stderr
        .lines()
        .map(|line| {
            assert!(line.starts_with("warning: .closeout.yml:"), "{line}");
            assert!(line.contains("has no effect in this version"), "{line}");
            line.split('`').nth(1).unwrap()
        })
        .collect();
    assert_eq!(
        warned,
        [
            "promises",
            "tickets",
            "goal_check",
            "hooks",
            "default_branch"
        ]
    );
    assert_eq!(closeout(repo.root(), &["config", "check", "-q"]).stderr, "");
    // What has an effect is not warned of.
    repo.write(".closeout.yml", "contract: closedloop\nchecklists: []\n");
    assert_eq!(check(repo.root()).stderr, "");
}

#[test]
fn check_answers_programs_too() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, "contract: closedloop\n");
    let ran = closeout(repo.root(), &["config", "check", "--format", "json"]);
    assert_eq!(ran.json(0), json!({"ok": true, "origin": ".closeout.yml"}));
}

#[test]
fn an_error_says_the_line_the_column_and_the_nearest_key() {
    for (text, parts) in [
        (
            "contrct: x\n",
            &[":1:1", "unknown key `contrct`", "did you mean `contract`"][..],
        ),
        (
            "contracts:\n  closedloop:\n    comands: {}\n",
            &[":3:5", "`comands`", "did you mean `commands`"],
        ),
        (
            "contracts: {closedloop: {readers: [closedlop]}}\n",
            &[":1:36", "unknown reader `closedlop`", "`closedloop`"],
        ),
        (
            "severities: {PLAN_MISING_AT_COMPLETION: off}\n",
            &[":1:14", "did you mean `PLAN_MISSING_AT_COMPLETION`"],
        ),
        ("ignore: [{path: a}]\n", &[":1:11", "`reason`"]),
        ("checklists: [{files: \"a[b\"}]\n", &[":1:22", "is no glob"]),
        (
            "ignore: [{path: examples/, reason: r}]\n",
            &[":1:17", "matches nothing"],
        ),
        (
            "contracts:\n  closedloop:\n    commands:\n      SHIP: {owes: []}\n      prompts/ship.md: {owes: []}\n",
            &[":5:7", "a second time", "line 4"],
        ),
        ("contract: a\ncontract: b\n", &[":2:1", "a second time"]),
        ("contract: other\n", &[":1:11", "unknown contract `other`"]),
        ("contract: \"x\n", &[":1:11", "cannot be read as YAML"]),
        ("[]\n", &[":1:1"]),
    ] {
        let sandbox = Sandbox::new();
        let repo = with(&sandbox, text);
        let ran = check(repo.root());
        ran.fails(2, &["error: .closeout.yml", "help: "]);
        ran.fails(2, parts);
    }
}

#[test]
fn the_file_must_be_one_that_can_be_read() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write(".closeout.yml/x", "");
    check(repo.root()).fails(2, &[".closeout.yml", "is a directory"]);
    let repo = sandbox.init("other");
    repo.write(".closeout.yaml", "");
    check(repo.root()).fails(2, &[".closeout.yaml", "Rename it"]);
    let repo = sandbox.init("large");
    repo.write(".closeout.yml", &"#\n".repeat(1 << 20));
    check(repo.root()).fails(2, &["1 MiB"]);
    #[cfg(unix)]
    {
        let repo = sandbox.init("linked");
        std::os::unix::fs::symlink("/dev/null", repo.root().join(".closeout.yml")).unwrap();
        check(repo.root()).fails(2, &["link"]);
    }
}

#[test]
fn an_empty_file_is_the_built_in_values() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, "# nothing yet\n");
    assert_eq!(check(repo.root()).text(0), ".closeout.yml is in order\n");
    let (value, source, _) = shown(repo.root(), "contract");
    assert_eq!((value, source), (json!("closedloop"), json!("built in")));
}

#[test]
fn the_callers_file_is_the_one_that_is_checked() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, "contrct: x\n");
    let named = sandbox.path("named.yml");
    std::fs::write(&named, "checklists: [{files: a.md}]\n").unwrap();
    let named = named.to_str().unwrap();
    let ran = closeout(repo.root(), &["config", "check", "--config", named]);
    assert_eq!(ran.text(0), format!("{named} is in order\n"));
    let variable = [("CLOSEOUT_CONFIG", named)];
    let ran = closeout_with(repo.root(), &variable, &["config", "check"]);
    assert_eq!(ran.text(0), format!("{named} is in order\n"));
    // An empty variable says nothing.
    let variable = [("CLOSEOUT_CONFIG", "")];
    closeout_with(repo.root(), &variable, &["config", "check"]).fails(2, &["`contrct`"]);
}

#[test]
fn the_nearest_up_to_the_root_is_in_force() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path(".closeout.yml"), "outside: x\n").unwrap();
    let repo = with(&sandbox, "checklists: [{files: root.md}]\n");
    repo.write("sub/.closeout.yml", "checklists: [{files: sub.md}]\n");
    repo.write("sub/deep/x", "");
    repo.write("other/x", "");
    for (directory, file) in [
        ("", "root.md"),
        ("other", "root.md"),
        ("sub/deep", "sub.md"),
    ] {
        let (value, ..) = shown(&repo.root().join(directory), "checklists");
        assert_eq!(value, json!([{"files": file}]), "{directory}");
    }
    // Outside of a repository only that of the directory itself.
    std::fs::create_dir_all(sandbox.path("plain")).unwrap();
    let ran = check(&sandbox.path("plain"));
    assert!(ran.text(0).starts_with("no .closeout.yml"));
    check(&sandbox.path("")).fails(2, &["`outside`"]);
}

#[test]
fn what_a_workspace_brings_along_is_not_in_force() {
    let sandbox = Sandbox::new();
    let repo = with(&sandbox, "checklists: [{files: root.md}]\n");
    repo.write("run/state.json", &completed("plan"));
    repo.write("run/.closeout.yml", "checklists: [{files: own.md}]\n");
    let (value, ..) = shown(&repo.root().join("run"), "checklists");
    assert_eq!(value, json!([{"files": "root.md"}]));
}

#[test]
fn text_of_the_file_stays_text() {
    let sandbox = Sandbox::new();
    let reason = "\\e[31m\\n::error::x\\u202e";
    let repo = with(
        &sandbox,
        &format!("ignore: [{{path: a, reason: \"{reason}\"}}]\n\"\\e[31m\\n::error::\": 1\n"),
    );
    let ran = check(repo.root());
    ran.fails(2, &["\\u{1b}"]);
    assert!(!ran.stderr.contains('\u{1b}'));
    assert!(
        !ran.stderr
            .lines()
            .any(|line| line.trim_start().starts_with("::"))
    );
    repo.write(
        ".closeout.yml",
        &format!("ignore: [{{path: a, reason: \"{reason}\"}}]\n"),
    );
    for format in ["text", "json"] {
        let ran = closeout(repo.root(), &["config", "show", "--format", format]);
        let text = ran.text(0);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::")));
    }
}

#[test]
fn formats_of_findings_are_refused() {
    let sandbox = Sandbox::new();
    for verb in [
        &["config", "show"][..],
        &["config", "check"],
        &["doctor"],
        &["readers"],
    ] {
        for format in ["github", "sarif", "markdown"] {
            let ran = closeout(&sandbox.path(""), &[verb, &["--format", format]].concat());
            ran.fails(2, &["--format json"]);
        }
    }
}
