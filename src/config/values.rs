//! Every value in force, and where it came from.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::contracts::spelled;
use super::settings::{Archive, GoalCheck, PrePush, Unmet};
use super::{Config, Settings};
use crate::finding::{Code, Place, Position, RelPath, visible};
use crate::judge::Contract;

/// One value in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The path of its key, such as `contracts.closedloop.commands.SHIP.owes`.
    /// A part that is more than letters, digits, `_` and `-` is in quotes.
    /// Escaped.
    pub key: String,
    /// The value as compact JSON. Not escaped beyond what JSON escapes.
    pub value: String,
    /// Where it came from.
    pub source: Source,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Nobody said otherwise.
    BuiltIn,
    /// A file says it.
    File(Place),
    /// A file added to what is built in.
    Added(Place),
}

/// Where the file says what it says.
#[derive(Debug, Clone, Default)]
pub(super) struct Sources(BTreeMap<String, (Position, bool)>);

impl Sources {
    /// The file's value is the one in force.
    pub(super) fn replaced(&mut self, key: String, at: Position) {
        self.0.insert(key, (at, false));
    }

    /// The file's value was added to what is built in.
    pub(super) fn added(&mut self, key: String, at: Position) {
        self.0.insert(key, (at, true));
    }

    /// The position of a key that the file has.
    pub(super) fn position(&self, key: &str) -> Option<Position> {
        self.0.get(key).map(|(at, _)| *at)
    }
}

/// The path of a key.
pub(super) fn key(parts: &[&str]) -> String {
    let part = |part: &&str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if part.bytes().all(plain) {
            (*part).to_owned()
        } else {
            visible(&json!(part).to_string()).into_owned()
        }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(".")
}

/// Every value of a configuration, in the order of the design's listing.
pub(super) fn all(config: &Config) -> Vec<Value> {
    let mut pairs = vec![("contract".to_owned(), json!(config.contract))];
    for contract in config.contracts.values() {
        contract_pairs(contract, &mut pairs);
    }
    let checklists = config.checklists.patterns();
    let checklists: Vec<Json> = checklists.iter().map(|g| json!({"files": g})).collect();
    pairs.push(("checklists".to_owned(), json!(checklists)));
    let ignore = &config.ignore;
    let ignored = ignore.globs.patterns().iter().zip(&ignore.reasons);
    let ignored: Vec<Json> = ignored
        .map(|(path, reason)| json!({"path": path, "reason": reason}))
        .collect();
    pairs.push(("ignore".to_owned(), json!(ignored)));
    for code in Code::ALL {
        let word = config.severities.of(code).map_or("off", |s| s.word());
        pairs.push((key(&["severities", code.id()]), json!(word)));
    }
    let path = config.origin.to_string();
    let mut values: Vec<Value> = pairs
        .into_iter()
        .map(|(key, value)| {
            let source = match config.sources.0.get(&key) {
                None => Source::BuiltIn,
                Some((at, true)) => Source::Added(Place::at(&path, *at)),
                Some((at, false)) => Source::File(Place::at(&path, *at)),
            };
            let value = value.to_string();
            Value { key, value, source }
        })
        .collect();
    // What this version does not use has no built-in value in force either.
    for (key, value) in settings_pairs(&config.settings) {
        if let Some(at) = config.sources.position(key) {
            values.push(Value {
                key: key.to_owned(),
                value: value.to_string(),
                source: Source::File(Place::at(&path, at)),
            });
        }
    }
    values
}

fn contract_pairs(contract: &Contract, pairs: &mut Vec<(String, Json)>) {
    let prefix = ["contracts", contract.name.as_str()];
    let mut push = |rest: &[&str], value: Json| pairs.push((key(&[&prefix, rest].concat()), value));
    for (command, owes) in &contract.commands {
        let owes: Vec<Json> = owes.iter().map(spelled).collect();
        push(&["commands", command.as_str(), "owes"], json!(owes));
    }
    push(&["parked"], json!(contract.parked));
    let owes: Vec<Json> = contract.owes_with_prd.iter().map(spelled).collect();
    push(&["owes_with_prd"], json!(owes));
    push(&["workspaces"], json!(contract.workspaces));
    push(&["readers"], json!(contract.readers));
}

fn settings_pairs(settings: &Settings) -> Vec<(&'static str, Json)> {
    let tickets: Vec<Json> = settings
        .tickets
        .iter()
        .map(|ticket| json!({"reader": ticket.reader, "path": ticket.path}))
        .collect();
    vec![
        ("promises", json!(settings.promises)),
        ("tickets", json!(tickets)),
        (
            "goal_check",
            json!(settings.goal_check.as_ref().map(goal_check)),
        ),
        (
            "spec_root",
            json!(settings.spec_root.as_ref().map(RelPath::display)),
        ),
        ("graphs", json!(settings.graphs.patterns())),
        ("archive", json!(settings.archive.as_ref().map(archive))),
        ("cleanup.actors", json!(settings.cleanup_actors)),
        (
            "cleanup.keep_checkout_on_close",
            json!(settings.keep_checkout_on_close),
        ),
        (
            "hooks.pre_push",
            json!(settings.pre_push.map(PrePush::word)),
        ),
        ("default_branch", json!(settings.default_branch)),
    ]
}

fn goal_check(check: &GoalCheck) -> Json {
    let unmet = match &check.unmet {
        Unmet::Codes(codes) => json!(codes),
        Unmet::NonZero => json!("nonzero"),
    };
    let timeout = format!("{}s", check.timeout.as_secs());
    json!({"run": check.run, "timeout": timeout, "unmet": unmet})
}

fn archive(archive: &Archive) -> String {
    match archive {
        Archive::Git => "git".to_owned(),
        Archive::GitAt(path) => format!("git:{path}"),
        Archive::Directory(path) => format!("dir:{path}"),
    }
}
