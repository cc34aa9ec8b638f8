//! Payloads that nobody sends in good faith.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{Event, EventError, MAX_PAYLOAD_BYTES, read};
use super::{DEFAULTS, payload};

const NAMES: [&str; 9] = [
    "issues",
    "pull_request",
    "pull_request_target",
    "push",
    "merge_group",
    "schedule",
    "workflow_dispatch",
    "release",
    "",
];

#[test]
fn a_payload_that_is_too_large_is_not_looked_at() {
    let bytes = vec![b' '; MAX_PAYLOAD_BYTES + 1];
    let error = read("issues", &bytes, DEFAULTS).unwrap_err();
    assert_eq!(error, EventError::TooLarge { bytes: bytes.len() });
    assert!(read("issues", &bytes[1..], DEFAULTS).is_err());
}

#[test]
fn what_is_no_object_is_an_error_that_says_where() {
    for (bytes, line) in [
        (&b""[..], 0),
        (b"  \n", 0),
        (b"[]", 0),
        (b"null", 0),
        (b"\"issues\"", 0),
        (b"{\n\"action\": }", 2),
        (b"{\"action\":\"closed\"} x", 1),
        (b"{\"action\":\"closed\"", 1),
        (b"{\"action\":\"a\",\"action\":\"b\"}", 1),
    ] {
        match read("issues", bytes, DEFAULTS).unwrap_err() {
            EventError::NotAnObject { line: found, .. } => assert_eq!(found, line),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_million_levels_cost_no_stack() {
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    for key in ["unknown", "issue", "commits", "sender"] {
        let text = format!(r#"{{"action":"closed","{key}":{deep}}}"#);
        assert!(read("issues", text.as_bytes(), DEFAULTS).is_err());
    }
    let good = payload!("issues-closed-completed");
    let inside = good.replacen("\"title\"", &format!("\"x\": {deep}, \"title\""), 1);
    assert!(matches!(
        read("issues", inside.as_bytes(), DEFAULTS).unwrap(),
        Event::IssueClosed { .. }
    ));
}

#[test]
fn an_array_is_no_object() {
    let text = r#"{"action":"closed","issue":[3,"title"],"repository":{"full_name":"o/r"}}"#;
    assert_eq!(
        read("issues", text.as_bytes(), DEFAULTS).unwrap_err(),
        EventError::Wrong { key: "issue" }
    );
}

#[test]
fn an_error_shows_nothing_of_the_payload() {
    let text = "{\"action\": \u{1b}[31mghs_secret}";
    let error = read("issues", text.as_bytes(), DEFAULTS)
        .unwrap_err()
        .to_string();
    assert!(
        !error.contains("secret") && !error.contains('\u{1b}'),
        "{error}"
    );
}

/// Any value, with the keys that are read among its keys.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!("a".repeat(40))),
        Just(json!("o/r")),
        Just(json!("https://h.example/o/r")),
        Just(json!("2026-10-02T22:29:41Z")),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        let key = prop_oneof![
            Just("number"),
            Just("sha"),
            Just("ref"),
            Just("repo"),
            Just("full_name"),
            Just("html_url"),
            Just("merged"),
            Just("head"),
            Just("base"),
            Just("login"),
            Just("message"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..8).prop_map(|pairs| {
                pairs
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        name in proptest::sample::select(&NAMES[..]),
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let known = !matches!(name, "release" | "");
        let refused = read(name, &bytes, DEFAULTS).is_err();
        // Nearly no bytes are an object.
        let may_be_object = bytes.first() == Some(&b'{');
        prop_assert!(refused == known || may_be_object);
    }

    #[test]
    fn any_fields_are_read_or_refused(
        name in proptest::sample::select(&NAMES[..]),
        action in proptest::sample::select(&["closed", "reopened", "opened", "transferred", "checks_requested"][..]),
        fields in proptest::collection::btree_map(
            proptest::sample::select(&["issue", "pull_request", "repository", "sender", "changes", "commits", "before", "after", "ref", "merge_group"][..]),
            any_value(),
            0..10,
        ),
    ) {
        let mut payload = json!({ "action": action });
        for (key, value) in fields {
            payload[key] = value;
        }
        let outcome = read(name, payload.to_string().as_bytes(), DEFAULTS);
        // What is read has a number, whatever was sent.
        if let Ok(Event::IssueClosed { issue, .. } | Event::IssueReopened { issue }) = outcome {
            prop_assert_eq!(payload["issue"]["number"].as_u64(), Some(issue.number));
        }
    }

    #[test]
    fn a_cut_payload_is_refused(at in 0usize..1000) {
        let whole = payload!("issues-closed-completed").trim_end().as_bytes();
        let cut = &whole[..at.min(whole.len() - 1)];
        prop_assert!(read("issues", cut, DEFAULTS).is_err());
    }
}
