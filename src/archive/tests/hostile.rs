//! An archive that somebody edited.

use serde_json::{Value, json};

use super::*;

const ESCAPE: &str = "\u{1b}]0;owned\u{7}\u{202e}`@octocat`\n::error::x";

fn ending(terminal: &Value) -> ItemRecord {
    read(
        &json!({
            "ref": "github:acme/widgets#42",
            "ended": {"at": "2026-10-02T00:00:00Z", "terminal": terminal},
        })
        .to_string(),
    )
}

fn shown(terminal: &Value) -> TerminalRecord {
    let record = ending(terminal);
    record.ended().unwrap().terminal.unwrap().clone()
}

#[test]
fn no_escape_sequence_comes_back_out() {
    let terminal = json!({
        "workItem": ESCAPE, "loop": ESCAPE, "node": ESCAPE, "phase": ESCAPE, "completed": true,
        "completedAt": ESCAPE, "specDir": ESCAPE, "recordedAt": ESCAPE,
        "selections": {
            "skipped": [ESCAPE, "design"], "optedIn": [ESCAPE], "surface": ESCAPE, "harness": ESCAPE,
            "model": ESCAPE, "effort": ESCAPE, "sessionPerPr": ESCAPE, "repos": [ESCAPE, "o/r"],
        },
        "pullRequests": [
            {"ref": ESCAPE, "url": ESCAPE, "state": ESCAPE},
            {"ref": "github:acme/widgets#7", "url": ESCAPE, "state": ESCAPE},
        ],
        "evidence": [ESCAPE, "../../etc/passwd", "a.png"],
        "provenance": {"kind": "revision", "commit": ESCAPE, "path": ESCAPE, "blob": ESCAPE},
    });
    let record = read(
        &json!({
            "ref": "github:acme/widgets#42", "url": ESCAPE,
            "tracking": {"since": ESCAPE, "by": ESCAPE},
            "deliveries": [{"ref": ESCAPE}, {"ref": "github:acme/widgets#8", "state": ESCAPE, "at": ESCAPE, "head": ESCAPE}],
            "closures": [{"at": ESCAPE, "actor": ESCAPE, "source": ESCAPE, "reason": ESCAPE, "terminal": terminal}],
            "reopened": {"at": ESCAPE},
            "ended": {"at": ESCAPE, "outcome": ESCAPE},
        })
        .to_string(),
    );
    let json = record.to_json();
    for part in ["owned", "octocat", "::error", "passwd", "u001b"] {
        assert!(!json.contains(part), "{part} in {json}");
    }
    let terminal = record.ended().unwrap().terminal.unwrap();
    assert!(terminal.completed, "a bad time changes nothing else");
    assert_eq!(terminal.selections.skipped, ["design"]);
    assert_eq!(terminal.selections.repos, ["o/r"]);
    assert_eq!(terminal.evidence, ["a.png"]);
    assert_eq!(terminal.pull_requests.len(), 1);
    assert_eq!(terminal.provenance, None);
}

#[test]
fn a_wrong_type_costs_that_field_alone() {
    let wrong = [
        json!(null),
        json!(true),
        json!(7),
        json!("x"),
        json!([[]]),
        json!([7]),
        json!({"a": {}}),
    ];
    let whole = || {
        json!({
            "workItem": "issue-42", "loop": "simple", "node": "work", "phase": "work", "completed": true,
            "completedAt": "2026-10-02T00:00:00Z", "selections": {"model": "m"},
            "pullRequests": [{"ref": "github:acme/widgets#7"}], "specDir": "docs", "evidence": ["a"],
            "recordedAt": "2026-10-02T00:00:00Z",
            "provenance": {"kind": "directory", "path": "a", "hash": "0".repeat(64)},
        })
    };
    let keys: Vec<String> = whole().as_object().unwrap().keys().cloned().collect();
    for key in &keys {
        for value in &wrong {
            let mut terminal = whole();
            terminal[key] = value.clone();
            let read = serde_json::to_value(shown(&terminal)).unwrap();
            for other in keys.iter().filter(|other| *other != key) {
                let depends = key == "completed" && other == "completedAt";
                if !depends {
                    let complete = serde_json::to_value(shown(&whole())).unwrap();
                    assert_eq!(read.get(other), complete.get(other), "{key}: {value}");
                }
            }
        }
    }
    for key in [
        "schema",
        "url",
        "tracking",
        "deliveries",
        "closures",
        "reopened",
    ] {
        for value in &wrong {
            let mut record =
                json!({"ref": "github:acme/widgets#42", "ended": {"at": "2026-10-02T00:00:00Z"}});
            record[key] = value.clone();
            let record = read(&record.to_string());
            assert_eq!(record.ended().unwrap().at, Some(at(0)), "{key}: {value}");
        }
    }
    for value in &wrong {
        let record = json!({"ref": "github:acme/widgets#42", "ended": value});
        let object = value.is_object();
        assert_eq!(
            read(&record.to_string()).ended().is_some(),
            object,
            "{value}"
        );
    }
}

