//! Colour, where it is wanted. Every coloured word says by itself what its
//! colour says.

use anstyle::{AnsiColor, Style};

use crate::finding::Severity;

/// Colours text, or leaves it as it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    color: bool,
}

impl Paint {
    /// With or without colour.
    pub(super) fn new(color: bool) -> Self {
        Self { color }
    }

    /// The word of a verdict or a standing.
    pub(super) fn standing(self, word: &str) -> String {
        let color = match word {
            "clean" => AnsiColor::Green,
            "spurious" => AnsiColor::Red,
            _ => AnsiColor::Yellow,
        };
        self.with(color.on_default().bold(), word)
    }

    /// What a severity's findings start with.
    pub(super) fn severity(self, severity: Severity, text: &str) -> String {
        let color = match severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
        };
        self.with(color.on_default().bold(), text)
    }

    /// A word in this colour.
    pub(super) fn word(self, color: AnsiColor, text: &str) -> String {
        self.with(color.on_default().bold(), text)
    }

    /// A heading.
    pub(super) fn heading(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    /// A label such as `help:`.
    pub(super) fn label(self, text: &str) -> String {
        self.with(AnsiColor::Cyan.on_default(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
