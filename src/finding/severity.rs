//! How much a finding weighs.

use std::collections::BTreeMap;

use super::Code;

/// The weight of a finding that is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Said, and fails nobody.
    Warning,
    /// Makes the verdict spurious.
    Error,
}

impl Severity {
    /// The word of the configuration and of every report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What the configuration says of a code: a severity, or nothing at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The rule does not apply.
    Off,
    /// The rule applies with this weight.
    On(Severity),
}

/// The level of every code: its own, unless the configuration says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Severities(BTreeMap<Code, Level>);

impl Severities {
    /// Sets the level of one code.
    pub fn set(&mut self, code: Code, level: Level) {
        self.0.insert(code, level);
    }

    /// The severity in force, or `None` where the code is off.
    #[must_use]
    pub fn of(&self, code: Code) -> Option<Severity> {
        match self.0.get(&code) {
            Some(Level::Off) => None,
            Some(Level::On(severity)) => Some(*severity),
            None => Some(code.default_severity()),
        }
    }
}
