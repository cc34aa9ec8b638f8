//! Which contract is in force, and what it makes of a command.

use super::{ARTIFACT_MISSING, DONE, ONE_PENDING, PENDING, PLAN_MISSING};
use crate::support::Sandbox;
use crate::workspace::Bench;

/// Makes `SHIP` owe these.
fn ship(owes: &str) -> String {
    format!("contracts: {{closedloop: {{commands: {{SHIP: {{owes: [{owes}]}}}}}}}}\n")
}

#[test]
fn a_file_adds_a_command_to_the_built_in_contract() {
    let bench = Bench::new();
    bench.after("ship").clean();
    let bench = bench.config(&ship("plan.json"));
    bench.after("prompts/ship-prompt.md").spurious(PLAN_MISSING);
    bench.after("plan").spurious(PLAN_MISSING);
    bench.after("execute").clean();
}

#[test]
fn a_command_that_a_file_says_owes_nothing_owes_nothing_whatever_was_passed() {
    let bench = Bench::new().config(&ship(""));
    bench.after("ship").args(["--prd", "prd.md"]).clean();
    bench
        .after("other")
        .args(["--prd", "prd.md"])
        .spurious(PLAN_MISSING);
}

#[test]
fn a_file_may_redefine_a_built_in_command() {
    Bench::new()
        .config("contracts: {closedloop: {commands: {plan: {owes: []}}}}")
        .after("plan")
        .clean();
}

#[test]
fn an_artifact_of_kind_json_must_be_a_json_value() {
    let bench = Bench::new().config(&ship("{path: out/a.json, kind: json}"));
    let flagged = bench.after("ship").spurious(ARTIFACT_MISSING);
    assert!(flagged.message().contains("run/out/a.json is missing"));
    for (content, class) in [("", "empty"), ("\u{feff}\n", "empty"), ("{", "unparseable")] {
        bench.write("run/out/a.json", content);
        let flagged = bench.after("ship").spurious(ARTIFACT_MISSING);
        let said = format!("run/out/a.json is {class}");
        assert!(flagged.message().contains(&said), "{}", flagged.message());
    }
    for content in ["{}", "[]", "null", "1", "\u{feff}\"x\""] {
        bench.write("run/out/a.json", content);
        bench.after("ship").clean();
    }
}

#[test]
fn an_artifact_of_kind_any_must_not_be_empty() {
    let bench = Bench::new().config(&ship("{path: notes, kind: any}"));
    bench.after("ship").spurious(ARTIFACT_MISSING);
    for content in ["", " \n", "\u{feff}"] {
        bench.write("run/notes", content);
        let flagged = bench.after("ship").spurious(ARTIFACT_MISSING);
        assert!(flagged.message().contains("run/notes is empty"));
    }
    for content in [&b"x"[..], b"{", b"\xFF", b"\0"] {
        bench.write("run/notes", content);
        bench.after("ship").clean();
    }
    bench.write("run/notes", vec![b'x'; 17 * 1024 * 1024]);
    bench.after("ship").clean();
}

#[test]
fn an_artifact_of_kind_plan_may_stand_elsewhere() {
    let bench = Bench::new().config(&ship("{path: out/plan.json, kind: plan}"));
    let flagged = bench.after("ship").spurious(PLAN_MISSING);
    assert!(flagged.message().contains("run/out/plan.json is missing"));
    bench.write("run/out/plan.json", ONE_PENDING);
    let flagged = bench.after("ship").spurious(PENDING);
    assert_eq!(
        flagged.findings(),
        [format!("{PENDING} error run/out/plan.json:1:19")]
    );
    bench.write("run/out/plan.json", DONE);
    bench.after("ship").clean();
}

#[test]
fn every_artifact_that_is_owed_and_missing_is_listed() {
    let bench = Bench::new().config(&ship(
        "{path: a, kind: any}, plan.json, {path: b, kind: any}",
    ));
    let flagged = bench.after("ship").spurious(PLAN_MISSING);
    assert_eq!(
        flagged.findings(),
        [
            format!("{PLAN_MISSING} error run/plan.json"),
            format!("{ARTIFACT_MISSING} error run/a"),
            format!("{ARTIFACT_MISSING} error run/b"),
        ]
    );
}

