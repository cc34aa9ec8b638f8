//! Work items: their names, the state file, the graph that they walk, and where
//! one stands. Deciding room.

mod argument;
mod derived;
mod file;
mod object;
mod reference;
mod repository;
mod state;

pub use argument::{Item, Kind, SpecId, parse_argument};
pub use derived::ITEM_REFS;
pub use file::{MAX_STATE_BYTES, OLD_STATE_FILE, STATE_FILE, StateFile, Unreadable};
pub use reference::{RefError, WorkItemRef};
pub use repository::{Repo, RepoError};
pub use state::{Forced, NodeRecord, Parked, Provenance, PullRequest, PullRequestState, State};
