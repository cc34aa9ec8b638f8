//! What is a change.

use serde_json::json;

use super::{DONE, UNCHANGED};
use crate::workspace::Bench;

const GIVEN: &str = r#"{"pendingTasks": [], "title": "Größe /", "n": [1, {"a": 1, "b": 2}]}"#;

/// A run that was given [`GIVEN`] and left this.
fn left(plan: impl AsRef<[u8]>) -> Bench {
    let bench = Bench::with_plan(GIVEN);
    bench.baseline();
    bench.plan(plan)
}

#[test]
fn a_plan_that_is_what_it_was_is_spurious() {
    let flagged = left(GIVEN).after("request-changes").spurious(UNCHANGED);
    let taken_at = flagged.0["baseline"]["compared"]["taken_at"]
        .as_str()
        .unwrap();
    assert_eq!(
        flagged.message(),
        format!(
            "REQUEST_CHANGES is complete and changed nothing in run/plan.json: it has the content that it had at {taken_at}. To mend it, run REQUEST_CHANGES again, or park the run."
        )
    );
    assert_eq!(
        flagged.findings(),
        [format!("{UNCHANGED} error run/plan.json")]
    );
}

#[test]
fn white_space_key_order_and_escapes_are_no_change() {
    for plan in [
        "{\n  \"pendingTasks\":[],\t\"title\":\"Größe /\",\r\n\"n\":[1,{\"a\":1,\"b\":2}]}\n",
        r#"{"n": [1, {"b": 2, "a": 1}], "title": "Größe /", "pendingTasks": []}"#,
        r#"{"pendingTasks": [], "t\u0069tle": "Gr\u00f6\u00DFe \/", "n": [1, {"a": 1, "b": 2}]}"#,
        "\u{feff}{\"pendingTasks\": [], \"title\": \"Größe /\", \"n\": [1, {\"a\": 1, \"b\": 2}]}",
        r#"{"title": "x", "pendingTasks": [], "title": "Größe /", "n": [1, {"a": 1, "b": 2}]}"#,
    ] {
        left(plan).after("plan").spurious(UNCHANGED);
    }
}

#[test]
fn another_value_is_a_change() {
    for (from, to) in [
        // A number that is written otherwise may be another to who reads it.
        ("[1,", "[1.0,"),
        ("[1,", "[1e0,"),
        ("[1,", "[\"1\","),
        ("[1,", "[true,"),
        ("[1,", "["),
        ("[1,", "[[1],"),
        ("\"a\": 1, \"b\": 2", "\"a\": 2, \"b\": 1"),
        ("\"a\": 1, ", ""),
        ("Größe", "größe"),
        ("Größe /", "Größe / "),
        ("\"title\"", "\"Title\""),
        ("[1, {\"a\": 1, \"b\": 2}]", "[{\"a\": 1, \"b\": 2}, 1]"),
    ] {
        let plan = GIVEN.replacen(from, to, 1);
        assert_ne!(plan, GIVEN);
        left(&plan).after("plan").clean();
    }
}

#[test]
fn only_what_is_owed_must_change() {
    for command in ["execute", "brand-new", ""] {
        left(GIVEN).after(command).clean();
    }
    let call = left(GIVEN);
    call.after("brand-new")
        .args(["--prd", "x"])
        .spurious(UNCHANGED);
}

#[test]
fn without_a_baseline_it_is_not_judged_and_json_says_so() {
    let bench = Bench::with_plan(GIVEN);
    let report = bench.after("request-changes").arg("--full").ends(0).json();
    assert_eq!(report["verdict"], "clean");
    assert_eq!(report["baseline"], "absent");
}

#[test]
fn a_baseline_that_was_compared_with_is_named_where_nothing_is_flagged_too() {
    let report = left(DONE).after("plan").arg("--full").ends(0).json();
    assert!(report["baseline"]["compared"]["taken_at"].is_string());
}

#[test]
fn what_was_not_there_or_not_whole_has_changed() {
    for before in [None, Some(""), Some("{"), Some("[]")] {
        let bench = Bench::new();
        if let Some(before) = before {
            bench.write("run/plan.json", before);
        }
        bench.baseline();
        bench.plan(DONE).after("plan").clean();
    }
}

