//! What is wrong with a configuration, where, and what to do.

use std::fmt;

use crate::finding::{GlobError, MAX_ID_CHARS, Place, clip, visible};
use crate::plan::Content;

/// A configuration that cannot be used. Its text has all three parts and is
/// safe to print: it names the file, line and column, says what is wrong, and
/// what to do next.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError {
    /// The file and the position in it; `None` where no file is at fault but
    /// the caller's own words are.
    pub place: Option<Place>,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

impl ConfigError {
    /// What is wrong, and where.
    #[must_use]
    pub fn what(&self) -> String {
        let Some(place) = &self.place else {
            return self.problem.to_string();
        };
        let at = place
            .position
            .map(|at| format!(":{}:{}", at.line, at.column))
            .unwrap_or_default();
        format!("{}{at}: {}", visible(&place.path), self.problem)
    }

    /// What to do.
    #[must_use]
    pub fn help(&self) -> String {
        self.problem.help()
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.what();
        let stop = if what.ends_with('?') { "" } else { "." };
        write!(f, "{what}{stop} {}", self.help())
    }
}

/// Everything that can be wrong with a configuration. The texts in it are
/// escaped and cut already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// More bytes than [`super::MAX_BYTES`].
    #[error("the file is larger than 1 MiB")]
    TooLarge,
    /// No UTF-8.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// No YAML; what the parser says.
    #[error("cannot be read as YAML: {0}")]
    Yaml(String),
    /// Too many nodes, nested too deep, or an alias bomb.
    #[error("nested too deep, or too many values or aliases, for a configuration")]
    TooIntricate,
    /// More than one YAML document.
    #[error("a second YAML document begins here")]
    SeveralDocuments,
    /// Something else than this stands here.
    #[error("{0} is wanted here")]
    Wanted(&'static str),
    /// A value of the wrong type.
    #[error("{found} where {expected} is wanted")]
    Type {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// A name that is not in a list of known ones.
    #[error("unknown {kind} `{name}`{}", suggestion(nearest.as_deref()))]
    Unknown {
        /// What it should be the name of: `key`, `code`, `reader`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The known name that it was meant to be, perhaps.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// A key that has to be there is not.
    #[error("the key `{0}` is missing here")]
    MissingKey(String),
    /// A key that stands twice in one mapping.
    #[error("the key `{0}` stands here a second time")]
    DuplicateKey(String),
    /// Two names in one mapping mean the same thing.
    #[error("{what} is listed a second time: it is in line {first} already")]
    Twice {
        /// What is listed, such as "the command `SHIP`".
        what: String,
        /// The line of the first, from 1.
        first: u32,
    },
    /// A value that its key does not allow.
    #[error("`{value}` {reason}")]
    Value {
        /// The value.
        value: String,
        /// Half a sentence: why not.
        reason: String,
        /// What to do.
        help: &'static str,
    },
    /// The file is something that is not read: a directory, a link, a FIFO.
    #[error("the file {0}")]
    Special(&'static str),
    /// The file cannot be read; what the system says.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A directory that the search starts from cannot be entered.
    #[error("the directory cannot be read: {0}")]
    Directory(String),
    /// `.closeout.yaml`, where there is no `.closeout.yml`.
    #[error("a configuration is called .closeout.yml, and nothing reads this file")]
    OtherName,
}

impl Problem {
    /// A name that is none of the `known`.
    pub(super) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(shown).collect();
        Self::Unknown {
            kind,
            nearest: nearest(name, &known),
            name: shown(name),
            known,
        }
    }

    /// A value that its key does not allow.
    pub(super) fn value(value: &str, reason: impl Into<String>, help: &'static str) -> Self {
        Self::Value {
            value: shown(value),
            reason: reason.into(),
            help,
        }
    }

    /// A pattern that is no glob.
    pub(super) fn glob(error: &GlobError) -> Self {
        Self::value(
            &error.pattern,
            visible(&error.reason),
            "Write a path from the repository's root in which `*` and `?` stay within one part, `**` does not, and `{a,b}` chooses.",
        )
    }

    /// The bytes of a file that should hold a configuration.
    ///
    /// # Errors
    ///
    /// What keeps it from being read.
    pub fn bytes(content: Content) -> Result<Vec<u8>, Self> {
        match content {
            Content::Bytes(bytes) => Ok(bytes),
            Content::Missing => Err(Self::Unreadable("it is missing".to_owned())),
            Content::Special(special) => Err(Self::Special(special.phrase())),
            Content::TooLarge(_) => Err(Self::TooLarge),
            Content::Unreadable(reason) => Err(Self::Unreadable(visible(&reason).into_owned())),
        }
    }

    /// What to do.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::TooLarge => "Give the file of the configuration, not some other file.".to_owned(),
            Self::NotUtf8 => "Save the file as UTF-8.".to_owned(),
            Self::Yaml(_) => {
                "Correct the line; `closeout schema config` describes what may stand where."
                    .to_owned()
            }
            Self::TooIntricate => {
                "Write the values out, and only those of a configuration.".to_owned()
            }
            Self::SeveralDocuments => "Keep one document, and remove the `---` line.".to_owned(),
            Self::Wanted(_) | Self::Type { .. } => {
                "Correct the value; `closeout schema config` describes what may stand here."
                    .to_owned()
            }
            Self::Unknown { kind, known, .. } if known.is_empty() => {
                format!("Remove the {kind}: none may stand here.")
            }
            Self::Unknown { known, .. } => format!("Known here: {}.", known.join(", ")),
            Self::MissingKey(key) => format!("Add `{key}: ...`."),
            Self::DuplicateKey(_) | Self::Twice { .. } => {
                "Keep one of the two, and remove the other.".to_owned()
            }
            Self::Value { help, .. } => (*help).to_owned(),
            Self::Special(_) => {
                "Put a regular file there, or name the configuration with --config.".to_owned()
            }
            Self::Unreadable(_) | Self::Directory(_) => {
                "Make it readable, or name another file with --config.".to_owned()
            }
            Self::OtherName => "Rename it to .closeout.yml, or remove it.".to_owned(),
        }
    }
}

