//! Who says that the work is complete.

use crate::finding::Place;

/// A claim of completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The caller says so by asking: `detect`.
    Caller,
    /// The state file says so.
    State {
        /// The status, as the file has it.
        status: String,
        /// Where.
        place: Place,
    },
}

impl Claim {
    /// `caller` or `state`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::State { .. } => "state",
        }
    }
}