#[test]
fn what_was_broken_and_is_what_it_was_is_unchanged_where_it_need_not_be_whole() {
    for plan in ["", "{", "[]"] {
        let bench = Bench::with_plan(plan).config("severities: {PLAN_MISSING_AT_COMPLETION: off}");
        bench.after("plan").clean();
        bench.baseline();
        bench.after("plan").spurious(UNCHANGED);
    }
}

#[test]
fn what_was_not_there_and_is_not_there_has_no_content_that_could_be_the_same() {
    let bench = Bench::new().config("severities: {PLAN_MISSING_AT_COMPLETION: off}");
    bench.baseline();
    bench.after("plan").clean();
}

#[test]
fn a_baseline_that_does_not_list_an_artifact_says_nothing_of_it() {
    let bench = Bench::with_plan(DONE).config("contracts: {ours: {}}");
    bench
        .call("baseline")
        .args(["run", "--contract", "ours"])
        .ends(0);
    let report = bench.after("plan").arg("--full").ends(0).json();
    assert_eq!(report["verdict"], "clean");
}

#[test]
fn every_kind_of_artifact_is_compared() {
    let bench = Bench::new()
        .config("contracts: {closedloop: {commands: {SHIP: {owes: [{path: a, kind: any}, {path: b.json, kind: json}, plan.json]}}}}")
        .plan(DONE)
        .file("run/a", b"\xFF\0")
        .file("run/b.json", "[1]");
    bench.baseline();
    let flagged = bench.after("ship").spurious(UNCHANGED);
    let unchanged = |path: &str| format!("{UNCHANGED} error run/{path}");
    assert_eq!(
        flagged.findings(),
        [unchanged("plan.json"), unchanged("a"), unchanged("b.json")]
    );
    bench.write("run/plan.json", "{}");
    bench.write("run/a", b"\xFE\0");
    let flagged = bench.after("ship").spurious(UNCHANGED);
    assert_eq!(flagged.findings(), [unchanged("b.json")]);
    bench.write("run/b.json", " [ 1, 2 ] ");
    bench.after("ship").clean();
}

#[test]
fn a_file_that_two_commands_owe_as_different_kinds_is_compared() {
    let bench = Bench::new()
        .config(
            "contracts: {closedloop: {commands: {SHIP: {owes: [{path: plan.json, kind: json}]}}}}",
        )
        .plan("[1]");
    bench.baseline();
    bench.after("ship").spurious(UNCHANGED);
}

#[test]
fn depth_and_odd_numbers_cost_nothing() {
    for depth in [1_000, 100_000] {
        let deep = |n| format!("{{\"a\": {}{n}{}}}", "[".repeat(depth), "]".repeat(depth));
        let bench = Bench::with_plan(deep("1e999"));
        bench.baseline();
        bench.after("plan").spurious(UNCHANGED);
        let bench = bench.plan(deep(" 1e999 "));
        bench.after("plan").spurious(UNCHANGED);
        bench.plan(deep("1e998")).after("plan").clean();
    }
    let surrogate = |escape: &str| format!("{{\"a\": \"\\ud800{escape}\"}}");
    let bench = Bench::with_plan(surrogate("x"));
    bench.baseline();
    let bench = bench.plan(surrogate("\\u0078"));
    bench.after("plan").spurious(UNCHANGED);
    bench.plan(surrogate("y")).after("plan").clean();
}

#[test]
fn an_entry_of_a_wide_list_is_seen_to_change() {
    let wide = |last| json!({"a": vec![0; 5_000], "b": [last]}).to_string();
    let bench = Bench::with_plan(wide(1));
    bench.baseline();
    bench.after("plan").spurious(UNCHANGED);
    bench.plan(wide(2)).after("plan").clean();
    let at = |place: usize| {
        let mut list = vec![0; 5_000];
        list[place] = 1;
        json!({"a": list}).to_string()
    };
    let bench = Bench::with_plan(at(1_000));
    bench.baseline();
    for place in [0, 1_023, 1_024, 4_999] {
        bench.write("run/plan.json", at(place));
        bench.after("plan").clean();
    }
}
