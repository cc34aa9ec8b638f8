//! The stamp, rule by rule.

use super::*;
use crate::item::WorkItemRef;

fn outcome(record: &ItemRecord) -> Outcome {
    record.ended().unwrap().outcome
}

fn by(actor: &'static str, source: Source, minute: u32) -> Told<'static> {
    Told {
        source,
        actor,
        at: at(minute),
    }
}

#[test]
fn the_outcome_is_that_of_the_table() {
    let (done, open) = (Some(terminal(true, 1)), Some(terminal(false, 1)));
    let issue = |reason: Option<&str>| Closure::issue(told(0), reason);
    let pull = |state| Closure::pull_request(told(0), state);
    for (closure, without, with_open) in [
        (
            issue(Some("not_planned")),
            Outcome::Cancelled,
            Outcome::Cancelled,
        ),
        (
            issue(Some("duplicate")),
            Outcome::Cancelled,
            Outcome::Cancelled,
        ),
        (pull(State::Closed), Outcome::Cancelled, Outcome::Cancelled),
        (
            issue(Some("completed")),
            Outcome::Unknown,
            Outcome::ClosedExternally,
        ),
        (
            issue(Some("NOT_PLANNED")),
            Outcome::Unknown,
            Outcome::ClosedExternally,
        ),
        (
            issue(Some("not_planned ")),
            Outcome::Unknown,
            Outcome::ClosedExternally,
        ),
        (issue(None), Outcome::Unknown, Outcome::ClosedExternally),
        (
            pull(State::Merged),
            Outcome::Unknown,
            Outcome::ClosedExternally,
        ),
    ] {
        let of = |terminal: &Option<TerminalRecord>| {
            outcome(&closed(closure.clone().with_terminal(terminal.clone())))
        };
        assert_eq!(of(&None), without, "{closure:?}");
        assert_eq!(of(&open), with_open, "{closure:?}");
        assert_eq!(of(&done), Outcome::Completed, "{closure:?}");
    }
}

#[test]
fn a_second_delivery_leaves_the_same_bytes() {
    let first = closed(Closure::issue(told(1), None).with_terminal(Some(terminal(true, 2))));
    let stored = read(&first.to_json());
    assert_eq!(merge(stored, first.clone()).to_json(), first.to_json());
    // Later the checkout is gone, and the poll has no record.
    let poll = closed(Closure::issue(by("", Source::Poll, 1), None));
    assert_eq!(merge(first.clone(), poll).to_json(), first.to_json());
}

#[test]
fn the_earliest_time_and_its_source_stay() {
    let webhook = closed(Closure::issue(by("", Source::Webhook, 1), None));
    let poll = closed(Closure::issue(by("hubot", Source::Poll, 3), None));
    for record in [merge(webhook.clone(), poll.clone()), merge(poll, webhook)] {
        let ended = record.ended().unwrap();
        assert_eq!(
            (ended.at, ended.source),
            (Some(at(1)), Some(Source::Webhook))
        );
        assert_eq!(ended.actor, "hubot", "an empty actor is filled in");
    }
}

#[test]
fn an_actor_is_not_replaced() {
    let first = closed(Closure::issue(by("octocat", Source::Webhook, 1), None));
    let later = closed(Closure::issue(by("hubot", Source::Poll, 3), None));
    let record = merge(later, first);
    assert_eq!(record.ended().unwrap().actor, "octocat");
}

#[test]
fn a_record_that_is_read_later_is_added_and_never_replaced_by_none() {
    let bare = closed(Closure::issue(told(1), None));
    assert_eq!(outcome(&bare), Outcome::Unknown);
    let with = closed(Closure::issue(told(1), None).with_terminal(Some(terminal(true, 9))));
    let record = merge(bare.clone(), with);
    assert_eq!(outcome(&record), Outcome::Completed);
    assert_eq!(outcome(&merge(record, bare)), Outcome::Completed);
}

#[test]
fn of_two_records_the_claim_stays_else_the_first() {
    let with = |claimed, minute| {
        let terminal = Some(terminal(claimed, minute));
        closed(Closure::issue(told(1), None).with_terminal(terminal))
    };
    let shown = |record: &ItemRecord| {
        let ended = record.ended().unwrap();
        ended.terminal.unwrap().recorded_at.clone()
    };
    assert_eq!(
        shown(&merge(with(false, 2), with(true, 3))),
        at(3).to_string()
    );
    assert_eq!(
        shown(&merge(with(true, 3), with(true, 2))),
        at(2).to_string()
    );
    assert_eq!(
        shown(&merge(with(false, 3), with(false, 2))),
        at(2).to_string()
    );
}

#[test]
fn cancelled_stays_where_no_completion_is_claimed() {
    let cancelled = closed(Closure::issue(told(1), Some("not_planned")));
    let plain = closed(Closure::issue(told(2), None));
    let record = merge(cancelled, plain);
    assert_eq!(outcome(&record), Outcome::Cancelled);
    let open = closed(Closure::issue(told(2), None).with_terminal(Some(terminal(false, 3))));
    let record = merge(record, open);
    assert_eq!(outcome(&record), Outcome::Cancelled);
    let done = closed(Closure::issue(told(2), None).with_terminal(Some(terminal(true, 4))));
    assert_eq!(outcome(&merge(record, done)), Outcome::Completed);
}

#[test]
fn a_merge_tells_that_the_pull_request_was_open_until_then() {
    let dropped = closed(Closure::pull_request(told(1), State::Closed));
    let merged = closed(Closure::pull_request(told(5), State::Merged));
    let record = merge(merged, dropped);
    let ended = record.ended().unwrap();
    assert_eq!((ended.state(), ended.at), (State::Merged, Some(at(5))));
    assert_eq!(ended.outcome, Outcome::Unknown);
}

#[test]
fn a_merge_that_was_also_told_as_a_closure_is_no_cancellation() {
    let dropped = closed(Closure::pull_request(told(5), State::Closed));
    let merged = closed(Closure::pull_request(told(5), State::Merged));
    let record = merge(dropped, merged);
    assert_eq!(record.ended().unwrap().state(), State::Merged);
    assert_eq!(outcome(&record), Outcome::Unknown);
}

#[test]
fn a_reopening_clears_the_stamp_and_leaves_its_time() {
    let end = closed(Closure::issue(told(1), None).with_terminal(Some(terminal(true, 2))));
    let record = merge(end.clone(), reopened(3));
    assert!(record.ended().is_none());
    assert_eq!(record.reopened_at(), Some(at(3)));
    assert!(
        !record.to_json().contains("issue-42"),
        "its record goes with it"
    );
    let late = merge(record.clone(), end);
    assert_eq!(
        late.to_json(),
        record.to_json(),
        "a late delivery changes nothing"
    );
    let again = merge(record, closed(Closure::issue(told(4), None)));
    assert_eq!(outcome(&again), Outcome::Unknown);
}

#[test]
fn a_reopening_at_the_very_time_of_a_closure_clears_it() {
    assert!(
        all([closed(Closure::issue(told(3), None)), reopened(3)])
            .ended()
            .is_none()
    );
}

#[test]
fn an_older_reopening_clears_nothing() {
    let record = all([closed(Closure::issue(told(3), None)), reopened(2)]);
    assert_eq!(record.ended().unwrap().at, Some(at(3)));
    assert_eq!(record.reopened_at(), Some(at(2)));
    let record = all([record, reopened(1)]);
    assert_eq!(record.reopened_at(), Some(at(2)));
}

#[test]
fn a_cleanup_that_comes_after_a_reopening_stamps_nothing() {
    let stamped = closed(Closure::issue(told(1), None));
    let reread = closed(Closure::issue(told(1), None).with_terminal(Some(terminal(true, 9))));
    assert!(all([stamped, reopened(5), reread]).ended().is_none());
}

#[test]
fn tracking_and_deliveries_outlive_a_reopening() {
    let delivery = Delivery::new(
        PullRequest {
            reference: WorkItemRef::parse("github:acme/widgets#43").unwrap(),
            state: PullState::Merged,
        },
        at(1),
        &"a".repeat(40),
    );
    let record = all([
        ItemRecord::tracked(item(), at(0), "octocat"),
        ItemRecord::delivered(item(), delivery),
        closed(Closure::issue(told(2), None)),
        reopened(3),
    ]);
    assert!(record.ended().is_none());
    assert_eq!(record.tracking().unwrap().by, "octocat");
    assert_eq!(record.deliveries().count(), 1);
}

#[test]
fn who_tracked_first_stays() {
    let record = all([
        ItemRecord::tracked(item(), at(5), "hubot"),
        ItemRecord::tracked(item(), at(1), "octocat"),
        ItemRecord::tracked(item(), at(3), "me\u{1b}[31m"),
    ]);
    let tracking = record.tracking().unwrap();
    assert_eq!(
        (tracking.since, tracking.by.as_str()),
        (Some(at(1)), "octocat")
    );
}

#[test]
fn a_delivery_is_told_anew_until_it_is_merged() {
    let told = |state, minute, head: &str| {
        let reference = WorkItemRef::parse("github:acme/widgets#43").unwrap();
        let request = PullRequest { reference, state };
        ItemRecord::delivered(item(), Delivery::new(request, at(minute), head))
    };
    let (head, other) = ("a".repeat(40), "b".repeat(40));
    let shown = |record: &ItemRecord| {
        let delivery = record.deliveries().next().unwrap().clone();
        (delivery.state, delivery.at.unwrap(), delivery.head)
    };
    let record = all([
        told(PullState::Closed, 1, &other),
        told(PullState::Open, 2, &head),
    ]);
    assert_eq!(shown(&record), (PullState::Open, at(2), head.clone()));
    let record = all([record, told(PullState::Merged, 3, "")]);
    assert_eq!(shown(&record), (PullState::Merged, at(3), String::new()));
    // Told late, it is no news; told again, its head is filled in.
    let record = all([
        record,
        told(PullState::Closed, 9, &other),
        told(PullState::Merged, 4, &head),
    ]);
    assert_eq!(shown(&record), (PullState::Merged, at(3), head));
}

#[test]
fn a_pull_request_has_the_address_of_one_from_then_on() {
    let issue = closed(Closure::issue(told(1), None));
    assert_eq!(issue.url(), "https://github.com/acme/widgets/issues/42");
    let pull = all([
        closed(Closure::pull_request(told(1), State::Merged)),
        reopened(2),
    ]);
    assert_eq!(pull.url(), "https://github.com/acme/widgets/pull/42");
    assert_eq!(read(&pull.to_json()).url(), pull.url());
}

#[test]
fn the_latest_closures_stay() {
    let record = all((0..40).map(|minute| closed(Closure::issue(told(minute), None))));
    let times: Vec<_> = record
        .closures()
        .map(|closure| closure.at.unwrap())
        .collect();
    assert_eq!(times, (8..40).map(at).collect::<Vec<_>>());
    assert_eq!(record.ended().unwrap().at, Some(at(8)));
}
