//! The laws of `merge`, over histories with many equal times, and over more
//! closures and deliveries than are kept. Compared as bytes.

use crate::item::WorkItemRef;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Most times are among the first few, so that they meet.
fn minute() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0_u32..6, 1 => 0_u32..90]
}

fn actor() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "", "octocat", "Octocat", "hubot", "app[bot]", "no login",
    ])
}

fn a_terminal() -> impl Strategy<Value = Option<TerminalRecord>> {
    let spelled = prop::sample::select(vec!["", "github:acme/widgets#7", "github:ACME/widgets#7"]);
    let recorded = prop_oneof![
        Just(String::new()),
        (0_u32..3).prop_map(|minute| at(minute).to_string()),
        // The same instants in another spelling.
        (0_u32..3).prop_map(|minute| format!("2026-10-02T01:{minute:02}:00+01:00")),
    ];
    let some = (any::<bool>(), recorded, spelled, 0_u8..3).prop_map(
        |(claimed, recorded_at, name, model)| {
            Some(TerminalRecord::take(TerminalSource {
                claimed,
                recorded_at,
                model: format!("m{model}"),
                pull_requests: vec![(name.to_owned(), "open".to_owned())],
                ..TerminalSource::default()
            }))
        },
    );
    prop_oneof![Just(None), some]
}

fn closure() -> impl Strategy<Value = Closure> {
    let source = prop::sample::select(vec![Source::Webhook, Source::Poll, Source::Manual]);
    (minute(), source, actor(), 0_u8..4, a_terminal()).prop_map(
        |(minute, source, actor, how, terminal)| {
            let told = Told {
                source,
                actor,
                at: at(minute),
            };
            match how {
                0 => Closure::issue(told, Some("not_planned")),
                1 => Closure::issue(told, Some("completed")),
                2 => Closure::pull_request(told, State::Closed),
                _ => Closure::pull_request(told, State::Merged),
            }
            .with_terminal(terminal)
        },
    )
}

fn delivery() -> impl Strategy<Value = Delivery> {
    let name = prop_oneof![
        3 => prop::sample::select(vec!["github:acme/widgets#7", "github:ACME/widgets#7", "github:acme/w#8"])
            .prop_map(str::to_owned),
        1 => (1_u32..200).prop_map(|number| format!("github:acme/widgets#{number}")),
    ];
    let state = prop::sample::select(vec!["open", "closed", "merged", "odd"]);
    let head = prop::sample::select(vec!["", "a", "b"]);
    (name, state, minute(), head).prop_map(|(name, state, minute, head)| {
        let request = PullRequest {
            reference: WorkItemRef::parse(&name).unwrap(),
            state: PullState::from_word(state),
        };
        Delivery::new(request, at(minute), &head.repeat(40))
    })
}

/// What somebody else may have put into a record: unknown keys everywhere, and
/// stamps without a time.
fn foreign() -> impl Strategy<Value = ItemRecord> {
    let word = || prop::sample::select(vec!["", "x", "yy", "zz"]);
    let when = || {
        prop_oneof![
            Just(String::new()),
            minute().prop_map(|m| at(m).to_string())
        ]
    };
    let name = prop::sample::select(vec!["github:acme/widgets#42", "github:Acme/Widgets#42"]);
    (name, word(), word(), when(), when(), any::<[bool; 6]>(), 0_u64..4).prop_map(
        |(name, one, other, first, second, has, schema)| {
            let mut record = json!({"ref": name, "schema": schema, "theirs": one, other: [one]});
            let mut put = |wanted: bool, key: &str, value: Value| {
                if wanted {
                    record[key] = value;
                }
            };
            put(has[0], "tracking", json!({"since": first, "by": one, "k": other}));
            put(has[1], "reopened", json!({"at": first, "k": one, other: 1}));
            put(has[2], "closures", json!([{"at": second, "actor": one, "k": other, "terminal": {"completed": has[5], "k": one}}]));
            put(has[3], "ended", json!({"at": first, "outcome": "cancelled", "k": one}));
            put(has[4], "deliveries", json!([{"ref": "github:acme/widgets#7", "at": second, "k": one}]));
            put(has[5], "url", json!("https://github.com/acme/widgets/pull/42"));
            read(&record.to_string())
        },
    )
}

fn event() -> impl Strategy<Value = ItemRecord> {
    prop_oneof![
        6 => closure().prop_map(closed),
        1 => minute().prop_map(reopened),
        3 => delivery().prop_map(|delivery| ItemRecord::delivered(item(), delivery)),
        1 => (minute(), actor()).prop_map(|(minute, by)| ItemRecord::tracked(item(), at(minute), by)),
        2 => foreign(),
    ]
}

fn history() -> impl Strategy<Value = ItemRecord> {
    prop::collection::vec(event(), 1..12).prop_map(all)
}

