//! JSON one level at a time.
//!
//! `serde_json` passes over a value without recursion and without turning
//! numbers or strings into something. So a text is checked as RFC 8259 has it
//! (numbers of any size, lone surrogates, any depth), and only what is wanted
//! is looked at, level by level, each a part of the same text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Content, Defect, Produced, lines, text::text};
use crate::finding::visible;

/// The text of one JSON value, without white space around it; it has been
/// checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Json<'a>(&'a str);

/// What kind of value a [`Json`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
}

/// An entry of an array, or a member of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    /// The member's key, a JSON string.
    pub(super) key: Option<Json<'a>>,
    /// The value.
    pub(super) value: Json<'a>,
}

/// The entries of an array or the members of an object, all counted.
#[derive(Debug, Default)]
pub(super) struct Entries<'a> {
    /// How many there are; a key that is there twice counts once.
    pub(super) count: usize,
    /// As many as were asked for, in the order of the text.
    pub(super) first: Vec<Entry<'a>>,
}

/// Reads a file that should hold one JSON value, of whatever kind.
#[must_use]
pub fn read_json(content: &Content) -> Produced<()> {
    let text = match text(content) {
        Ok(text) => text,
        Err(produced) => return produced,
    };
    match Json::parse(text) {
        Ok(_) => Produced::Present(()),
        Err(defect) => Produced::Unparseable(defect),
    }
}

/// The text of a file that holds one JSON value; `None` where it does not.
#[must_use]
pub fn json_text(content: &Content) -> Option<&str> {
    let text = text::<()>(content).ok()?;
    Json::parse(text).ok().map(Json::as_str)
}

/// Reads a file that need only hold something, whatever its size.
#[must_use]
pub fn read_any(content: &Content) -> Produced<()> {
    match text(content) {
        Ok(_) | Err(Produced::Unparseable(_)) => Produced::Present(()),
        Err(produced) => produced,
    }
}

/// The values of the top object of these names; of a key that is there twice
/// the last one.
///
/// # Errors
///
/// Where the text is not JSON, or another value.
pub(super) fn top<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<Json<'a>>; N], Defect> {
    if text.trim_start().starts_with('{') {
        return select(text, names).map_err(|error| not_json(text, &error));
    }
    let value = Json::parse(text)?;
    Err(Defect {
        reason: format!("holds {}, not an object", value.kind().phrase()),
        position: lines::position(text, value.offset_in(text)),
    })
}

impl<'a> Json<'a> {
    /// Checks that a text is one JSON value.
    pub(super) fn parse(text: &'a str) -> Result<Self, Defect> {
        serde_json::from_str::<&RawValue>(text)
            .map(Self::of)
            .map_err(|error| not_json(text, &error))
    }

    fn of(raw: &'a RawValue) -> Self {
        Self(raw.get())
    }

    /// What kind of value it is.
    pub(super) fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// Its text.
    pub(super) fn as_str(self) -> &'a str {
        self.0
    }

    /// Where in `text`, of which it is a part, it starts.
    pub(super) fn offset_in(self, text: &str) -> usize {
        self.0.as_ptr().addr().saturating_sub(text.as_ptr().addr())
    }

    /// What it says, if it is a string. A lone surrogate is replaced.
    pub(super) fn string(self) -> Option<Cow<'a, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        if !inner.contains('\\') {
            return Some(Cow::Borrowed(inner));
        }
        // As bytes, because as a string a lone surrogate is an error.
        let bytes = serde_json::Deserializer::from_str(self.0)
            .deserialize_bytes(Bytes)
            .ok()?;
        Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The values of these names, if it is an object that has them; of a key
    /// that is there twice the last one.
    pub(super) fn fields<const N: usize>(self, names: [&str; N]) -> [Option<Self>; N] {
        if self.kind() != Kind::Object {
            return [None; N];
        }
        select(self.0, names).unwrap_or([None; N])
    }

    /// Visits every entry of an array and every member of an object, a key
    /// that is there twice twice.
    pub(super) fn each(self, visit: impl FnMut(Entry<'a>)) {
        let mut json = serde_json::Deserializer::from_str(self.0);
        // The text has been checked, so nothing is left that could fail.
        let _ = match self.kind() {
            Kind::Array => json.deserialize_seq(Each(visit)),
            Kind::Object => json.deserialize_map(Each(visit)),
            _ => Ok(()),
        };
    }

    /// Counts the entries of an array or the members of an object, and keeps
    /// the first ones. Of a key that is there twice the last value is kept.
    pub(super) fn entries(self, keep: usize) -> Entries<'a> {
        let mut entries = Entries::default();
        let mut places = HashMap::new();
        self.each(|entry| {
            if let Some(key) = entry.key.and_then(Self::string) {
                let place = *places.entry(key).or_insert(entries.count);
                if place < entries.count {
                    if let Some(kept) = entries.first.get_mut(place) {
                        *kept = entry;
                    }
                    return;
                }
            }
            entries.count += 1;
            if entries.first.len() < keep {
                entries.first.push(entry);
            }
        });
        entries.first.sort_by_key(|entry| entry.value.0.as_ptr());
        entries
    }
}

impl Kind {
    /// With its article: `an array`.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }
}

fn select<'a, const N: usize>(
    object: &'a str,
    names: [&str; N],
) -> Result<[Option<Json<'a>>; N], serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(object);
    let fields = json.deserialize_map(Select { names })?;
    json.end()?;
    Ok(fields)
}

fn not_json(text: &str, error: &serde_json::Error) -> Defect {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    // The last character, where the text ends too early: an end of file has
    // no line that could be shown.
    let end = || text.trim_end().char_indices().next_back();
    let offset = if error.is_eof() {
        end().map_or(0, |(at, _)| at)
    } else {
        let line = error.line().saturating_sub(1);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + error.column().saturating_sub(1)
    };
    Defect {
        reason: format!("is not JSON: {}", visible(said)),
        position: lines::position(text, offset),
    }
}

/// Picks the members of these names, and passes over the others.
struct Select<'n, const N: usize> {
    names: [&'n str; N],
}

impl<'de, const N: usize> Visitor<'de> for Select<'_, N> {
    type Value = [Option<Json<'de>>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; N];
        // A key is read as it is written: as a string, a lone surrogate in it
        // is an error, and as bytes a line break in it is none.
        while let Some(key) = map.next_key::<&RawValue>()? {
            let key = Json::of(key).string();
            let wanted = self
                .names
                .iter()
                .zip(&mut found)
                .find(|(name, _)| key.as_deref() == Some(**name));
            if let Some((_, slot)) = wanted {
                *slot = Some(Json::of(map.next_value()?));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Hands every entry to a function.
struct Each<F>(F);

impl<'de, F: FnMut(Entry<'de>)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element()? {
            self.0(Entry {
                key: None,
                value: Json::of(value),
            });
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry()? {
            self.0(Entry {
                key: Some(Json::of(key)),
                value: Json::of(value),
            });
        }
        Ok(())
    }
}

/// The bytes of a string.
struct Bytes;

impl Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(bytes.to_vec())
    }
}
