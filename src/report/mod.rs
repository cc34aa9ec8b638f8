//! Reports: pure functions from domain values to text, one file a format.
//! Nothing here decides anything.

mod archived;
mod bounded;
mod cleanup;
mod command;
mod drawn;
mod explain;
mod format;
mod github;
mod json;
mod markdown;
mod outside;
mod paint;
mod plain;
mod position;
mod records;
mod sarif;
mod schema;
mod shown;
mod span;
mod table;
mod text;
mod words;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod properties;

pub use archived::archived;
pub use cleanup::{Cleanup, Fate, Kept, cleanup};
pub use command::{Level, WorkflowCommand};
pub use drawn::{Drawing, drawing};
pub use explain::{codes, explain};
pub use format::{Format, Look};
pub use markdown::{SUMMARY_LIMIT, scan_within};
pub use plain::{Plain, at, checkup, readers, values};
pub use position::{Position, Refusal, position, positions, refusal};
pub use records::{Change, Listed, Recorded, changes, count, listed, record, recorded};
pub use schema::{SCHEMAS, schema};
pub use shown::graphs;

use crate::judge::{Detection, Scan};

/// The report of `detect`, with the newline that ends it.
#[must_use]
pub fn detection(detection: &Detection, format: Format, look: Look) -> String {
    match format {
        Format::Text => text::detection(detection, look),
        Format::Json => json::detection(detection, look),
        Format::Github => github::detection(detection),
        Format::Markdown => markdown::detection(detection),
        Format::Sarif => sarif::detection(detection),
    }
}

/// The report of `scan`, with the newline that ends it.
#[must_use]
pub fn scan(scan: &Scan, format: Format, look: Look) -> String {
    match format {
        Format::Text => text::scan(scan, look),
        Format::Json => json::scan(scan),
        Format::Github => github::scan(scan),
        Format::Markdown => scan_within(scan, SUMMARY_LIMIT),
        Format::Sarif => sarif::scan(scan),
    }
}
