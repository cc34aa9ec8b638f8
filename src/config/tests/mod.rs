//! The rules of `.closeout.yml`, one test each.

mod check;
mod contracts;
mod hostile;
mod keys;
mod locate;
mod schema;
mod values;

use super::*;
use crate::finding::{Code, Position, RelPath, Severity};
use std::time::Duration;

/// The whole listing of the design, and the forms that it leaves to prose.
pub(super) const EXAMPLE: &str = r#"contract: closedloop                 # the default one
contracts:
  closedloop:                        # adds to the built-in of that name
    commands: {SHIP: {owes: [plan.json]}, REVIEW: {owes: []}}
    parked: [AWAITING_USER]
    owes_with_prd: [plan.json]
    workspaces: [".closedloop-ai/**"]
    readers: [closedloop]
  release:
    commands: {CUT: {owes: [{path: out/release.json, kind: json}]}}
checklists: [{files: "docs/plans/*.md"}]
ignore: [{path: "examples/**", reason: "kept broken on purpose"}]
severities: {COMPLETION_CONTRADICTED: error}     # error | warning | off
promises: [COMPLETE]
tickets: [{reader: spec-kit, path: "specs/{n}-*"}]
goal_check: {run: [./goal.sh], timeout: 60s, unmet: [1]}
spec_root: docs/specs
graphs: ["docs/graphs/*.yml"]
archive: git                         # or dir:PATH
cleanup: {actors: [octocat], keep_checkout_on_close: false}
hooks: {pre_push: block}
default_branch: main
"#;

pub(super) fn parse(text: &str) -> Result<Config, ConfigError> {
    Config::parse(text.as_bytes(), Origin::File(FILE_NAME.to_owned()))
}

