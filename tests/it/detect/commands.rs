//! What a command owes.

use std::ffi::OsString;

use super::{DONE, PLAN_MISSING};
use crate::workspace::{Bench, Call};

/// A spelling of a command, and whether it owes the plan without and with a
/// PRD.
const TABLE: [(&str, bool, bool); 22] = [
    ("PLAN", true, true),
    ("plan", true, true),
    ("  plan\n", true, true),
    ("plan.md", true, true),
    ("prompts/plan-prompt.md", true, true),
    ("REQUEST_CHANGES", true, true),
    ("request-changes", true, true),
    ("request changes", true, true),
    ("/request-changes", true, true),
    ("C:\\prompts\\Request-Changes-Prompt.txt", true, true),
    ("EXECUTE", false, false),
    ("execute", false, false),
    ("EXECUTE-PROMPT", false, false),
    ("prompts/execute-prompt.md", false, false),
    ("prompts\\execute prompt", false, false),
    // Unknown to this release: as no command at all.
    ("brand-new", false, true),
    ("plan.md.txt", false, true),
    ("planner", false, true),
    ("prompt-plan", false, true),
    ("", false, true),
    (" ", false, true),
    ("prompts/", false, true),
];

#[track_caller]
fn owes(call: Call, owes: bool) {
    if owes {
        call.spurious(PLAN_MISSING);
    } else {
        call.clean();
    }
}

#[test]
fn the_command_table() {
    let bench = Bench::new();
    for (command, without, with) in TABLE {
        owes(bench.after(command), without);
        owes(bench.after(command).args(["--prd", "prd.md"]), with);
    }
}

#[test]
fn no_command_owes_a_plan_only_if_a_prd_was_passed() {
    let bench = Bench::new();
    owes(bench.detect(), false);
    owes(bench.detect().args(["--prd", "x"]), true);
    owes(bench.detect().args(["--prd", ""]), false);
}

#[test]
fn the_prd_is_not_opened() {
    // It need not exist, and a directory is as good as a file.
    let bench = Bench::new();
    owes(bench.detect().args(["--prd", "no/such/file"]), true);
    owes(bench.detect().args(["--prd", "."]), true);
}

#[test]
fn a_prd_in_the_workspace_was_not_passed() {
    // Only a scan has nobody else to ask.
    Bench::new().file("run/prd.md", "# PRD").detect().clean();
}

#[test]
fn the_normalised_name_is_reported() {
    let report = Bench::with_plan(DONE)
        .after("prompts/execute-prompt.md")
        .arg("--full")
        .ends(0)
        .json();
    assert_eq!(report["command"], "EXECUTE");
    let report = Bench::new().detect().arg("--full").ends(0).json();
    assert_eq!(report["command"], serde_json::Value::Null);
}

#[cfg(unix)]
#[test]
fn a_command_that_is_not_utf8_is_unknown() {
    let bench = Bench::new();
    let call = || bench.detect().arg("--command").arg(not_utf8("plan"));
    owes(call(), false);
    owes(call().args(["--prd", "x"]), true);
    owes(
        bench.detect().env("CLOSEDLOOP_COMMAND", not_utf8("plan")),
        false,
    );
}

#[cfg(unix)]
#[test]
fn a_prd_that_is_not_utf8_was_passed() {
    let bench = Bench::new();
    owes(bench.detect().arg("--prd").arg(not_utf8("prd")), true);
    owes(bench.detect().env("PRD_FILE", not_utf8("prd")), true);
}

#[cfg(unix)]
fn not_utf8(start: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec([start.as_bytes(), b"\xFF"].concat())
}

#[test]
fn the_environment_says_what_the_call_does_not() {
    let bench = Bench::new();
    owes(bench.detect().env("CLOSEDLOOP_COMMAND", "plan"), true);
    owes(bench.detect().env("PRD_FILE", "prd.md"), true);
    let call = || bench.detect().env("CLOSEDLOOP_COMMAND", "execute");
    owes(call().env("PRD_FILE", "prd.md"), false);
    // An empty variable says nothing.
    let call = || bench.detect().env("CLOSEDLOOP_COMMAND", "");
    owes(call().env("PRD_FILE", ""), false);
    owes(call().env("PRD_FILE", "prd.md"), true);
}

#[test]
fn the_call_outranks_the_environment() {
    let bench = Bench::new();
    let call = || bench.detect().env("CLOSEDLOOP_COMMAND", "plan");
    owes(call().args(["--command", "execute"]), false);
    owes(call().args(["--command", ""]), false);
    let call = || bench.detect().env("PRD_FILE", "prd.md");
    owes(call().args(["--prd", ""]), false);
}
