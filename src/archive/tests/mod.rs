//! What holds of records, one file a subject.

mod hostile;
mod laws;
mod reading;
mod rules;
mod taking;
mod viewing;

use super::*;
use crate::item::WorkItemRef;

pub(super) fn item() -> WorkItemRef {
    WorkItemRef::parse("github:acme/widgets#42").unwrap()
}

/// A minute of one morning; from 60 on of the next hours.
pub(super) fn at(minute: u32) -> Time {
    let (hours, minutes) = (minute / 60, minute % 60);
    Time::parse(&format!("2026-10-02T{hours:02}:{minutes:02}:00Z")).unwrap()
}

pub(super) fn told(minute: u32) -> Told<'static> {
    Told {
        source: Source::Webhook,
        actor: "octocat",
        at: at(minute),
    }
}

pub(super) fn closed(closure: Closure) -> ItemRecord {
    ItemRecord::closed(item(), closure)
}

pub(super) fn reopened(minute: u32) -> ItemRecord {
    ItemRecord::reopened(item(), at(minute))
}

/// A terminal record, recorded at a minute.
pub(super) fn terminal(claimed: bool, minute: u32) -> TerminalRecord {
    TerminalRecord::take(TerminalSource {
        work_item: "issue-42".to_owned(),
        claimed,
        recorded_at: at(minute).to_string(),
        ..TerminalSource::default()
    })
}

pub(super) fn all(events: impl IntoIterator<Item = ItemRecord>) -> ItemRecord {
    events.into_iter().reduce(merge).unwrap()
}

pub(super) fn read(json: &str) -> ItemRecord {
    read_record(json.as_bytes(), None).unwrap()
}