/// The error of a text, as a person sees it.
pub(super) fn refusal(text: &str) -> String {
    match parse(text) {
        Ok(_) => format!("accepted: {text}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
pub(super) fn refused(text: &str, parts: &[&str]) {
    let message = refusal(text);
    for part in parts {
        assert!(message.contains(part), "{message}\nwants {part}");
    }
}

#[test]
fn the_listing_of_the_design_is_read() {
    let config = parse(EXAMPLE).unwrap();
    let path = |text| RelPath::new(text).unwrap();
    assert!(config.checklists.matches(&path("docs/plans/a.md")));
    let reason = config.ignore.reason(&path("examples/a/b"));
    assert_eq!(reason, Some("kept broken on purpose"));
    assert_eq!(config.ignore.reason(&path("src")), None);
    assert_eq!(
        config.severities.of(Code::CompletionContradicted),
        Some(Severity::Error)
    );
    let graphs = &config.settings.graphs;
    assert!(graphs.matches(&path("docs/graphs/a.yml")));
    let settings = Settings {
        promises: Some(vec!["COMPLETE".to_owned()]),
        tickets: vec![TicketPlan {
            reader: "spec-kit".to_owned(),
            path: "specs/{n}-*".to_owned(),
        }],
        goal_check: Some(GoalCheck {
            run: vec!["./goal.sh".to_owned()],
            timeout: Duration::from_secs(60),
            unmet: Unmet::Codes(vec![1]),
        }),
        spec_root: Some(path("docs/specs")),
        graphs: graphs.clone(),
        archive: Some(Archive::Git),
        cleanup_actors: vec!["octocat".to_owned()],
        keep_checkout_on_close: Some(false),
        pre_push: Some(PrePush::Block),
        default_branch: Some("main".to_owned()),
    };
    assert_eq!(config.settings, settings);
}

#[test]
fn a_file_that_says_nothing_is_the_built_in_values() {
    for text in [
        "",
        "\n\n",
        "# nothing\n",
        "---\n",
        "---\n...\n",
        "{}\n",
        "~\n",
    ] {
        let config = parse(text).unwrap();
        assert!(config.says_the_same(&Config::default()), "{text:?}");
    }
    let bom = Config::parse(b"\xef\xbb\xbf", Origin::BuiltIn).unwrap();
    assert!(bom.says_the_same(&Config::default()));
}

#[test]
fn a_key_without_a_value_is_as_if_it_were_not_there() {
    let config = parse("contract:\nchecklists: ~\nhooks:\nseverities:\n").unwrap();
    assert!(config.says_the_same(&Config::default()));
    assert_eq!(config.without_effect(), []);
}

#[test]
fn a_bom_and_windows_line_ends_change_nothing() {
    let windows = format!("\u{feff}{}", EXAMPLE.replace('\n', "\r\n"));
    let config = parse(&windows).unwrap();
    assert_eq!(config.values(), parse(EXAMPLE).unwrap().values());
    refused("\u{feff}contrat: a\r\n", &[".closeout.yml:1:1: "]);
    refused(
        "contract: closedloop\r\nhoks: {}\r\n",
        &[".closeout.yml:2:1: "],
    );
}

#[test]
fn an_unknown_key_is_refused_with_its_place_and_the_nearest_known_one() {
    let message = refusal("# a\n\ncontrcts:\n  closedloop: {}\n");
    let start = ".closeout.yml:3:1: unknown key `contrcts`; did you mean `contracts`? Known here: contract, contracts, checklists, ";
    assert!(message.starts_with(start), "{message}");
    refused(
        "größe: 1",
        &[":1:1: unknown key `größe`. Known here: contract, "],
    );
    refused(
        "hooks:\n  ü: 1\n  prepush: off\n",
        &[":2:3: unknown key `ü`. Known here: pre_push."],
    );
}

#[test]
fn every_key_misspelt_by_a_letter_is_refused_with_the_right_one() {
    for key in schema::keys() {
        let spelled = format!("{key}:");
        let (before, after) = EXAMPLE.split_once(&spelled).unwrap();
        let (first, rest) = key.split_at(1);
        let (_, rest_but_one) = rest.split_at(1);
        for wrong in [
            format!("{first}q{rest}"),
            format!("{first}q{rest_but_one}"),
            format!("{first}{rest_but_one}"),
        ] {
            let error = parse(&format!("{before}{wrong}:{after}")).unwrap_err();
            let Problem::Unknown {
                kind,
                name,
                nearest,
                ..
            } = &*error.problem
            else {
                panic!("{error}");
            };
            assert_eq!((*kind, name), ("key", &wrong));
            assert_eq!(nearest.as_deref(), Some(key.as_str()), "{error}");
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
            let start = format!(".closeout.yml:{line}:{column}: ");
            assert!(
                error.to_string().starts_with(&start),
                "{error} wants {start}"
            );
        }
    }
}

#[test]
fn a_key_that_stands_twice_is_refused_with_its_line() {
    refused(
        "contract: closedloop\ncontract: closedloop\n",
        &[":2:1: the key `contract` stands here a second time. Keep one"],
    );
    refused(
        "contracts:\n  a: {}\n  b: {}\n  a: {}\n",
        &[":4:3: the key `a`"],
    );
}

#[test]
fn only_one_document_with_a_mapping_is_a_configuration() {
    refused(
        "contract: closedloop\n---\ncontract: closedloop\n",
        &[":3:1: a second YAML document begins here"],
    );
    for text in ["[contract, closedloop]", "- contract: a", "contract", "42"] {
        refused(text, &[":1:1: a mapping of `key: value` is wanted here. "]);
    }
}

#[test]
fn bytes_that_are_no_utf8_are_refused_with_their_line() {
    let parse = |bytes: &[u8]| Config::parse(bytes, Origin::File("c.yml".to_owned()));
    let error = parse(b"# \xc3\xbc\n# a\xff\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "c.yml:2:4: the file is not UTF-8. Save the file as UTF-8."
    );
    let utf16: Vec<u8> = "\u{feff}hooks: {}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(*parse(&utf16).unwrap_err().problem, Problem::NotUtf8);
}

#[test]
fn a_file_of_more_than_a_mebibyte_is_refused() {
    let mut text = "#".repeat(MAX_BYTES - 1);
    text.push('\n');
    assert!(parse(&text).is_ok());
    text.push('\n');
    assert_eq!(*parse(&text).unwrap_err().problem, Problem::TooLarge);
}

#[test]
fn keys_that_have_no_effect_yet_are_said_with_their_place() {
    let found =
        parse("hooks: {pre_push: warn}\ncontract: closedloop\npromises: [DONE]\narchive: git\n")
            .unwrap();
    let place = |line, column| Place::at(FILE_NAME, Position { line, column });
    assert_eq!(
        found.without_effect(),
        [
            WithoutEffect {
                key: "promises",
                place: place(3, 11)
            },
            WithoutEffect {
                key: "hooks",
                place: place(1, 8)
            },
        ]
    );
    let all = parse(EXAMPLE).unwrap().without_effect();
    assert_eq!(all.len(), WITHOUT_EFFECT.len());
}

#[test]
fn a_file_of_a_revision_is_named_as_git_does() {
    let origin = Origin::Revision {
        rev: "main".to_owned(),
        path: "sub/.closeout.yml".to_owned(),
    };
    let error = Config::parse(b"x: 1", origin).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("main:sub/.closeout.yml:1:1: unknown key"),
        "{error}"
    );
}
