//! What the keys beside the contracts may say.

use super::*;
use crate::finding::Level;

#[test]
fn a_severity_is_error_warning_or_off_however_yaml_reads_off() {
    for (word, level) in [
        ("error", Some(Severity::Error)),
        ("warning", Some(Severity::Warning)),
        ("off", None),
        ("'off'", None),
        ("false", None),
    ] {
        let text = format!("severities: {{PLAN_UNCHANGED_AT_COMPLETION: {word}}}");
        let config = parse(&text).unwrap();
        assert_eq!(
            config.severities.of(Code::PlanUnchangedAtCompletion),
            level,
            "{word}"
        );
    }
    refused(
        "severities: {PLAN_UNCHANGED_AT_COMPLETION: warn}",
        &[":1:14: unknown value `warn`. Known here: error, warning, off."],
    );
    for word in ["true", "on", "1"] {
        refused(
            &format!("severities: {{PLAN_UNCHANGED_AT_COMPLETION: {word}}}"),
            &[":1:14: "],
        );
    }
}

#[test]
fn a_code_is_found_in_any_letter_case_and_an_unknown_one_is_refused() {
    let config = parse("severities: {plan_missing_At_completion: off}").unwrap();
    let mut severities = Severities::default();
    severities.set(Code::PlanMissingAtCompletion, Level::Off);
    assert_eq!(config.severities, severities);
    refused(
        "severities:\n  PLAN_MISING_AT_COMPLETION: off\n",
        &[
            ":2:3: unknown code `PLAN_MISING_AT_COMPLETION`; did you mean `PLAN_MISSING_AT_COMPLETION`?",
        ],
    );
    refused(
        "severities:\n  PLAN_MISSING_AT_COMPLETION: off\n  plan_missing_at_completion: error\n",
        &[
            ":3:3: the code `PLAN_MISSING_AT_COMPLETION` is listed a second time: it is in line 2 already",
        ],
    );
}

#[test]
fn what_is_ignored_has_a_reason() {
    refused(
        "ignore: [{path: 'a/**'}]",
        &["the key `reason` is missing here", "Add `reason: ...`"],
    );
    refused(
        "ignore: [{path: 'a/**', reason: ' '}]",
        &[":1:33: ` ` says nothing."],
    );
    refused(
        "ignore: [{path: 'a[b', reason: x}]",
        &[":1:17: `a[b` is no glob"],
    );
    let config =
        parse("ignore: [{path: 'a/*', reason: one}, {path: 'a/**', reason: two}]").unwrap();
    let reason = |text| config.ignore.reason(&RelPath::new(text).unwrap());
    assert_eq!((reason("a/b"), reason("a/b/c")), (Some("one"), Some("two")));
}

#[test]
fn a_pattern_that_is_wrong_is_named_with_its_own_place() {
    refused(
        "checklists:\n  - files: docs/*.md\n  - files: ./plans/*.md\n",
        &[":3:12: `./plans/*.md` matches nothing below"],
    );
    refused(
        "graphs: [a, '../b']",
        &[":1:13: `../b` matches nothing below"],
    );
}

#[test]
fn the_pre_push_hook_blocks_warns_or_is_off_however_yaml_reads_off() {
    for (word, is) in [
        ("block", PrePush::Block),
        ("warn", PrePush::Warn),
        ("off", PrePush::Off),
        ("false", PrePush::Off),
    ] {
        let config = parse(&format!("hooks: {{pre_push: {word}}}")).unwrap();
        assert_eq!(config.settings.pre_push, Some(is), "{word}");
    }
    refused(
        "hooks: {pre_push: blok}",
        &["unknown value `blok`; did you mean `block`?"],
    );
    refused(
        "hooks: {pre_push: true}",
        &[":1:9: boolean `true` where one of"],
    );
}

#[test]
fn values_of_the_other_keys_are_checked_too() {
    for (text, parts) in [
        (
            "tickets: [{reader: speckit, path: 'a/{n}'}]",
            &[":1:20: unknown reader `speckit`; did you mean `spec-kit`?"][..],
        ),
        (
            "tickets: [{reader: spec-kit, path: 'a/*'}]",
            &[":1:36: ", "`{n}`"],
        ),
        ("goal_check: {timeout: 60s}", &["the key `run` is missing"]),
        ("goal_check: {run: []}", &[":1:19: `[]` names no program"]),
        ("goal_check: {run: ['']}", &[":1:20: "]),
        ("goal_check: {run: ./goal.sh}", &[":1:19: "]),
        (
            "goal_check: {run: [a], timeout: 60}",
            &[":1:24: ", "with its unit, such as `60s`"],
        ),
        (
            "goal_check: {run: [a], timeout: 1d}",
            &[":1:33: `1d` is no time with a unit"],
        ),
        (
            "goal_check: {run: [a], unmet: [1, 127]}",
            &[":1:35: `127` is no status"],
        ),
        (
            "goal_check: {run: [a], unmet: non-zero}",
            &[":1:31: unknown value `non-zero`; did you mean `nonzero`?"],
        ),
        (
            "goal_check: {run: [a], unmet: 1}",
            &[":1:24: ", "a list of exit statuses"],
        ),
        (
            "spec_root: ../specs",
            &[":1:12: `../specs` has an empty, `.`, `..`"],
        ),
        (
            "archive: s3",
            &[":1:10: `s3` names no archive. Write `git`, `git:PATH` or `dir:PATH`."],
        ),
        (
            "cleanup: {actors: ['@octocat']}",
            &[":1:20: `@octocat` is no login"],
        ),
        ("cleanup: {keep_checkout_on_close: yes}", &[":1:35: "]),
        (
            "default_branch: refs/heads/main",
            &[":1:17: `refs/heads/main` is no name of a branch"],
        ),
        ("promises: [' ']", &[":1:12: ` ` says nothing"]),
        ("promises: [1.10]", &[":1:12: ", "in quotes"]),
        (
            "promises: COMPLETE",
            &[":1:11: a list such as `[a, b]` is wanted here"],
        ),
    ] {
        refused(text, parts);
    }
    let config =
        parse("goal_check: {run: [a, ''], unmet: nonzero}\nspec_root: specs/\npromises: []\n");
    let settings = config.unwrap().settings;
    let check = settings.goal_check.unwrap();
    assert_eq!((check.unmet, check.timeout.as_secs()), (Unmet::NonZero, 60));
    assert_eq!(check.run, ["a", ""]);
    assert_eq!(settings.spec_root, Some(RelPath::new("specs").unwrap()));
    assert_eq!(settings.promises, Some(vec![]));
}
