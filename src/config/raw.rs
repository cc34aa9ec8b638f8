//! The shape of `.closeout.yml`, as a file spells it. The comments here are
//! the descriptions of the published schema.

use schemars::JsonSchema;
use serde::Deserialize;

use super::schema::{ArchiveText, Levels, ReaderName, TicketReader};
use super::settings::PrePush;
use super::yaml::{At, Entries, Text, TimeText};
use crate::finding::Level;
use crate::judge::OwedKind;

pub(super) type List<T> = Option<At<Vec<At<T>>>>;

/// What closeout judges in this repository, and by which contract. Every key
/// may be left out.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = ".closeout.yml")]
pub(super) struct Raw {
    /// The contract that is in force unless a call names another one:
    /// `closedloop`, or one of `contracts`.
    pub(super) contract: Option<At<Text>>,
    /// Contracts by name. One named `closedloop` adds to the built-in of that
    /// name; any other starts from one that asks for nothing.
    pub(super) contracts: Option<At<Entries<RawContract>>>,
    /// Markdown files whose task lists are judged.
    pub(super) checklists: List<RawChecklist>,
    /// Workspaces that are not judged, and why not.
    pub(super) ignore: List<RawIgnore>,
    /// The severity of findings, by code.
    #[schemars(with = "Option<Levels>")]
    pub(super) severities: Option<At<Entries<RawLevel>>>,
    /// Texts that claim completion as `<promise>TEXT</promise>`. An empty list:
    /// none does.
    pub(super) promises: List<Text>,
    /// Which plan of another tool belongs to a ticket.
    pub(super) tickets: List<RawTicket>,
    /// The check that says whether the goal is met.
    pub(super) goal_check: Option<At<RawGoalCheck>>,
    /// The directory that holds the work items' specifications, from the
    /// repository's root.
    pub(super) spec_root: Option<At<Text>>,
    /// Files that declare graphs, as globs from the repository's root.
    pub(super) graphs: List<Text>,
    /// Where records are kept: `git`, `git:PATH` or `dir:PATH`.
    #[schemars(with = "Option<ArchiveText>")]
    pub(super) archive: Option<At<Text>>,
    /// Removing the checkouts of items that have ended.
    pub(super) cleanup: Option<At<RawCleanup>>,
    /// What the git hooks do.
    pub(super) hooks: Option<At<RawHooks>>,
    /// The short name of the default branch, for the pre-push hook.
    pub(super) default_branch: Option<At<Text>>,
}

/// Which artifacts each command owes when it claims completion.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Contract")]
pub(super) struct RawContract {
    /// What each command owes. Spellings of one command are one name:
    /// `prompts/ship-prompt.md` is `SHIP`. In `closedloop`, a command that is
    /// listed here replaces the built-in entry; the others stay.
    pub(super) commands: Option<At<Entries<RawCommand>>>,
    /// Statuses in `state.json` that park a run. In `closedloop` they are
    /// added to the built-in ones, in any other contract they are all.
    pub(super) parked: List<Text>,
    /// What an unknown command owes when a PRD was passed. Replaces the
    /// built-in answer; in a contract of another name it is nothing unless it
    /// is said here.
    pub(super) owes_with_prd: List<RawOwed>,
    /// Globs of workspaces that are looked at even where git ignores them. In
    /// `closedloop` they are added to the built-in ones.
    pub(super) workspaces: List<Text>,
    /// Readers to use. In `closedloop` they are added to the built-in ones, in
    /// any other contract they are all.
    #[schemars(with = "Option<Vec<ReaderName>>")]
    pub(super) readers: List<Text>,
}

/// What one command owes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Command")]
pub(super) struct RawCommand {
    /// The artifacts. An empty list: the command is known, and owes nothing.
    pub(super) owes: At<Vec<At<RawOwed>>>,
}

/// An artifact: `plan.json`, or a path and a kind.
#[derive(Debug)]
pub(super) enum RawOwed {
    Bare(String),
    Artifact(RawArtifact),
}

/// A file that a command owes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Artifact")]
pub(super) struct RawArtifact {
    /// Its path in the workspace.
    pub(super) path: At<Text>,
    /// What it must be to count as produced: a plan, any JSON value, or
    /// anything that is not empty.
    pub(super) kind: RawKind,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RawKind(pub(super) OwedKind);

#[derive(Debug, Clone, Copy)]
pub(super) struct RawLevel(pub(super) Level);

#[derive(Debug, Clone, Copy)]
pub(super) struct RawPrePush(pub(super) PrePush);

/// Markdown files with task lists.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Checklist")]
pub(super) struct RawChecklist {
    /// A glob from the repository's root.
    pub(super) files: At<Text>,
}

/// Workspaces that are not judged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Ignore")]
pub(super) struct RawIgnore {
    /// A glob from the repository's root.
    pub(super) path: At<Text>,
    /// Why. Reports repeat it.
    pub(super) reason: At<Text>,
}

/// The plan of a ticket.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Ticket")]
pub(super) struct RawTicket {
    /// The reader of the plan.
    #[schemars(with = "TicketReader")]
    pub(super) reader: At<Text>,
    /// A glob from the repository's root, in which `{n}` is the ticket's
    /// number.
    pub(super) path: At<Text>,
}

/// A command that says whether the goal is met: exit 0, it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GoalCheck")]
pub(super) struct RawGoalCheck {
    /// The command as an argument list; it is not shell text.
    #[schemars(length(min = 1))]
    pub(super) run: At<Vec<At<Text>>>,
    /// How long it may take, such as `60s`, `10m` or `2h`.
    pub(super) timeout: Option<At<TimeText>>,
    /// The exit statuses that say that the goal is not met, or `nonzero` for 1
    /// to 125. Any other status: the check is broken.
    pub(super) unmet: Option<At<RawUnmet>>,
}

#[derive(Debug)]
pub(super) enum RawUnmet {
    Word(String),
    Codes(Vec<At<i64>>),
}

/// Who may have checkouts removed, and when.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Cleanup")]
pub(super) struct RawCleanup {
    /// Logins that may. An empty list: nobody.
    pub(super) actors: List<Text>,
    /// Keep the checkout when its ticket closes.
    pub(super) keep_checkout_on_close: Option<At<bool>>,
}

/// What the git hooks do.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Hooks")]
pub(super) struct RawHooks {
    /// What the pre-push hook does with a spurious completion.
    pub(super) pre_push: Option<At<RawPrePush>>,
}
