//! What `check` shows of an archived record.

use super::*;
use crate::item::WorkItemRef;

const ASKED: Asked<'_> = Asked {
    work_item: "issue-42",
    state_path: "docs/specs/issue-42/work-item-state.json",
};

fn pull(number: u32, state: PullState) -> PullRequest {
    let reference = WorkItemRef::parse(&format!("github:acme/widgets#{number}")).unwrap();
    PullRequest { reference, state }
}

fn delivered(number: u32, state: PullState) -> ItemRecord {
    ItemRecord::delivered(item(), Delivery::new(pull(number, state), at(9), ""))
}

fn with_pulls(pulls: &[(&str, &str)]) -> ItemRecord {
    let owned = |(name, state): &(&str, &str)| ((*name).to_owned(), (*state).to_owned());
    let terminal = TerminalRecord::take(TerminalSource {
        nodes: vec![NodeFacts {
            id: "complete".to_owned(),
            duty: Duty::Plain,
        }],
        pointer: "complete".to_owned(),
        claimed: true,
        pull_requests: pulls.iter().map(owned).collect(),
        ..TerminalSource::default()
    });
    closed(Closure::issue(told(1), None).with_terminal(Some(terminal)))
}

#[test]
fn a_record_without_a_stamp_does_not_answer() {
    let tracked = ItemRecord::tracked(item(), at(0), "octocat");
    assert_eq!(Archived::of(&tracked, ASKED), None);
    let reopened = all([with_pulls(&[]), reopened(5)]);
    assert_eq!(Archived::of(&reopened, ASKED), None);
}

#[test]
fn only_completed_work_is_ok() {
    let done = Archived::of(&with_pulls(&[]), ASKED).unwrap();
    assert!(done.is_ok());
    assert_eq!(
        (done.detail, done.node.as_str()),
        (Detail::Recorded, "complete")
    );
    assert_eq!(
        (done.work_item.as_str(), done.state_path.as_str()),
        (ASKED.work_item, ASKED.state_path)
    );
    let bare = closed(Closure::issue(told(1), Some("not_planned")));
    let bare = Archived::of(&bare, ASKED).unwrap();
    assert!(!bare.is_ok());
    assert_eq!(bare.outcome, Outcome::Cancelled);
    assert_eq!((bare.detail, bare.node.as_str()), (Detail::Unavailable, ""));
    assert_eq!(
        (bare.state, bare.reason),
        (State::Closed, Reason::IssueClosed)
    );
    assert_eq!((bare.at, bare.actor.as_str()), (Some(at(1)), "octocat"));
}

#[test]
fn pull_requests_are_those_listed_and_those_that_delivered() {
    let record = all([
        with_pulls(&[
            ("github:acme/widgets#9", "open"),
            ("github:acme/widgets#7", "merged"),
            ("github:acme/widgets#8", "closed"),
        ]),
        delivered(6, PullState::Merged),
        delivered(7, PullState::Open),
        delivered(8, PullState::Unknown),
        delivered(9, PullState::Merged),
    ]);
    let stored = record.to_json();
    let shown = Archived::of(&record, ASKED).unwrap();
    let expected = [
        pull(9, PullState::Merged),
        pull(7, PullState::Merged),
        pull(8, PullState::Closed),
        pull(6, PullState::Merged),
    ];
    assert_eq!(shown.pull_requests, expected);
    assert_eq!(shown.terminal.unwrap().pull_requests, expected);
    assert_eq!(
        record.to_json(),
        stored,
        "the record itself is never changed"
    );
}

#[test]
fn deliveries_are_shown_where_there_is_no_terminal_record() {
    let record = all([
        closed(Closure::issue(told(1), None)),
        delivered(6, PullState::Open),
    ]);
    let shown = Archived::of(&record, ASKED).unwrap();
    assert_eq!(shown.pull_requests, [pull(6, PullState::Open)]);
    assert_eq!(shown.terminal, None);
}
