//! `closeout graph`.

mod moves;

use super::Call;
use super::check::{Live, ReadFrom, live};
use super::failure::{Exit, Failure};
use super::items::{Items, Place};
use super::output;
use crate::item::{FailOn, Graph as Loop, State};
use crate::report::{self, Drawing};
use moves::{Complete, Select, Skip, Start};

/// Show the graphs of work items, and move an item along its own
#[derive(Debug, clap::Subcommand)]
pub(super) enum Graph {
    /// Draw where an item stands in its graph
    Status(Status),
    /// Show a graph: its nodes, and where their outcomes lead
    Show(Show),
    /// Put an item at the start of a graph
    Start(Start),
    /// Record that a node is done; refused where that would not be true
    Complete(Complete),
    /// Declare nodes skipped
    Skip(Skip),
    /// Select an opt-in node
    Select(Select),
}

#[derive(Debug, clap::Args)]
pub(super) struct Status {
    /// A ref (github:o/r#3, o/r#3, #3, an address) or the name of a spec directory
    item: String,
    #[command(flatten)]
    from: ReadFrom,
}

#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// The name of the graph [default: all that an item can walk]
    name: Option<String>,
    #[command(flatten)]
    from: ReadFrom,
}

impl Graph {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        match self {
            Self::Status(verb) => verb.run(call),
            Self::Show(verb) => verb.run(call),
            Self::Start(verb) => verb.run(call),
            Self::Complete(verb) => verb.run(call),
            Self::Skip(verb) => verb.run(call),
            Self::Select(verb) => verb.run(call),
        }
    }
}

impl Status {
    fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let place = Place::find(self.from.repo.as_deref())?;
        let revision = self.from.revision(&place)?;
        let items = place.items(call, revision.as_ref())?;
        let item = place.item(call, &self.item)?;
        let own = self.from.is_own(call, &place, &item);
        let live: Live = live(&items, item.spec_id(), false, own)?;
        let nothing = State::default();
        let state = live.state.as_ref().unwrap_or(&nothing);
        let drawing = Drawing {
            position: live.position(),
            graph: items.graphs.of(state),
            state,
        };
        output::report(&report::drawing(&drawing, format, call.output.look()))?;
        Ok(if live.standing.is_flagged(FailOn::Unmet) {
            Exit::Flagged
        } else {
            Exit::Clean
        })
    }
}

impl Show {
    fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let place = Place::find(self.from.repo.as_deref())?;
        let revision = self.from.revision(&place)?;
        let items = place.items(call, revision.as_ref())?;
        let graphs = match &self.name {
            Some(name) => vec![named(&items, name)?],
            None => items.graphs.iter().collect(),
        };
        output::report(&report::graphs(&graphs, format, call.output.look()))?;
        Ok(Exit::Clean)
    }
}

/// The graph of that name that an item can walk.
fn named<'a>(items: &'a Items<'_>, name: &str) -> Result<&'a Loop, Failure> {
    items.graphs.named(name).ok_or_else(|| {
        let names: Vec<_> = items.graphs.iter().map(Loop::name).collect();
        Failure::usage(format!("there is no graph `{name}` that an item can walk"))
            .next(format!("there are {}", names.join(", ")))
    })
}
