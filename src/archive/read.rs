//! A record read from its JSON. What is wrong costs that field alone; what
//! is unknown is kept; all else is filtered, since an archive can be edited.

use super::closure::Closure;
use super::delivery::{self, Delivery};
use super::json::{MAX_DEPTH, Object, is_shallow};
use super::merge::merge;
use super::record::{ItemRecord, SCHEMA};
use super::tracking::{Reopened, Tracking};
use crate::finding::visible;
use crate::item::WorkItemRef;

/// The longest record that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 16 * 1024 * 1024;

/// Why there is no record to read. The caller says where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is longer than [`MAX_RECORD_BYTES`].
    #[error("it has {0} bytes, and a record at most {MAX_RECORD_BYTES}")]
    TooLarge(usize),
    /// It nests deeper than [`MAX_DEPTH`].
    #[error("it nests deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// It is no JSON object; why, safe to print.
    #[error("it is no JSON object: {0}")]
    Malformed(String),
    /// It does not say whose record it is.
    #[error("it has no `ref` that names a work item, such as github:acme/widgets#42")]
    Nameless,
    /// It is the record of this other work item.
    #[error("it is the record of {0}")]
    Foreign(String),
}

/// Reads the record of a work item. Without `expected`, whoever's it is.
///
/// # Errors
///
/// [`ReadError`] where it is no record, or that of another work item.
pub fn read_record(bytes: &[u8], expected: Option<&WorkItemRef>) -> Result<ItemRecord, ReadError> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(ReadError::TooLarge(bytes.len()));
    }
    let malformed = |reason: String| ReadError::Malformed(visible(&reason).into_owned());
    let json = std::str::from_utf8(bytes).map_err(|error| malformed(error.to_string()))?;
    if !is_shallow(json) {
        return Err(ReadError::TooDeep);
    }
    let mut object = Object::read(json).map_err(|error| malformed(error.to_string()))?;
    let reference = delivery::reference(&object.text("ref")).ok_or(ReadError::Nameless)?;
    if let Some(expected) = expected
        && *expected != reference
    {
        return Err(ReadError::Foreign(reference.to_string()));
    }
    Ok(sections(object, reference))
}

/// Every entry is merged as if it had just happened: so a record that was
/// edited keeps the rules too.
fn sections(mut object: Object<'_>, reference: WorkItemRef) -> ItemRecord {
    let mut record = ItemRecord::blank(reference);
    record.schema = object.number("schema").unwrap_or(SCHEMA).max(SCHEMA);
    record.pull_request = is_pull(&object.text("url"));
    record.tracking = object.object("tracking").map(Tracking::read);
    record.reopened = object.object("reopened").and_then(Reopened::read);
    object.objects("deliveries", |entry| {
        if let Some(delivery) = Delivery::read(entry) {
            add(&mut record, |name| ItemRecord::delivered(name, delivery));
        }
    });
    object.objects("closures", |entry| {
        let closure = Closure::read(entry);
        add(&mut record, |name| ItemRecord::closed(name, closure));
    });
    if let Some(stamp) = object.object("ended") {
        add_stamp(&mut record, Closure::read(stamp));
    }
    record.extra = object.rest();
    record
}

fn add(record: &mut ItemRecord, event: impl FnOnce(WorkItemRef) -> ItemRecord) {
    let name = record.reference.clone();
    let so_far = std::mem::replace(record, ItemRecord::blank(name.clone()));
    *record = merge(so_far, event(name));
}

/// A stamp is a view of the closures, and tells nothing that they do not,
/// except for keys that somebody else put there. One that does not belong to
/// them was written by somebody who knows of no closures.
fn add_stamp(record: &mut ItemRecord, stamp: Closure) {
    if let Some(closure) = record.closures.get_mut(&stamp.at) {
        closure.extra.join(stamp.extra);
    } else if stamp.at.is_some() || record.closures.is_empty() {
        add(record, |name| ItemRecord::closed(name, stamp));
    }
}

/// Whether a URL is that of a pull request; some forges say `pulls`.
fn is_pull(url: &str) -> bool {
    matches!(url.rsplit('/').nth(1), Some("pull" | "pulls"))
}
