//! Moving an item: its state is read, changed and written under a lock.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::named;
use crate::cli::Call;
use crate::cli::check::live;
use crate::cli::failure::{Exit, Failure};
use crate::cli::items::{Items, Place};
use crate::cli::output;
use crate::files::{self, Lock};
use crate::finding::RelPath;
use crate::item::{Act, Artifact, Completion, MoveError, STATE_FILE, SpecId, StateFile};
use crate::report::{self, Plain, Refusal};

/// The lock of a state file, beside it.
const LOCK: &str = "work-item-state.lock";

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(2);

/// What every move is told.
#[derive(Debug, clap::Args)]
struct Mover {
    /// A ref (github:o/r#3, o/r#3, #3, an address) or the name of a spec directory
    item: String,
    /// The checkout whose working tree is written [default: the current directory]
    #[arg(long, value_name = "DIR")]
    repo: Option<PathBuf>,
    /// Who says so, as it is recorded [default: $GITHUB_ACTOR]
    #[arg(long, value_name = "LOGIN")]
    by: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Start {
    #[command(flatten)]
    mover: Mover,
    /// The graph to walk [default: pdlc-work-item-loop]
    #[arg(long, value_name = "NAME")]
    graph: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Complete {
    #[command(flatten)]
    mover: Mover,
    /// The node that is done
    node: String,
    /// Its outcome [default: the one that leads forward]
    #[arg(long, value_name = "WORD")]
    outcome: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Skip {
    #[command(flatten)]
    mover: Mover,
    /// The nodes to skip
    #[arg(required = true, value_name = "NODE")]
    nodes: Vec<String>,
    /// Why, as it is recorded
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Select {
    #[command(flatten)]
    mover: Mover,
    /// The opt-in node
    node: String,
}

/// What a move changes, and what it may look at.
struct Moving<'a> {
    items: &'a Items<'a>,
    id: &'a SpecId,
    act: Act<'a>,
}

impl Start {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        self.mover.run(call, Missing::Make, |moving, state| {
            let graph = match &self.graph {
                Some(name) => named(moving.items, name)?,
                None => moving.items.graphs.default_graph(),
            };
            Ok(state.start(graph, moving.id, moving.act))
        })
    }
}

impl Complete {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        self.mover.run(call, Missing::Refuse, |moving, state| {
            let graph = moving.items.graphs.of(state.state());
            let complete = |artifact: &dyn Fn(&RelPath) -> Artifact| {
                let completion = Completion {
                    node: &self.node,
                    outcome: self.outcome.as_deref(),
                    artifact,
                };
                state.complete(graph, completion, moving.act)
            };
            moving.items.with_artifacts(moving.id, complete)
        })
    }
}

impl Skip {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        self.mover.run(call, Missing::Refuse, |moving, state| {
            let graph = moving.items.graphs.of(state.state());
            let nodes: Vec<_> = self.nodes.iter().map(String::as_str).collect();
            Ok(state.skip(graph, &nodes, &self.reason, moving.act))
        })
    }
}

impl Select {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        self.mover.run(call, Missing::Refuse, |moving, state| {
            let graph = moving.items.graphs.of(state.state());
            Ok(state.select(graph, &self.node, moving.act))
        })
    }
}

/// What becomes of an item that has no state file yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Make,
    Refuse,
}

impl Mover {
    /// Reads the state, changes it and writes it, alone.
    fn run(
        &self,
        call: &Call,
        missing: Missing,
        change: impl FnOnce(&Moving<'_>, &mut StateFile) -> Result<Result<(), MoveError>, Failure>,
    ) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let place = Place::find(self.repo.as_deref())?;
        let items = place.items(call, None)?;
        let item = place.item(call, &self.item)?;
        if let Some(other) = place.foreign(&item) {
            return Err(Failure::usage(format!(
                "this is a checkout of {other}, not of the item's repository: nothing is written"
            ))
            .next("name the item's checkout with --repo"));
        }
        let id = item.spec_id();
        let root = place.root()?;
        let directory = items.directory(&id);
        // Looked at before the lock too, which would leave a file.
        let started = missing == Missing::Make || items.state(&id)?.is_some();
        let path = directory_below(root, &directory, missing)?.filter(|_| started);
        let lock = match path {
            Some(path) => locked(&path)?,
            None => return Err(refused(&MoveError::NotStarted)),
        };
        let mut state = match (items.state(&id)?, missing) {
            (Some(found), _) => found.file,
            (None, Missing::Make) => StateFile::new(&id),
            (None, Missing::Refuse) => return Err(refused(&MoveError::NotStarted)),
        };
        let moving = Moving {
            items: &items,
            id: &id,
            act: Act {
                by: self.by(call),
                at: &now(),
            },
        };
        match change(&moving, &mut state)? {
            Ok(()) => {}
            Err(MoveError::Unmet { node, unmet }) => {
                let refusal = Refusal {
                    item: id.as_str(),
                    node: &node,
                    unmet: &unmet,
                };
                output::report(&report::refusal(&refusal, format, call.output.look()))?;
                return Ok(Exit::Flagged);
            }
            Err(error) => return Err(refused(&error)),
        }
        let path = root.join(directory.to_path()).join(STATE_FILE);
        files::write_atomically(&path, state.to_json().as_bytes()).map_err(|error| {
            Failure::surroundings(format!("{} could not be written: {error}", path.display()))
                .next("the state is as it was; make the directory writable")
        })?;
        drop(lock);
        said(call, &items, id, format)?;
        Ok(Exit::Clean)
    }

    fn by<'a>(&'a self, call: &'a Call) -> &'a str {
        let actor = call.environment.workflow.actor.as_deref();
        self.by.as_deref().or(actor).unwrap_or_default()
    }
}

/// Says where the item stands now.
fn said(call: &Call, items: &Items<'_>, id: SpecId, format: Plain) -> Result<(), Failure> {
    let live = live(items, id, false, true)?;
    output::report(&report::position(
        &live.position(),
        format,
        call.output.look(),
    ))
}

fn refused(error: &MoveError) -> Failure {
    Failure::usage(error.to_string())
}

/// The directory of an item on this machine, none of whose parts below the root
/// is a link: what is written must not go elsewhere.
fn directory_below(
    root: &Path,
    directory: &RelPath,
    missing: Missing,
) -> Result<Option<PathBuf>, Failure> {
    let mut path = root.to_owned();
    for part in directory.parts() {
        path.push(RelPath::root().join(part).to_path());
        let stands = || std::fs::symlink_metadata(&path);
        if missing == Missing::Refuse && stands().is_err() {
            return Ok(None);
        }
        if let Err(error) = files::make_directory(&path) {
            // Another process may have made it meanwhile.
            if !stands().is_ok_and(|metadata| metadata.is_dir()) {
                return Err(Failure::surroundings(format!(
                    "{} is not usable: {error}",
                    path.display()
                ))
                .next("put a directory in its place; closeout writes through no link"));
            }
        }
    }
    Ok(Some(path))
}

fn locked(directory: &Path) -> Result<Lock, Failure> {
    let path = directory.join(LOCK);
    match files::lock(&path, PATIENCE) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(Failure::surroundings(format!(
            "{} is busy: another process has held it for {} s",
            path.display(),
            PATIENCE.as_secs()
        ))
        .next("nothing was changed; try again later")),
        Err(error) => Err(Failure::surroundings(format!(
            "{} cannot be locked: {error}",
            path.display()
        ))
        .next("nothing was changed; see what stands there")),
    }
}

/// RFC 3339, in whole seconds.
fn now() -> String {
    jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%SZ")
        .to_string()
}
