//! How two records of one work item become one.
//!
//! Each part is joined by taking the greater of two in a fixed order, by
//! uniting, or by a pair of such joins: that makes the whole commutative,
//! associative and idempotent, which `tests/laws.rs` holds it to.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::closure::Closure;
use super::delivery::{Delivery, PullState};
use super::record::ItemRecord;
use super::terminal::TerminalRecord;
use super::time::Time;
use super::tracking::{Reopened, Tracking};
use crate::item::WorkItemRef;

/// One record that says what both say.
///
/// Records of two work items have nothing to say to each other: the one whose
/// ref is the lesser stays as it is. Whoever calls this compares the
/// refs first.
#[must_use]
pub fn merge(a: ItemRecord, b: ItemRecord) -> ItemRecord {
    if a.reference != b.reference {
        return if a.reference < b.reference { a } else { b };
    }
    let mut extra = a.extra;
    extra.join(b.extra);
    let mut merged = ItemRecord {
        schema: a.schema.max(b.schema),
        reference: spelling(a.reference, b.reference),
        pull_request: a.pull_request || b.pull_request,
        tracking: both(a.tracking, b.tracking, tracking),
        deliveries: unite(a.deliveries, b.deliveries, delivery),
        closures: unite(a.closures, b.closures, closure),
        reopened: both(a.reopened, b.reopened, reopened),
        extra,
    };
    merged.settle();
    merged
}

/// Something is more than nothing.
fn both<T>(a: Option<T>, b: Option<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(a, b)),
        (a, b) => a.or(b),
    }
}

fn unite<K: Ord, T>(
    mut a: BTreeMap<K, T>,
    b: BTreeMap<K, T>,
    join: impl Fn(T, T) -> T,
) -> BTreeMap<K, T> {
    for (key, theirs) in b {
        let joined = match a.remove(&key) {
            Some(ours) => join(ours, theirs),
            None => theirs,
        };
        a.insert(key, joined);
    }
    a
}

/// Two spellings of one ref differ in case alone.
fn spelling(a: WorkItemRef, b: WorkItemRef) -> WorkItemRef {
    if a.to_string() <= b.to_string() { a } else { b }
}

/// An empty text may be filled in; of two others the first in the alphabet
/// stays.
fn filled(a: String, b: String) -> String {
    if (a.is_empty(), &a) <= (b.is_empty(), &b) {
        a
    } else {
        b
    }
}

/// The earlier of two; a time that is not known is later than any other.
fn earliest(a: Option<Time>, b: Option<Time>) -> Option<Time> {
    a.map(Reverse).max(b.map(Reverse)).map(|Reverse(at)| at)
}

/// Two that tell of one closure.
fn closure(a: Closure, b: Closure) -> Closure {
    let mut extra = a.extra;
    extra.join(b.extra);
    Closure {
        reason: a.reason.max(b.reason),
        source: both(a.source, b.source, Ord::min),
        actor: filled(a.actor, b.actor),
        at: a.at,
        terminal: both(a.terminal, b.terminal, terminal),
        cancelled: a.cancelled || b.cancelled,
        extra,
    }
}

fn terminal(a: TerminalRecord, b: TerminalRecord) -> TerminalRecord {
    match a.rank(&b) {
        Ordering::Less => b,
        Ordering::Equal | Ordering::Greater => a,
    }
}

/// A merged pull request stays merged; else what was told last counts.
fn delivery(a: Delivery, b: Delivery) -> Delivery {
    let merged = |delivery: &Delivery| delivery.state == PullState::Merged;
    let (at, order) = match (merged(&a), merged(&b)) {
        (true, true) => (earliest(a.at, b.at), Ordering::Equal),
        (ours, theirs) => {
            let rank = |merged, delivery: &Delivery| (merged, delivery.at, delivery.state);
            let order = rank(ours, &a).cmp(&rank(theirs, &b));
            (if order.is_lt() { b.at } else { a.at }, order)
        }
    };
    let (state, head) = match order {
        Ordering::Greater => (a.state, a.head),
        Ordering::Less => (b.state, b.head),
        Ordering::Equal => (a.state, filled(a.head, b.head)),
    };
    let mut extra = a.extra;
    extra.join(b.extra);
    Delivery {
        reference: spelling(a.reference, b.reference),
        state,
        at,
        head,
        extra,
    }
}

fn tracking(a: Tracking, b: Tracking) -> Tracking {
    let since = earliest(a.since, b.since);
    let by = match (a.since == since, b.since == since) {
        (true, true) => filled(a.by, b.by),
        (true, false) => a.by,
        (false, _) => b.by,
    };
    let mut extra = a.extra;
    extra.join(b.extra);
    Tracking { since, by, extra }
}

fn reopened(a: Reopened, b: Reopened) -> Reopened {
    match a.at.cmp(&b.at) {
        Ordering::Greater => a,
        Ordering::Less => b,
        Ordering::Equal => {
            let mut extra = a.extra;
            extra.join(b.extra);
            Reopened { at: a.at, extra }
        }
    }
}
