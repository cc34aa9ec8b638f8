//! The shapes that callers parse, and the exit codes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{DONE, ONE_PENDING, PENDING, PLAN_MISSING};
use crate::workspace::Bench;

#[test]
fn json_of_nothing_to_flag_is_the_empty_object() {
    for bench in [
        Bench::new(),
        Bench::with_plan(DONE),
        Bench::new().state(r#"{"status": "AWAITING_USER"}"#),
    ] {
        let outcome = bench.detect().ends(0);
        assert_eq!((&*outcome.stdout, &*outcome.stderr), ("{}\n", ""));
    }
}

#[test]
fn json_of_a_spurious_completion_starts_with_subcode_and_message() {
    let outcome = Bench::new().after("plan").ends(1);
    let start = format!(r#"{{"subcode":"{PLAN_MISSING}","message":"PLAN is complete "#);
    assert!(outcome.stdout.starts_with(&start), "{}", outcome.stdout);
    assert!(outcome.stdout.ends_with("}\n"));
    assert_eq!(outcome.stdout.lines().count(), 1);
    assert_eq!(outcome.stderr, "");
}

#[test]
fn the_added_keys_are_there() {
    let flagged = Bench::with_plan(ONE_PENDING)
        .after("plan")
        .spurious(PENDING);
    let report = &flagged.0;
    let keys: BTreeSet<_> = report
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "subcode",
        "message",
        "verdict",
        "reason",
        "workspace",
        "command",
        "contract",
        "artifact",
        "baseline",
        "findings",
    ];
    assert_eq!(keys, BTreeSet::from(expected));
    assert_eq!(report["verdict"], "spurious");
    assert_eq!(report["reason"], report["message"]);
    assert_eq!(report["workspace"], "run");
    assert_eq!(report["command"], "PLAN");
    assert_eq!(report["contract"], "closedloop");
    assert_eq!(
        report["artifact"],
        json!({"path": "run/plan.json", "class": "present"})
    );
    assert_eq!(report["baseline"], "absent");
    let mut finding = report["findings"][0].clone();
    let help = finding.as_object_mut().unwrap().remove("help").unwrap();
    assert!(help.as_str().unwrap().len() > 20);
    assert_eq!(
        finding,
        json!({
            "code": PENDING,
            "severity": "error",
            "message": "task T-1 is pending",
            "path": "run/plan.json",
            "line": 1,
            "column": 19,
        })
    );
}

#[test]
fn full_prints_the_whole_report_in_every_case() {
    let full = |bench: &Bench, dir: &str, code: i32| {
        bench
            .call("detect")
            .args([dir, "--command", "plan", "--format", "json", "--full"])
            .ends(code)
            .json()
    };
    let clean = full(&Bench::with_plan(DONE), "run", 0);
    assert_eq!(clean["verdict"], "clean");
    assert_eq!(clean["reason"], "nothing to flag");
    assert_eq!(clean["artifact"]["class"], "present");
    assert_eq!(clean["findings"], json!([]));
    let gone = full(&Bench::new(), "gone", 0);
    assert_eq!(gone["verdict"], "unjudged");
    assert_eq!(gone["artifact"], Value::Null);
    assert_eq!(gone["baseline"], "absent");
    for report in [clean, gone] {
        assert_eq!((report.get("subcode"), report.get("message")), (None, None));
    }
    let bench = Bench::new();
    let spurious = full(&bench, "run", 1);
    assert_eq!(spurious, bench.after("plan").ends(1).json());
}

#[test]
fn full_says_which_class_a_plan_has_that_is_not_owed() {
    for (plan, class) in [("", "empty"), ("{", "unparseable"), (DONE, "present")] {
        let report = Bench::with_plan(plan)
            .after("execute")
            .arg("--full")
            .ends(0)
            .json();
        assert_eq!(report["artifact"]["class"], class);
    }
}

#[test]
fn text_is_the_default_and_a_workflow_gets_annotations() {
    let bench = Bench::with_plan(ONE_PENDING);
    let call = || bench.call("detect").arg("run");
    let text = call().ends(1);
    assert!(text.stdout.starts_with(&format!("spurious: {PENDING}\n")));
    assert!(!text.stdout.contains('\u{1b}'));
    assert_eq!(text.stderr, "");
    let annotated = call().env("GITHUB_ACTIONS", "true").ends(1);
    let start = "::error file=run/plan.json,line=1,";
    assert!(annotated.stdout.contains(start), "{}", annotated.stdout);
    let json = call()
        .env("GITHUB_ACTIONS", "true")
        .args(["--format", "json"]);
    json.spurious(PENDING);
    let elsewhere = call().env("GITHUB_ACTIONS", "false").ends(1);
    assert_eq!(elsewhere.stdout, text.stdout);
}

#[test]
fn the_exit_code_is_the_same_in_every_format() {
    let (spurious, clean) = (Bench::with_plan(ONE_PENDING), Bench::with_plan(DONE));
    for format in ["text", "json", "github", "markdown", "sarif"] {
        let call = |bench: &Bench, dir| bench.call("detect").args([dir, "--format", format]);
        call(&spurious, "run").ends(1);
        call(&clean, "run").ends(0);
        let unjudged = call(&clean, "gone").ends(0);
        assert!(unjudged.stderr.contains("unjudged: no workspace at gone"));
    }
}

#[test]
fn a_wrong_call_is_refused_with_an_empty_stdout() {
    let bench = Bench::with_plan(ONE_PENDING);
    for args in [
        &["run", "--nope"][..],
        &["run", "run"],
        &["run", "--format", "xml"],
        &["run", "--contract", "nope"],
        &["run", "--config", "nope.yml"],
        &["run", "--quiet", "--verbose"],
        &[""],
    ] {
        let said = bench.call("detect").args(args).refused(2);
        assert!(said.contains("error"), "{args:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_the_fault_of_the_surroundings() {
    let bench = Bench::with_plan(ONE_PENDING);
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_closeout"))
        .args(["detect", "run"])
        .current_dir(bench.path(""))
        .env_clear()
        .envs(crate::support::environment())
        .stdout(full)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("standard output"), "{said}");
}
