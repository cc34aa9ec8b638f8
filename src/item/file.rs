//! A work item's state file: read, and written again with all that it held.

use super::argument::SpecId;
use super::object::{Object, indented, quoted};
use super::state::State;

/// The name of the state file in a spec directory.
pub const STATE_FILE: &str = "work-item-state.json";

/// Its older name: read where the new one is absent, never written.
pub const OLD_STATE_FILE: &str = "graph-state.json";

/// The largest state file that is read, in bytes: 16 MiB.
pub const MAX_STATE_BYTES: usize = 16 * 1024 * 1024;

/// The keys in the order in which they are written.
const KEYS: [&str; 19] = [
    "version",
    "workItem",
    "currentNode",
    "nodes",
    "decisions",
    "forced",
    "parked",
    "completions",
    "skips",
    "optIns",
    "surface",
    "sessionPerPr",
    "harness",
    "model",
    "effort",
    "repos",
    "pullRequests",
    "loop",
    "phase",
];

/// A state file: what it says, and all the rest of it, which is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateFile {
    object: Object,
    state: State,
}

/// Why a state file cannot be read. Half a sentence after the file's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// More than [`MAX_STATE_BYTES`].
    #[error("is too large to be read: {0} bytes, the limit is 16 MiB")]
    TooLarge(usize),
    /// No text.
    #[error("is not UTF-8")]
    NotUtf8,
    /// Nothing, or white space.
    #[error("is empty")]
    Empty,
    /// Not JSON, or JSON and then something else.
    #[error("is not JSON: {reason} (line {line}, column {column})")]
    NotJson {
        /// What the parser says.
        reason: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
    },
    /// Another JSON value.
    #[error("holds {0}, not an object")]
    NotAnObject(&'static str),
}

impl StateFile {
    /// Reads a state file. A byte order mark is passed over, and an entry of the
    /// wrong type is no error: it says nothing, and is kept.
    ///
    /// # Errors
    ///
    /// [`Unreadable`], where the file holds no JSON object.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        if bytes.len() > MAX_STATE_BYTES {
            return Err(Unreadable::TooLarge(bytes.len()));
        }
        let text = str::from_utf8(bytes).map_err(|_| Unreadable::NotUtf8)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(first) = text.trim_ascii_start().chars().next() else {
            return Err(Unreadable::Empty);
        };
        if first != '{' {
            serde_json::from_str::<serde::de::IgnoredAny>(text)
                .map_err(|error| not_json(&error))?;
            return Err(Unreadable::NotAnObject(match first {
                '[' => "an array",
                '"' => "a string",
                't' | 'f' => "a boolean",
                'n' => "null",
                _ => "a number",
            }));
        }
        let object = Object::parse(text).map_err(|error| not_json(&error))?;
        Ok(Self::of(object))
    }

    /// The state of an item that has none yet.
    #[must_use]
    pub fn new(id: &SpecId) -> Self {
        let mut object = Object::default();
        object.set("version", "1");
        object.set("workItem", quoted(id.as_str()));
        Self::of(object)
    }

    fn of(object: Object) -> Self {
        let state = State::of(&object);
        Self { object, state }
    }

    /// What it says.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// All that it holds.
    pub(super) fn object(&self) -> &Object {
        &self.object
    }

    /// Changes it.
    pub(super) fn edit(&mut self, edit: impl FnOnce(&mut Object)) {
        edit(&mut self.object);
        self.state = State::of(&self.object);
    }

    /// As it is written: an indent of two spaces, the known keys first and in
    /// their order, the others as they came, a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut object = self.object.clone();
        object.order(&KEYS);
        let mut json = indented(&object.text());
        json.push('\n');
        json
    }
}

fn not_json(error: &serde_json::Error) -> Unreadable {
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or_default();
    Unreadable::NotJson {
        reason: crate::finding::visible(reason).into_owned(),
        line: error.line(),
        column: error.column(),
    }
}

#[cfg(test)]
mod tests;
