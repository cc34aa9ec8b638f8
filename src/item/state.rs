//! What a work item's state file says.

use std::collections::BTreeMap;

use super::object::{Object, entries, string};

/// The state of a work item, as far as it is well formed. What the file does
/// not say, or says in another type, is empty. All of it was written by others,
/// the agent among them: it is a report, and no text of it is escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The version of the format, where the file says one.
    pub version: Option<u64>,
    /// The spec id.
    pub work_item: String,
    /// The pointer: the node that the work has reached.
    pub current_node: String,
    /// What became of each node.
    pub nodes: BTreeMap<String, NodeRecord>,
    /// The nodes that somebody pushed the work past, as the file lists them.
    pub forced: Vec<Forced>,
    /// Why the work waits, if it is parked.
    pub parked: Option<Parked>,
    /// Who completed a node, and when.
    pub completions: BTreeMap<String, Provenance>,
    /// The nodes that somebody declared skipped.
    pub skips: BTreeMap<String, Provenance>,
    /// The opt-in nodes that somebody selected.
    pub opt_ins: BTreeMap<String, Provenance>,
    /// Where people talk with the agent.
    pub surface: String,
    /// Whether a pull request has a session of its own.
    pub session_per_pr: String,
    /// The agent program.
    pub harness: String,
    /// The model.
    pub model: String,
    /// The model's effort.
    pub effort: String,
    /// The repositories that the work is done in.
    pub repos: Vec<String>,
    /// The pull requests that deliver the item.
    pub pull_requests: Vec<PullRequest>,
    /// The name of the graph that the item walks.
    pub graph: String,
    /// The phase that the work is in.
    pub phase: String,
}

/// What became of a node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeRecord {
    /// How often it was entered.
    pub attempts: u64,
    /// How it ended, in a word; empty while it has not.
    pub outcome: String,
    /// When it was entered last.
    pub entered_at: String,
    /// When it was left last.
    pub exited_at: String,
    /// Why it could not be left, the last time that was tried.
    pub last_block: String,
    /// Whether somebody pushed the work past it.
    pub forced: bool,
}

/// Where the work was pushed past its gates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forced {
    /// The node, where the entry names one.
    pub node: String,
    /// Who did it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: String,
}

/// Why the work waits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parked {
    /// The node that it waits at.
    pub node: String,
    /// What for.
    pub reason: String,
    /// Since when.
    pub since: String,
}

/// Who said so, how, when and why.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The way it came: `checklist`, `graph skip` and the like.
    pub via: String,
    /// The word that was given.
    pub token: String,
    /// Who.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: String,
}

/// A pull request that delivers the item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PullRequest {
    /// Its ref, as it stands in the file.
    pub reference: String,
    /// Its repository.
    pub repository: String,
    /// Its number, where the file says one.
    pub number: Option<u64>,
    /// Its address, as it stands in the file.
    pub url: String,
    /// The directory of its own loop below the item's spec directory.
    pub state_dir: String,
    /// How it stands, where the file says a known word.
    pub state: Option<PullRequestState>,
    /// When it was linked.
    pub linked_at: String,
    /// Who linked it.
    pub linked_by: String,
    /// Whether it is the work item itself.
    pub is_self: bool,
}

/// How a pull request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PullRequestState {
    /// Neither merged nor closed.
    Open,
    /// Merged.
    Merged,
    /// Closed without merging.
    Closed,
}

impl PullRequestState {
    /// The word in the file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Merged => "merged",
            Self::Closed => "closed",
        }
    }

    /// The state of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Open, Self::Merged, Self::Closed]
            .into_iter()
            .find(|state| state.word() == word)
    }
}

impl State {
    /// Reads each field that has the right type.
    pub(super) fn of(object: &Object) -> Self {
        let mut state = Self::default();
        for (name, value) in object.members() {
            state.read(name, value);
        }
        state
    }

    fn read(&mut self, name: &str, value: &str) {
        match name {
            "version" => self.version = number(value),
            "workItem" => self.work_item = text(value),
            "currentNode" => self.current_node = text(value),
            "nodes" => self.nodes = map(value, node),
            "forced" => self.forced = list(value, forced),
            "parked" => self.parked = Object::parse(value).ok().map(|object| parked(&object)),
            "completions" => self.completions = map(value, provenance),
            "skips" => self.skips = map(value, provenance),
            "optIns" => self.opt_ins = map(value, provenance),
            "surface" => self.surface = text(value),
            "sessionPerPr" => self.session_per_pr = text(value),
            "harness" => self.harness = text(value),
            "model" => self.model = text(value),
            "effort" => self.effort = text(value),
            "repos" => self.repos = entries(value).into_iter().filter_map(string).collect(),
            "pullRequests" => self.pull_requests = list(value, pull_request),
            "loop" => self.graph = text(value),
            "phase" => self.phase = text(value),
            // Among them `decisions`, which nothing here asks about.
            _ => {}
        }
    }
}

fn text(value: &str) -> String {
    string(value).unwrap_or_default()
}

fn number(value: &str) -> Option<u64> {
    serde_json::from_str(value).ok()
}

/// The entries that are objects.
fn map<T>(value: &str, read: impl Fn(&Object) -> T) -> BTreeMap<String, T> {
    let object = Object::parse(value).unwrap_or_default();
    let entry = |(name, value): (&str, &str)| {
        let entry = Object::parse(value).ok()?;
        Some((name.to_owned(), read(&entry)))
    };
    object.members().filter_map(entry).collect()
}

/// The entries that are objects.
fn list<T>(value: &str, read: impl Fn(&Object) -> T) -> Vec<T> {
    let objects = entries(value).into_iter().map(Object::parse);
    objects
        .filter_map(Result::ok)
        .map(|entry| read(&entry))
        .collect()
}

/// A field of an entry.
fn field(object: &Object, name: &str) -> String {
    object.get(name).map(text).unwrap_or_default()
}

fn flag(object: &Object, name: &str) -> bool {
    object.get(name) == Some("true")
}

fn node(object: &Object) -> NodeRecord {
    NodeRecord {
        attempts: object.get("attempts").and_then(number).unwrap_or_default(),
        outcome: field(object, "outcome"),
        entered_at: field(object, "enteredAt"),
        exited_at: field(object, "exitedAt"),
        last_block: field(object, "lastBlock"),
        forced: flag(object, "forced"),
    }
}

fn forced(object: &Object) -> Forced {
    Forced {
        node: field(object, "node"),
        by: field(object, "by"),
        reason: field(object, "reason"),
        at: field(object, "at"),
    }
}

fn parked(object: &Object) -> Parked {
    Parked {
        node: field(object, "node"),
        reason: field(object, "reason"),
        since: field(object, "since"),
    }
}

fn provenance(object: &Object) -> Provenance {
    Provenance {
        via: field(object, "via"),
        token: field(object, "token"),
        by: field(object, "by"),
        reason: field(object, "reason"),
        at: field(object, "at"),
    }
}

fn pull_request(object: &Object) -> PullRequest {
    PullRequest {
        reference: field(object, "ref"),
        repository: field(object, "repository"),
        number: object.get("number").and_then(number),
        url: field(object, "url"),
        state_dir: field(object, "stateDir"),
        state: PullRequestState::from_word(&field(object, "state")),
        linked_at: field(object, "linkedAt"),
        linked_by: field(object, "linkedBy"),
        is_self: flag(object, "self"),
    }
}
