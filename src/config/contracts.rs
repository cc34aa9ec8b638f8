//! The contracts of a file, on top of the built-in one.

use std::collections::{BTreeMap, BTreeSet};

use super::check::{self, Checked};
use super::error::{Problem, shown};
use super::raw::{RawCommand, RawContract, RawOwed};
use super::values::{Sources, key};
use super::yaml::{At, Entries, Text};
use crate::finding::{Position, RelPath};
use crate::judge::{CommandName, Contract, Owed, OwedKind};
use crate::plan::READERS;

/// The contract that is built in, and the default one.
pub(super) const BUILT_IN: &str = "closedloop";

/// The contracts that are in force where a file says nothing.
pub(super) fn built_in() -> BTreeMap<String, Contract> {
    BTreeMap::from([(BUILT_IN.to_owned(), Contract::closedloop())])
}

/// Adds the contracts of a file.
pub(super) fn apply(
    entries: Entries<RawContract>,
    contracts: &mut BTreeMap<String, Contract>,
    sources: &mut Sources,
) -> Checked<()> {
    for (name, raw) in entries.0 {
        let contract = named(&name, raw, sources)?;
        contracts.insert(name.value, contract);
    }
    Ok(())
}

fn named(name: &At<String>, raw: RawContract, sources: &mut Sources) -> Checked<Contract> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let starts = name.value.starts_with(|c: char| c.is_ascii_alphanumeric());
    if !starts || name.value.len() > 64 || !name.value.bytes().all(plain) {
        let help = "Use letters, digits, `.`, `_` and `-`, 64 at most, a letter or digit first.";
        let problem = Problem::value(&name.value, "is no name of a contract", help);
        return Err((name.at, problem));
    }
    let mut contract = if name.value == BUILT_IN {
        Contract::closedloop()
    } else {
        Contract::named(&name.value)
    };
    let prefix = ["contracts", &name.value];
    if let Some(commands) = raw.commands {
        let prefix = key(&[&prefix[..], &["commands"]].concat());
        for (command, owes) in owed_by_command(commands.value)? {
            let owes_key = format!("{prefix}.{}.owes", key(&[command.as_str()]));
            sources.replaced(owes_key, owes.at);
            contract.commands.insert(command, owes.value);
        }
    }
    if let Some(list) = raw.owes_with_prd {
        sources.replaced(key(&[&prefix[..], &["owes_with_prd"]].concat()), list.at);
        contract.owes_with_prd = all_owed(list.value)?;
    }
    let known: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
    let mut lists = Lists {
        adds: name.value == BUILT_IN,
        prefix: &prefix,
        sources,
    };
    if let Some(list) = &raw.parked {
        let parked = check::all_said(&list.value)?;
        lists.take("parked", &mut contract.parked, parked, list.at);
    }
    if let Some(list) = &raw.workspaces {
        let globs = check::globs(list.value.iter())?;
        let workspaces = globs.patterns().to_vec();
        lists.take("workspaces", &mut contract.workspaces, workspaces, list.at);
    }
    if let Some(list) = &raw.readers {
        let reader = |name: &At<Text>| check::name_among("reader", name, &known);
        let readers = list.value.iter().map(reader).collect::<Result<_, _>>()?;
        lists.take("readers", &mut contract.readers, readers, list.at);
    }
    Ok(contract)
}

/// Lists of what is recognised. The built-in contract's grow by what the file
/// says, and so a file cannot by accident make it blind to a parked run or a
/// workspace; a contract of another name has what it lists. What is *owed* is
/// an answer, not a list of things to recognise: it is replaced.
struct Lists<'a> {
    adds: bool,
    prefix: &'a [&'a str],
    sources: &'a mut Sources,
}

impl Lists<'_> {
    fn take(&mut self, name: &str, into: &mut Vec<String>, said: Vec<String>, at: Position) {
        let key = key(&[self.prefix, &[name]].concat());
        if self.adds {
            self.sources.added(key, at);
        } else {
            self.sources.replaced(key, at);
            into.clear();
        }
        let mut seen: BTreeSet<String> = into.iter().cloned().collect();
        into.extend(said.into_iter().filter(|entry| seen.insert(entry.clone())));
    }
}

type Commands = BTreeMap<CommandName, At<Vec<Owed>>>;

fn owed_by_command(entries: Entries<RawCommand>) -> Checked<Commands> {
    let mut commands = Commands::new();
    let mut lines: BTreeMap<CommandName, u32> = BTreeMap::new();
    for (spelling, raw) in entries.0 {
        let Some(command) = CommandName::new(&spelling.value) else {
            let reason = "is no name of a command: nothing of it is left without its path, extension and `_PROMPT`";
            let help = "Write the command's name, such as `PLAN`.";
            return Err((spelling.at, Problem::value(&spelling.value, reason, help)));
        };
        if let Some(first) = lines.insert(command.clone(), spelling.at.line) {
            let what = format!("the command `{}`", shown(command.as_str()));
            return Err((spelling.at, Problem::Twice { what, first }));
        }
        let owes = At {
            value: all_owed(raw.owes.value)?,
            at: raw.owes.at,
        };
        commands.insert(command, owes);
    }
    Ok(commands)
}

/// The artifacts of one list, each path once.
fn all_owed(list: Vec<At<RawOwed>>) -> Checked<Vec<Owed>> {
    let mut lines: BTreeMap<RelPath, u32> = BTreeMap::new();
    let mut all = Vec::new();
    for raw in list {
        let at = raw.at;
        let owed = owed(raw)?;
        if let Some(first) = lines.insert(owed.path.clone(), at.line) {
            let what = format!("the artifact `{}`", shown(&owed.path.display()));
            return Err((at, Problem::Twice { what, first }));
        }
        all.push(owed);
    }
    Ok(all)
}

fn owed(raw: At<RawOwed>) -> Checked<Owed> {
    match raw.value {
        // Only the plan has a short form: of any other path it would have to
        // be guessed what the file must hold.
        RawOwed::Bare(text) if text == "plan.json" => Ok(Owed::plan_json()),
        RawOwed::Bare(text) => {
            let help = "Write `{path: ..., kind: plan}`, or `json` for any JSON value, or `any` for a file that is not empty.";
            let reason = "says no kind, and only `plan.json` may go without one";
            Err((raw.at, Problem::value(&text, reason, help)))
        }
        RawOwed::Artifact(artifact) => Ok(Owed {
            path: check::path(&artifact.path.value.0, artifact.path.at)?,
            kind: artifact.kind.0,
        }),
    }
}

/// An artifact as the file would spell it.
pub(super) fn spelled(owed: &Owed) -> serde_json::Value {
    if *owed == Owed::plan_json() {
        return "plan.json".into();
    }
    let kind: OwedKind = owed.kind;
    serde_json::json!({"path": owed.path.display(), "kind": kind.word()})
}
