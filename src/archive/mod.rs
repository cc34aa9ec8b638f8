//! The end of a work item: closures, outcomes, terminal records, and how two
//! records of one item become one.
//!
//! A record is never edited. What happened (a closure, a reopening, a pull
//! request that delivered) is itself a small record, and writing is
//! [`merge`]: so it makes no difference in which order, how often and by how
//! many machines a thing is told.

mod apply;
mod closure;
mod delivery;
mod filter;
mod json;
mod merge;
mod outcome;
mod provenance;
mod read;
mod record;
mod source;
mod terminal;
#[cfg(test)]
mod tests;
mod time;
mod tracking;
mod view;
mod write;

pub use closure::{Closure, Reason, Source, State, Told};
pub use delivery::{Delivery, MAX_DELIVERIES, PullRequest, PullState};
pub use filter::{MAX_EVIDENCE, evidence_names, is_login, is_plain_path, is_scalar};
pub use json::MAX_DEPTH;
pub use merge::merge;
pub use outcome::Outcome;
pub use provenance::Provenance;
pub use read::{MAX_RECORD_BYTES, ReadError, read_record};
pub use record::{Ended, ItemRecord, MAX_CLOSURES};
pub use source::{Duty, NodeFacts, TerminalSource};
pub use terminal::{Selections, TerminalRecord};
pub use time::{Time, is_time};
pub use tracking::Tracking;
pub use view::{Archived, Asked, Detail};
