//! May this checkout be removed? A pure decision over gathered facts, the
//! gathering, and the removal.
//!
//! [`gather`] looks and never fails: what it cannot see is a fact too.
//! [`decide`] is pure. [`remove`] does both anew before it touches anything,
//! so that nothing is removed on old facts.

mod decide;
mod facts;
mod gather;
mod nested;
mod reasons;
mod remove;

pub use decide::{Authority, Decision, Force, OnClose, decide};
pub use facts::{ArchivePlace, Facts, Git, Guard, Origin, Standing, Work, WorkKind};
pub use gather::{Archive, Pushed, Surroundings, gather};
pub use reasons::Reason;
pub use remove::{Outcome, RemoveError, remove};
