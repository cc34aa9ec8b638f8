//! What holds whatever the texts from outside are.

use proptest::prelude::*;
use serde_json::Value;

use super::cases::{
    HOSTILE, big_scan, claimed, clean, detection as case, gap, hostile_detection, hostile_scan,
    pending,
};
use super::{Format, Look, detection, explain, scan, scan_within};
use crate::finding::{Code, visible};
use crate::judge::Scan;

const PLAIN: Look = Look {
    color: false,
    width: None,
    full: true,
};

/// What is picked most is what means something to someone.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "::",
            "::error::x",
            "##[",
            "##[error]",
            "%0A",
            "%",
            ",",
            ":",
            "\n",
            "\r",
            "\n::",
            " ",
            "\u{1b}[31m",
            "\u{9b}",
            "\u{202e}",
            "\u{34f}",
            "\u{2028}",
            "`",
            "```",
            "|",
            "\\",
            "\\|",
            "@octocat",
            "#1",
            "closes #1",
            "</details>",
            "<script>",
            "[x](y)",
            "- ",
            "ü",
            "🚀",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn both(text: &str, format: Format, look: Look) -> [String; 2] {
    [
        detection(&hostile_detection(text), format, look),
        scan(&hostile_scan(text), format, look),
    ]
}

/// The commands that the runner would find in a log, at its most lenient.
fn commands(log: &str) -> Vec<&str> {
    log.split(['\n', '\r'])
        .filter(|line| {
            let visible: String = line
                .chars()
                .filter(|c| c.is_ascii() && !c.is_ascii_control())
                .collect();
            visible.trim_start().starts_with("::") || visible.contains("##[")
        })
        .collect()
}

/// Splits a row of a table as GFM does: a backslash takes the next character
/// with it, a pipe ends a cell.
fn cells(row: &str) -> usize {
    let mut cells = 0;
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '|' => cells += 1,
            _ => {}
        }
    }
    cells - 1
}

/// A line without its code spans, read as Markdown reads them.
fn without_spans(line: &str) -> String {
    let bytes = line.as_bytes();
    let run = |at: usize| bytes[at..].iter().take_while(|byte| **byte == b'`').count();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let open = run(at);
        if open == 0 {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        let mut close = at + open;
        while close < bytes.len() && run(close) != open {
            close += run(close).max(1);
        }
        assert!(close < bytes.len(), "a span is not closed: {line}");
        at = close + open;
    }
    String::from_utf8(out).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn github_has_no_commands_but_ours(text in text()) {
        let logs = both(&text, Format::Github, PLAIN);
        for (log, ours) in logs.iter().zip([2, 4]) {
            let found = commands(log);
            prop_assert_eq!(found.len(), ours, "{}", log);
            for line in found {
                let known = ["::error ", "::warning ", "::notice "];
                prop_assert!(known.iter().any(|start| line.starts_with(start)), "{}", line);
                // Properties hold no `::`, so the second one ends them.
                let (properties, _) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
                let keys: Vec<_> = properties
                    .split_once(' ')
                    .unwrap()
                    .1
                    .split(',')
                    .map(|property| property.split_once('=').unwrap().0)
                    .collect();
                prop_assert!(
                    ["file,line,col,title", "file,title", "title", "line,col,title"]
                        .contains(&keys.join(",").as_str()),
                    "{}",
                    line
                );
            }
        }
    }

    #[test]
    fn text_json_and_sarif_hold_no_command(text in text(), width in prop::option::of(0u16..90)) {
        for format in [Format::Text, Format::Json, Format::Sarif] {
            for log in both(&text, format, Look { width, ..PLAIN }) {
                prop_assert_eq!(commands(&log), Vec::<&str>::new());
            }
        }
    }

    #[test]
    fn text_has_no_control_characters(text in text(), width in prop::option::of(0u16..90)) {
        for report in both(&text, Format::Text, Look { width, ..PLAIN }) {
            for line in report.lines() {
                prop_assert_eq!(visible(line), line);
            }
        }
    }

    #[test]
    fn colour_adds_nothing_but_styles(text in text()) {
        let plain = both(&text, Format::Text, PLAIN);
        let colored = both(&text, Format::Text, Look { color: true, ..PLAIN });
        for (plain, colored) in plain.iter().zip(&colored) {
            prop_assert!(colored.contains('\u{1b}'), "no colour");
            let stripped = anstream::adapter::strip_str(colored).to_string();
            prop_assert_eq!(&stripped, plain);
        }
    }

    #[test]
    fn json_and_sarif_parse_back(text in text()) {
        let [found, scanned] = both(&text, Format::Json, PLAIN);
        let found: Value = serde_json::from_str(&found).unwrap();
        for pointer in ["/message", "/workspace", "/command", "/artifact/path",
            "/baseline/ignored/reason", "/findings/0/path", "/findings/1/message"] {
            prop_assert_eq!(found.pointer(pointer).unwrap(), &Value::from(text.as_str()));
        }
        let scanned: Value = serde_json::from_str(&scanned).unwrap();
        for pointer in ["/workspaces/0/path", "/ignored/0/reason", "/notes/0"] {
            prop_assert_eq!(scanned.pointer(pointer).unwrap(), &Value::from(text.as_str()));
        }
        for log in both(&text, Format::Sarif, PLAIN) {
            let log: Value = serde_json::from_str(&log).unwrap();
            prop_assert_eq!(log.pointer("/runs/0/results").unwrap().as_array().unwrap().len(), 2);
            let uri = log
                .pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri")
                .unwrap();
            let plain = |c: char| c.is_ascii_alphanumeric() || "/-._~%".contains(c);
            prop_assert!(uri.as_str().unwrap().chars().all(plain));
        }
    }

    #[test]
    fn markdown_rows_keep_their_columns(text in text()) {
        let report = scan(&hostile_scan(&text), Format::Markdown, PLAIN);
        let rows: Vec<_> = report.lines().filter(|line| line.starts_with('|')).collect();
        prop_assert_eq!(rows.len(), 5);
        for row in rows {
            prop_assert_eq!(cells(row), 5, "{}", row);
        }
    }

    #[test]
    fn nothing_from_outside_is_live_in_markdown(text in text()) {
        let harmless = both("x", Format::Markdown, PLAIN);
        for (report, harmless) in both(&text, Format::Markdown, PLAIN).iter().zip(&harmless) {
            let bare: Vec<_> = report.lines().map(without_spans).collect();
            // An empty path is `.`, and an empty reason an empty cell.
            let expected: Vec<_> = harmless.lines().map(without_spans).collect();
            prop_assert_eq!(bare, expected);
        }
    }

    #[test]
    fn markdown_keeps_to_any_limit(limit in 2_000_usize..200_000) {
        let report = scan_within(&big_scan(), limit);
        prop_assert!(report.len() <= limit);
        let shown = report.lines().filter(|line| line.starts_with("- error ")).count();
        let left = report
            .split_once("no room for ")
            .map_or(0, |(_, rest)| rest.split(' ').next().unwrap().parse().unwrap());
        prop_assert_eq!(shown + left, 1_200);
    }
}

