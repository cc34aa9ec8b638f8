//! Workflow commands: the lines that make annotations of a step's log. This is
//! the only place of the crate that prints a line that starts with `::`.
//!
//! The form and its escapes are those of `actions/runner`, ActionCommand.cs.

use std::fmt;

use crate::finding::{Place, Severity, visible};

/// The kind of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something is wrong.
    Error,
    /// Something may be wrong.
    Warning,
    /// Something to know.
    Notice,
}

/// One annotation. Its `Display` is the one line of the command, without the
/// newline; whatever its texts hold, they are escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkflowCommand<'a> {
    /// Its kind.
    pub level: Level,
    /// Where it is shown; without one, it is shown with the step.
    pub place: Option<&'a Place>,
    /// Its title.
    pub title: &'a str,
    /// Its message, line by line.
    pub lines: Vec<String>,
}

impl Level {
    /// `error`, `warning` or `notice`: the name of the command.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Notice => "notice",
        }
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
        }
    }
}

impl fmt::Display for WorkflowCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "::{} ", self.level.word())?;
        // An empty `file=` would make the runner drop the whole property.
        if let Some(place) = self.place.filter(|place| !place.path.is_empty()) {
            write!(f, "file={},", property(&place.path))?;
            if let Some(position) = place.position {
                write!(f, "line={},col={},", position.line, position.column)?;
            }
        }
        write!(f, "title={}::", property(self.title))?;
        for (number, line) in self.lines.iter().enumerate() {
            if number > 0 {
                f.write_str("%0A")?;
            }
            f.write_str(&data(line))?;
        }
        Ok(())
    }
}

/// What stands after the second `::`. `visible` has already taken what ends a
/// line; only `%` is left to escape.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Position;

    #[test]
    fn data_and_properties_are_escaped_each_in_its_way() {
        let place = Place::at(
            "a,b:c%0A\n::error::x",
            Position {
                line: 3,
                column: 14,
            },
        );
        let command = WorkflowCommand {
            level: Level::Warning,
            place: Some(&place),
            title: "T: 1, 2",
            lines: vec!["50%: a, b::c\r\n%0A".to_owned(), "help".to_owned()],
        };
        assert_eq!(
            command.to_string(),
            "::warning file=a%2Cb%3Ac%250A\\n%3A%3Aerror%3A%3Ax,line=3,col=14,\
             title=T%3A 1%2C 2::50%25: a, b::c\\r\\n%250A%0Ahelp"
        );
    }

    #[test]
    fn a_command_without_a_file_has_no_file() {
        let root = Place::file("");
        for place in [None, Some(&root)] {
            let command = WorkflowCommand {
                level: Level::Notice,
                place,
                title: "note",
                lines: vec!["x".to_owned()],
            };
            assert_eq!(command.to_string(), "::notice title=note::x");
        }
    }
}
