//! A JSON object that keeps what it is not asked about.
//!
//! A state file belongs to whoever runs the work; closeout changes a few of its
//! keys. The others stay as they are, text for text: their order, numbers of
//! any size, escapes, nesting of any depth. So each value is kept as the text
//! that it was, and is looked at one level at a time.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Members in the order of the text; of a key that is there twice the last
/// value counts, and the first place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Object(Vec<Member>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    name: String,
    /// The name as JSON text.
    key: String,
    /// The value as JSON text.
    value: String,
}

impl Object {
    /// Reads a text that holds one JSON object.
    pub(super) fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The members: name, and value as JSON text.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|member| (member.name.as_str(), member.value.as_str()))
    }

    /// The value of that name, as JSON text.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.members()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// Gives a name a value, which is JSON text.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.0.iter_mut().find(|member| member.name == name) {
            Some(member) => member.value = value,
            None => self.0.push(Member {
                name: name.to_owned(),
                key: quoted(name),
                value,
            }),
        }
    }

    /// Gives a name a text.
    pub(super) fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, quoted(text));
    }

    /// Takes a name out.
    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|member| member.name != name);
    }

    /// The object of that name; an empty one where there is none.
    pub(super) fn object(&self, name: &str) -> Self {
        let object = self.get(name).map(Self::parse);
        object.and_then(Result::ok).unwrap_or_default()
    }

    /// Changes the object of that name, which is made where there is none.
    pub(super) fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Self)) {
        let mut object = self.object(name);
        edit(&mut object);
        self.set(name, object.text());
    }

    /// Puts the members of these names first, in this order.
    pub(super) fn order(&mut self, names: &[&str]) {
        let place = |member: &Member| {
            let place = names.iter().position(|name| *name == member.name);
            place.unwrap_or(names.len())
        };
        self.0.sort_by_key(place);
    }

    /// As JSON text.
    pub(super) fn text(&self) -> String {
        let member = |member: &Member| format!("{}:{}", member.key, member.value);
        let members: Vec<String> = self.0.iter().map(member).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What a JSON text says, if it is a string; not one with a lone surrogate.
pub(super) fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// The entries of an array, each as JSON text; none of anything else.
pub(super) fn entries(json: &str) -> Vec<&str> {
    let entries: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    entries.into_iter().map(RawValue::get).collect()
}

/// How deep a text is indented: a nesting without end would make a text of
/// quadratic length.
const MAX_INDENT: usize = 32;

/// A JSON text with an indent of two spaces. Its tokens stay as they are.
pub(super) fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    // The last token opened an array or an object.
    let mut opened = false;
    for c in json.chars() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        if matches!(c, ' ' | '\t' | '\r' | '\n') {
            continue;
        }
        let closes = matches!(c, '}' | ']');
        if closes {
            depth = depth.saturating_sub(1);
        }
        if opened != closes {
            line(&mut out, depth);
        }
        opened = matches!(c, '{' | '[');
        out.push(c);
        match c {
            '{' | '[' => depth += 1,
            ',' => line(&mut out, depth),
            ':' => out.push(' '),
            '"' => in_string = true,
            _ => {}
        }
    }
    out
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth.min(MAX_INDENT) {
        out.push_str("  ");
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut members: Vec<Member> = Vec::new();
                let mut places = HashMap::new();
                // As raw text: as a string, a key with a lone surrogate would be
                // an error.
                while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                    let (key, value) = (key.get().to_owned(), value.get().to_owned());
                    let name = string(&key).unwrap_or_else(|| key.clone());
                    let place = *places.entry(name.clone()).or_insert(members.len());
                    match members.get_mut(place) {
                        Some(member) => member.value = value,
                        None => members.push(Member { name, key, value }),
                    }
                }
                Ok(Object(members))
            }
        }

        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn object(text: &str) -> Object {
        Object::parse(text).unwrap()
    }

    #[test]
    fn values_stay_as_they_are_written() {
        let text = r#"{"z":1e999,"a":"\ud800","n":{"b":[1.10, 2],"b":3},"\udc00":-0}"#;
        assert_eq!(object(text).text(), text);
    }

    #[test]
    fn the_last_duplicate_wins_however_it_is_spelled() {
        assert_eq!(
            object(r#"{"a":1,"b":2,"\u0061":3}"#).text(),
            r#"{"a":3,"b":2}"#
        );
    }

    #[test]
    fn one_key_is_changed_and_the_others_stay() {
        let mut object = object(r#"{"b":{"x":1,"y":2},"a":[]}"#);
        object.edit("b", |inner| inner.set_text("x", "\"\n"));
        object.edit("a", |inner| inner.set("n", "null"));
        object.set("c", "true");
        object.order(&["a", "c"]);
        assert_eq!(
            object.text(),
            r#"{"a":{"n":null},"c":true,"b":{"x":"\"\n","y":2}}"#
        );
        object.remove("b");
        assert_eq!(object.text(), r#"{"a":{"n":null},"c":true}"#);
    }

    #[test]
    fn an_indent_is_two_spaces_and_empty_ones_stay_closed() {
        let json = r#"{"a":[ ],"b":{},"c":[1,{"d":"{\"}[,:"}],"e\\":null}"#;
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(
            indented(json),
            serde_json::to_string_pretty(&value).unwrap()
        );
    }

    #[test]
    fn a_nesting_without_end_makes_no_quadratic_text() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let text = indented(&deep);
        assert!(text.len() < 200_000 * (2 * MAX_INDENT + 2));
    }

    proptest! {
        #[test]
        fn an_indent_changes_no_value(json in "[\\[\\]{}:,\" a1\\\\]{0,40}") {
            if let Ok(value) = serde_json::from_str::<serde_json::Value>(&json) {
                let again: serde_json::Value = serde_json::from_str(&indented(&json)).unwrap();
                prop_assert_eq!(again, value);
            }
        }
    }
}
