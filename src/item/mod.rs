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
mod repository;
mod state;

pub use argument::{Item, Kind, SpecId, parse_argument};
pub use builtin::Graphs;
pub use compile::{GraphError, MAX_GRAPH_BYTES, Rule};
pub use derived::ITEM_REFS;
pub use file::{MAX_STATE_BYTES, OLD_STATE_FILE, STATE_FILE, StateFile, Unreadable};
pub use graph::{Actor, Graph, Need, Node};
pub use moves::{Act, Completion, MoveError};
pub use position::{Artifact, FailOn, Ground, Lack, NodeStanding, Standing, Status};
pub use reference::{RefError, WorkItemRef};
pub use repository::{Repo, RepoError};
pub use state::{Forced, NodeRecord, Parked, Provenance, PullRequest, PullRequestState, State};
