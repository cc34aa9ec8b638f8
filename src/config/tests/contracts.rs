//! What a file makes of the contracts.

use super::*;
use crate::judge::{CommandName, Owed, OwedKind};

fn owes(config: &Config, contract: &str, command: &str) -> Option<Vec<Owed>> {
    let contract = config.contract(Some(contract)).unwrap();
    let command = CommandName::new(command).unwrap();
    contract.commands.get(&command).cloned()
}

#[test]
fn a_contract_named_as_the_built_in_one_adds_to_it() {
    let config = parse(EXAMPLE).unwrap();
    let plan = vec![Owed::plan_json()];
    assert_eq!(owes(&config, "closedloop", "SHIP"), Some(plan.clone()));
    assert_eq!(owes(&config, "closedloop", "REVIEW"), Some(vec![]));
    assert_eq!(owes(&config, "closedloop", "PLAN"), Some(plan));
    assert_eq!(owes(&config, "closedloop", "EXECUTE"), Some(vec![]));

    let text = "contracts: {closedloop: {parked: [ON_HOLD], workspaces: ['runs/*'], readers: [checklist, closedloop]}}";
    let config = parse(text).unwrap();
    let contract = config.contract(None).unwrap();
    assert_eq!(contract.parked, ["AWAITING_USER", "ON_HOLD"]);
    assert_eq!(contract.workspaces, [".closedloop-ai/**", "runs/*"]);
    assert_eq!(contract.readers, ["closedloop", "checklist"]);
    assert_eq!(contract.owes_with_prd, [Owed::plan_json()]);
}

#[test]
fn what_is_owed_replaces_what_was_owed() {
    let text = "contracts: {closedloop: {commands: {plan-prompt: {owes: []}}, owes_with_prd: []}}";
    let config = parse(text).unwrap();
    assert_eq!(owes(&config, "closedloop", "PLAN"), Some(vec![]));
    assert_eq!(config.contract(None).unwrap().owes_with_prd, []);
}

#[test]
fn a_new_contract_has_what_it_says_and_asks_for_nothing_else() {
    let text = "contract: ours\ncontracts: {ours: {commands: {CUT: {owes: [{path: out/a.json, kind: json}, {path: log, kind: any}]}}}}";
    let config = parse(text).unwrap();
    let contract = config.contract(None).unwrap();
    assert_eq!(contract.name, "ours");
    assert_eq!(contract.commands.len(), 1);
    assert_eq!(contract.owes_with_prd, []);
    assert_eq!(contract.parked, ["AWAITING_USER"]);
    assert_eq!(contract.readers, ["closedloop"]);
    let kinds: Vec<_> = owes(&config, "ours", "CUT").unwrap();
    let kinds: Vec<_> = kinds
        .iter()
        .map(|owed| (owed.path.display(), owed.kind))
        .collect();
    let expected = [("out/a.json", OwedKind::Json), ("log", OwedKind::Any)];
    assert_eq!(kinds, expected.map(|(path, kind)| (path.to_owned(), kind)));
    assert!(config.contract(Some("closedloop")).is_ok());

    let text = "contracts: {ours: {parked: [WAITING], readers: [], workspaces: [w], owes_with_prd: [plan.json]}}";
    let config = parse(text).unwrap();
    let contract = config.contract(Some("ours")).unwrap();
    assert_eq!(contract.parked, ["WAITING"]);
    assert_eq!(contract.readers, [""; 0]);
    assert_eq!(contract.owes_with_prd, [Owed::plan_json()]);
}

#[test]
fn the_same_command_twice_is_refused_with_both_lines() {
    refused(
        "contracts:\n  closedloop:\n    commands:\n      SHIP: {owes: []}\n      prompts/ship-prompt.md: {owes: [plan.json]}\n",
        &[":5:7: the command `SHIP` is listed a second time: it is in line 4 already. Keep one"],
    );
}

#[test]
fn a_command_of_whose_name_nothing_is_left_is_refused() {
    refused(
        "contracts: {a: {commands: {'_prompt': {owes: []}}}}",
        &[":1:28: `_prompt` is no name of a command"],
    );
}

#[test]
fn a_command_says_what_it_owes() {
    refused(
        "contracts: {a: {commands: {SHIP: {}}}}",
        &["the key `owes` is missing"],
    );
    refused("contracts:\n  a:\n    commands:\n      SHIP:\n", &[":4:"]);
    refused(
        "contracts: {a: {commands: {SHIP: {owes: plan.json}}}}",
        &[":1:41: "],
    );
}

#[test]
fn only_plan_json_goes_without_a_kind() {
    let owes = |owed: &str| format!("contracts: {{a: {{commands: {{SHIP: {{owes: [{owed}]}}}}}}}}");
    for bare in ["foo.json", "out/plan.json", "./plan.json", "''"] {
        refused(
            &owes(bare),
            &[":1:42: ", "says no kind", "Write `{path: ..., kind: plan}`"],
        );
    }
    refused(
        &owes("1"),
        &[":1:42: ", "`plan.json` or `{path: ..., kind: ...}`"],
    );
    refused(&owes("{path: a}"), &["the key `kind` is missing"]);
    refused(
        &owes("{path: a, kind: jsn}"),
        &["unknown value `jsn`; did you mean `json`?"],
    );
    refused(
        &owes("{path: a, kind: any, why: b}"),
        &["unknown key `why`"],
    );
    refused(
        &owes("plan.json, {path: plan.json, kind: any}"),
        &["the artifact `plan.json` is listed a second time"],
    );
}

#[test]
fn an_artifact_stays_in_the_workspace() {
    for path in ["../a", "/etc/passwd", "a/../b", "a//b", "C:/a", "''"] {
        let text = format!("contracts: {{a: {{owes_with_prd: [{{path: {path}, kind: any}}]}}}}");
        refused(&text, &[":1:40: ", "Write a relative path"]);
    }
}

#[test]
fn an_unknown_reader_is_refused() {
    refused(
        "contracts:\n  a:\n    readers: [closedlop]\n",
        &[
            ":3:15: unknown reader `closedlop`; did you mean `closedloop`? Known here: closedloop, checklist.",
        ],
    );
}

#[test]
fn an_unknown_contract_is_refused_with_those_that_there_are() {
    refused(
        "contracts: {ours: {}}\ncontract: our\n",
        &[":2:11: unknown contract `our`; did you mean `ours`? Known here: closedloop, ours."],
    );
    let error = parse(EXAMPLE)
        .unwrap()
        .contract(Some("clsedloop"))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown contract `clsedloop`; did you mean `closedloop`? Known here: closedloop, release."
    );
}

#[test]
fn the_name_of_a_contract_is_plain() {
    for name in ["''", "' '", "a b", "-a", "ü", &"a".repeat(65)] {
        refused(
            &format!("contracts: {{{name}: {{}}}}"),
            &[":1:13: ", "is no name of a contract"],
        );
    }
}
