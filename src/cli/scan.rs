//! `closeout scan`.

mod discover;
mod range;

use std::path::{Path, PathBuf};

use super::Call;
use super::detect::show;
use super::failure::{Exit, Failure};
use super::gather::{Read, Source, Unreadable};
use super::output;
use super::settings::Settings;
use crate::files::{Files, Links, WorkingTree};
use crate::finding::{Globs, Place, RelPath};
use crate::judge::{
    self, BaselineUse, Case, Claim, CommandName, Contract, Ignored, Moment, Standing, Tally,
    Unjudged, Verdict, Workspace,
};
use crate::plan::{self, Produced};
use crate::repo::Repository;
use crate::report;
use discover::Found;
pub(super) use range::Range;
use range::Target;

/// Judge every workspace of a repository that claims completion.
#[derive(Debug, clap::Args)]
pub(super) struct Scan {
    /// Judge this revision's tree instead of the working tree; nothing is checked out
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// Judge only what differs since the merge base with this revision
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// Judge only workspaces below these paths (globs from the repository's root)
    #[arg(long, value_name = "GLOB")]
    path: Vec<String>,
}

impl Scan {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let only = self.only()?;
        let current = super::settings::current_directory()?;
        let repository = Repository::discover(&current)?;
        let scan = match &repository {
            None if self.rev.is_some() || self.base.is_some() => {
                return Err(Failure::usage(format!(
                    "{} is in no repository, and --rev and --base need one",
                    current.display()
                ))
                .next("run closeout in a repository, or without these options"));
            }
            None => {
                let settings = Settings::here(call)?;
                let tree = working_tree(&current);
                judge_all(
                    call,
                    &settings,
                    &only,
                    &Target::directory(&tree),
                    Some(&current),
                )?
            }
            Some(repository) => {
                let range = Range::resolve(repository, self.base.as_deref(), self.rev.as_deref())?;
                let settings = Settings::of_range(call, repository, &range, &current)?;
                let root = repository.root().map(working_tree);
                let target = range.target(repository, root.as_ref())?;
                judge_all(call, &settings, &only, &target, repository.root())?
            }
        };
        let spurious = scan.summary().spurious > 0;
        output::report(&report::scan(&scan, call.format(), call.output.look()))?;
        Ok(if spurious { Exit::Flagged } else { Exit::Clean })
    }

    /// What is judged.
    fn only(&self) -> Result<Globs, Failure> {
        Globs::new(self.path.iter().map(String::as_str)).map_err(|error| {
            Failure::usage(format!("--path: {error}")).next(
                "write the path or a glob of it from the repository's root, such as `runs/**`",
            )
        })
    }
}

/// Judges what a tree holds. `root` is where its paths start from on this
/// machine.
fn judge_all(
    call: &Call,
    settings: &Settings,
    only: &Globs,
    target: &Target<'_>,
    root: Option<&Path>,
) -> Result<judge::Scan, Failure> {
    let contract = settings.config.contract(None)?;
    let readers = plan::readers(&contract.readers, &settings.config.checklists);
    let discovered = discover::discover(&readers, contract, target)?;
    let mut scan = judge::Scan {
        notes: settings.notes.clone(),
        ..judge::Scan::default()
    };
    for (path, reason) in discovered.unreadable {
        scan.notes.push(format!(
            "{} was passed over: {}",
            crate::finding::visible(&path.display()),
            crate::finding::visible(&reason)
        ));
    }
    let judging = Judging {
        contract,
        settings,
        files: target.files(),
        shown_from: root
            .and_then(|root| call.annotation_base(root))
            .unwrap_or_default(),
    };
    let mut matched = 0;
    for found in discovered.workspaces {
        if !only.is_empty() && !found.is_matched_by(only) {
            continue;
        }
        matched += 1;
        if target.is_unchanged(&found, contract)? {
            call.output.verbose(&format!(
                "{} is unchanged in this range",
                found.path.display()
            ));
            continue;
        }
        if let Some(reason) = settings.config.ignore.reason(&found.path) {
            scan.ignored.push(Ignored {
                path: judging.show(&found.path),
                reason: reason.to_owned(),
            });
            continue;
        }
        let judged = judging.workspace(&found, &mut scan.notes)?;
        scan.workspaces.extend(judged);
    }
    if matched == 0 && !only.is_empty() {
        let patterns = crate::finding::visible(&only.patterns().join(", ")).into_owned();
        scan.notes
            .push(format!("no workspace matches --path {patterns}"));
    }
    Ok(scan)
}

