//! Where each value came from.

use super::*;

fn all(text: &str) -> Vec<(String, String, String)> {
    let source = |source: &Source| match source {
        Source::BuiltIn => "built in".to_owned(),
        Source::File(place) => line(place),
        Source::Added(place) => format!("added {}", line(place)),
    };
    let values = parse(text).unwrap().values().into_iter();
    values
        .map(|value| (value.key, value.value, source(&value.source)))
        .collect()
}

fn line(place: &Place) -> String {
    format!("{}:{}", place.path, place.position.unwrap().line)
}

fn found(text: &str, key: &str) -> Option<(String, String)> {
    let mut values = all(text).into_iter();
    values
        .find(|value| value.0 == key)
        .map(|(_, value, source)| (value, source))
}

#[test]
fn without_a_file_everything_is_built_in_and_nothing_unused_is_shown() {
    let values = all("");
    assert!(values.iter().all(|(_, _, source)| source == "built in"));
    let shown: Vec<_> = values
        .iter()
        .map(|(key, value, _)| format!("{key}={value}"))
        .collect();
    assert_eq!(
        shown,
        [
            "contract=\"closedloop\"",
            "contracts.closedloop.commands.EXECUTE.owes=[]",
            "contracts.closedloop.commands.PLAN.owes=[\"plan.json\"]",
            "contracts.closedloop.commands.REQUEST_CHANGES.owes=[\"plan.json\"]",
            "contracts.closedloop.parked=[\"AWAITING_USER\"]",
            "contracts.closedloop.owes_with_prd=[\"plan.json\"]",
            "contracts.closedloop.workspaces=[\".closedloop-ai/**\"]",
            "contracts.closedloop.readers=[\"closedloop\"]",
            "checklists=[]",
            "ignore=[]",
            "severities.PLAN_MISSING_AT_COMPLETION=\"error\"",
            "severities.ARTIFACT_MISSING_AT_COMPLETION=\"error\"",
            "severities.PENDING_TASKS_BLOCKED_BY_QUESTIONS=\"error\"",
            "severities.PENDING_TASKS_AT_COMPLETION=\"error\"",
            "severities.PLAN_UNCHANGED_AT_COMPLETION=\"error\"",
            "severities.COMPLETION_CONTRADICTED=\"warning\"",
            "severities.GAPS_UNADDRESSED_AT_COMPLETION=\"warning\"",
        ]
    );
}

#[test]
fn each_value_of_a_file_has_its_line() {
    for (key, value, source) in [
        ("contract", "\"closedloop\"", ".closeout.yml:1"),
        (
            "contracts.closedloop.commands.SHIP.owes",
            "[\"plan.json\"]",
            ".closeout.yml:4",
        ),
        (
            "contracts.closedloop.commands.PLAN.owes",
            "[\"plan.json\"]",
            "built in",
        ),
        (
            "contracts.closedloop.parked",
            "[\"AWAITING_USER\"]",
            "added .closeout.yml:5",
        ),
        (
            "contracts.closedloop.owes_with_prd",
            "[\"plan.json\"]",
            ".closeout.yml:6",
        ),
        (
            "contracts.release.commands.CUT.owes",
            "[{\"kind\":\"json\",\"path\":\"out/release.json\"}]",
            ".closeout.yml:10",
        ),
        (
            "contracts.release.parked",
            "[\"AWAITING_USER\"]",
            "built in",
        ),
        (
            "checklists",
            "[{\"files\":\"docs/plans/*.md\"}]",
            ".closeout.yml:11",
        ),
        (
            "ignore",
            "[{\"path\":\"examples/**\",\"reason\":\"kept broken on purpose\"}]",
            ".closeout.yml:12",
        ),
        (
            "severities.COMPLETION_CONTRADICTED",
            "\"error\"",
            ".closeout.yml:13",
        ),
        (
            "severities.GAPS_UNADDRESSED_AT_COMPLETION",
            "\"warning\"",
            "built in",
        ),
        ("promises", "[\"COMPLETE\"]", ".closeout.yml:14"),
        (
            "tickets",
            "[{\"path\":\"specs/{n}-*\",\"reader\":\"spec-kit\"}]",
            ".closeout.yml:15",
        ),
        (
            "goal_check",
            "{\"run\":[\"./goal.sh\"],\"timeout\":\"60s\",\"unmet\":[1]}",
            ".closeout.yml:16",
        ),
        ("spec_root", "\"docs/specs\"", ".closeout.yml:17"),
        ("graphs", "[\"docs/graphs/*.yml\"]", ".closeout.yml:18"),
        ("archive", "\"git\"", ".closeout.yml:19"),
        ("cleanup.actors", "[\"octocat\"]", ".closeout.yml:20"),
        (
            "cleanup.keep_checkout_on_close",
            "false",
            ".closeout.yml:20",
        ),
        ("hooks.pre_push", "\"block\"", ".closeout.yml:21"),
        ("default_branch", "\"main\"", ".closeout.yml:22"),
    ] {
        let expected = Some((value.to_owned(), source.to_owned()));
        assert_eq!(found(EXAMPLE, key), expected, "{key}");
    }
}

#[test]
fn a_part_of_a_key_with_a_dot_is_quoted() {
    let text = "contracts: {closedloop: {commands: {plan.tar.gz: {owes: []}}}}";
    let key = "contracts.closedloop.commands.\"PLAN.TAR\".owes";
    assert_eq!(
        found(text, key),
        Some(("[]".to_owned(), ".closeout.yml:1".to_owned()))
    );
}

#[test]
fn two_files_that_differ_in_words_alone_say_the_same() {
    let one = parse("severities: {COMPLETION_CONTRADICTED: off}").unwrap();
    let same = parse("# why\n\nseverities:\n  completion_contradicted: false\n").unwrap();
    let other = parse("severities: {COMPLETION_CONTRADICTED: error}").unwrap();
    assert!(one.says_the_same(&same));
    assert!(!one.says_the_same(&other));
    assert!(!one.says_the_same(&Config::default()));
}
