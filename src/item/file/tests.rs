//! State files, tolerated and written back.

use proptest::prelude::*;

use super::*;
use crate::item::state::*;

fn file(text: &str) -> StateFile {
    StateFile::parse(text.as_bytes()).unwrap()
}

const FULL: &str = r#"{
  "version": 1,
  "workItem": "issue-3",
  "currentNode": "design",
  "nodes": {
    "brainstorming": {
      "attempts": 2,
      "outcome": "pass",
      "enteredAt": "2026-10-01T10:00:00+00:00",
      "exitedAt": "2026-10-01T11:00:00+00:00",
      "lastBlock": "no brainstorm.md",
      "forced": true
    }
  },
  "decisions": {
    "d": [
      1
    ]
  },
  "forced": [
    {
      "node": "brainstorming",
      "by": "ada",
      "reason": "late",
      "at": "T"
    }
  ],
  "parked": {
    "node": "design",
    "reason": "a question",
    "since": "T"
  },
  "completions": {
    "brainstorming": {
      "at": "T",
      "by": "ada"
    }
  },
  "skips": {
    "spec-quiz": {
      "via": "checklist",
      "token": "execute",
      "by": "ada",
      "reason": "small",
      "at": "T"
    }
  },
  "optIns": {
    "design-critic-review": {
      "via": "checklist",
      "by": "ada",
      "at": "T"
    }
  },
  "surface": "pull-request",
  "sessionPerPr": "yes",
  "harness": "codex",
  "model": "m",
  "effort": "high",
  "repos": [
    "o/r"
  ],
  "pullRequests": [
    {
      "ref": "github:o/r#4",
      "repository": "o/r",
      "number": 4,
      "url": "https://github.com/o/r/pull/4",
      "stateDir": "pr-loops/pr-4",
      "state": "merged",
      "linkedAt": "T",
      "linkedBy": "session",
      "self": true
    }
  ],
  "loop": "pdlc-work-item-loop",
  "phase": "design",
  "x-team": {
    "zeta": 1e999,
    "alpha": "\ud800"
  },
  "a": []
}
"#;

#[test]
fn every_field_is_read() {
    let state = file(FULL).state().clone();
    let said = |via: &str, token: &str, reason: &str| Provenance {
        via: via.into(),
        token: token.into(),
        by: "ada".into(),
        reason: reason.into(),
        at: "T".into(),
    };
    let expected = State {
        version: Some(1),
        work_item: "issue-3".into(),
        current_node: "design".into(),
        nodes: [(
            "brainstorming".to_owned(),
            NodeRecord {
                attempts: 2,
                outcome: "pass".into(),
                entered_at: "2026-10-01T10:00:00+00:00".into(),
                exited_at: "2026-10-01T11:00:00+00:00".into(),
                last_block: "no brainstorm.md".into(),
                forced: true,
            },
        )]
        .into(),
        forced: vec![Forced {
            node: "brainstorming".into(),
            by: "ada".into(),
            reason: "late".into(),
            at: "T".into(),
        }],
        parked: Some(Parked {
            node: "design".into(),
            reason: "a question".into(),
            since: "T".into(),
        }),
        completions: [("brainstorming".to_owned(), said("", "", ""))].into(),
        skips: [(
            "spec-quiz".to_owned(),
            said("checklist", "execute", "small"),
        )]
        .into(),
        opt_ins: [("design-critic-review".to_owned(), said("checklist", "", ""))].into(),
        surface: "pull-request".into(),
        session_per_pr: "yes".into(),
        harness: "codex".into(),
        model: "m".into(),
        effort: "high".into(),
        repos: vec!["o/r".into()],
        pull_requests: vec![PullRequest {
            reference: "github:o/r#4".into(),
            repository: "o/r".into(),
            number: Some(4),
            url: "https://github.com/o/r/pull/4".into(),
            state_dir: "pr-loops/pr-4".into(),
            state: Some(PullRequestState::Merged),
            linked_at: "T".into(),
            linked_by: "session".into(),
            is_self: true,
        }],
        graph: "pdlc-work-item-loop".into(),
        phase: "design".into(),
    };
    assert_eq!(state, expected);
}

#[test]
fn a_file_in_its_own_order_is_written_back_byte_for_byte() {
    assert_eq!(file(FULL).to_json(), FULL);
}

#[test]
fn known_keys_are_written_first_and_unknown_ones_as_they_came() {
    let text = r#"{"zeta":1,"phase":"p","alpha":{"b":1,"a":2},"version":1,"nodes":{}}"#;
    let written = file(text).to_json();
    let keys: Vec<_> = written
        .lines()
        .filter(|line| line.starts_with("  \""))
        .collect();
    assert_eq!(
        keys,
        [
            "  \"version\": 1,",
            "  \"nodes\": {},",
            "  \"phase\": \"p\",",
            "  \"zeta\": 1,",
            "  \"alpha\": {"
        ]
    );
    assert!(
        written.ends_with("    \"b\": 1,\n    \"a\": 2\n  }\n}\n"),
        "{written}"
    );
}

