//! The event that a workflow was started for: what its payload says, as far as
//! anybody acts on it.
//!
//! All text in an event is text from outside: titles, bodies, names of
//! branches and messages are as somebody wrote them.

mod error;
mod payload;
mod read;
mod repository;
mod thing;

#[cfg(test)]
mod tests;

pub use error::EventError;
pub use read::read;
pub use repository::{Defaults, Repository};
pub use thing::{Kind, Oid, PullRequest, Thing, Tip};

pub(in crate::context) use repository::{host_of, is_name};

/// What a payload may have, in bytes: GitHub caps them at 25 MB.
pub const MAX_PAYLOAD_BYTES: usize = 25 * 1024 * 1024;

/// An address longer than this is none.
const MAX_URL_CHARS: usize = 2048;

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `issues`, `closed`.
    IssueClosed {
        /// The issue; its `at` is when it was closed.
        issue: Thing,
        /// `state_reason`, as it stands: `completed`, `not_planned`,
        /// `duplicate`, or a word that nobody knows yet. Gitea sends none.
        state_reason: Option<String>,
    },
    /// `issues`, `reopened`.
    IssueReopened {
        /// The issue; its `at` is when it was reopened.
        issue: Thing,
    },
    /// `issues`, `transferred`: it goes on elsewhere, under another number.
    IssueTransferred(Transfer),
    /// `pull_request` or `pull_request_target`, `closed`.
    PullRequestClosed {
        /// The pull request; its `at` is when it was closed.
        pull_request: PullRequest,
        /// How it was merged; `None` when it was closed without merging.
        merged: Option<Merge>,
    },
    /// The same, `reopened`.
    PullRequestReopened {
        /// The pull request; its `at` is when it was reopened.
        pull_request: PullRequest,
    },
    /// The same, and what it would merge may be new.
    PullRequestChanged {
        /// The pull request.
        pull_request: PullRequest,
        /// What happened to it.
        change: Change,
    },
    /// `push`.
    Push {
        /// Where to.
        repository: Repository,
        /// The full ref.
        reference: String,
        /// What it pointed at; `None` where the push made it.
        before: Option<Oid>,
        /// What it points at; `None` where the push deleted it.
        after: Option<Oid>,
        /// The messages of its commits, oldest first. GitHub lists 2,048 of
        /// them at most.
        messages: Vec<String>,
    },
    /// `merge_group`, `checks_requested`.
    MergeGroup {
        /// Whose queue it is in.
        repository: Repository,
        /// What it would be merged into.
        base: Oid,
        /// The full ref of that.
        base_ref: String,
        /// The merge that is to be checked.
        head: Oid,
        /// The full ref of that.
        head_ref: String,
        /// The message of the merge.
        message: String,
    },
    /// `schedule`.
    Schedule {
        /// Where the workflow runs; `None` where neither the payload nor the
        /// workflow says.
        repository: Option<Repository>,
    },
    /// `workflow_dispatch`.
    Dispatch {
        /// As for [`Event::Schedule`].
        repository: Option<Repository>,
    },
    /// Anything else.
    Nothing(Nothing),
}

/// What happened to an open pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// `opened`
    Opened,
    /// `synchronize`; Gitea and Forgejo say `synchronized`.
    Synchronized,
    /// `edited`: its title, its description or its base.
    Edited,
}

/// A merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// `merge_commit_sha`. It counts for merged pull requests alone: on others
    /// it is a test merge, or what is left of one.
    pub commit: Option<Oid>,
}

/// An issue that went elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The issue where it was.
    pub issue: Thing,
    /// Where it is now, if the payload says so.
    pub to: Option<Destination>,
}

impl Transfer {
    /// What to do: a record follows its item only when it is told to.
    #[must_use]
    pub fn advice(&self) -> String {
        let old = self.issue.repository.reference(self.issue.number);
        match &self.to {
            Some(to) => {
                let new = to.repository.reference(to.number);
                format!(
                    "{old} is now {new}, and its record stays under the old ref: run `closeout track {new}`"
                )
            }
            None => format!(
                "{old} was transferred, the payload does not say where to, and its record stays \
                 under the old ref: run `closeout track` with the new one"
            ),
        }
    }
}

/// Where an issue went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Its new repository.
    pub repository: Repository,
    /// Its new number.
    pub number: u64,
}

/// An event that there is nothing to do for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nothing {
    /// The event's name, safe to print.
    pub event: String,
    /// Its action, safe to print; "" where it has none.
    pub action: String,
    /// Why there is nothing to do: half a sentence.
    pub why: &'static str,
}

impl std::fmt::Display for Nothing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nothing to do for `{}`", self.event)?;
        if !self.action.is_empty() {
            write!(f, " with action `{}`", self.action)?;
        }
        write!(f, ": {}", self.why)
    }
}
