//! `closeout detect`.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use super::failure::{Exit, Failure};
use super::gather::{self, Source};
use super::output;
use super::output::Output;
use super::settings::Settings;
use super::{Call, one_line};
use crate::files::{Links, RootState, WorkingTree};
use crate::finding::RelPath;
use crate::judge::{self, BaselineUse, Case, CommandName, Detection, Moment, Unjudged, Verdict};
use crate::plan;
use crate::report;

/// Judge one run that says it is complete.
#[derive(Debug, clap::Args)]
pub(super) struct Detect {
    /// The run's workspace [default: $CLOSEDLOOP_WORKDIR, else the current directory]
    dir: Option<PathBuf>,
    /// The command that ran, such as `plan` or `prompts/execute-prompt.md` [default: $CLOSEDLOOP_COMMAND]
    #[arg(long, value_name = "NAME")]
    command: Option<OsString>,
    /// The PRD that was passed to the run; not opened [default: $PRD_FILE]
    #[arg(long, value_name = "FILE")]
    prd: Option<OsString>,
    /// The contract to judge by [default: the configuration's, else closedloop]
    #[arg(long, value_name = "NAME")]
    contract: Option<String>,
    /// The baseline to compare with [default: .closeout/baseline.json in the workspace]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// With --format json: the whole report, even where nothing is flagged
    #[arg(long)]
    full: bool,
}

impl Detect {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let dir = workspace(self.dir.as_deref(), call);
        let tree = WorkingTree {
            root: dir.clone(),
            links: Links::Follow,
        };
        let state = root_state(&tree);
        // In what is no directory no configuration can be.
        let inside = (state == RootState::Directory).then_some(dir.as_path());
        let settings = Settings::find(call, inside)?;
        let contract = settings.config.contract(self.contract.as_deref())?;
        let command = named(self.command.as_ref().or(call.environment.command.as_ref()));
        let prd = self.prd.as_ref().or(call.environment.prd_file.as_ref());
        let prd = prd.is_some_and(|prd| !prd.is_empty());

        let mut detection = Detection {
            workspace: show(&dir),
            command: command.as_ref().map(ToString::to_string),
            contract: contract.name.clone(),
            verdict: Verdict::Unjudged(Unjudged::NoWorkspace(show(&dir))),
            artifact: None,
            baseline: BaselineUse::Absent,
        };
        match state {
            RootState::Directory => {
                let question = Question {
                    contract,
                    command: command.as_ref(),
                    prd,
                    severities: &settings.config.severities,
                    baseline: self.baseline.as_deref(),
                    output: call.output,
                    shown_from: call.annotation_base(&dir).unwrap_or_else(|| dir.clone()),
                };
                question.ask(&tree, &mut detection)?;
            }
            RootState::Missing => {}
            RootState::NotADirectory => {
                detection.verdict = Verdict::Unjudged(Unjudged::NotADirectory(show(&dir)));
            }
            RootState::Unreadable(reason) => {
                let path = show(&dir);
                detection.verdict = Verdict::Unjudged(Unjudged::Unreadable { path, reason });
            }
        }
        self.tell(&detection, call)
    }

    /// Says what keeps rule 5 from being judged, where somebody meant it to be.
    fn tell_baseline(&self, detection: &Detection, call: &Call) {
        match (&detection.baseline, &self.baseline) {
            (BaselineUse::Ignored(why), named) => {
                let path = match named {
                    Some(path) => path.clone(),
                    None => Path::new(&detection.workspace).join(gather::BASELINE),
                };
                let path = show(&path);
                call.output
                    .warn(&format!("the baseline {path} is ignored: {why}"));
            }
            (BaselineUse::Absent, Some(path)) if !path.try_exists().unwrap_or(true) => {
                call.output
                    .warn(&format!("there is no baseline at {}", show(path)));
            }
            (BaselineUse::Absent | BaselineUse::Compared(_), _) => {}
        }
    }

    fn tell(&self, detection: &Detection, call: &Call) -> Result<Exit, Failure> {
        let format = call.format();
        let mut look = call.output.look();
        look.full = self.full;
        output::report(&report::detection(detection, format, look))?;
        self.tell_baseline(detection, call);
        match &detection.verdict {
            Verdict::Unjudged(unjudged) => {
                call.output
                    .note(&format!("unjudged: {}", unjudged.reason()));
                Ok(Exit::Clean)
            }
            Verdict::Spurious(_) => Ok(Exit::Flagged),
            Verdict::Clean { warnings, .. } => {
                // Json says nothing of them, so that `{}` means not flagged.
                if format == report::Format::Json && !self.full {
                    for warning in warnings {
                        call.output.warn(&one_line(warning));
                    }
                }
                Ok(Exit::Clean)
            }
        }
    }
}

