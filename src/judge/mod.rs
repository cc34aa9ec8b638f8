//! Is a completion that somebody claims true, or spurious?
//!
//! Everything is handed in: what the files hold, what the contract says, what
//! a baseline remembers. [`judge`] gives the verdict.

mod baseline;
mod claim;
mod command;
mod contract;
mod message;
mod report;
mod rules;
mod value;
mod verdict;

pub use baseline::{Baseline, BaselineArtifact, BaselineError, BaselineUse};
pub use claim::Claim;
pub use command::CommandName;
pub use contract::{Contract, Owed, OwedKind};
pub use report::{Detection, Ignored, Scan, Standing, Summary, Tally, Workspace};
pub use rules::{Artifact, Case, Made, Moment, judge, made, parked};
pub use verdict::{Clean, Spurious, Unjudged, Verdict};
