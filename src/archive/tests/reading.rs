//! The text of a record.

use super::*;
use crate::item::WorkItemRef;

const WHOLE: &str = r#"{
  "schema": 1,
  "ref": "github:acme/widgets#42",
  "url": "https://github.com/acme/widgets/issues/42",
  "tracking": {
    "since": "2026-10-02T00:00:00Z",
    "by": "octocat",
    "why": 1e999
  },
  "deliveries": [
    {
      "ref": "github:acme/widgets#43",
      "state": "merged",
      "at": "2026-10-02T00:01:00Z",
      "head": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    }
  ],
  "closures": [
    {
      "state": "closed",
      "kind": "issue",
      "reason": "issue-closed",
      "source": "webhook",
      "actor": "octocat",
      "at": "2026-10-02T00:02:00Z",
      "cancelled": true,
      "terminal": {
        "workItem": "issue-42",
        "loop": "simple",
        "node": "complete",
        "phase": "complete",
        "completed": true,
        "completedAt": "2026-10-02T00:29:41+00:00",
        "selections": {
          "skipped": [
            "brainstorming"
          ],
          "optedIn": [],
          "surface": "",
          "harness": "codex",
          "model": "",
          "effort": "",
          "sessionPerPr": "",
          "repos": []
        },
        "pullRequests": [
          {
            "ref": "github:acme/widgets#43",
            "url": "https://github.com/acme/widgets/pull/43",
            "state": "open"
          }
        ],
        "specDir": "docs/specs/issue-42",
        "evidence": [
          "verification.md"
        ],
        "recordedAt": "2026-10-02T00:30:00+00:00",
        "provenance": {
          "kind": "revision",
          "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "path": "docs/specs/issue-42/work-item-state.json",
          "blob": "cccccccccccccccccccccccccccccccccccccccc"
        }
      }
    }
  ],
  "reopened": {
    "at": "2026-10-01T00:00:00Z"
  },
"#;

fn ended(closures: &str) -> String {
    let start = closures.find("    {\n      \"state\": \"closed\"").unwrap();
    let end = closures.find("  ],\n  \"reopened\"").unwrap();
    let entry = closures[start..end]
        .replace("\n  ", "\n")
        .replace("\"cancelled\": true", "\"outcome\": \"completed\"");
    format!("  \"ended\": {},\n", entry.trim())
}

#[test]
fn a_whole_record_is_written_as_it_was_read() {
    let theirs =
        "  \"annotations\": {\"b\": 1.50, \"a\": [12345678901234567890123]},\n  \"zoo\": null\n}\n";
    let json = format!("{WHOLE}{}{theirs}", ended(WHOLE));
    assert_eq!(read(&json).to_json(), json);
}

#[test]
fn sections_of_other_programs_outlive_every_event() {
    let json =
        r#"{"ref":"github:acme/widgets#42","annotations":{"b": 1.0,  "a":[1e999, "\ud800"]}}"#;
    let record = all([
        closed(Closure::issue(told(1), None)),
        read(json),
        reopened(2),
        ItemRecord::tracked(item(), at(0), "octocat"),
    ]);
    let kept = r#""annotations": {"b": 1.0,  "a":[1e999, "\ud800"]}"#;
    assert!(record.to_json().contains(kept));
}

#[test]
fn a_stamp_from_before_outcomes_is_derived() {
    let stamp = |terminal: &str| {
        let json = format!(
            r#"{{"ref":"github:acme/widgets#42","ended":{{"state":"closed","reason":"pr-closed",
            "at":"2026-10-02T00:00:00Z"{terminal}}}}}"#
        );
        read(&json).ended().unwrap().outcome
    };
    assert_eq!(stamp(""), Outcome::Unknown);
    assert_eq!(stamp(r#","outcome":"done""#), Outcome::Unknown);
    assert_eq!(stamp(r#","outcome":"completed""#), Outcome::Unknown);
    assert_eq!(stamp(r#","outcome":"cancelled""#), Outcome::Cancelled);
    let (done, open) = (r#","terminal":{"completed":true}"#, r#","terminal":{}"#);
    assert_eq!(stamp(done), Outcome::Completed);
    assert_eq!(stamp(open), Outcome::ClosedExternally);
    assert_eq!(
        stamp(&format!(r#"{open},"outcome":"cancelled""#)),
        Outcome::Cancelled
    );
}

#[test]
fn a_stamp_without_a_time_is_still_one() {
    let json =
        r#"{"ref":"github:acme/widgets#42","ended":{"at":"last week","outcome":"cancelled"}}"#;
    let record = read(json);
    let stamp = record.ended().unwrap();
    assert_eq!((stamp.at, stamp.outcome), (None, Outcome::Cancelled));
    let known = all([record.clone(), closed(Closure::issue(told(5), None))]);
    assert_eq!(known.ended().unwrap().at, Some(at(5)));
    assert!(all([record, reopened(0)]).ended().is_none());
}

#[test]
fn a_stamp_that_the_closures_do_not_know_is_one_more() {
    let record = closed(Closure::issue(told(5), None));
    let json = record.to_json();
    let (closures, ended) = json.split_once("\"ended\"").unwrap();
    let other = ended.replace(&at(5).to_string(), &at(3).to_string());
    let record = read(&format!("{closures}\"ended\"{other}"));
    assert_eq!(record.closures().count(), 2);
    assert_eq!(record.ended().unwrap().at, Some(at(3)));
}

#[test]
fn the_reason_follows_from_state_and_kind_where_it_is_missing() {
    let reason = |stamp: &str| {
        let json = format!(r#"{{"ref":"github:acme/widgets#42","ended":{stamp}}}"#);
        read(&json).ended().unwrap().reason
    };
    assert_eq!(reason(r#"{"state":"merged"}"#), Reason::PrMerged);
    assert_eq!(reason(r#"{"kind":"pull-request"}"#), Reason::PrClosed);
    assert_eq!(reason(r#"{"reason":"nonsense"}"#), Reason::IssueClosed);
    assert_eq!(
        reason(r#"{"reason":"pr-merged","state":"closed"}"#),
        Reason::PrMerged
    );
}

#[test]
fn a_record_answers_only_for_its_own_item() {
    let json = closed(Closure::issue(told(1), None)).to_json();
    let of = |name: &str| {
        let name = WorkItemRef::parse(name).unwrap();
        read_record(json.as_bytes(), Some(&name))
    };
    assert!(of("github:ACME/Widgets#42").is_ok());
    let foreign = Err(ReadError::Foreign("github:acme/widgets#42".to_owned()));
    assert_eq!(of("github:acme/widgets#4"), foreign);
    assert_eq!(of("github:ghe.acme.com/acme/widgets#42"), foreign);
}
