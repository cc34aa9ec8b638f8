//! JSON objects read field by field: what is wrong costs that field, and what
//! is unknown is kept as it was written.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserializer as _, Serialize};
use serde_json::value::RawValue;

/// How deep a record may nest: what every JSON reader of Rust can read, whose
/// own limit is 128.
pub const MAX_DEPTH: usize = 127;

/// How many objects of an array are looked at. No array of objects that
/// closeout writes has nearly as many.
pub(super) const MAX_OBJECTS: usize = 4_096;

/// Whether brackets nest at most [`MAX_DEPTH`] deep in a JSON text.
pub(super) fn is_shallow(json: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => depth += 1,
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return false;
        }
    }
    true
}

/// The members of an object. Of a key that is there twice the last counts.
pub(super) struct Object<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Object<'a> {
    /// Reads an object. It costs no stack, however deep it nests.
    pub(super) fn read(json: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json).map(Self)
    }

    /// Takes a member that is a string. `None` where it is none.
    pub(super) fn string(&mut self, key: &str) -> Option<String> {
        string(self.0.remove(key)?)
    }

    /// The same, or the empty text.
    pub(super) fn text(&mut self, key: &str) -> String {
        self.string(key).unwrap_or_default()
    }

    /// Takes a member that is `true`.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        self.0.remove(key).is_some_and(|raw| raw.get() == "true")
    }

    /// Takes a member that is a whole number from 0.
    pub(super) fn number(&mut self, key: &str) -> Option<u64> {
        serde_json::from_str(self.0.remove(key)?.get()).ok()
    }

    /// Takes a member that is an object.
    pub(super) fn object(&mut self, key: &str) -> Option<Self> {
        Self::read(self.0.remove(key)?.get()).ok()
    }

    /// Takes a member, and visits its strings if it is an array.
    pub(super) fn strings(&mut self, key: &str, mut visit: impl FnMut(String)) {
        self.each(key, |raw| {
            if let Some(text) = string(raw) {
                visit(text);
            }
        });
    }

    /// Takes a member, and visits its first [`MAX_OBJECTS`] objects if it is
    /// an array.
    pub(super) fn objects(&mut self, key: &str, mut visit: impl FnMut(Self)) {
        let mut seen = 0;
        self.each(key, |raw| {
            seen += 1;
            if seen <= MAX_OBJECTS
                && let Ok(object) = Self::read(raw.get())
            {
                visit(object);
            }
        });
    }

    fn each(&mut self, key: &str, visit: impl FnMut(&'a RawValue)) {
        if let Some(raw) = self.0.remove(key) {
            // What is no array is passed over.
            let _ = serde_json::Deserializer::from_str(raw.get()).deserialize_seq(Each(visit));
        }
    }

    /// What nobody took.
    pub(super) fn rest(self) -> Extra {
        let keep = |(key, raw): (String, &RawValue)| (key, Raw(raw.to_owned()));
        Extra(self.0.into_iter().map(keep).collect())
    }
}

fn string(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

/// Hands every entry of an array to a function, so that a long one never
/// stands in memory.
struct Each<F>(F);

impl<'de, F: FnMut(&'de RawValue)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(raw) = seq.next_element()? {
            self.0(raw);
        }
        Ok(())
    }
}

/// Keys that this version does not know, with their values as they were
/// written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Extra(BTreeMap<String, Raw>);

impl Extra {
    /// Takes over the other's keys. Where both have one, the longer text
    /// stays, which has lost least; of two that are as long the greater.
    pub(super) fn join(&mut self, other: Self) {
        for (key, raw) in other.0 {
            match self.0.entry(key) {
                Entry::Vacant(free) => {
                    free.insert(raw);
                }
                Entry::Occupied(mut taken) => {
                    if raw.rank() > taken.get().rank() {
                        taken.insert(raw);
                    }
                }
            }
        }
    }
}

/// A value as it was written: numbers keep their digits and objects their
/// order.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
struct Raw(Box<RawValue>);

impl Raw {
    fn rank(&self) -> (usize, &str) {
        (self.0.get().len(), self.0.get())
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Eq for Raw {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_that_of_brackets_outside_of_strings() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(is_shallow(&nested(MAX_DEPTH)));
        assert!(!is_shallow(&nested(MAX_DEPTH + 1)));
        assert!(serde_json::from_str::<serde_json::Value>(&nested(MAX_DEPTH)).is_ok());
        assert!(serde_json::from_str::<serde_json::Value>(&nested(MAX_DEPTH + 1)).is_err());
        assert!(is_shallow(&format!("\"\\\"{}\"", "[".repeat(1_000))));
        assert!(is_shallow(&"[],".repeat(1_000)));
    }
}
