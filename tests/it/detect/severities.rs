//! What `severities` makes of the rules.

use super::{ARTIFACT_MISSING, BLOCKED, DONE, ONE_PENDING, PENDING, PLAN_MISSING, UNCHANGED};
use crate::workspace::{Bench, findings};

const CONTRADICTED: &str = "COMPLETION_CONTRADICTED";
const GAPS: &str = "GAPS_UNADDRESSED_AT_COMPLETION";
const BLOCKED_PLAN: &str = r#"{"pendingTasks": [1], "openQuestions": ["Which?"]}"#;

fn levels(levels: &[(&str, &str)]) -> String {
    let lines: Vec<_> = levels
        .iter()
        .map(|(code, level)| format!("  {code}: {level}\n"))
        .collect();
    format!("severities:\n{}", lines.concat())
}

/// A run with a plan that has not changed since its baseline.
fn unchanged(plan: &str) -> Bench {
    let bench = Bench::with_plan(plan);
    bench.baseline();
    bench
}

#[test]
fn a_rule_that_is_off_does_not_apply() {
    for (code, plan) in [
        (PLAN_MISSING, "{"),
        (PENDING, ONE_PENDING),
        (BLOCKED, BLOCKED_PLAN),
    ] {
        let bench = Bench::with_plan(plan);
        bench.after("plan").spurious(code);
        bench
            .config(&levels(&[(code, "off")]))
            .after("plan")
            .clean();
    }
    unchanged(DONE)
        .config(&levels(&[(UNCHANGED, "off")]))
        .after("plan")
        .clean();
}

#[test]
fn after_a_rule_that_is_off_the_next_is_looked_at() {
    unchanged(ONE_PENDING)
        .config(&levels(&[(PENDING, "off")]))
        .after("plan")
        .spurious(UNCHANGED);
}

#[test]
fn the_two_codes_of_pending_tasks_are_one_rule() {
    Bench::with_plan(BLOCKED_PLAN)
        .config(&levels(&[(BLOCKED, "off")]))
        .after("plan")
        .clean();
    Bench::with_plan(BLOCKED_PLAN)
        .config(&levels(&[(PENDING, "off")]))
        .after("plan")
        .spurious(BLOCKED);
}

#[test]
fn a_warning_alone_is_clean_and_said_on_stderr() {
    let bench = Bench::with_plan(ONE_PENDING).config(&levels(&[(PENDING, "warning")]));
    let outcome = bench.after("plan").ends(0);
    assert_eq!(outcome.stdout, "{}\n");
    assert_eq!(
        outcome.stderr,
        format!("warning: run/plan.json:1:19: {PENDING}: task T-1 is pending\n")
    );
    let full = bench.after("plan").arg("--full").ends(0);
    assert_eq!(full.stderr, "");
    let report = full.json();
    assert_eq!(report["verdict"], "clean");
    assert_eq!(report.get("subcode"), None);
    assert_eq!(report.get("message"), None);
    assert_eq!(
        findings(&report),
        [format!("{PENDING} warning run/plan.json:1:19")]
    );
    let quiet = bench.after("plan").arg("--quiet").ends(0);
    assert_eq!((&*quiet.stdout, &*quiet.stderr), ("{}\n", ""));
}

#[test]
fn after_a_warning_the_next_rule_is_looked_at_and_both_are_listed() {
    let flagged = unchanged(ONE_PENDING)
        .config(&levels(&[(PENDING, "warning")]))
        .after("plan")
        .spurious(UNCHANGED);
    assert_eq!(
        flagged.findings(),
        [
            format!("{UNCHANGED} error run/plan.json"),
            format!("{PENDING} warning run/plan.json:1:19")
        ]
    );
}

#[test]
fn a_warning_of_a_later_rule_is_listed_after_the_error() {
    let flagged = unchanged(ONE_PENDING)
        .config(&levels(&[(UNCHANGED, "warning")]))
        .after("plan")
        .spurious(PENDING);
    assert_eq!(
        flagged.findings(),
        [
            format!("{PENDING} error run/plan.json:1:19"),
            format!("{UNCHANGED} warning run/plan.json")
        ]
    );
}