/// Text from the file as a message shows it.
pub(super) fn shown(text: &str) -> String {
    shown_up_to(text, MAX_ID_CHARS)
}

/// The same, up to so many characters. Cut before it is escaped, too, since a
/// whole file may be one word.
pub(super) fn shown_up_to(text: &str, max: usize) -> String {
    clip(&visible(&clip(text, max)), max).into_owned()
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The known name that differs least, if it differs by no more than a slip of
/// the hand: a third of its letters, and three at most.
fn nearest(name: &str, known: &[String]) -> Option<String> {
    let fold = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let name = fold(&clip(name, MAX_ID_CHARS));
    known
        .iter()
        .map(|candidate| (strsim::osa_distance(&name, &fold(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count() / 3).clamp(1, 3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_hand_finds_the_nearest_known_name() {
        let known = ["contract", "contracts", "run", "goal_check"].map(str::to_owned);
        for (name, found) in [
            ("contrcts", Some("contracts")),
            ("contract_", Some("contract")),
            ("Goal-Check", Some("goal_check")),
            ("rnu", Some("run")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, &known).as_deref(), found, "{name}");
        }
    }

    #[test]
    fn an_error_has_its_three_parts_on_one_line_and_hides_nothing() {
        let error = ConfigError {
            place: Some(Place::file("a\u{1b}b.yml")),
            problem: Box::new(Problem::unknown("key", "x\n\u{202e}y", ["contract"])),
        };
        assert_eq!(
            error.to_string(),
            "a\\u{1b}b.yml: unknown key `x\\n\\u{202e}y`. Known here: contract."
        );
    }
}
