use proptest::prelude::*;

use super::*;
use crate::finding::Position;
use crate::plan::{Class, MAX_BYTES, read_json};

fn read(text: impl AsRef<[u8]>) -> Produced<Plan> {
    read_plan(&Content::Bytes(text.as_ref().to_vec()))
}

fn plan(text: impl AsRef<[u8]>) -> Plan {
    match read(text) {
        Produced::Present(plan) => plan,
        other => panic!("{other:?}"),
    }
}

fn defect(text: impl AsRef<[u8]>) -> (String, Option<(u32, u32)>) {
    match read(text) {
        Produced::Unparseable(Defect { reason, position }) => {
            (reason, position.map(|at| (at.line, at.column)))
        }
        other => panic!("{other:?}"),
    }
}

fn ids(text: &str) -> Vec<String> {
    let tasks = plan(text).pending;
    assert_eq!(tasks.count, tasks.first.len());
    tasks.first.into_iter().map(|task| task.id).collect()
}

#[test]
fn the_class_of_every_kind_of_file() {
    let deep = "[".repeat(50) + &"]".repeat(50);
    for (text, class) in [
        ("", Class::Empty),
        (" \r\n\t", Class::Empty),
        ("\u{feff}", Class::Empty),
        ("\u{feff} \n", Class::Empty),
        ("{}", Class::Present),
        (" \n{ } \n", Class::Present),
        ("\u{feff}{}", Class::Present),
        (
            "{\"pendingTasks\": null, \"openQuestions\": null}",
            Class::Present,
        ),
        (
            "{\"pendingTasks\": {}, \"openQuestions\": []}",
            Class::Present,
        ),
        (
            "{\"completedTasks\": 3, \"manualTasks\": \"x\", \"gaps\": 1, \"content\": 0}",
            Class::Present,
        ),
        (
            "{\"a\": 1e999, \"b\": -0.0e-99999, \"c\": 123456789012345678901234567890}",
            Class::Present,
        ),
        ("{\"a\": \"\\ud800\", \"\\udc00\": 1}", Class::Present),
        ("{\"\": 1, \"\\u0000\": \"\\u0000\"}", Class::Present),
        (&format!("{{\"a\": {deep}}}"), Class::Present),
        ("{\"a\": \"\u{2028}\u{7f}\u{feff}\"}", Class::Present),
        ("\u{feff}\u{feff}{}", Class::Unparseable),
        ("\0", Class::Unparseable),
        ("{", Class::Unparseable),
        ("{\"pendingTasks\": [", Class::Unparseable),
        ("{} {}", Class::Unparseable),
        ("{}x", Class::Unparseable),
        ("{},", Class::Unparseable),
        ("{}\0", Class::Unparseable),
        ("{}\u{a0}", Class::Unparseable),
        ("[]", Class::Unparseable),
        ("null", Class::Unparseable),
        ("\"{}\"", Class::Unparseable),
        ("3", Class::Unparseable),
        ("{\"a\": 1,}", Class::Unparseable),
        ("{\"pendingTasks\": [1,]}", Class::Unparseable),
        ("{a: 1}", Class::Unparseable),
        ("{'a': 1}", Class::Unparseable),
        ("{\"a\": 01}", Class::Unparseable),
        ("{\"a\": +1}", Class::Unparseable),
        ("{\"a\": .5}", Class::Unparseable),
        ("{\"a\": 1.}", Class::Unparseable),
        ("{\"a\": NaN}", Class::Unparseable),
        ("{\"a\": \"\\x\"}", Class::Unparseable),
        ("{\"a\": \"\\u12\"}", Class::Unparseable),
        ("{\"a\nb\": 1}", Class::Unparseable),
        ("{\"a\": \"\t\"}", Class::Unparseable),
        ("{\"a\": [1}", Class::Unparseable),
        ("// {}\n{}", Class::Unparseable),
        ("{\"pendingTasks\": \"none\"}", Class::Unparseable),
        ("{\"pendingTasks\": 0}", Class::Unparseable),
        ("{\"openQuestions\": false}", Class::Unparseable),
    ] {
        assert_eq!(read(text).class(), class, "{text:?}");
    }
}