#[test]
fn detect_json_is_an_empty_object_exactly_where_nothing_is_flagged() {
    let short = Look::default();
    for verdict in [clean(Vec::new()), clean(vec![gap("p")])] {
        assert_eq!(
            detection(&case(verdict.clone()), Format::Json, short),
            "{}\n"
        );
        let full = detection(&case(verdict), Format::Json, PLAIN);
        assert!(full.starts_with("{\"verdict\":\"clean\""), "{full}");
    }
    let flagged = detection(&case(pending("p", 1)), Format::Json, short);
    assert!(
        flagged.starts_with("{\"subcode\":\"PENDING_TASKS_AT_COMPLETION\",\"message\":\"1 tasks"),
        "{flagged}"
    );
    assert!(flagged.contains("\"baseline\":\"absent\""), "{flagged}");
    assert_eq!(flagged.lines().count(), 1);
}

#[test]
fn a_workspace_with_many_errors_hides_no_other() {
    let log = scan(&big_scan(), Format::Github, PLAIN);
    let errors = commands(&log);
    assert_eq!(errors.len(), 10);
    for (name, error) in ["a", "b", "c", "d"].iter().zip(errors) {
        assert!(error.contains(&format!("file={name}/plan.json,line=2,")));
    }
}

#[test]
fn a_long_message_stays_out_of_the_table() {
    let long = "word ".repeat(200);
    let case = Scan {
        workspaces: vec![claimed("run", super::cases::hostile_verdict(&long))],
        ..Scan::default()
    };
    let report = scan(&case, Format::Text, PLAIN);
    let table: Vec<_> = report.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(table.len(), 2);
    assert!(table.iter().all(|line| line.chars().count() < 120));
    assert!(report.contains(long.trim_end()));
}

#[test]
fn the_reports_of_our_own_texts_hold_no_live_markdown() {
    for code in Code::ALL {
        let report = explain(code, Format::Markdown, PLAIN);
        let prose = report
            .split("```")
            .step_by(2)
            .flat_map(str::lines)
            .map(without_spans);
        for line in prose {
            let text = line.trim_start_matches('#');
            assert!(!text.contains(['@', '#', '<', '&', '[']), "{line}");
        }
    }
}

#[test]
fn the_hostile_text_is_hostile_to_every_format() {
    assert!(!commands(HOSTILE).is_empty());
    assert!(without_spans("`a` b").ends_with(" b"));
    assert_eq!(cells("| a \\\\| b | c |"), 3);
}