#[test]
fn what_a_plan_contradicts_and_its_gaps_are_warnings() {
    let plan = r#"{"content": "- [ ] **T-1.1** a", "gaps": [{"id": "G-1", "addressed": false}]}"#;
    let bench = Bench::with_plan(plan);
    let outcome = bench.after("plan").ends(0);
    assert_eq!(outcome.stdout, "{}\n");
    let said: Vec<_> = outcome.stderr.lines().collect();
    assert_eq!(said.len(), 2);
    assert!(said[0].starts_with(&format!("warning: run/plan.json:1:13: {CONTRADICTED}: ")));
    assert!(said[1].starts_with(&format!("warning: run/plan.json:1:43: {GAPS}: gap G-1 ")));
}

#[test]
fn a_warning_that_is_raised_is_an_error() {
    let gap = r#""gaps": [{"id": "G-1", "addressed": false}]"#;
    let plan = format!(r#"{{"content": "- [ ] **T-1.1** a", {gap}}}"#);
    for (code, other) in [(CONTRADICTED, GAPS), (GAPS, CONTRADICTED)] {
        let flagged = Bench::with_plan(&plan)
            .config(&levels(&[(code, "error")]))
            .after("plan")
            .spurious(code);
        let findings = flagged.findings();
        assert!(findings[0].starts_with(&format!("{code} error ")));
        assert!(findings[1].starts_with(&format!("{other} warning ")));
    }
    // It comes after the rules, and beside their findings.
    let flagged = Bench::with_plan(format!(r#"{{"pendingTasks": [1], {gap}}}"#))
        .config(&levels(&[(GAPS, "error")]))
        .after("plan")
        .spurious(PENDING);
    assert!(flagged.findings()[1].starts_with(&format!("{GAPS} error ")));
}

#[test]
fn a_remark_that_is_off_is_not_said() {
    Bench::with_plan(r#"{"gaps": [{"addressed": false}]}"#)
        .config(&levels(&[(GAPS, "off")]))
        .after("plan")
        .clean();
}

#[test]
fn errors_are_listed_before_warnings() {
    let owes = "[plan.json, {path: a.json, kind: json}, {path: sub/plan.json, kind: plan}]";
    let config = format!(
        "contracts: {{closedloop: {{commands: {{SHIP: {{owes: {owes}}}}}}}}}\n{}",
        levels(&[(ARTIFACT_MISSING, "warning")])
    );
    let flagged = Bench::new()
        .config(&config)
        .after("ship")
        .spurious(PLAN_MISSING);
    assert_eq!(
        flagged.findings(),
        [
            format!("{PLAN_MISSING} error run/plan.json"),
            format!("{PLAN_MISSING} error run/sub/plan.json"),
            format!("{ARTIFACT_MISSING} warning run/a.json"),
        ]
    );
}

#[test]
fn a_warning_of_a_later_rule_that_has_an_error_too_is_listed() {
    // Both codes of pending tasks, one in each of two plans; rule 3 names it.
    let owes = "[{path: a.json, kind: json}, {path: sub/plan.json, kind: plan}]";
    let config = format!(
        "contracts: {{closedloop: {{commands: {{SHIP: {{owes: {owes}}}}}}}}}\n{}",
        levels(&[(BLOCKED, "warning")])
    );
    let flagged = Bench::with_plan(ONE_PENDING)
        .file("run/sub/plan.json", BLOCKED_PLAN)
        .config(&config)
        .after("ship")
        .spurious(ARTIFACT_MISSING);
    assert_eq!(
        flagged.findings(),
        [
            format!("{ARTIFACT_MISSING} error run/a.json"),
            format!("{BLOCKED} warning run/sub/plan.json:1:19"),
        ]
    );
}
