//! The variables that the program reads, and nothing else of them.

use std::ffi::OsString;
use std::path::PathBuf;

use super::WorkflowVariables;

/// What the environment says. An empty variable says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// `CLOSEDLOOP_WORKDIR`: the workspace of the run.
    pub workdir: Option<PathBuf>,
    /// `CLOSEDLOOP_COMMAND`: the command of the run.
    pub command: Option<OsString>,
    /// `PRD_FILE`: the PRD that was passed to the run. Never opened.
    pub prd_file: Option<OsString>,
    /// `CLOSEOUT_CONFIG`: the configuration to use.
    pub config: Option<PathBuf>,
    /// `CLOSEOUT_ARCHIVE`: where records are kept.
    pub archive: Option<OsString>,
    /// `GITHUB_ACTIONS` is `true`: a workflow runs us. Gitea and Forgejo set
    /// the same variable.
    pub in_workflow: bool,
    /// `GITHUB_WORKSPACE`: what the paths of annotations are relative to.
    pub github_workspace: Option<PathBuf>,
    /// What the workflow says of itself and its event.
    pub workflow: WorkflowVariables,
}

impl Environment {
    /// Reads it.
    #[must_use]
    pub fn read() -> Self {
        Self::from(|name| std::env::var_os(name))
    }

    fn from(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name| variable(name).filter(|value| !value.is_empty());
        Self {
            workdir: value("CLOSEDLOOP_WORKDIR").map(PathBuf::from),
            command: value("CLOSEDLOOP_COMMAND"),
            prd_file: value("PRD_FILE"),
            config: value("CLOSEOUT_CONFIG").map(PathBuf::from),
            archive: value("CLOSEOUT_ARCHIVE"),
            in_workflow: value("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
            github_workspace: value("GITHUB_WORKSPACE").map(PathBuf::from),
            workflow: WorkflowVariables::from(&variable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_says_nothing() {
        assert_eq!(
            Environment::from(|_| Some(OsString::new())),
            Environment::default()
        );
        assert_eq!(Environment::from(|_| None), Environment::default());
    }

    #[test]
    fn only_the_word_true_says_that_a_workflow_runs_us() {
        let with = |word: &'static str| {
            Environment::from(|name| (name == "GITHUB_ACTIONS").then(|| word.into())).in_workflow
        };
        assert!(with("true"));
        assert!(!with("false"));
        assert!(!with("1"));
    }
}
