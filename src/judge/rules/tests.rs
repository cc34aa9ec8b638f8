use super::*;
use crate::finding::Level;
use crate::plan::Content;

fn plan(text: &str) -> Artifact {
    artifact(OwedKind::Plan, text)
}

fn artifact(kind: OwedKind, text: &str) -> Artifact {
    Artifact {
        owed: true,
        place: "run/it".to_owned(),
        made: made(kind, &Content::Bytes(text.as_bytes().to_vec())),
        unchanged_since: None,
    }
}

fn judged(artifacts: &[Artifact], severities: &Severities) -> Verdict {
    judge(&Case {
        contract: &Contract::closedloop(),
        severities,
        command: None,
        moment: Moment::Claim,
        state: None,
        artifacts,
    })
}

/// What makes a finding of this code.
fn cause(code: Code) -> Artifact {
    match code {
        Code::PlanMissingAtCompletion => plan(""),
        Code::ArtifactMissingAtCompletion => artifact(OwedKind::Any, ""),
        Code::PendingTasksBlockedByQuestions => {
            plan(r#"{"pendingTasks": [1], "openQuestions": [1]}"#)
        }
        Code::PendingTasksAtCompletion => plan(r#"{"pendingTasks": [1]}"#),
        Code::PlanUnchangedAtCompletion => Artifact {
            unchanged_since: Some("2026-11-30T00:00:00Z".to_owned()),
            ..plan("{}")
        },
        Code::CompletionContradicted => plan(r#"{"content": "- [ ] **T-1** a"}"#),
        Code::GapsUnaddressedAtCompletion => plan(r#"{"gaps": [{"addressed": false}]}"#),
    }
}

#[test]
fn every_code_is_produced_with_the_level_that_is_set() {
    for code in Code::ALL {
        let artifacts = [cause(code)];
        let found = |severities: &Severities| -> Vec<(Code, Severity)> {
            let verdict = judged(&artifacts, severities);
            let findings = verdict.findings().iter();
            findings
                .map(|finding| (finding.code, finding.severity))
                .collect()
        };
        let default = [(code, code.default_severity())];
        assert_eq!(found(&Severities::default()), default);
        for severity in [Severity::Warning, Severity::Error] {
            let mut severities = Severities::default();
            severities.set(code, Level::On(severity));
            assert_eq!(found(&severities), [(code, severity)]);
            let verdict = judged(&artifacts, &severities);
            assert_eq!(verdict.is_spurious(), severity == Severity::Error, "{code}");
            if let Verdict::Spurious(spurious) = verdict {
                assert_eq!(spurious.subcode, code);
            }
        }
        let mut severities = Severities::default();
        severities.set(code, Level::Off);
        assert_eq!(found(&severities), []);
    }
}

#[test]
fn only_what_is_owed_must_change() {
    let artifact = Artifact {
        owed: false,
        ..cause(Code::PlanUnchangedAtCompletion)
    };
    assert!(!judged(&[artifact], &Severities::default()).is_spurious());
}

#[test]
fn of_two_codes_of_one_rule_the_heavier_one_names_it() {
    let (plain, blocked) = (
        cause(Code::PendingTasksAtCompletion),
        cause(Code::PendingTasksBlockedByQuestions),
    );
    for artifacts in [[plain.clone(), blocked.clone()], [blocked, plain]] {
        let mut severities = Severities::default();
        let level = Level::On(Severity::Warning);
        severities.set(Code::PendingTasksBlockedByQuestions, level);
        let Verdict::Spurious(spurious) = judged(&artifacts, &severities) else {
            panic!("not flagged");
        };
        assert_eq!(spurious.subcode, Code::PendingTasksAtCompletion);
        assert_eq!(spurious.findings.len(), 2);
        assert_eq!(spurious.findings[0].code, spurious.subcode);
    }
}

#[test]
fn of_two_artifacts_the_first_names_the_rule() {
    let [first, second] = ["", "{"].map(plan);
    let Verdict::Spurious(spurious) = judged(&[first, second], &Severities::default()) else {
        panic!("not flagged");
    };
    assert!(
        spurious.message.contains("is empty"),
        "{}",
        spurious.message
    );
    assert_eq!(spurious.findings.len(), 2);
}

/// By the files alone: whether this plan, which nobody was asked about, is
/// flagged after this command.
fn flagged_by_files(command: &str, plan: &Artifact) -> bool {
    let command = CommandName::new(command);
    let artifacts = [Artifact {
        owed: false,
        ..plan.clone()
    }];
    let case = Case {
        contract: &Contract::closedloop(),
        severities: &Severities::default(),
        command: command.as_ref(),
        moment: Moment::Files,
        state: None,
        artifacts: &artifacts,
    };
    let claim = Case {
        moment: Moment::Claim,
        ..case
    };
    assert!(!judge(&claim).is_spurious());
    judge(&case).is_spurious()
}

#[test]
fn by_the_files_alone_a_hollow_plan_was_meant_to_hold_something() {
    let missing = Artifact {
        made: made(OwedKind::Plan, &Content::Missing),
        ..plan("")
    };
    for command in ["", "brand-new", "plan"] {
        assert!(flagged_by_files(command, &plan("")));
        assert!(flagged_by_files(command, &plan("{")));
        assert!(!flagged_by_files(command, &plan("{}")));
        assert!(!flagged_by_files(command, &missing));
    }
    assert!(!flagged_by_files("execute", &plan("")));
    assert!(!flagged_by_files("execute", &plan("{")));
}
