//! Reads of a workspace what the judge needs.

use std::path::Path;

use bstr::BString;

use crate::files::{Files, FilesError, Links, WorkingTree};
use crate::finding::{RelPath, visible};
use crate::judge::{Artifact, Baseline, BaselineUse, Made, Owed, OwedKind, made};
use crate::plan::{self, Content, Produced, Reader, Reading};

/// Where a baseline is kept in a workspace.
pub(super) const BASELINE: &str = ".closeout/baseline.json";

/// A workspace, and how it is read.
pub(super) struct Source<'a> {
    /// What holds its files.
    pub(super) files: &'a dyn Files,
    /// Its path there.
    pub(super) workspace: &'a RelPath,
    /// Who reads it.
    pub(super) reader: &'a dyn Reader,
    /// The path of a file, as reports show it.
    pub(super) show: &'a dyn Fn(&RelPath) -> String,
}

/// What the reader says, with the content of the plan's file.
pub(super) struct Read {
    pub(super) reading: Reading,
    plan_content: Content,
}

/// What is judged.
pub(super) struct Gathered {
    pub(super) artifacts: Vec<Artifact>,
    pub(super) baseline: BaselineUse,
}

/// A file that may not be read.
pub(super) struct Unreadable {
    pub(super) path: String,
    pub(super) reason: String,
}

impl Source<'_> {
    /// Reads the files of the reader, and gives what should be said of them
    /// beside the verdict. `None`: it is no workspace after all.
    pub(super) fn read(&self) -> Result<(Option<Read>, Vec<String>), FilesError> {
        let paths = self.reader.files(self.workspace);
        let contents = paths
            .iter()
            .map(|path| self.files.read(path))
            .collect::<Result<Vec<_>, _>>()?;
        let notes = self.notes(&paths, &contents);
        let Some(reading) = self.reader.read(self.workspace, &contents) else {
            return Ok((None, notes));
        };
        let plan_content = paths
            .iter()
            .zip(contents)
            .find_map(|(path, content)| (*path == reading.plan_path).then_some(content))
            .unwrap_or(Content::Missing);
        let read = Read {
            reading,
            plan_content,
        };
        Ok((Some(read), notes))
    }

    /// What to say of a state file that cannot be read as JSON: it says
    /// nothing, neither that the run is parked nor that it is complete. The
    /// reader's first file is the plan, of which the verdict speaks.
    fn notes(&self, paths: &[RelPath], contents: &[Content]) -> Vec<String> {
        let mut notes = Vec::new();
        for (path, content) in paths.iter().zip(contents).skip(1) {
            let why = match plan::read_json(content) {
                Produced::Empty => "is empty".to_owned(),
                Produced::Unparseable(defect) => defect.reason,
                Produced::Missing(_) | Produced::Present(()) => continue,
            };
            let path = (self.show)(path);
            notes.push(format!(
                "{} {}: it is taken to say nothing",
                visible(&path),
                visible(&why)
            ));
        }
        notes
    }

    /// The PRDs among the files of a workspace: any `prd.*`.
    pub(super) fn prds(names: &[BString]) -> Vec<BString> {
        let is_prd = |name: &&BString| name.starts_with(b"prd.");
        names.iter().filter(is_prd).cloned().collect()
    }

    /// Reads what else the command owes, and the baseline.
    pub(super) fn gather(
        &self,
        read: Read,
        owed: &[Owed],
        baseline: Option<&Path>,
    ) -> Result<Result<Gathered, Unreadable>, FilesError> {
        // What artifacts are relative to.
        let directory = read.reading.plan_path.parent().unwrap_or_default();
        let (baseline, baseline_use) = match self.baseline(&directory, baseline)? {
            Ok(Some(baseline)) => {
                let taken_at = baseline.taken_at.clone();
                (Some(baseline), BaselineUse::Compared(taken_at))
            }
            Ok(None) => (None, BaselineUse::Absent),
            Err(reason) => (None, BaselineUse::Ignored(reason)),
        };
        let unchanged = |owed: &Owed, content: &Content| {
            baseline
                .as_ref()
                .filter(|baseline| baseline.holds(owed, content))
                .map(|baseline| baseline.taken_at.clone())
        };

        let plan_path = read.reading.plan_path;
        if let Content::Unreadable(reason) = read.plan_content {
            return Ok(Err(self.unreadable(&plan_path, reason)));
        }
        let is_plan = |owed: &&Owed| {
            owed.kind == OwedKind::Plan && directory.join_path(&owed.path) == plan_path
        };
        let owed_plan = owed.iter().find(is_plan);
        let mut artifacts = vec![Artifact {
            owed: owed_plan.is_some(),
            place: (self.show)(&plan_path),
            unchanged_since: owed_plan.and_then(|owed| unchanged(owed, &read.plan_content)),
            made: Made::Plan(read.reading.plan),
        }];
        for owed in owed.iter().filter(|owed| !is_plan(owed)) {
            let path = directory.join_path(&owed.path);
            let content = self.files.read(&path)?;
            if let Content::Unreadable(reason) = content {
                return Ok(Err(self.unreadable(&path, reason)));
            }
            artifacts.push(Artifact {
                owed: true,
                place: (self.show)(&path),
                unchanged_since: unchanged(owed, &content),
                made: made(owed.kind, &content),
            });
        }
        Ok(Ok(Gathered {
            artifacts,
            baseline: baseline_use,
        }))
    }

    fn unreadable(&self, path: &RelPath, reason: String) -> Unreadable {
        Unreadable {
            path: (self.show)(path),
            reason,
        }
    }

    fn baseline(
        &self,
        directory: &RelPath,
        elsewhere: Option<&Path>,
    ) -> Result<Result<Option<Baseline>, String>, FilesError> {
        let content = match elsewhere {
            Some(path) => read_file(path)?,
            None => self.files.read(&baseline_path(directory))?,
        };
        Ok(Baseline::read(&content).map_err(|error| error.to_string()))
    }
}

/// Where the baseline of the workspace at `directory` is kept.
pub(super) fn baseline_path(directory: &RelPath) -> RelPath {
    BASELINE
        .split('/')
        .fold(directory.clone(), |path, part| path.join(part.as_bytes()))
}

/// Reads one file that the caller named; through a link, if it is one.
pub(super) fn read_file(path: &Path) -> Result<Content, FilesError> {
    let tree = WorkingTree {
        root: path.to_owned(),
        links: Links::Follow,
    };
    tree.read(&RelPath::root())
}

/// What a directory reads as where no reader finds anything in it: perhaps a
/// run that left nothing behind. What stands in the place of its plan is looked
/// at all the same: it may be what is owed.
pub(super) fn nothing(files: &dyn Files, workspace: &RelPath) -> Result<Read, FilesError> {
    let plan_path = workspace.join(b"plan.json");
    let plan_content = files.read(&plan_path)?;
    Ok(Read {
        reading: Reading {
            plan_path,
            plan: plan::read_plan(&plan_content),
            state: None,
        },
        plan_content,
    })
}