/// Closures at every minute, so that there are more than are kept.
fn crowd() -> impl Strategy<Value = Vec<ItemRecord>> {
    let mut events: Vec<ItemRecord> = (0..70)
        .map(|n| closed(Closure::issue(told(n), None)))
        .collect();
    events.extend((1..=110).map(|number| {
        let reference = WorkItemRef::parse(&format!("github:acme/widgets#{number}")).unwrap();
        let state = PullState::Open;
        let request = PullRequest { reference, state };
        ItemRecord::delivered(item(), Delivery::new(request, at(number), ""))
    }));
    let few = prop::collection::vec(event(), 0..40);
    let marks = prop::collection::vec((20_u32..75).prop_map(reopened), 0..3);
    (few, marks).prop_map(move |(few, marks)| {
        let crowd = events.iter().cloned();
        crowd.chain(few).chain(marks).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn merge_is_commutative(a in history(), b in history()) {
        let (ab, ba) = (merge(a.clone(), b.clone()), merge(b, a));
        prop_assert_eq!(ab.to_json(), ba.to_json());
    }

    #[test]
    fn merge_is_associative(a in history(), b in history(), c in history()) {
        let left = merge(merge(a.clone(), b.clone()), c.clone());
        let right = merge(a, merge(b, c));
        prop_assert_eq!(left.to_json(), right.to_json());
    }

    #[test]
    fn merge_is_idempotent(a in history()) {
        prop_assert_eq!(merge(a.clone(), a.clone()).to_json(), a.to_json());
    }

    #[test]
    fn an_earlier_record_changes_nothing(events in prop::collection::vec(event(), 1..20), cut in any::<prop::sample::Index>()) {
        let now = all(events.clone());
        let earlier = all(events[..=cut.index(events.len())].iter().cloned());
        let lone = events[cut.index(events.len())].clone();
        prop_assert_eq!(merge(now.clone(), earlier).to_json(), now.to_json());
        prop_assert_eq!(merge(lone, now.clone()).to_json(), now.to_json());
    }

    #[test]
    fn a_record_is_read_as_it_was_written(a in history()) {
        let json = a.to_json();
        let again = read_record(json.as_bytes(), Some(&item())).unwrap();
        prop_assert_eq!(again.to_json(), json);
        prop_assert_eq!(again, a);
    }

    #[test]
    fn writing_down_in_between_changes_nothing(a in history(), b in history()) {
        let through = merge(read(&a.to_json()), read(&b.to_json()));
        prop_assert_eq!(through.to_json(), merge(a, b).to_json());
    }

    #[test]
    fn a_record_of_another_item_has_a_fixed_place(a in history(), b in history(), c in history()) {
        let other = |record: &ItemRecord| {
            let json = record.to_json().replace("widgets#42", "widgets#43");
            read(&json)
        };
        let (x, y) = (other(&a), other(&c));
        let left = merge(merge(x.clone(), b.clone()), y.clone());
        let right = merge(x, merge(b, y));
        prop_assert_eq!(left.to_json(), right.to_json());
    }

    #[test]
    fn what_is_kept_is_bounded_and_after_the_mark(a in history(), b in history()) {
        let merged = merge(a.clone(), b.clone());
        let mark = a.reopened_at().max(b.reopened_at());
        prop_assert_eq!(merged.reopened_at(), mark);
        for closure in merged.closures() {
            prop_assert!(mark.is_none() || closure.at > mark);
        }
        let known = a.closures().chain(b.closures()).filter(|closure| mark.is_none() || closure.at > mark);
        let times: std::collections::BTreeSet<_> = known.map(|closure| closure.at).collect();
        prop_assert_eq!(merged.closures().count(), times.len().min(MAX_CLOSURES));
        prop_assert_eq!(merged.ended().is_some(), !times.is_empty());
    }

    #[test]
    fn a_claim_of_completion_is_not_lost_by_a_delivery(a in history(), b in closure()) {
        prop_assume!(a.closures().count() < MAX_CLOSURES);
        let was = a.ended().map(|ended| ended.outcome);
        let is = merge(a, closed(b)).ended().map(|ended| ended.outcome);
        if was == Some(Outcome::Completed) {
            prop_assert_eq!(is, was);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_order_of_events_makes_no_difference(
        (events, shuffled) in prop::collection::vec(event(), 1..40)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
    ) {
        prop_assert_eq!(all(events).to_json(), all(shuffled).to_json());
    }

    #[test]
    fn nor_does_it_with_more_than_is_kept(
        (events, shuffled) in crowd()
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        halves in any::<prop::sample::Index>(),
    ) {
        let (left, right) = shuffled.split_at(halves.index(shuffled.len() - 1) + 1);
        let whole = all(events);
        let left = all(left.to_vec());
        let parts = match right {
            [] => left,
            right => merge(all(right.to_vec()), left),
        };
        prop_assert_eq!(parts.to_json(), whole.to_json());
        prop_assert!(whole.closures().count() <= MAX_CLOSURES);
        prop_assert_eq!(whole.deliveries().count(), MAX_DELIVERIES);
    }

    #[test]
    fn everything_again_leaves_the_same_bytes(events in crowd()) {
        let once = all(events.clone());
        let twice = all(std::iter::once(once.clone()).chain(events));
        prop_assert_eq!(twice.to_json(), once.to_json());
    }
}
