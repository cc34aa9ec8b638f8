//! How the work stood when it ended: a filtered copy of a file that the agent
//! could write. It is a report and never an authority.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::delivery::PullRequest;
use super::filter::{self, is_plain_path, is_scalar};
use super::json::{Extra, Object};
use super::outcome::Claim;
use super::provenance::Provenance;
use super::time::{Time, is_time};

/// How many entries of a list are kept.
pub(super) const MAX_ENTRIES: usize = 256;

/// The copy of a work item's state in its stamp. A text that did not pass its
/// filter is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TerminalRecord {
    /// The spec id.
    pub work_item: String,
    /// The graph that was walked; a state file's word for it is loop.
    #[serde(rename = "loop", skip_serializing_if = "String::is_empty")]
    pub graph: String,
    /// The node on which the work stood.
    pub node: String,
    /// Its phase.
    pub phase: String,
    /// Whether the state claims completion.
    pub completed: bool,
    /// When, as the state spells it; only where it claims completion.
    pub completed_at: String,
    /// What was chosen for the work.
    pub selections: Selections,
    /// The pull requests of the work.
    pub pull_requests: Vec<PullRequest>,
    /// The spec directory, from the root of the checkout.
    pub spec_dir: String,
    /// Files below the spec directory's `evidence`.
    pub evidence: Vec<String>,
    /// When the copy was made.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub recorded_at: String,
    /// Where the state was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    #[serde(flatten)]
    pub(super) extra: Extra,
}

/// What was chosen for the work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Selections {
    /// Nodes that were declared to be skipped.
    pub skipped: Vec<String>,
    /// Optional nodes that were selected.
    pub opted_in: Vec<String>,
    /// Where the work was done.
    pub surface: String,
    /// The agent.
    pub harness: String,
    /// Its model.
    pub model: String,
    /// Its effort.
    pub effort: String,
    /// Whether each pull request had a session of its own.
    pub session_per_pr: String,
    /// The repositories of the work.
    pub repos: Vec<String>,
}

impl TerminalRecord {
    /// Applies every filter. All that is made or read passes through here.
    pub(super) fn filtered(mut self) -> Self {
        let keep = |text: &mut String, passes: fn(&str) -> bool| {
            if !passes(text) {
                text.clear();
            }
        };
        let list = |texts: &mut Vec<String>| {
            texts.retain(|text| is_scalar(text));
            texts.truncate(MAX_ENTRIES);
        };
        let picked = &mut self.selections;
        for text in [
            &mut self.graph,
            &mut self.node,
            &mut self.phase,
            &mut picked.surface,
            &mut picked.harness,
            &mut picked.model,
            &mut picked.effort,
            &mut picked.session_per_pr,
        ] {
            keep(text, is_scalar);
        }
        for texts in [&mut picked.skipped, &mut picked.opted_in, &mut picked.repos] {
            list(texts);
        }
        keep(&mut self.work_item, is_plain_path);
        keep(&mut self.spec_dir, is_plain_path);
        keep(&mut self.completed_at, is_time);
        keep(&mut self.recorded_at, is_time);
        if !self.completed {
            self.completed_at.clear();
        }
        self.pull_requests.truncate(MAX_ENTRIES);
        self.evidence = filter::evidence_names(self.evidence.iter().map(String::as_str));
        self.provenance = self.provenance.and_then(Provenance::filtered);
        self
    }

    /// Reads what an archive says.
    pub(super) fn read(mut object: Object<'_>) -> Self {
        let mut record = Self {
            work_item: object.text("workItem"),
            graph: object.text("loop"),
            node: object.text("node"),
            phase: object.text("phase"),
            completed: object.flag("completed"),
            completed_at: object.text("completedAt"),
            selections: object
                .object("selections")
                .map(Selections::read)
                .unwrap_or_default(),
            spec_dir: object.text("specDir"),
            recorded_at: object.text("recordedAt"),
            provenance: object.object("provenance").and_then(Provenance::read),
            ..Self::default()
        };
        object.objects("pullRequests", |mut entry| {
            if record.pull_requests.len() < MAX_ENTRIES {
                let (name, state) = (entry.text("ref"), entry.text("state"));
                record
                    .pull_requests
                    .extend(PullRequest::read(&name, &state));
            }
        });
        let mut evidence = BTreeSet::new();
        object.strings("evidence", |name| {
            filter::add_evidence(&mut evidence, &name);
        });
        record.evidence = evidence.into_iter().collect();
        record.extra = object.rest();
        record.filtered()
    }

    pub(super) fn claim(record: Option<&Self>) -> Claim {
        match record {
            None => Claim::Unread,
            Some(record) if record.completed => Claim::Completed,
            Some(_) => Claim::Open,
        }
    }

    /// Which of two records of one work item stays, the greater one: that
    /// which claims completion, then the earlier recorded, then the one with
    /// the smaller hash. Only the same record is equal, spelling and all.
    pub(super) fn rank(&self, other: &Self) -> Ordering {
        let claim = |record: &Self| {
            // A time that is not known is later than any other.
            let at = Time::parse(&record.recorded_at).map(Reverse);
            (record.completed, at)
        };
        claim(self)
            .cmp(&claim(other))
            .then_with(|| other.hash().cmp(&self.hash()))
    }

    /// SHA-256 of the record as compact JSON.
    fn hash(&self) -> [u8; 32] {
        // Strings and kept JSON only: this cannot fail.
        let json = serde_json::to_vec(self).unwrap_or_default();
        Sha256::digest(json).into()
    }
}

impl Selections {
    fn read(mut object: Object<'_>) -> Self {
        let mut list = |key: &str| {
            let mut texts = Vec::new();
            object.strings(key, |text| {
                if texts.len() < MAX_ENTRIES && is_scalar(&text) {
                    texts.push(text);
                }
            });
            texts
        };
        Self {
            skipped: list("skipped"),
            opted_in: list("optedIn"),
            repos: list("repos"),
            surface: object.text("surface"),
            harness: object.text("harness"),
            model: object.text("model"),
            effort: object.text("effort"),
            session_per_pr: object.text("sessionPerPr"),
        }
    }
}