#[test]
fn a_defect_says_which_and_where() {
    for (text, reason, position) in [
        (
            "{\"a\": [1, 2",
            "is not JSON: EOF while parsing a list",
            Some((1, 11)),
        ),
        (
            "{\"a\":\n[1, 2\n\n",
            "is not JSON: EOF while parsing a list",
            Some((2, 5)),
        ),
        (
            "{\r\n\"ü\": x}",
            "is not JSON: expected value",
            Some((2, 6)),
        ),
        (
            "\u{feff}{\"ü\" 1}",
            "is not JSON: expected `:`",
            Some((1, 6)),
        ),
        ("{}\n x", "is not JSON: trailing characters", Some((2, 2))),
        ("plan", "is not JSON: expected value", Some((1, 1))),
        ("\n [1]", "holds an array, not an object", Some((2, 2))),
        ("null", "holds null, not an object", Some((1, 1))),
        (
            "{\n  \"pendingTasks\": \"none\"}",
            "is no plan: `pendingTasks` is a string, neither an array nor an object",
            Some((2, 19)),
        ),
        (
            "{\"openQuestions\": 3}",
            "is no plan: `openQuestions` is a number, neither an array nor an object",
            Some((1, 19)),
        ),
    ] {
        assert_eq!(defect(text), (reason.to_owned(), position), "{text:?}");
    }
    assert_eq!(
        defect(b"{\"a\": \"\xC0\"}"),
        ("is not UTF-8".to_owned(), Some((1, 8)))
    );
}

#[test]
fn a_plan_of_sixteen_mebibytes_is_read_and_a_larger_one_is_not() {
    let limit = usize::try_from(MAX_BYTES).unwrap();
    let mut text = b"{\"pendingTasks\": [1]}".to_vec();
    text.resize(limit, b' ');
    assert_eq!(plan(&text).pending.count, 1);
    text.push(b' ');
    assert!(defect(&text).0.contains("too large"));
}

#[test]
fn each_entry_is_a_task_whatever_its_type() {
    assert_eq!(
        ids(
            r#"{"pendingTasks": [{"id": "T-1"}, {"id": 7}, {"id": 1e400}, {"id": 007x}]}"#
                .replace("007x", "-0.50")
                .as_str()
        ),
        ["T-1", "7", "1e400", "-0.50"]
    );
    assert_eq!(
        ids(
            r#"{"pendingTasks": ["T-1", 1, null, true, [], {}, {"id": null}, {"id": ["x"]}, {"ID": "x"}]}"#
        ),
        ["?"; 9]
    );
}

#[test]
fn a_member_is_a_task_by_its_id_or_else_its_key() {
    assert_eq!(
        ids(
            r#"{"pendingTasks": {"T-1": {}, "T-2": {"id": "U-2"}, "T\u002d3": null, "": {"id": 4}, "x": {"id": []}}}"#
        ),
        ["T-1", "U-2", "T-3", "4", "x"]
    );
}

#[test]
fn a_title_is_the_first_string_of_title_description_and_name() {
    let titles = |text: &str| -> Vec<Option<String>> {
        let tasks = plan(text).pending.first;
        tasks.into_iter().map(|task| task.title).collect()
    };
    assert_eq!(
        titles(
            r#"{"pendingTasks": [
            {"name": "n", "description": "d", "title": "t\n\u00fc"},
            {"name": "n", "description": "d", "title": 3},
            {"name": "n"}, {"id": "T-1"}, "bare", 3, {"title": "\ud800x"}
        ]}"#
        ),
        [
            Some("t\nü"),
            Some("d"),
            Some("n"),
            None,
            Some("bare"),
            None,
            Some("\u{fffd}\u{fffd}\u{fffd}x")
        ]
        .map(|title| title.map(str::to_owned))
    );
}