/// How the workspaces of one scan are judged.
struct Judging<'a> {
    contract: &'a Contract,
    settings: &'a Settings,
    files: &'a dyn Files,
    /// What the paths in the report start with: nothing, unless annotations
    /// are relative to a directory above the root.
    shown_from: PathBuf,
}

impl Judging<'_> {
    /// A path from the root, as the report shows it.
    fn show(&self, path: &RelPath) -> String {
        show(&self.shown_from.join(path.to_path()))
    }

    /// `None`: on a second look it is no workspace.
    fn workspace(
        &self,
        found: &Found<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Option<Workspace>, Failure> {
        let source = Source {
            files: self.files,
            workspace: &found.path,
            reader: found.reader,
            show: &|path| self.show(path),
        };
        let (read, said) = source.read()?;
        notes.extend(said);
        let Some(read) = read else {
            return Ok(None);
        };
        let tasks = match &read.reading.plan {
            Produced::Present(plan) => Some(Tally {
                pending: plan.pending.count,
                done: plan.done,
            }),
            _ => None,
        };
        let standing = match self.claim(&read) {
            None => Standing::InProgress {
                parked: self.parked(&read),
            },
            Some(claim) => Standing::Claimed {
                verdict: self.verdict(&source, read, found)?,
                claim,
            },
        };
        Ok(Some(Workspace {
            path: self.show(&found.path),
            reader: found.reader.facts().name,
            standing,
            tasks,
        }))
    }

    fn claim(&self, read: &Read) -> Option<Claim> {
        let (path, state) = read.reading.state.as_ref()?;
        let (status, position) = state.status.as_ref()?;
        self.contract
            .completed
            .contains(status)
            .then(|| Claim::State {
                status: status.clone(),
                place: Place::at(self.show(path), *position),
            })
    }

    fn parked(&self, read: &Read) -> Option<String> {
        let (_, state) = read.reading.state.as_ref()?;
        judge::parked(self.contract, Some(state)).map(ToOwned::to_owned)
    }

    fn verdict(
        &self,
        source: &Source<'_>,
        read: Read,
        found: &Found<'_>,
    ) -> Result<Verdict, Failure> {
        let state = read.reading.state.as_ref().map(|(_, state)| state.clone());
        let command = state
            .as_ref()
            .and_then(|state| CommandName::new(state.command.as_deref()?));
        let owed = self.contract.owes(command.as_ref(), !found.prds.is_empty());
        let gathered = match source.gather(read, owed, None)? {
            Ok(gathered) => gathered,
            Err(Unreadable { path, reason }) => {
                return Ok(Verdict::Unjudged(Unjudged::Unreadable { path, reason }));
            }
        };
        if let BaselineUse::Ignored(why) = &gathered.baseline {
            self.settings.output.warn(&format!(
                "the baseline of {} is ignored: {why}",
                self.show(&found.path)
            ));
        }
        Ok(judge::judge(&Case {
            contract: self.contract,
            severities: &self.settings.config.severities,
            command: command.as_ref(),
            moment: Moment::Files,
            state: state.as_ref(),
            artifacts: &gathered.artifacts,
        }))
    }
}

fn working_tree(root: &Path) -> WorkingTree {
    WorkingTree {
        root: root.to_owned(),
        links: Links::Refuse,
    }
}