#[test]
fn a_wrong_type_loses_that_field_alone_and_is_kept() {
    let wrong = [
        "1",
        "-1.5",
        "true",
        "null",
        "[1]",
        "[\"x\"]",
        "{\"a\":1}",
        "\"x\"",
        "1e999",
        "\"\\ud800\"",
    ];
    for key in KEYS {
        for value in wrong {
            let text = format!("{{\"x\":0,\"{key}\":{value}}}");
            let (other, said) = match key {
                "model" => (
                    "effort",
                    file(&format!("{{\"effort\":\"m\",{}", &text[1..]))
                        .state()
                        .effort
                        .clone(),
                ),
                _ => (
                    "model",
                    file(&format!("{{\"model\":\"m\",{}", &text[1..]))
                        .state()
                        .model
                        .clone(),
                ),
            };
            assert_eq!(said, "m", "{other} beside {text}");
            let text = format!("{{\"{key}\":{value},\"x\":0}}");
            let kept: String = file(&text).to_json().split_whitespace().collect();
            assert_eq!(kept, text, "{key}");
        }
    }
}

#[test]
fn a_wrong_entry_is_lost_alone() {
    let state = file(
        r#"{"nodes":{"a":1,"b":{"attempts":"2","outcome":"pass","forced":"yes"},"c":null},
            "skips":{"a":"x","b":{"by":1,"reason":"r"}},"optIns":{"a":true,"b":{}},
            "completions":[],"parked":"x","repos":["a",1,null,"b"],
            "pullRequests":[1,{"number":-1,"state":"gone","self":"true"},null]}"#,
    )
    .state()
    .clone();
    assert_eq!(state.nodes.keys().collect::<Vec<_>>(), ["b"]);
    assert_eq!(
        state.nodes["b"],
        NodeRecord {
            outcome: "pass".into(),
            ..NodeRecord::default()
        }
    );
    assert_eq!(state.skips.keys().collect::<Vec<_>>(), ["b"]);
    assert_eq!(
        state.skips["b"],
        Provenance {
            reason: "r".into(),
            ..Provenance::default()
        }
    );
    assert_eq!(state.opt_ins.keys().collect::<Vec<_>>(), ["b"]);
    assert!(state.completions.is_empty() && state.parked.is_none());
    assert_eq!(state.repos, ["a", "b"]);
    assert_eq!(state.pull_requests, [PullRequest::default()]);
}

#[test]
fn what_holds_no_object_is_unreadable() {
    let why = |bytes: &[u8]| StateFile::parse(bytes).unwrap_err().to_string();
    for (bytes, said) in [
        (&b""[..], "is empty"),
        (b" \n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"[]", "holds an array, not an object"),
        (b"null", "holds null, not an object"),
        (b"12", "holds a number, not an object"),
        (b"\"x\"", "holds a string, not an object"),
        (b"true", "holds a boolean, not an object"),
        (b"{\"a\":\"\xff\"}", "is not UTF-8"),
        (
            b"{\"a\":1",
            "is not JSON: EOF while parsing an object (line 1, column 6)",
        ),
        (
            b"{}\n{}",
            "is not JSON: trailing characters (line 2, column 1)",
        ),
        (
            b"[1",
            "is not JSON: EOF while parsing a list (line 1, column 2)",
        ),
        (
            b"{'a':1}",
            "is not JSON: key must be a string (line 1, column 2)",
        ),
    ] {
        assert_eq!(why(bytes), said, "{:?}", String::from_utf8_lossy(bytes));
    }
    assert!(why(&vec![b' '; MAX_STATE_BYTES + 1]).starts_with("is too large"));
}

#[test]
fn a_byte_order_mark_and_any_depth_are_read() {
    let deep = format!(
        "\u{feff}{{\"x\":{}{},\"phase\":\"p\"}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert_eq!(file(&deep).state().phase, "p");
    let _ = file(&deep).to_json();
}

#[test]
fn a_new_state_says_whose_it_is() {
    let id = SpecId::new("issue-3").unwrap();
    let json = StateFile::new(&id).to_json();
    assert_eq!(
        json,
        "{\n  \"version\": 1,\n  \"workItem\": \"issue-3\"\n}\n"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = StateFile::parse(&bytes);
    }

    #[test]
    fn what_is_written_says_the_same(text in "\\{(\"(nodes|skips|forced|x)\":(\\{\"a\":(1|\\{\\}|\"\\\\ud800\")\\}|\\[\\]|1e999),){0,4}\"loop\":\"l\"\\}") {
        let first = file(&text);
        let again = file(&first.to_json());
        prop_assert_eq!(again.state(), first.state());
        prop_assert_eq!(again.to_json(), first.to_json());
    }
}
