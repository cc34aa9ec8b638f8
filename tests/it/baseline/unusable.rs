//! A baseline that cannot be used is ignored with a warning, never an error.

use serde_json::{Value, json};

use super::{DONE, UNCHANGED};
use crate::workspace::Bench;

/// A run that changed nothing since its baseline.
fn unchanged() -> (Bench, Value) {
    let bench = Bench::with_plan(DONE);
    bench.baseline();
    bench.after("plan").spurious(UNCHANGED);
    let written = std::fs::read(bench.path("run/.closeout/baseline.json")).unwrap();
    (bench, serde_json::from_slice(&written).unwrap())
}

/// With this baseline: clean, and a warning; why.
#[track_caller]
fn ignored(bench: &Bench, baseline: impl AsRef<[u8]>) -> String {
    bench.write("run/.closeout/baseline.json", baseline);
    let outcome = bench.after("plan").ends(0);
    assert_eq!(outcome.stdout, "{}\n");
    assert_eq!(outcome.stderr.lines().count(), 1);
    let why = outcome
        .stderr
        .strip_prefix("warning: the baseline run/.closeout/baseline.json is ignored: ")
        .unwrap_or_else(|| panic!("{}", outcome.stderr))
        .trim_end()
        .to_owned();
    let report = bench.after("plan").arg("--full").ends(0).json();
    assert_eq!(report["baseline"], json!({"ignored": {"reason": why}}));
    why
}

#[test]
fn of_a_newer_version() {
    let (bench, mut file) = unchanged();
    file["schema"] = json!(2);
    let why = ignored(&bench, file.to_string());
    assert!(why.contains("its version is 2"), "{why}");
    // Nothing else of it is looked at.
    let why = ignored(&bench, r#"{"schema": 3, "artifacts": "elsewhere"}"#);
    assert!(why.contains("its version is 3"), "{why}");
}

#[test]
fn that_is_something_else() {
    let (bench, file) = unchanged();
    let text = file.to_string();
    for baseline in [
        "",
        "{}",
        "[]",
        "null",
        &text[..text.len() / 2],
        &format!("{text} x"),
        r#"{"schema": "1"}"#,
        r#"{"schema": 1, "schema": 1}"#,
        r#"{"schema": 1}"#,
    ] {
        ignored(&bench, baseline);
    }
    for (key, value) in [
        ("taken_at", json!("yesterday")),
        ("contract", json!(1)),
        ("artifacts", json!({})),
        ("artifacts", json!([{"path": "plan.json"}])),
    ] {
        let mut file = file.clone();
        file[key] = value;
        ignored(&bench, file.to_string());
    }
    let mut file = file.clone();
    file["artifacts"][0]["class"] = json!("splendid");
    let why = ignored(&bench, file.to_string());
    assert!(why.contains("splendid"), "{why}");
}

#[test]
fn that_is_hostile() {
    let (bench, mut file) = unchanged();
    ignored(&bench, vec![b' '; 17 * 1024 * 1024]);
    ignored(&bench, "[".repeat(100_000));
    ignored(&bench, b"{\"schema\": 1, \"\xFF\": 1}");
    // What it quotes is bounded and escaped.
    let long = "\u{1b}\n::error::".repeat(100_000);
    let why = ignored(&bench, json!({"schema": long}).to_string());
    assert!(why.chars().count() < 1_000 && !why.contains('\u{1b}'));
    file["artifacts"][0]["class"] = json!(long);
    let why = ignored(&bench, file.to_string());
    assert!(why.chars().count() < 1_000 && !why.contains('\u{1b}'));
}

#[test]
fn that_is_a_directory() {
    let bench = Bench::with_plan(DONE);
    std::fs::create_dir_all(bench.path("run/.closeout/baseline.json")).unwrap();
    let outcome = bench.after("plan").ends(0);
    assert!(
        outcome.stderr.contains("is a directory"),
        "{}",
        outcome.stderr
    );
    for (named, shown) in [("run", "run"), ("run/..", "run/.."), (".", "."), ("/", "/")] {
        let outcome = bench.after("plan").args(["--baseline", named]).ends(0);
        let said = format!("warning: the baseline {shown} is ignored: it is a directory\n");
        assert_eq!(outcome.stderr, said);
    }
}

#[test]
fn the_other_rules_are_judged_all_the_same() {
    let (bench, _) = unchanged();
    let bench = bench.plan("");
    bench.write("run/.closeout/baseline.json", "{");
    let outcome = bench.after("plan").ends(1);
    assert_eq!(outcome.json()["subcode"], "PLAN_MISSING_AT_COMPLETION");
    assert!(outcome.stderr.starts_with("warning: the baseline "));
}

#[test]
fn one_that_is_named_and_not_there_is_absent_and_said() {
    let (bench, _) = unchanged();
    let call = || bench.after("plan").args(["--baseline", "none.json"]);
    let outcome = call().ends(0);
    assert_eq!(outcome.stdout, "{}\n");
    assert_eq!(
        outcome.stderr,
        "warning: there is no baseline at none.json\n"
    );
    assert_eq!(call().arg("--full").ends(0).json()["baseline"], "absent");
}
