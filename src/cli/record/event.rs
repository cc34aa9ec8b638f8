//! The event of a workflow, as something that happened to a work item.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::happening::{End, Happening};
use crate::archive::{Source, State, Time};
use crate::cli::Call;
use crate::cli::failure::Failure;
use crate::context::event::{self, Event, MAX_PAYLOAD_BYTES, Thing};
use crate::item::WorkItemRef;

/// Reads the event; `Err` in it is a sentence that says why there is nothing
/// to do.
pub(super) fn read(
    call: &Call,
    file: Option<&Path>,
    name: Option<&str>,
) -> Result<Result<Happening, String>, Failure> {
    let workflow = &call.environment.workflow;
    let missing = |what: &str, option: &str| {
        Failure::usage(format!("it is not said {what}")).next(format!(
            "give {option}, or a work item: closeout record REF --closed"
        ))
    };
    let file = file.or(workflow.event_path.as_deref()).ok_or_else(|| {
        missing(
            "what to record",
            "the payload of an event with --event FILE",
        )
    })?;
    let name = name
        .or(workflow.event_name.as_deref())
        .ok_or_else(|| missing("which event this is", "--event-name NAME"))?;
    let unusable = |why: String| {
        Failure::usage(format!("{}: {why}", file.display()))
            .next("give the payload of the event, as GITHUB_EVENT_PATH names it")
    };
    let payload = bytes(file).map_err(|error| unusable(error.to_string()))?;
    let event = event::read(name, &payload, workflow.event_defaults())
        .map_err(|error| unusable(error.to_string()))?;
    match event {
        Event::IssueClosed {
            issue,
            state_reason,
        } => happening(&issue, Some(End::Issue(state_reason)), Vec::new()),
        Event::IssueReopened { issue } => happening(&issue, None, Vec::new()),
        Event::PullRequestClosed {
            pull_request,
            merged,
        } => {
            let state = match merged {
                Some(_) => State::Merged,
                None => State::Closed,
            };
            let merge = merged.and_then(|merge| merge.commit);
            let commits = merge.into_iter().chain(pull_request.head.commit);
            let commits = commits.map(|commit| commit.to_string()).collect();
            happening(&pull_request.thing, Some(End::PullRequest(state)), commits)
        }
        Event::PullRequestReopened { pull_request } => {
            happening(&pull_request.thing, None, Vec::new())
        }
        Event::IssueTransferred(transfer) => Ok(Err(transfer.advice())),
        Event::Nothing(nothing) => Ok(Err(nothing.to_string())),
        _ => Ok(Err(format!(
            "nothing to do for `{}`: it closes and reopens nothing",
            crate::finding::visible(name)
        ))),
    }
}

fn happening(
    thing: &Thing,
    end: Option<End>,
    commits: Vec<String>,
) -> Result<Result<Happening, String>, Failure> {
    let name = thing.repository.reference(thing.number);
    let item = WorkItemRef::parse(&name).map_err(|error| {
        Failure::usage(format!(
            "the event is about {name}, which is no work item: {error}"
        ))
    })?;
    Ok(Ok(Happening {
        item,
        end,
        actor: thing.actor.clone(),
        at: thing.at.and_then(|at| Time::parse(&at.to_string())),
        source: Source::Webhook,
        commits,
        default_branch: thing.repository.default_branch.clone(),
    }))
}

/// One byte more than is read: too much is told from enough.
fn bytes(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_PAYLOAD_BYTES).unwrap_or(u64::MAX);
    File::open(file)?
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
