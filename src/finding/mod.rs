//! What is wrong, where, and what to do about it: a leaf that every room may
//! use.

mod code;
mod globs;
mod path;
mod place;
mod severity;
mod visible;

pub use code::Code;
pub use globs::{GlobError, Globs};
pub use path::{PathError, RelPath};
pub use place::{Place, Position};
pub use severity::{Level, Severities, Severity};
pub use visible::{MAX_ID_CHARS, clip, visible};

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which kind of wrong: stable, documented, and what `severities:` names.
    pub code: Code,
    /// How much it weighs under the configuration in force.
    pub severity: Severity,
    /// One or two sentences, safe to print: text from outside is in it only
    /// after [`visible`].
    pub message: String,
    /// Where to look.
    pub place: Place,
    /// What to do.
    pub help: String,
}

impl Finding {
    /// A finding with the code's own help.
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: String, place: Place) -> Self {
        Self {
            code,
            severity,
            message,
            place,
            help: code.help().to_owned(),
        }
    }
}