#[test]
fn the_last_duplicate_wins_however_it_is_spelled() {
    assert_eq!(
        ids(r#"{"pendingTasks": [1, 2], "pending\u0054asks": []}"#),
        [""; 0]
    );
    assert_eq!(
        ids(r#"{"pending\u0054asks": [], "pendingTasks": [{"id": "a", "\u0069d": "b"}]}"#),
        ["b"]
    );
    assert_eq!(
        read(r#"{"pendingTasks": 3, "pendingTasks": []}"#).class(),
        Class::Present
    );
    assert_eq!(
        read(r#"{"pendingTasks": [], "pendingTasks": 3}"#).class(),
        Class::Unparseable
    );
    assert_eq!(
        ids(r#"{"pendingTasks": [1], "pendingTasks": null}"#),
        [""; 0]
    );
    assert_eq!(
        ids(r#"{"pendingTasks\ud800": [1], "PendingTasks": [1], "pendingTasks ": [1]}"#),
        [""; 0]
    );
}

#[test]
fn a_member_that_is_there_twice_is_one_task_the_last() {
    let tasks = plan("{\"pendingTasks\": {\n\"a\": {\"id\": \"old\"},\n\"b\": 1,\n\"\\u0061\": {\"id\": \"new\"}}}").pending;
    assert_eq!(tasks.count, 2);
    let found: Vec<_> = tasks
        .first
        .iter()
        .map(|task| (task.id.as_str(), task.position.line))
        .collect();
    assert_eq!(found, [("b", 3), ("new", 4)]);
}

#[test]
fn all_tasks_are_counted_and_the_first_thousand_kept() {
    let entries: Vec<String> = (0..2_500).map(|n| format!("{{\"id\": {n}}}")).collect();
    let members: Vec<String> = (0..2_500)
        .map(|n| format!("\"k{n}\": {{\"id\": {n}}}"))
        .collect();
    let again = members[2_000].clone();
    for text in [
        format!("{{\"pendingTasks\": [{}]}}", entries.join(",\n")),
        format!(
            "{{\"pendingTasks\": {{{},\n{again}}}}}",
            members.join(",\n")
        ),
    ] {
        let tasks = plan(&text).pending;
        assert_eq!((tasks.count, tasks.first.len()), (2_500, MAX_TASKS));
        assert_eq!(tasks.first[999].id, "999");
        assert_eq!(tasks.first[999].position.line, 1_000);
    }
}

#[test]
fn done_manual_and_open_questions_are_counted() {
    let lists = plan(
        r#"{"completedTasks": [1, {}, []], "manualTasks": {"a": 1, "b": 2, "a": 3}, "openQuestions": {"q": "?", "r": null}}"#,
    );
    assert_eq!((lists.done, lists.neither, lists.questions), (3, 2, 2));
    let odd = plan(r#"{"completedTasks": "all", "manualTasks": 4, "openQuestions": null}"#);
    assert_eq!(odd, Plan::default());
}

#[test]
fn positions_are_those_of_the_values() {
    let text =
        "\u{feff}{\r\n\t\"ü\": \"🚀\", \"pendingTasks\" :[ {\"id\": 1},\r\n\r\n  \"x\"\r\n, 3]}";
    let places: Vec<_> = plan(text)
        .pending
        .first
        .iter()
        .map(|task| (task.position.line, task.position.column))
        .collect();
    assert_eq!(places, [(2, 30), (4, 3), (5, 3)]);
    let object = plan("{\"pendingTasks\": {\"T-1\":   {}}}").pending.first;
    assert_eq!(
        object[0].position,
        Position {
            line: 1,
            column: 28
        }
    );
}

#[test]
fn depth_does_not_matter() {
    for depth in [1_000, 100_000, 2_000_000] {
        let nested = "[".repeat(depth) + &"]".repeat(depth);
        let tasks = plan(format!("{{\"pendingTasks\": [{{\"id\": {nested}}}]}}")).pending;
        assert_eq!((tasks.count, tasks.first[0].id.as_str()), (1, "?"));
        assert_eq!(
            defect("[".repeat(depth)).0,
            "is not JSON: EOF while parsing a list"
        );
    }
    let depth = 100_000;
    let nested = "{\"a\":[".repeat(depth) + "1" + &"]}".repeat(depth);
    let content = Content::Bytes(nested.clone().into_bytes());
    assert_eq!(read_json(&content), Produced::Present(()));
    assert_eq!(plan(&nested), Plan::default());
    for name in [
        "pendingTasks",
        "openQuestions",
        "completedTasks",
        "gaps",
        "content",
        "x",
    ] {
        let text = format!("{{\"{name}\": {nested}}}");
        assert_eq!(
            plan(&text).pending.count,
            usize::from(name == "pendingTasks")
        );
        assert_eq!(plan(format!("{{\"{name}\": [{nested}]}}")).remarks, []);
    }
}

#[test]
fn any_json_value_is_one() {
    for text in ["null", " 1e999 ", "\"\\ud800\"", "[]", "\u{feff}{}"] {
        let content = Content::Bytes(text.as_bytes().to_vec());
        assert_eq!(read_json(&content), Produced::Present(()), "{text}");
    }
    for (text, class) in [
        ("", Class::Empty),
        ("nul", Class::Unparseable),
        ("1 2", Class::Unparseable),
    ] {
        assert_eq!(
            read_json(&Content::Bytes(text.as_bytes().to_vec())).class(),
            class,
            "{text}"
        );
    }
    assert_eq!(read_json(&Content::Missing).class(), Class::Missing);
}

/// White space as JSON has it.
fn blank() -> impl Strategy<Value = String> {
    "[ \t\r\n]{0,3}"
}

/// The text of some JSON value.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        "-?[1-9][0-9]{0,30}(\\.[0-9]{1,3})?(e[+-]?[0-9]{1,4})?",
        "\"[a-z\u{fc}\u{1f680} {}\\[\\],:]{0,8}\"",
        Just("\"\\ud800\\n\"".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| format!("[{}]", all.join(","))),
            proptest::collection::vec(inner, 0..3).prop_map(|all| {
                let members: Vec<String> = all.iter().map(|one| format!("\"id\":{one}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let content = Content::Bytes(bytes);
        prop_assert!(read_json(&content).class() != Class::Unparseable || read_plan(&content).class() == Class::Unparseable);
    }

    #[test]
    fn no_text_like_a_plan_makes_it_panic(text in "[{}\\[\\]:,\"\\\\ud8x0-9eE.+\\- \n\u{feff}\u{fc}]{0,20}") {
        for wrapped in [
            text.clone(),
            format!("{{\"pendingTasks\": [{text}]}}"),
            format!("{{\"pendingTasks\": {{\"a\": \"{text}\"}}, \"content\": \"{text}\"}}"),
        ] {
            // What one JSON parser refuses, the other refuses too.
            let object = wrapped.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            let json = serde_json::from_str::<serde::de::IgnoredAny>(wrapped.strip_prefix('\u{feff}').unwrap_or(&wrapped));
            prop_assert_eq!(read(&wrapped).class() == Class::Present, object && json.is_ok());
        }
    }

    #[test]
    fn order_white_space_and_a_mark_change_nothing(
        pending in proptest::collection::vec(value(), 0..5),
        questions in proptest::collection::vec(value(), 0..3),
        other in value(),
        blank in blank(),
        order in Just(vec![0, 1, 2]).prop_shuffle(),
        mark in any::<bool>(),
    ) {
        let list = |all: &[String]| format!("[{blank}{}{blank}]", all.join(&format!("{blank},{blank}")));
        let parts = [
            format!("\"pendingTasks\"{blank}:{blank}{}", list(&pending)),
            format!("\"openQuestions\":{}", list(&questions)),
            format!("\"other\":{other}"),
        ];
        let parts: Vec<&str> = order.iter().map(|at: &usize| parts[*at].as_str()).collect();
        let text = format!("{}{blank}{{{blank}{}}}{blank}", if mark { "\u{feff}" } else { "" }, parts.join(","));
        let plan = plan(&text);
        prop_assert_eq!(plan.pending.count, pending.len());
        prop_assert_eq!(plan.questions, questions.len());
        let text = text.trim_start_matches('\u{feff}');
        for (task, value) in plan.pending.first.iter().zip(&pending) {
            // Read back: where the position says stands the value.
            let line = text.split('\n').nth(task.position.line as usize - 1).unwrap();
            let rest: String = line.chars().skip(task.position.column as usize - 1).collect();
            prop_assert!(rest.starts_with(value), "{} at {:?}", value, task.position);
        }
    }
}