/// What is asked about one workspace.
struct Question<'a> {
    contract: &'a judge::Contract,
    command: Option<&'a CommandName>,
    prd: bool,
    severities: &'a crate::finding::Severities,
    baseline: Option<&'a Path>,
    output: Output,
    /// What the paths in the report start with.
    shown_from: PathBuf,
}

impl Question<'_> {
    fn ask(&self, tree: &WorkingTree, detection: &mut Detection) -> Result<(), Failure> {
        let readers = plan::readers(&self.contract.readers, &crate::finding::Globs::default());
        let Some(reader) = readers.first() else {
            return Err(Failure::usage(format!(
                "the contract `{}` has no reader that detect could use",
                self.contract.name
            ))
            .next("name one under `readers` in .closeout.yml"));
        };
        let root = RelPath::root();
        let place = |path: &RelPath| show(&self.shown_from.join(path.to_path()));
        let source = Source {
            files: tree,
            workspace: &root,
            reader: reader.as_ref(),
            show: &place,
        };
        let (read, notes) = source.read()?;
        for note in notes {
            self.output.warn(&note);
        }
        let read = match read {
            Some(read) => read,
            None => gather::nothing(tree, &root)?,
        };
        let state = read.reading.state.as_ref().map(|(_, state)| state.clone());
        detection.artifact = Some((place(&read.reading.plan_path), read.reading.plan.class()));
        let mut case = Case {
            contract: self.contract,
            severities: self.severities,
            command: self.command,
            moment: Moment::Claim,
            state: state.as_ref(),
            artifacts: &[],
        };
        if judge::parked(self.contract, state.as_ref()).is_some() {
            detection.verdict = judge::judge(&case);
            return Ok(());
        }
        let owed = self.contract.owes(self.command, self.prd);
        match source.gather(read, owed, self.baseline)? {
            Ok(gathered) => {
                case.artifacts = &gathered.artifacts;
                detection.verdict = judge::judge(&case);
                detection.baseline = gathered.baseline;
            }
            Err(gather::Unreadable { path, reason }) => {
                detection.artifact = None;
                detection.verdict = Verdict::Unjudged(Unjudged::Unreadable { path, reason });
            }
        }
        Ok(())
    }
}

/// What stands at the root of the workspace. A current directory that was
/// removed can still be looked into, and is gone all the same.
fn root_state(tree: &WorkingTree) -> RootState {
    let gone = |error: std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
    if tree.root.is_relative() && std::env::current_dir().is_err_and(gone) {
        RootState::Missing
    } else {
        tree.state()
    }
}

/// The workspace that the caller means.
pub(super) fn workspace(dir: Option<&Path>, call: &Call) -> PathBuf {
    dir.or(call.environment.workdir.as_deref())
        .unwrap_or(Path::new("."))
        .to_owned()
}

/// A command's name; one that is not UTF-8 is unknown.
fn named(name: Option<&OsString>) -> Option<CommandName> {
    CommandName::new(name?.to_str()?)
}

/// A path as reports show it: as the caller gave it, with one `/` between its
/// parts, without `.`.
pub(super) fn show(path: &Path) -> String {
    let named = |part: &Component<'_>| *part != Component::CurDir;
    let path: PathBuf = path.components().filter(named).collect();
    let text = path.to_string_lossy();
    if text.is_empty() {
        ".".to_owned()
    } else if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}
