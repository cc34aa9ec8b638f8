//! The variables that a workflow sets: GitHub, GitHub Enterprise, Gitea and
//! Forgejo set the same ones.

use std::ffi::OsString;
use std::path::PathBuf;

use super::Secret;
use super::event::Defaults;

/// What the workflow says of itself. Where it says nothing, nothing is made
/// up: there is no host that is taken for granted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkflowVariables {
    /// `GITHUB_EVENT_NAME`: which event it was, as `pull_request`.
    pub event_name: Option<String>,
    /// `GITHUB_EVENT_PATH`: the payload. A re-run has the same one.
    pub event_path: Option<PathBuf>,
    /// `GITHUB_REPOSITORY`: owner and name, as `o/r`.
    pub repository: Option<String>,
    /// `GITHUB_SHA`: the commit that the workflow runs on.
    pub sha: Option<String>,
    /// `GITHUB_REF`: the full ref that it runs on.
    pub reference: Option<String>,
    /// `GITHUB_ACTOR`: the login of who started it.
    pub actor: Option<String>,
    /// `GITHUB_TOKEN`, or the action's input `token`, which goes first: it was
    /// given to us and to nobody else.
    pub token: Option<Secret>,
    /// `GITHUB_SERVER_URL`, without a slash at its end.
    pub server_url: Option<String>,
    /// `GITHUB_API_URL`, without a slash at its end.
    pub api_url: Option<String>,
    /// `GITHUB_GRAPHQL_URL`.
    pub graphql_url: Option<String>,
    /// `GITHUB_OUTPUT`: the file that outputs are appended to.
    pub output: Option<PathBuf>,
    /// `GITHUB_STEP_SUMMARY`: the file that the summary is appended to.
    pub step_summary: Option<PathBuf>,
    /// `GITHUB_RUN_ID`.
    pub run_id: Option<String>,
    /// `GITHUB_RUN_ATTEMPT`.
    pub run_attempt: Option<String>,
    /// `RUNNER_TEMP`: a directory that is emptied after the job.
    pub runner_temp: Option<PathBuf>,
}

impl WorkflowVariables {
    /// Reads them. An empty one says nothing.
    pub(super) fn from(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let text = |name| value(name)?.into_string().ok();
        let path = |name| value(name).map(PathBuf::from);
        let url = |name| {
            let text: String = text(name)?;
            let trimmed = text.trim_end_matches('/');
            (!trimmed.is_empty()).then(|| trimmed.to_owned())
        };
        let secret = |name| text(name).and_then(|text| Secret::new(&text));
        Self {
            event_name: text("GITHUB_EVENT_NAME"),
            event_path: path("GITHUB_EVENT_PATH"),
            repository: text("GITHUB_REPOSITORY"),
            sha: text("GITHUB_SHA"),
            reference: text("GITHUB_REF"),
            actor: text("GITHUB_ACTOR"),
            token: secret("INPUT_TOKEN").or_else(|| secret("GITHUB_TOKEN")),
            server_url: url("GITHUB_SERVER_URL"),
            api_url: url("GITHUB_API_URL"),
            graphql_url: url("GITHUB_GRAPHQL_URL"),
            output: path("GITHUB_OUTPUT"),
            step_summary: path("GITHUB_STEP_SUMMARY"),
            run_id: text("GITHUB_RUN_ID"),
            run_attempt: text("GITHUB_RUN_ATTEMPT"),
            runner_temp: path("RUNNER_TEMP"),
        }
    }

    /// Where a person can look at this run, when the workflow says all that
    /// the address is made of.
    #[must_use]
    pub fn run_url(&self) -> Option<String> {
        let (server, repository, run) = (
            self.server_url.as_ref()?,
            self.repository.as_ref()?,
            self.run_id.as_ref()?,
        );
        Some(match &self.run_attempt {
            Some(attempt) => {
                format!("{server}/{repository}/actions/runs/{run}/attempts/{attempt}")
            }
            None => format!("{server}/{repository}/actions/runs/{run}"),
        })
    }

    /// What fills in where a payload is silent.
    #[must_use]
    pub fn event_defaults(&self) -> Defaults<'_> {
        Defaults {
            server_url: self.server_url.as_deref(),
            repository: self.repository.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> WorkflowVariables {
        WorkflowVariables::from(|name| {
            let (_, value) = pairs.iter().find(|(key, _)| *key == name)?;
            Some(OsString::from(value))
        })
    }

    #[test]
    fn the_address_of_a_run_is_on_the_server_that_runs_it() {
        let variables = with(&[
            ("GITHUB_SERVER_URL", "https://ghe.example/"),
            ("GITHUB_REPOSITORY", "o/r"),
            ("GITHUB_RUN_ID", "17"),
            ("GITHUB_RUN_ATTEMPT", "2"),
        ]);
        assert_eq!(
            variables.run_url().unwrap(),
            "https://ghe.example/o/r/actions/runs/17/attempts/2"
        );
        assert_eq!(with(&[("GITHUB_RUN_ID", "17")]).run_url(), None);
    }

    #[test]
    fn the_token_that_was_handed_to_the_action_goes_first() {
        let both = with(&[("GITHUB_TOKEN", "env"), ("INPUT_TOKEN", "input")]);
        assert_eq!(both.token.unwrap().reveal(), "input");
        let one = with(&[("GITHUB_TOKEN", "env")]);
        assert_eq!(one.token.unwrap().reveal(), "env");
        assert_eq!(with(&[("INPUT_TOKEN", "\n")]).token, None);
    }

    #[test]
    fn the_token_is_not_in_what_debug_shows() {
        let shown = format!("{:?}", with(&[("GITHUB_TOKEN", "hunter2")]));
        assert!(!shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn every_variable_lands_in_its_own_field() {
        let variables = WorkflowVariables::from(|name| Some(name.into()));
        assert_eq!(variables.event_name.as_deref(), Some("GITHUB_EVENT_NAME"));
        assert_eq!(variables.event_path, Some("GITHUB_EVENT_PATH".into()));
        assert_eq!(variables.repository.as_deref(), Some("GITHUB_REPOSITORY"));
        assert_eq!(variables.sha.as_deref(), Some("GITHUB_SHA"));
        assert_eq!(variables.reference.as_deref(), Some("GITHUB_REF"));
        assert_eq!(variables.actor.as_deref(), Some("GITHUB_ACTOR"));
        assert_eq!(variables.server_url.as_deref(), Some("GITHUB_SERVER_URL"));
        assert_eq!(variables.api_url.as_deref(), Some("GITHUB_API_URL"));
        assert_eq!(variables.graphql_url.as_deref(), Some("GITHUB_GRAPHQL_URL"));
        assert_eq!(variables.output, Some("GITHUB_OUTPUT".into()));
        assert_eq!(variables.step_summary, Some("GITHUB_STEP_SUMMARY".into()));
        assert_eq!(variables.run_id.as_deref(), Some("GITHUB_RUN_ID"));
        assert_eq!(variables.run_attempt.as_deref(), Some("GITHUB_RUN_ATTEMPT"));
        assert_eq!(variables.runner_temp, Some("RUNNER_TEMP".into()));
    }
}
