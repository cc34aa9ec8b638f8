//! Work items: their names, the state file, the graph that they walk, and where
//! one stands. Deciding room.

mod argument;
mod builtin;
mod compile;
mod derived;
mod file;
mod graph;
mod moves;
mod object;
mod position;
mod reference;
mod refusal;
mod repository;
mod rule;
mod standing;
mod state;

pub use argument::{Item, Kind, SpecId, parse_argument};
pub use builtin::Graphs;
pub use compile::MAX_GRAPH_BYTES;
pub use derived::ITEM_REFS;
pub use file::{MAX_STATE_BYTES, OLD_STATE_FILE, STATE_FILE, StateFile, Unreadable};
pub use graph::{Actor, Graph, Need, Node};
pub use moves::{Act, Completion};
pub use position::{Artifact, Ground};
pub use reference::{RefError, WorkItemRef};
pub use refusal::MoveError;
pub use repository::{Repo, RepoError};
pub use rule::{GraphError, Rule};
pub use standing::{FailOn, Lack, NodeStanding, Standing, Status};
pub use state::{Forced, NodeRecord, Parked, Provenance, PullRequest, PullRequestState, State};
