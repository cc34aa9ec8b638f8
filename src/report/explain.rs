//! What `closeout explain` says of codes.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::outside::without_commands;
use super::paint::Paint;
use super::{Format, Look, json};
use crate::finding::Code;

/// What `closeout explain --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Codes {
    /// The code that was asked for, or all of them, worst first.
    codes: Vec<Explained>,
}

/// One code.
#[derive(Serialize, JsonSchema)]
struct Explained {
    /// Its id: stable.
    code: &'static str,
    /// What it weighs unless the configuration says otherwise.
    #[schemars(extend("enum" = ["error", "warning"]))]
    severity: &'static str,
    /// One line: what is wrong.
    summary: &'static str,
    /// When this is found, and why it matters.
    meaning: &'static str,
    /// Files that make this finding.
    example: &'static str,
    /// What to do.
    help: &'static str,
}

/// One code at length. Annotations and SARIF have no form for this and give
/// text.
#[must_use]
pub fn explain(code: Code, format: Format, look: Look) -> String {
    match format {
        Format::Json => json::line(&Codes::of(&[code])),
        Format::Markdown => markdown(code),
        Format::Text | Format::Github | Format::Sarif => without_commands(&text(code, look)),
    }
}

/// All codes, a line each, worst first; json says all of each.
#[must_use]
pub fn codes(format: Format, look: Look) -> String {
    match format {
        Format::Json => json::line(&Codes::of(&Code::ALL)),
        Format::Markdown => {
            let mut out = "| code | severity | summary |\n| --- | --- | --- |\n".to_owned();
            for code in Code::ALL {
                let severity = code.default_severity().word();
                let _ = writeln!(out, "| `{code}` | {severity} | {} |", code.summary());
            }
            out
        }
        Format::Text | Format::Github | Format::Sarif => list(Paint::new(look.color)),
    }
}

fn list(paint: Paint) -> String {
    let width = Code::ALL.iter().map(|code| code.id().len()).max();
    let width = width.unwrap_or_default();
    let mut out = String::new();
    for code in Code::ALL {
        let severity = code.default_severity();
        let _ = writeln!(
            out,
            "{:width$}  {}  {}",
            code.id(),
            paint.severity(severity, &format!("{:7}", severity.word())),
            code.summary()
        );
    }
    out
}

fn text(code: Code, look: Look) -> String {
    let paint = Paint::new(look.color);
    let severity = code.default_severity();
    let mut out = format!(
        "{} ({})\n{}\n\n{}\n\n{}\n",
        paint.heading(code.id()),
        paint.severity(severity, severity.word()),
        code.summary(),
        code.meaning(),
        paint.label("example:")
    );
    for line in code.example().lines() {
        let _ = writeln!(out, "  {line}");
    }
    let label = paint.label("what to do:");
    let _ = writeln!(out, "\n{label} {}", code.help());
    out
}

fn markdown(code: Code) -> String {
    format!(
        "## {code}\n\n**{}**: {}\n\n{}\n\n### Example\n\n```\n{}\n```\n\n### What to do\n\n{}\n",
        code.default_severity().word(),
        code.summary(),
        code.meaning(),
        code.example(),
        code.help()
    )
}

impl Codes {
    fn of(codes: &[Code]) -> Self {
        let codes = codes
            .iter()
            .map(|code| Explained {
                code: code.id(),
                severity: code.default_severity().word(),
                summary: code.summary(),
                meaning: code.meaning(),
                example: code.example(),
                help: code.help(),
            })
            .collect();
        Self { codes }
    }
}
