//! `closeout doctor`.

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::settings::{Settings, current_directory};
use crate::config::Origin;
use crate::judge::CommandName;
use crate::repo::{Head, History, Layout, RepoFacts, Repository};
use crate::report;
use crate::setup::Checkup;

/// Say what is installed, what is in force, and what is missing.
#[derive(Debug, clap::Args)]
pub(super) struct Doctor;

impl Doctor {
    // One shape for all verbs: see `Verb` in `mod.rs`.
    #[expect(clippy::unused_self)]
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let mut checkup = Checkup::default();
        program(&mut checkup);
        repository(&mut checkup);
        configuration(&mut checkup, call);
        surroundings(&mut checkup, call);
        output::report(&report::checkup(&checkup, format, call.output.look()))?;
        Ok(if checkup.has_problem() {
            Exit::Flagged
        } else {
            Exit::Clean
        })
    }
}

fn program(checkup: &mut Checkup) {
    let path = std::env::current_exe().map_or_else(
        |_| "its path is not known".to_owned(),
        |path| path.display().to_string(),
    );
    checkup.ok(
        "closeout",
        format!(
            "{} for {} on {}, {path}",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::ARCH,
            std::env::consts::OS
        ),
    );
}

fn repository(checkup: &mut Checkup) {
    let found = current_directory()
        .and_then(|current| Ok(Repository::discover(&current)?))
        .and_then(|found| match found {
            Some(repository) => {
                let place = repository
                    .root()
                    .unwrap_or(repository.git_dir())
                    .display()
                    .to_string();
                Ok(Some((place, repository.facts()?)))
            }
            None => Ok(None),
        });
    match found {
        Ok(Some((place, facts))) => describe(checkup, &place, &facts),
        Ok(None) => checkup.note(
            "repository",
            "none here: `detect` and `baseline` need none, `scan` looks through this directory",
        ),
        Err(failure) => {
            checkup.problem(
                "repository",
                failure.what(),
                failure.help().map(ToOwned::to_owned),
            );
        }
    }
}

fn describe(checkup: &mut Checkup, place: &str, facts: &RepoFacts) {
    let layout = match facts.layout {
        Layout::WorkTree => "",
        Layout::LinkedWorktree => ", a linked worktree",
        Layout::Submodule => ", a submodule",
        Layout::Bare => ", bare",
    };
    let head = match &facts.head {
        Head::Branch(name, id) => format!("{name} at {id}"),
        Head::Detached(id) => format!("detached at {id}"),
        Head::Unborn(name) => format!("{name}, without a commit"),
    };
    checkup.ok(
        "repository",
        format!(
            "{place} ({}, refs as {}{layout})",
            facts.object_format, facts.ref_storage
        ),
    );
    checkup.ok("head", head);
    if facts.history == History::Shallow {
        checkup.note(
            "history",
            "shallow: `scan --base` needs the merge base, which `git fetch --unshallow` brings",
        );
    }
    if let Some(partial) = &facts.partial {
        let filter = partial.filter.as_deref().unwrap_or("unknown filter");
        checkup.note(
            "objects",
            format!(
                "a partial clone of {} ({filter}): what is missing is never fetched by closeout",
                partial.remote
            ),
        );
    }
}

fn configuration(checkup: &mut Checkup, call: &Call) {
    let settings = match Settings::here(call) {
        Ok(settings) => settings,
        Err(failure) => {
            checkup.problem(
                "configuration",
                failure.what(),
                failure.help().map(ToOwned::to_owned),
            );
            return;
        }
    };
    let config = &settings.config;
    match config.origin() {
        Origin::BuiltIn => checkup.ok("configuration", "no .closeout.yml: the built-in values"),
        origin => checkup.ok("configuration", origin.to_string()),
    }
    for unused in config.without_effect() {
        checkup.note(
            "configuration",
            format!(
                "{}: `{}` has no effect in this version",
                report::at(&unused.place),
                unused.key
            ),
        );
    }
    let Ok(contract) = config.contract(None) else {
        return;
    };
    checkup.ok(
        "contract",
        format!(
            "{}, {} commands, read by {}",
            contract.name,
            contract.commands.len(),
            contract.readers.join(", ")
        ),
    );
    let Some(command) = call.environment.command.as_ref() else {
        return;
    };
    match command.to_str().and_then(CommandName::new) {
        Some(name) if contract.commands.contains_key(&name) => {
            checkup.ok("command", format!("CLOSEDLOOP_COMMAND is {name}"));
        }
        _ => checkup.note(
            "command",
            format!(
                "CLOSEDLOOP_COMMAND is {}: the contract does not know it",
                command.to_string_lossy()
            ),
        ),
    }
}

fn surroundings(checkup: &mut Checkup, call: &Call) {
    let environment = &call.environment;
    if let Some(dir) = &environment.workdir {
        let text = format!("CLOSEDLOOP_WORKDIR is {}", dir.display());
        if dir.is_dir() {
            checkup.ok("workspace", text);
        } else {
            checkup.note(
                "workspace",
                format!("{text}: no directory; `detect` says unjudged"),
            );
        }
    }
    if environment.in_workflow {
        checkup.ok(
            "workflow",
            "GITHUB_ACTIONS is true: reports are workflow commands unless --format says otherwise",
        );
    }
}
