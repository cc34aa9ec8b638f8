//! What is no report of findings: lists for `doctor`, `config show` and
//! `readers`, as text or json.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use schemars::JsonSchema;
use serde::Serialize;

use super::outside::outside;
use super::paint::Paint;
use super::{Look, json, words};
use crate::config::{Source, Value};
use crate::finding::Place;
use crate::plan::ReaderFacts;
use crate::setup::{Checkup, Health};

/// A format of what is no report of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// `path:line:column`, not escaped.
#[must_use]
pub fn at(place: &Place) -> String {
    words::place(place)
}

/// What `readers --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Readers {
    /// All readers.
    readers: Vec<Reader>,
}

#[derive(Serialize, JsonSchema)]
struct Reader {
    /// How the configuration names it.
    name: &'static str,
    /// Which files make a workspace.
    files: &'static str,
    /// What counts as pending, done and claimed.
    counts: &'static str,
}

/// The readers.
#[must_use]
pub fn readers(readers: &[ReaderFacts], format: Plain, look: Look) -> String {
    match format {
        Plain::Json => json::line(&Readers {
            readers: readers
                .iter()
                .map(|facts| Reader {
                    name: facts.name,
                    files: facts.files,
                    counts: facts.counts,
                })
                .collect(),
        }),
        Plain::Text => {
            let paint = Paint::new(look.color);
            let mut out = String::new();
            for facts in readers {
                let _ = writeln!(
                    out,
                    "{}\n  {}\n  {}",
                    paint.heading(facts.name),
                    facts.files,
                    facts.counts
                );
            }
            out
        }
    }
}

/// What `config show --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Values {
    /// Every value in force.
    values: Vec<InForce>,
}

#[derive(Serialize, JsonSchema)]
struct InForce {
    /// The path of the key.
    key: String,
    /// The value.
    value: serde_json::Value,
    /// `built in`, or the file, line and column that say so.
    source: String,
    /// Whether the file added to what is built in.
    added: bool,
}

/// The values in force, and where each came from.
#[must_use]
pub fn values(values: &[Value], format: Plain, look: Look) -> String {
    match format {
        Plain::Json => json::line(&Values {
            values: values
                .iter()
                .map(|value| InForce {
                    key: value.key.clone(),
                    value: serde_json::from_str(&value.value).unwrap_or_default(),
                    source: source(&value.source),
                    added: matches!(value.source, Source::Added(_)),
                })
                .collect(),
        }),
        Plain::Text => {
            let paint = Paint::new(look.color);
            let mut out = String::new();
            for value in values {
                let said = match &value.source {
                    Source::Added(_) => format!("added to by {}", source(&value.source)),
                    other => source(other),
                };
                let _ = writeln!(
                    out,
                    "{}: {}  {}",
                    outside(&value.key),
                    outside(&value.value),
                    paint.label(&format!("# {}", outside(&said)))
                );
            }
            out
        }
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::BuiltIn => "built in".to_owned(),
        Source::File(place) | Source::Added(place) => at(place),
    }
}

/// What `doctor --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Doctor {
    /// Whether nothing keeps closeout from working.
    ok: bool,
    /// What was looked at.
    checks: Vec<Check>,
}

#[derive(Serialize, JsonSchema)]
struct Check {
    /// What was looked at.
    topic: &'static str,
    /// How it stands.
    #[schemars(extend("enum" = ["ok", "note", "problem"]))]
    health: &'static str,
    /// What was found.
    found: String,
    /// What to do.
    help: Option<String>,
}

/// What doctor found.
#[must_use]
pub fn checkup(checkup: &Checkup, format: Plain, look: Look) -> String {
    match format {
        Plain::Json => json::line(&Doctor {
            ok: !checkup.has_problem(),
            checks: checkup
                .lines
                .iter()
                .map(|line| Check {
                    topic: line.topic,
                    health: line.health.word(),
                    found: line.found.clone(),
                    help: line.next.clone(),
                })
                .collect(),
        }),
        Plain::Text => {
            let paint = Paint::new(look.color);
            let mut out = String::new();
            for line in &checkup.lines {
                let color = match line.health {
                    Health::Ok => AnsiColor::Green,
                    Health::Note => AnsiColor::Yellow,
                    Health::Problem => AnsiColor::Red,
                };
                let word = paint.word(color, &format!("{:7}", line.health.word()));
                let _ = writeln!(out, "{word}  {:13}  {}", line.topic, outside(&line.found));
                if let Some(next) = &line.next {
                    let label = paint.label("help:");
                    let _ = writeln!(out, "{:24}{label} {}", "", outside(next));
                }
            }
            out
        }
    }
}
