//! Reports: pure functions from domain values to text, one file a format.
//! Nothing here decides anything.

mod format;

pub use format::{Format, Look};

use crate::judge::{Detection, Scan};

/// The report of `detect`.
#[must_use]
pub fn detection(_detection: &Detection, _format: Format, _look: Look) -> String {
    String::new()
}

/// The report of `scan`.
#[must_use]
pub fn scan(_scan: &Scan, _format: Format, _look: Look) -> String {
    String::new()
}
