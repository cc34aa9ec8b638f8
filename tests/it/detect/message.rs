//! The message: what it says, and within which limits.

use serde_json::json;

use super::{BLOCKED, PENDING, PLAN_MISSING};
use crate::workspace::{Bench, Flagged};

fn pending(ids: impl IntoIterator<Item = String>) -> Flagged {
    let tasks: Vec<_> = ids.into_iter().map(|id| json!({"id": id})).collect();
    Bench::with_plan(json!({"pendingTasks": tasks}).to_string())
        .after("plan")
        .spurious(PENDING)
}

fn numbered(count: usize) -> Flagged {
    pending((1..=count).map(|n| format!("T-{n}")))
}

#[test]
fn it_says_how_many_tasks_which_file_and_what_to_run() {
    assert_eq!(
        numbered(1).message(),
        "1 task is pending in run/plan.json: T-1. Finish it and run PLAN again, or park the run."
    );
    assert_eq!(
        numbered(2).message(),
        "2 tasks are pending in run/plan.json: T-1, T-2. Finish them and run PLAN again, or park the run."
    );
    let flagged = Bench::with_plan(r#"{"pendingTasks": [1]}"#)
        .detect()
        .spurious(PENDING);
    assert!(flagged.message().contains("run it again"));
}

#[test]
fn it_says_how_many_questions_are_open() {
    for (questions, said) in [
        (r#"["Which?"]"#, "and 1 question is open. Answer it"),
        (
            r#"{"a": 1, "b": 2}"#,
            "and 2 questions are open. Answer them",
        ),
    ] {
        let plan = format!(r#"{{"pendingTasks": [1], "openQuestions": {questions}}}"#);
        let flagged = Bench::with_plan(plan).after("plan").spurious(BLOCKED);
        assert!(flagged.message().contains(said), "{}", flagged.message());
    }
}

#[test]
fn ten_ids_are_listed_and_then_how_many_more() {
    let ten = numbered(10);
    assert!(ten.message().contains("T-9, T-10. "), "{}", ten.message());
    let eleven = numbered(11);
    assert!(eleven.message().contains("T-10, +1 more. "));
    let many = numbered(3_000);
    assert!(many.message().starts_with("3000 tasks are pending"));
    assert!(many.message().contains("T-10, +2990 more. "));
}

#[test]
fn an_id_is_escaped_and_then_cut_to_64_characters() {
    let exact = "ü".repeat(64);
    assert!(
        pending([exact.clone()])
            .message()
            .contains(&format!(": {exact}. "))
    );
    let cut = format!(": {}…. ", "ü".repeat(63));
    assert!(pending(["ü".repeat(65)]).message().contains(&cut));
    // Eight characters to show one that would not.
    let escaped = pending(["\u{202e}".repeat(9)]);
    let cut = format!(": {}\\u{{202e…. ", "\\u{202e}".repeat(7));
    assert!(escaped.message().contains(&cut), "{}", escaped.message());
}

#[test]
fn no_character_that_hides_is_in_a_message() {
    for hidden in [
        '\u{1b}',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u{7f}',
        '\u{85}',
        '\u{200b}',
        '\u{202e}',
        '\u{2066}',
        '\u{2028}',
        '\u{feff}',
        '\u{e0041}',
    ] {
        let flagged = pending([format!("a{hidden}b")]);
        let report = flagged.0.to_string();
        assert!(!report.contains(hidden), "{hidden:?}");
        let escaped = match hidden {
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            other => format!("\\u{{{:x}}}", u32::from(other)),
        };
        assert!(flagged.message().contains(&format!("a{escaped}b")));
    }
}

#[test]
fn where_ten_ids_do_not_fit_fewer_are_listed() {
    // Long in every part: the path, the command, the counts and the ids.
    let bench = Bench::new();
    let deep = ["d".repeat(200), "e".repeat(200)].join("/");
    let ids: Vec<_> = (0..10)
        .map(|n| json!(format!("{n:02}{}", "x".repeat(90))))
        .map(|id| json!({"id": id}).to_string())
        .collect();
    let others = ",0".repeat(999_990);
    let plan = format!(
        "{{\"pendingTasks\": [{}{others}], \"openQuestions\": [0{others}]}}",
        ids.join(",")
    );
    bench.write(&format!("{deep}/plan.json"), plan);
    let flagged = bench
        .call("detect")
        .args([&deep, "--format", "json", "--command", &"c".repeat(90)])
        .spurious(BLOCKED);
    let message = flagged.message();
    assert!(message.chars().count() <= 1_000, "{message}");
    let listed = message.matches("x…, ").count();
    assert_eq!(listed, 9, "{message}");
    assert!(message.contains("x…, +999991 more, and 999991 questions are open"));
    // The end of a path is what tells files apart.
    assert!(message.contains("e/plan.json: 00xx"), "{message}");
}

#[test]
fn no_path_or_command_makes_a_message_longer_than_1000_characters() {
    let bench = Bench::new();
    let deep = vec!["\u{202e}".repeat(60); 10].join("/");
    std::fs::create_dir_all(bench.path(&deep)).unwrap();
    let command = "\u{202e}".repeat(1_000);
    let flagged = bench
        .call("detect")
        .args([&deep, "--format", "json", "--command", &command])
        .args(["--prd", "prd.md"])
        .spurious(PLAN_MISSING);
    assert!(flagged.message().chars().count() <= 1_000);
    assert!(flagged.message().contains("plan.json is missing"));
}

#[test]
fn a_finding_a_task_up_to_a_thousand_and_one_for_the_others() {
    let flagged = numbered(1_000);
    assert_eq!(flagged.findings().len(), 1_000);
    let flagged = numbered(1_001);
    let findings = flagged.0["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1_001);
    assert_eq!(findings[999]["message"], "task T-1000 is pending");
    assert_eq!(findings[1_000]["message"], "1 more task is pending");
    assert_eq!(findings[1_000]["line"], serde_json::Value::Null);
    let flagged = numbered(2_500);
    let findings = flagged.0["findings"].as_array().unwrap();
    assert_eq!(findings[1_000]["message"], "1500 more tasks are pending");
}

#[test]
fn a_finding_says_the_title_of_its_task() {
    let long = "t".repeat(200);
    let tasks = json!([
        {"id": "T-1", "title": " Write\u{1b} it "},
        {"id": "T-2", "description": long},
        "T-3: Test it",
    ]);
    let flagged = Bench::with_plan(json!({"pendingTasks": tasks}).to_string())
        .after("plan")
        .spurious(PENDING);
    let said = |n: usize| {
        flagged.0["findings"][n]["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(said(0), "task T-1 is pending: Write\\u{1b} it");
    assert_eq!(
        said(1),
        format!("task T-2 is pending: {}…", "t".repeat(119))
    );
    assert_eq!(said(2), "task ? is pending: T-3: Test it");
}
