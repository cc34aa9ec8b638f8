//! What counts as produced.

use super::{DONE, PENDING, PLAN_MISSING};
use crate::workspace::{Bench, Flagged};

/// Of a run that owed its plan: flagged with this class, which the message
/// names.
#[track_caller]
fn classed(bench: &Bench, class: &str) -> Flagged {
    let flagged = bench.after("plan").spurious(PLAN_MISSING);
    assert_eq!(flagged.0["artifact"]["class"], class);
    assert_eq!(flagged.0["artifact"]["path"], "run/plan.json");
    let said = format!("run/plan.json is {class}");
    assert!(flagged.message().contains(&said), "{}", flagged.message());
    flagged
}

#[test]
fn no_such_file_is_missing() {
    let flagged = classed(&Bench::new(), "missing");
    assert_eq!(
        flagged.message(),
        "PLAN is complete without what it owes: run/plan.json is missing. To mend it, run PLAN again, or report the run as failed."
    );
    assert_eq!(
        flagged.findings(),
        [format!("{PLAN_MISSING} error run/plan.json")]
    );
}

#[test]
fn a_name_in_other_letters_is_missing() {
    classed(&Bench::new().file("run/Plan.json", DONE), "missing");
}

#[test]
fn white_space_alone_is_empty() {
    for plan in ["", " ", "\n\r\n\t ", "\u{feff}", "\u{feff} \n", "\u{a0}"] {
        classed(&Bench::with_plan(plan), "empty");
    }
}

#[test]
fn what_is_not_json_is_unparseable() {
    for plan in [
        &b"nothing"[..],
        b"{",
        b"{\"pendingTasks\": [",
        b"{\"pendingTasks\": []",
        b"{} {}",
        b"{} x",
        b"{}\0",
        b"{\"a\": 1,}",
        b"{\"a\": 01}",
        b"{\"a\": NaN}",
        b"{'a': 1}",
        b"{\"a\": \"\n\"}",
        b"{\"a\": \"\xFF\"}",
        b"\xFF\xFE{\0}\0",
        b"// a comment\n{}",
        b"\0",
    ] {
        classed(&Bench::with_plan(plan), "unparseable");
    }
}

#[test]
fn a_value_that_is_no_object_is_unparseable() {
    for plan in ["[]", "[{}]", "null", "1", "\"{}\"", "true"] {
        let flagged = classed(&Bench::with_plan(plan), "unparseable");
        assert!(flagged.message().contains("not an object"));
    }
}

#[test]
fn a_list_of_another_kind_is_unparseable() {
    for key in ["pendingTasks", "openQuestions"] {
        for value in ["1", "\"T-1\"", "true", "false"] {
            let plan = format!("{{\"{key}\": {value}}}");
            let flagged = classed(&Bench::with_plan(plan), "unparseable");
            assert!(flagged.message().contains(key), "{}", flagged.message());
        }
        for value in ["[]", "{}", "null"] {
            let plan = format!("{{\"{key}\": {value}}}");
            Bench::with_plan(plan).after("plan").clean();
        }
    }
}

#[test]
fn a_plan_of_the_limit_is_read_and_a_larger_one_is_unparseable() {
    let mut plan = DONE.as_bytes().to_vec();
    plan.resize(16 * 1024 * 1024, b' ');
    Bench::with_plan(&plan).after("plan").clean();
    plan.resize(17 * 1024 * 1024, b' ');
    let flagged = classed(&Bench::with_plan(&plan), "unparseable");
    assert!(
        flagged
            .message()
            .contains("17825792 bytes, the limit is 16 MiB")
    );
}

#[test]
fn the_last_of_a_repeated_key_wins() {
    Bench::with_plan(r#"{"pendingTasks": [1], "pendingTasks": []}"#)
        .after("plan")
        .clean();
    for plan in [
        r#"{"pendingTasks": [], "pendingTasks": [1]}"#,
        r#"{"pendingTasks": 1, "pending\u0054asks": [1]}"#,
    ] {
        Bench::with_plan(plan).after("plan").spurious(PENDING);
    }
}

#[test]
fn a_byte_order_mark_before_the_value_is_accepted() {
    Bench::with_plan(format!("\u{feff}{DONE}"))
        .after("plan")
        .clean();
    let flagged = Bench::with_plan("\u{feff}{\"pendingTasks\": [1]}")
        .after("plan")
        .spurious(PENDING);
    // The mark is no column.
    assert_eq!(
        flagged.findings(),
        [format!("{PENDING} error run/plan.json:1:19")]
    );
}

#[test]
fn odd_numbers_and_lone_surrogates_are_json() {
    for plan in [
        r#"{"cost": 1e999999, "n": -0, "big": 123456789012345678901234567890}"#,
        r#"{"title": "\ud800", "\udc00": 1}"#,
    ] {
        Bench::with_plan(plan).after("plan").clean();
    }
}

#[test]
fn depth_does_not_matter() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for depth in [200, 100_000] {
            let value = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let value = value.replace("[1]", "[]");
            Bench::with_plan(format!("{{\"notes\": {value}}}"))
                .after("plan")
                .clean();
            Bench::with_plan(format!("{{\"pendingTasks\": [{value}]}}"))
                .after("plan")
                .spurious(PENDING);
            let cut = format!("{{\"notes\": {}", open.repeat(depth));
            classed(&Bench::with_plan(cut), "unparseable");
        }
    }
}

#[test]
fn a_task_is_any_entry_and_any_member() {
    for (tasks, ids) in [
        (r#"[{"id": "T-1"}, {"id": 2}]"#, "T-1, 2"),
        (
            r#"[null, [], "Write it", 7, {"id": null}, {"id": {}}]"#,
            "?, ?, ?, ?, ?, ?",
        ),
        (
            r#"{"T-1": {}, "T-2": {"id": "own"}, "T-3": null}"#,
            "T-1, own, T-3",
        ),
        (r#"[{"id": 1.50}]"#, "1.50"),
        (r#"[{"id": "a", "id": "b"}]"#, "b"),
    ] {
        let flagged = Bench::with_plan(format!("{{\"pendingTasks\": {tasks}}}"))
            .after("plan")
            .spurious(PENDING);
        let said = format!("pending in run/plan.json: {ids}.");
        assert!(flagged.message().contains(&said), "{}", flagged.message());
    }
}

#[test]
fn a_task_has_its_line_and_column_in_characters() {
    let plan =
        "{\r\n  \"ü\": \"🚀\", \"pendingTasks\": [\r\n    {\"id\": \"T-1\"},\n    \"ü\", 3\n]}";
    let flagged = Bench::with_plan(plan).after("plan").spurious(PENDING);
    let at = |at| format!("{PENDING} error run/plan.json:{at}");
    assert_eq!(flagged.findings(), [at("3:5"), at("4:5"), at("4:10")]);
}

#[test]
fn a_defect_has_its_line_and_column() {
    let flagged = classed(&Bench::with_plan("{\n  \"ü\": x}"), "unparseable");
    assert_eq!(
        flagged.findings(),
        [format!("{PLAN_MISSING} error run/plan.json:2:8")]
    );
}