#[test]
fn a_status_that_a_file_names_parks_too() {
    let bench = Bench::new().config("contracts: {closedloop: {parked: [PAUSED]}}");
    for status in ["PAUSED", "AWAITING_USER"] {
        let state = format!("{{\"status\": \"{status}\"}}");
        bench.write("run/state.json", state);
        bench.after("plan").clean();
    }
    bench.write("run/state.json", r#"{"status": "COMPLETED"}"#);
    bench.after("plan").spurious(PLAN_MISSING);
}

#[test]
fn a_contract_of_another_name_asks_for_what_it_lists() {
    let bench = Bench::new().config(
        "contracts: {ours: {commands: {SHIP: {owes: [plan.json]}}}, prd: {owes_with_prd: [plan.json]}}",
    );
    let by = |contract: &str, command: &str| {
        bench
            .after(command)
            .args(["--contract", contract, "--prd", "prd.md"])
    };
    by("ours", "ship").spurious(PLAN_MISSING);
    by("ours", "plan").clean();
    by("ours", "").clean();
    by("prd", "plan").spurious(PLAN_MISSING);
    by("closedloop", "ship").spurious(PLAN_MISSING);
    bench.after("ship").clean();
    bench.write(
        ".closeout.yml",
        "contract: ours\ncontracts: {ours: {commands: {SHIP: {owes: [plan.json]}}}}",
    );
    let flagged = bench.after("ship").spurious(PLAN_MISSING);
    assert_eq!(flagged.0["contract"], "ours");
    bench.after("plan").clean();
}

#[test]
fn a_contract_that_is_not_there_is_refused() {
    let said = Bench::new()
        .after("plan")
        .args(["--contract", "nope"])
        .refused(2);
    assert!(said.contains("nope"), "{said}");
}

#[test]
fn a_contract_without_a_reader_is_refused() {
    let said = Bench::new()
        .config("contracts: {ours: {readers: []}}")
        .after("plan")
        .args(["--contract", "ours"])
        .refused(2);
    assert!(said.contains("readers"), "{said}");
}

#[test]
fn a_checklist_is_no_reader_of_a_workspace() {
    // Its files are wherever the configuration says, not in the workspace.
    let bench = Bench::with_plan(ONE_PENDING).config(
        "contracts: {ours: {readers: [checklist]}, both: {readers: [checklist, closedloop]}}",
    );
    let by = |contract| bench.after("plan").args(["--contract", contract]);
    by("ours").refused(2);
    by("both").spurious(PENDING);
}

#[test]
fn a_config_that_is_wrong_is_refused_with_its_place() {
    for (config, place) in [
        ("contrat: x\n", ".closeout.yml:1:1"),
        (
            "contracts:\n  closedloop: {commands: {SHIP: {owes: []}, ship-prompt: {owes: []}}}\n",
            ".closeout.yml:2:",
        ),
        ("contracts: {ours: {readers: [nope]}}\n", ".closeout.yml:1:"),
        ("{", ".closeout.yml"),
    ] {
        let said = Bench::with_plan(DONE)
            .config(config)
            .after("plan")
            .refused(2);
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn the_config_is_named_by_the_call_then_the_environment_then_found() {
    let bench = Bench::new()
        .config(&ship("{path: found, kind: any}"))
        .file("env.yml", ship("{path: environment, kind: any}"))
        .file("call.yml", ship("{path: call, kind: any}"));
    let owed = |call: crate::workspace::Call, path: &str| {
        let flagged = call.spurious(ARTIFACT_MISSING);
        let said = format!("run/{path} is missing");
        assert!(flagged.message().contains(&said), "{}", flagged.message());
    };
    let call = || bench.after("ship");
    owed(call(), "found");
    owed(call().env("CLOSEOUT_CONFIG", ""), "found");
    owed(call().env("CLOSEOUT_CONFIG", "env.yml"), "environment");
    let both = call().env("CLOSEOUT_CONFIG", "env.yml");
    owed(both.args(["--config", "call.yml"]), "call");
    let said = call().args(["--config", "none.yml"]).refused(2);
    assert!(said.contains("none.yml"), "{said}");
}

#[test]
fn outside_a_repository_only_the_current_directory_is_looked_in() {
    let bench = Bench::new().config(&ship("plan.json"));
    std::fs::create_dir_all(bench.path("sub/run")).unwrap();
    bench.after("ship").within(&bench.path("sub")).clean();
}

#[test]
fn in_a_repository_the_nearest_config_up_to_its_root_is_found() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    std::fs::write(sandbox.path(".closeout.yml"), "outside: the repository").unwrap();
    repo.write("a/b/run/state.json", "{}");
    let bench = Bench::new();
    let call = || bench.after("ship").within(&repo.root().join("a/b"));
    call().clean();
    repo.write(".closeout.yml", &ship("{path: root, kind: any}"));
    let flagged = call().spurious(ARTIFACT_MISSING);
    assert!(flagged.message().contains("run/root is missing"));
    repo.write("a/.closeout.yml", &ship("{path: nearer, kind: any}"));
    let flagged = call().spurious(ARTIFACT_MISSING);
    assert!(flagged.message().contains("run/nearer is missing"));
}

#[test]
fn a_config_inside_the_judged_workspace_is_never_taken() {
    // The run could have written it, and so its own contract.
    let loose = "contracts: {closedloop: {commands: {PLAN: {owes: []}}}}";
    let bench = Bench::new()
        .file("run/.closeout.yml", loose)
        .file("run/sub/.closeout.yml", loose);
    for (within, workspace) in [("run", "."), ("run/sub", ".."), ("run", "../run")] {
        bench
            .call("detect")
            .args([workspace, "--command", "plan", "--format", "json"])
            .within(&bench.path(within))
            .spurious(PLAN_MISSING);
    }
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.write("run/.closeout.yml", loose);
    let here = || {
        bench
            .call("detect")
            .args([".", "--command", "plan", "--format", "json"])
    };
    here()
        .within(&repo.root().join("run"))
        .spurious(PLAN_MISSING);
    // Of a workspace that is the repository's root it is the project's own.
    repo.write(".closeout.yml", loose);
    here().within(repo.root()).clean();
    // And what the caller names is the caller's business.
    bench
        .after("plan")
        .args(["--config", "run/.closeout.yml"])
        .clean();
}
