//! Where a finding is.

/// A line and a column in a text, both from 1; the column counts characters
/// (Unicode scalar values), and a byte order mark is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A file, and a position in it where one is known.
///
/// `path` is for people and for annotations: relative to what the report is
/// about (the repository's root in `scan`, the current directory in `detect`),
/// with `/` between its parts. Bytes that are no UTF-8 are replaced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, as it came from outside: not escaped.
    pub path: String,
    /// The line and column, where the finding has one.
    pub position: Option<Position>,
}

impl Place {
    /// A file as a whole.
    #[must_use]
    pub fn file(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            position: None,
        }
    }

    /// A position in a file.
    #[must_use]
    pub fn at(path: impl Into<String>, position: Position) -> Self {
        Self {
            path: path.into(),
            position: Some(position),
        }
    }
}
