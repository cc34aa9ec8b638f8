//! What became of a work item.

/// What became of a work item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The record of its state claims completion.
    Completed,
    /// It was called off.
    Cancelled,
    /// It was closed while its own record does not claim completion.
    ClosedExternally,
    /// It was closed, and nothing says how the work stood.
    Unknown,
}

/// What a terminal record says of completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// There is no record.
    Unread,
    /// There is one, and it claims nothing.
    Open,
    /// There is one, and it claims completion.
    Completed,
}

impl Outcome {
    /// The outcome of a closure. Completion is never inferred from it.
    pub(super) fn of(claim: Claim, cancelled: bool) -> Self {
        match (claim, cancelled) {
            (Claim::Completed, _) => Self::Completed,
            (Claim::Open | Claim::Unread, true) => Self::Cancelled,
            (Claim::Open, false) => Self::ClosedExternally,
            (Claim::Unread, false) => Self::Unknown,
        }
    }

    /// `completed`, `cancelled`, `closed-externally` or `unknown`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::ClosedExternally => "closed-externally",
            Self::Unknown => "unknown",
        }
    }

    /// The outcome of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [
            Self::Completed,
            Self::Cancelled,
            Self::ClosedExternally,
            Self::Unknown,
        ]
        .into_iter()
        .find(|outcome| outcome.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_record_completes() {
        for (claim, cancelled, outcome) in [
            (Claim::Completed, true, Outcome::Completed),
            (Claim::Completed, false, Outcome::Completed),
            (Claim::Open, true, Outcome::Cancelled),
            (Claim::Open, false, Outcome::ClosedExternally),
            (Claim::Unread, true, Outcome::Cancelled),
            (Claim::Unread, false, Outcome::Unknown),
        ] {
            assert_eq!(Outcome::of(claim, cancelled), outcome);
            assert_eq!(Outcome::from_word(outcome.word()), Some(outcome));
        }
        assert_eq!(Outcome::from_word("Completed"), None);
    }
}