#[test]
fn fifteen_hundred_names_of_evidence_are_fifty() {
    let names: Vec<String> = (0..1_500).map(|n| format!("{n:04}.png")).collect();
    let record = shown(&json!({"evidence": names}));
    assert_eq!(record.evidence, names[..50]);
}

#[test]
fn long_texts_and_lists_do_not_come_back_out() {
    let long = "a".repeat(1_000_000);
    let many = vec!["x"; 5_000];
    let mut pulls = vec![json!({"ref": format!("github:{long}/widgets#7")})];
    pulls.extend(vec![json!({"ref": "github:acme/widgets#7"}); 1_000]);
    let record = ending(&json!({
        "workItem": long, "loop": long, "node": long, "phase": long, "completedAt": long, "specDir": long,
        "selections": {"model": long, "skipped": many, "optedIn": many, "repos": many},
        "evidence": [long], "pullRequests": pulls,
    }));
    assert!(record.to_json().len() < 200_000);
}

#[test]
fn a_text_of_sixteen_mebibytes_is_refused_and_the_longest_record_is_read() {
    let record = |length: usize| {
        format!(
            r#"{{"ref":"github:acme/widgets#42","url":"{}"}}"#,
            "a".repeat(length)
        )
    };
    let frame = record(0).len();
    let longest = record(MAX_RECORD_BYTES - frame);
    assert!(read(&longest).to_json().len() < 200);
    let error = read_record(record(MAX_RECORD_BYTES).as_bytes(), None);
    assert_eq!(error, Err(ReadError::TooLarge(MAX_RECORD_BYTES + frame)));
}

#[test]
fn many_entries_are_read_in_one_pass_and_bounded() {
    let deliveries: Vec<Value> = (1..6_000)
        .map(|n| json!({"ref": format!("github:acme/widgets#{n}")}))
        .collect();
    let closures: Vec<Value> = (0..6_000)
        .map(|n| json!({"at": format!("2026-10-02T{:02}:{:02}:{:02}Z", n / 3_600, n / 60 % 60, n % 60)}))
        .collect();
    let record =
        json!({"ref": "github:acme/widgets#42", "deliveries": deliveries, "closures": closures});
    let record = read(&record.to_string());
    assert_eq!(record.deliveries().count(), MAX_DELIVERIES);
    assert_eq!(record.closures().count(), MAX_CLOSURES);
    let last = record.deliveries().last().unwrap();
    assert_eq!(last.reference.to_string(), "github:acme/widgets#4096");
}

#[test]
fn deep_nesting_is_unreadable_wherever_it_is() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    for key in ["theirs", "ended", "tracking", "closures"] {
        let record = |depth| {
            format!(
                r#"{{"ref":"github:acme/widgets#42","{key}":{}}}"#,
                nested(depth)
            )
        };
        assert!(
            read_record(record(MAX_DEPTH - 1).as_bytes(), None).is_ok(),
            "{key}"
        );
        for depth in [MAX_DEPTH, 1_000_000] {
            let error = read_record(record(depth).as_bytes(), None);
            assert_eq!(error, Err(ReadError::TooDeep), "{key}");
        }
    }
}

#[test]
fn of_a_repeated_key_the_last_counts_everywhere() {
    let json = r#"{"ref":"github:other/one#1","ref":"github:acme/widgets#42",
        "ended":{"at":"2026-10-02T00:09:00Z"},
        "ended":{"at":"2026-10-02T00:09:00Z","at":"2026-10-02T00:01:00Z","actor":"a","actor":"b",
            "terminal":{"completed":true,"completed":false}},
        "theirs":1,"theirs":2}"#;
    let record = read(json);
    let ended = record.ended().unwrap();
    assert_eq!((ended.at, ended.actor), (Some(at(1)), "b"));
    assert_eq!(ended.outcome, Outcome::ClosedExternally);
    assert!(record.to_json().ends_with("\"theirs\": 2\n}\n"));
}

#[test]
fn what_is_no_record_says_why() {
    let error = |bytes: &[u8]| read_record(bytes, None).unwrap_err().to_string();
    for bytes in [
        &b""[..],
        b"[]",
        b"null",
        b"{",
        b"{\"ref\":1}}",
        b"\xff{}",
        b"{\"\x1b\":1}",
    ] {
        let said = error(bytes);
        assert!(said.starts_with("it is no JSON object: "), "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
    for bytes in [
        &b"{}"[..],
        b"{\"ref\":7}",
        b"{\"ref\":\"#7\"}",
        b"{\"ref\":\"github:../x#7\"}",
    ] {
        let said = error(bytes);
        assert!(
            said.starts_with("it has no `ref` that names a work item"),
            "{said}"
        );
    }
}

#[test]
fn keys_of_others_stay_in_the_archive_and_are_not_told() {
    let record = ending(&json!({"completed": true, "note": ESCAPE}));
    assert!(record.to_json().contains("\"note\""));
    let asked = Asked {
        work_item: "issue-42",
        state_path: "x",
    };
    let told = Archived::of(&record, asked).unwrap().terminal.unwrap();
    let told = serde_json::to_string(&told).unwrap();
    assert!(!told.contains("note"), "{told}");
}
