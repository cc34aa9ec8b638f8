//! Files that are meant to do harm.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

#[test]
fn an_alias_bomb_is_refused() {
    let texts = vec!["x"; 500].join(", ");
    let mut lists = format!("contracts:\n  a: {{parked: &p [{texts}]}}\n");
    let mut entries = "tickets:\n - &t {reader: spec-kit, path: 'a{n}'}\n".to_owned();
    let mut merged = format!("contracts:\n  a: &c {{parked: [{texts}]}}\n");
    for n in 0..2_000 {
        let _ = writeln!(lists, "  c{n}: {{parked: *p}}");
        entries.push_str(" - *t\n");
        let _ = writeln!(merged, "  c{n}: {{<<: [*c, *c, *c]}}");
    }
    for bomb in [lists, entries, merged] {
        let error = parse(&bomb).unwrap_err();
        assert_eq!(*error.problem, Problem::TooIntricate, "{error}");
    }
    let mut laughs = "promises:\n - &a0 [x, x]\n".to_owned();
    for level in 1..40 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        let _ = writeln!(laughs, " - &a{level} [{aliases}]");
    }
    assert!(parse(&laughs).is_err());
}

#[test]
fn a_few_aliases_are_read() {
    let config = parse("contracts:\n  a: {parked: &p [x]}\n  b: {parked: *p}\n").unwrap();
    assert_eq!(config.contract(Some("b")).unwrap().parked, ["x"]);
}

#[test]
fn deep_nesting_is_refused() {
    let mut block = String::new();
    for depth in 0..400 {
        let _ = writeln!(block, "{}a:", " ".repeat(depth));
    }
    for text in [
        "[".repeat(100_000),
        "{a: ".repeat(100_000),
        "- ".repeat(50_000),
        format!("promises: {}", "[".repeat(100_000)),
        "? ".repeat(50_000),
        block,
    ] {
        assert!(parse(&text).is_err());
    }
}

#[test]
fn many_values_or_patterns_are_refused() {
    let many = format!("promises: [{}]", "x,".repeat(25_000));
    assert_eq!(*parse(&many).unwrap_err().problem, Problem::TooIntricate);
    let globs = format!("graphs: [{}]", "'{a,b}**/*',".repeat(300));
    refused(&globs, &["one pattern too many"]);
}

#[test]
fn what_a_message_repeats_is_escaped_and_cut() {
    let message = refusal(&format!("\"\\e[31m\\u202e{}\": 1", "x".repeat(900)));
    assert!(
        message.contains("unknown key `\\u{1b}[31m\\u{202e}xxx"),
        "{message}"
    );
    assert!(
        !message.chars().any(|c| c.is_control() || c == '\u{202e}'),
        "{message}"
    );
    assert!(message.len() < 500, "{message}");
    let long = format!("'\u{202e}{}'", "y".repeat(5_000));
    for text in [
        format!("promises: [!{} {{}}]", "t".repeat(5_000)),
        format!("severities: {{? {long}\n: off, ? {long}\n: off}}"),
        format!("contract: {long}"),
        format!("goal_check: {{run: [a], timeout: {}}}", "9".repeat(5_000)),
        format!("goal_check: {{run: [a], unmet: {long}}}"),
        format!("promises: [*{}]", "a".repeat(5_000)),
        format!("spec_root: ../{long}"),
        format!("graphs: [/{long}]"),
    ] {
        let message = refusal(&text);
        assert!(message.len() < 700, "{message}");
        assert!(!message.contains('\u{202e}'), "{message}");
    }
}

/// Pieces of YAML, in any order.
fn yamlish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("contract: closedloop\n"),
        Just("contracts: {closedloop: {commands: {A: {owes: [plan.json"),
        Just("]}}}}\n"),
        Just("severities: {COMPLETION_CONTRADICTED: off}\n"),
        Just("goal_check: {run: [a], unmet: "),
        Just("[1]}\n"),
        Just("ignore:\n  - {path: a, reason: b}\n"),
        Just("promises: &a [x]\ngraphs: *a\n"),
        Just("<<: *a\n"),
        Just("? "),
        Just("!!binary "),
        Just("!!null "),
        Just("| \n"),
        Just("---\n"),
        Just("\"\\"),
        Just("\t"),
        Just("{"),
        Just("["),
        Just("'"),
        Just(": "),
        Just("- "),
        Just(".nan"),
        Just("\u{feff}"),
        Just("\u{0}"),
        Just("%YAML 9.9\n"),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Config::parse(&bytes, Origin::BuiltIn);
    }

    #[test]
    fn no_yaml_panics_and_every_error_is_one_printable_line(text in yamlish()) {
        match parse(&text) {
            Ok(config) => prop_assert!(!config.values().is_empty()),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.chars().any(char::is_control), "{}", message);
                prop_assert!(message.starts_with(".closeout.yml:"), "{}", message);
            }
        }
    }

    #[test]
    fn a_changed_listing_never_panics_and_the_schema_allows_what_is_read(
        at in 0..EXAMPLE.len(), byte in any::<char>()
    ) {
        prop_assume!(EXAMPLE.is_char_boundary(at));
        let mut text = EXAMPLE.to_owned();
        text.insert(at, byte);
        if parse(&text).is_ok() {
            prop_assert!(schema::allows_yaml(&text), "{}", text);
        }
    }
}
