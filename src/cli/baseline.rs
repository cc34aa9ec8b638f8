//! `closeout baseline`.

use std::path::{Path, PathBuf};

use super::Call;
use super::detect::{show, workspace};
use super::failure::{Exit, Failure};
use super::gather::{self, baseline_path};
use super::output;
use super::settings::Settings;
use crate::files::{self, Files as _, Links, RootState, WorkingTree};
use crate::finding::RelPath;
use crate::judge::{self, BaselineError};
use crate::plan::Content;
use crate::report::Plain;

/// Remember what a run is given, so that `detect` can tell whether it changed anything.
#[derive(Debug, clap::Args)]
pub(super) struct Baseline {
    /// The run's workspace [default: $CLOSEDLOOP_WORKDIR, else the current directory]
    dir: Option<PathBuf>,
    /// The contract whose artifacts are remembered [default: the configuration's, else closedloop]
    #[arg(long, value_name = "NAME")]
    contract: Option<String>,
    /// Where to write it, such as outside of the workspace [default: .closeout/baseline.json in the workspace]
    #[arg(long = "baseline", value_name = "FILE")]
    elsewhere: Option<PathBuf>,
}

impl Baseline {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let dir = workspace(self.dir.as_deref(), call);
        let tree = WorkingTree {
            root: dir.clone(),
            links: Links::Follow,
        };
        check(&tree)?;
        let settings = Settings::find(call, Some(&dir))?;
        let contract = settings.config.contract(self.contract.as_deref())?;
        let artifacts = contract
            .artifacts()
            .into_iter()
            .map(|owed| {
                let content = tree.read(&owed.path)?;
                let class = judge::made(owed.kind, &content).class();
                Ok((owed, content, class))
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        let baseline = judge::Baseline::take(
            &contract.name,
            jiff::Timestamp::now().to_string(),
            &artifacts,
        );
        let path = self.write(&dir, &baseline)?;
        let text = if format == Plain::Json {
            baseline.to_json()
        } else {
            summary(&baseline, &path)
        };
        output::report(&text)?;
        Ok(Exit::Clean)
    }

    fn write(&self, dir: &Path, baseline: &judge::Baseline) -> Result<PathBuf, Failure> {
        let path = match &self.elsewhere {
            Some(path) => path.clone(),
            None => dir.join(baseline_path(&RelPath::root()).to_path()),
        };
        let failed = |error: std::io::Error| {
            Failure::surroundings(format!("{} could not be written: {error}", show(&path))).next(
                "nothing was changed; make it writable, or name another place with --baseline",
            )
        };
        if let Some(path) = &self.elsewhere {
            spare_others(path)?;
        }
        if let (None, Some(parent)) = (&self.elsewhere, path.parent()) {
            files::make_directory(parent).map_err(failed)?;
        }
        files::write_atomically(&path, baseline.to_json().as_bytes()).map_err(failed)?;
        Ok(path)
    }
}

/// Refuses to write over a file that the caller named and that is no baseline:
/// a slip of the hand must not cost a plan.
fn spare_others(path: &Path) -> Result<(), Failure> {
    let content = gather::read_file(path)?;
    let blank = matches!(&content, Content::Bytes(bytes) if bytes.trim_ascii().is_empty());
    match judge::Baseline::read(&content) {
        Ok(_) | Err(BaselineError::Newer(_)) => Ok(()),
        Err(_) if blank => Ok(()),
        Err(_) => Err(
            Failure::usage(format!("{} is there, and is no baseline", show(path)))
                .next("nothing was changed; name another file with --baseline"),
        ),
    }
}

/// Refuses what is no workspace: there is nothing to remember of it.
fn check(tree: &WorkingTree) -> Result<(), Failure> {
    let dir = show(&tree.root);
    match tree.state() {
        RootState::Directory => Ok(()),
        RootState::Missing => Err(Failure::usage(format!("there is no workspace at {dir}"))
            .next("take the baseline once the workspace exists, before the run starts")),
        RootState::NotADirectory => Err(Failure::usage(format!("{dir} is no directory"))),
        RootState::Unreadable(reason) => Err(Failure::surroundings(format!(
            "{dir} cannot be read: {reason}"
        ))),
    }
}

fn summary(baseline: &judge::Baseline, path: &Path) -> String {
    let artifacts: Vec<_> = baseline
        .artifacts
        .iter()
        .map(|artifact| format!("{} {}", artifact.path, artifact.class.word()))
        .collect();
    let text = format!("baseline: {} ({})", show(path), artifacts.join(", "));
    format!("{}\n", crate::finding::visible(&text))
}
