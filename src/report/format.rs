//! In which form a report is printed.

/// A format of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people, in a terminal.
    Text,
    /// For programs.
    Json,
    /// Workflow commands: annotations on the lines.
    Github,
    /// For a job summary or a comment.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
}

/// How a report looks where its format leaves a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Colour, in text.
    pub color: bool,
    /// The terminal's width in columns; `None` where there is no terminal.
    pub width: Option<u16>,
    /// Json: the whole report, even where there is nothing to flag.
    pub full: bool,
}
