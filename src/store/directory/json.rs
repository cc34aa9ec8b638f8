//! A JSON object whose members are kept as they are written, in their order.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object: names, and the texts of their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Object(Vec<(String, String)>);

impl Object {
    /// Reads an object. Of a name that comes twice the last value counts, as
    /// in every reader of JSON.
    pub(super) fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a member, if it is a string.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let (_, value) = self.0.iter().find(|(other, _)| other == name)?;
        serde_json::from_str(value).ok()
    }

    /// The members with these names, in the order of the names.
    pub(super) fn only(&self, names: &[&str]) -> Self {
        let find = |name: &&str| self.0.iter().find(|(other, _)| other == name).cloned();
        Self(
            names
                .iter()
                .filter_map(find)
                .map(|(name, value)| (name, indented(&value)))
                .collect(),
        )
    }

    /// All others, in their order.
    pub(super) fn without(&self, names: &[&str]) -> Self {
        let others = self
            .0
            .iter()
            .filter(|(name, _)| !names.contains(&name.as_str()));
        Self(others.cloned().collect())
    }

    pub(super) fn extend(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    /// The text of the object: a line for each member, two spaces before it,
    /// and its value as it was.
    pub(super) fn write(&self) -> String {
        let mut text = String::from("{");
        for (at, (name, value)) in self.0.iter().enumerate() {
            text.push_str(if at == 0 { "\n  " } else { ",\n  " });
            text.push_str(&serde_json::Value::from(name.as_str()).to_string());
            text.push_str(": ");
            text.push_str(value);
        }
        text.push_str("\n}\n");
        text
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut members: Vec<(String, String)> = Vec::new();
                let mut places = std::collections::HashMap::new();
                while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    let value = value.get().to_owned();
                    let at = *places.entry(name.clone()).or_insert(members.len());
                    match members.get_mut(at) {
                        Some(member) => member.1 = value,
                        None => members.push((name, value)),
                    }
                }
                Ok(Object(members))
            }
        }
        from.deserialize_map(Members)
    }
}

/// The same value with two spaces for each level, as it stands in an object
/// that is itself indented. The text is valid JSON; nothing but the white
/// space between its tokens is touched.
fn indented(value: &str) -> String {
    let mut text = String::with_capacity(value.len() * 2);
    let mut depth = 1_usize;
    let mut chars = value.chars().peekable();
    let mut in_string = false;
    let line = |text: &mut String, depth: usize| {
        text.push('\n');
        // A value nested a million levels deep must not become a terabyte.
        text.extend(std::iter::repeat_n(' ', 2 * depth.min(64)));
    };
    while let Some(c) = chars.next() {
        if in_string {
            text.push(c);
            match c {
                '\\' => text.extend(chars.next()),
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match c {
            ' ' | '\t' | '\r' | '\n' => {}
            '"' => {
                in_string = true;
                text.push(c);
            }
            '{' | '[' => {
                text.push(c);
                while chars.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(close) = chars.next_if(|next| matches!(next, '}' | ']')) {
                    text.push(close);
                } else {
                    depth += 1;
                    line(&mut text, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut text, depth);
                text.push(c);
            }
            ',' => {
                text.push(c);
                line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Object, indented};

    #[test]
    fn a_value_is_laid_out_as_serde_lays_it_out() {
        for text in [
            r#"{"a":[1,2,{"b":"x, y: {\"}\\"}],"c":{},"d":[ ],"e":null}"#,
            "[\n\n1 , [ [ ] ] ]",
            r#""plain""#,
            "-1.5e9",
        ] {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let whole = serde_json::json!({ "x": value });
            let expected = serde_json::to_string_pretty(&whole).unwrap();
            let inner = indented(text);
            let numbers = expected.replace("-1500000000.0", "-1.5e9");
            assert_eq!(format!("{{\n  \"x\": {inner}\n}}"), numbers);
            assert_eq!(indented(&inner), inner);
        }
    }

    #[test]
    fn what_is_not_ours_keeps_its_text_and_its_order() {
        let text = "{\"z\": 1e999, \"ref\": \"r\", \"a\":\n     [\"\\ud800\" ]}";
        let object = Object::read(text).unwrap();
        let rest = object.without(&["ref"]);
        assert_eq!(
            rest.write(),
            "{\n  \"z\": 1e999,\n  \"a\": [\"\\ud800\" ]\n}\n"
        );
    }

    #[test]
    fn the_last_of_two_members_counts() {
        let object = Object::read(r#"{"ref":"a","b":1,"ref":"c"}"#).unwrap();
        assert_eq!(object.text("ref").as_deref(), Some("c"));
        assert_eq!(object.only(&["ref"]).write(), "{\n  \"ref\": \"c\"\n}\n");
    }

    #[test]
    fn a_value_nested_a_million_levels_deep_is_only_text() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let object = Object::read(&format!("{{\"ended\":{deep}}}")).unwrap();
        assert!(object.only(&["ended"]).write().len() < 64 * 1_000_000);
    }
}
