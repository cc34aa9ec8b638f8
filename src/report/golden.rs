//! Golden outputs of every format: reviewed like code. `cargo insta review`
//! shows what a change does to them.

use std::fmt::Write as _;

use super::cases::{big_scan, detections, scans};
use super::{Format, Look, SCHEMAS, codes, detection, explain, scan, scan_within, schema};
use crate::finding::Code;

const FORMATS: [(Format, &str); 5] = [
    (Format::Text, "text"),
    (Format::Json, "json"),
    (Format::Github, "github"),
    (Format::Markdown, "markdown"),
    (Format::Sarif, "sarif"),
];

const FULL: Look = Look {
    color: false,
    width: None,
    full: true,
};

/// The outputs of all cases after another.
fn outputs<T>(cases: &[(&str, T)], render: impl Fn(&T) -> String) -> String {
    let mut out = String::new();
    for (name, case) in cases {
        out.push_str(&["=== ", name, "\n", &render(case)].concat());
    }
    out.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

#[test]
fn detect_in_every_format() {
    for (format, name) in FORMATS {
        let text = outputs(&detections(), |case| {
            detection(case, format, Look::default())
        });
        insta::assert_snapshot!(format!("detect_{name}"), text);
    }
    let full = outputs(&detections(), |case| detection(case, Format::Json, FULL));
    insta::assert_snapshot!("detect_json_full", full);
}

#[test]
fn scan_in_every_format() {
    for (format, name) in FORMATS {
        let text = outputs(&scans(), |case| scan(case, format, Look::default()));
        insta::assert_snapshot!(format!("scan_{name}"), text);
    }
}

#[test]
fn text_in_colour_and_in_a_narrow_terminal() {
    let look = Look {
        color: true,
        width: Some(60),
        full: false,
    };
    let mut text = outputs(&detections(), |case| detection(case, Format::Text, look));
    text.push_str(&outputs(&scans(), |case| scan(case, Format::Text, look)));
    // A golden file that a terminal may show.
    insta::assert_snapshot!("text_color_narrow", text.replace('\u{1b}', "ESC"));
}

#[test]
fn many_findings_keep_to_the_limits_and_say_so() {
    insta::assert_snapshot!("big_github", scan(&big_scan(), Format::Github, FULL));
    insta::assert_snapshot!("big_markdown_4000", scan_within(&big_scan(), 4_000));
}

#[test]
fn every_code_explained() {
    for (format, name) in [
        (Format::Text, "text"),
        (Format::Markdown, "markdown"),
        (Format::Json, "json"),
    ] {
        let mut text = codes(format, FULL);
        for code in Code::ALL {
            let _ = write!(text, "=== {code}\n{}", explain(code, format, FULL));
        }
        insta::assert_snapshot!(format!("explain_{name}"), text);
    }
}

#[test]
fn the_schemas() {
    for name in SCHEMAS {
        insta::assert_snapshot!(format!("schema_{name}"), schema(name).unwrap());
    }
    assert_eq!(schema("nothing"), None);
}
