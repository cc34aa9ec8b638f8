//! YAML into shapes, with the place of everything.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_yaml::options::DuplicateKeyPolicy;
use serde_yaml::{Error, Location, MessageFormatter, Spanned, UserMessageFormatter};

use super::error::{Problem, shown, shown_up_to};
use crate::finding::Position;

/// A value, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) at: Position,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self {
            value: spanned.value,
            at: position(spanned.referenced).unwrap_or(START),
        })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The first character.
pub(super) const START: Position = Position { line: 1, column: 1 };

/// A text. A number or a truth value is none: which text would `1.10` be?
#[derive(Debug, Clone)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(TextVisitor("text, in quotes if need be,"))
            .map(Self)
    }
}

/// A length of time, with its unit.
#[derive(Debug, Clone)]
pub(super) struct TimeText(pub(super) String);

impl<'de> Deserialize<'de> for TimeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(TextVisitor("a time with its unit, such as `60s` or `10m`"))
            .map(Self)
    }
}

struct TextVisitor(&'static str);

impl Visitor<'_> for TextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}

/// A word of a short list. A bare `off` is false to a reader of YAML 1.1, so
/// that false is taken for `off` where `off` is in the list.
pub(super) fn word<'de, D: Deserializer<'de>>(
    deserializer: D,
    words: &'static [&'static str],
) -> Result<&'static str, D::Error> {
    struct Words(&'static [&'static str]);

    impl Visitor<'_> for Words {
        type Value = &'static str;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "one of {}", self.0.join(", "))
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<&'static str, E> {
            self.0
                .iter()
                .copied()
                .find(|word| *word == text)
                .ok_or_else(|| E::unknown_variant(text, self.0))
        }
        fn visit_bool<E: de::Error>(self, value: bool) -> Result<&'static str, E> {
            let off = self.0.iter().copied().find(|word| *word == "off" && !value);
            off.ok_or_else(|| E::invalid_type(de::Unexpected::Bool(value), &self))
        }
    }

    deserializer.deserialize_any(Words(words))
}

/// The entries of a mapping whose keys are names, in the order of the file.
#[derive(Debug, Clone)]
pub(super) struct Entries<V>(pub(super) Vec<(At<String>, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Mapping<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Mapping<V> {
            type Value = Entries<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Mapping(PhantomData))
    }
}

impl<V: JsonSchema> JsonSchema for Entries<V> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Entries_{}", V::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<V>();
        json_schema!({"type": "object", "additionalProperties": value})
    }
}

/// Reads one document. Nothing at all is `None`.
///
/// A configuration is small and flat: the budgets are far above what anybody
/// writes, and keep a bomb of aliases or brackets within milliseconds.
pub(super) fn read<'de, T: Deserialize<'de>>(
    text: &'de str,
) -> Result<Option<T>, (Position, Problem)> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: 24,
            flow_nesting_limit: 24,
            max_nodes: 20_000,
            max_documents: 2,
        },
        alias_limits: serde_yaml::alias_limits! {
            max_total_replayed_events: 5_000,
            max_replay_stack_depth: 8,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    serde_yaml::from_str_with_options(text, options).map_err(|error| explain(&error))
}

/// The parser's error in our words.
fn explain(error: &Error) -> (Position, Problem) {
    let at = error.location().and_then(position).unwrap_or(START);
    let mut inner = error;
    while let Error::AliasError { error, .. } | Error::WithSnippet { error, .. } = inner {
        inner = error;
    }
    let problem = match inner {
        Error::SerdeUnknownField {
            field, expected, ..
        } => Problem::unknown("key", field, expected.iter().copied()),
        Error::SerdeUnknownVariant {
            variant, expected, ..
        } => Problem::unknown("value", variant, expected.iter().copied()),
        Error::SerdeMissingField { field, .. } => Problem::MissingKey((*field).to_owned()),
        Error::DuplicateMappingKey { key, .. } => {
            Problem::DuplicateKey(shown(key.as_deref().unwrap_or_default()))
        }
        Error::MultipleDocuments { .. } => Problem::SeveralDocuments,
        Error::Unexpected { expected, .. } if *expected == "mapping start" => {
            Problem::Wanted("a mapping of `key: value`")
        }
        Error::Unexpected { expected, .. } if *expected == "sequence start" => {
            Problem::Wanted("a list such as `[a, b]`")
        }
        Error::Unexpected { expected, .. } if *expected == "string scalar" => {
            Problem::Wanted("a name")
        }
        Error::NullIntoString { .. } => Problem::Wanted("a name"),
        Error::InvalidBooleanStrict { .. } => Problem::Wanted("`true` or `false`"),
        Error::InvalidScalar { .. } => Problem::Wanted("a whole number"),
        Error::SerdeInvalidType {
            unexpected,
            expected,
            ..
        } => Problem::Type {
            found: shown(unexpected),
            expected: expected.clone(),
        },
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => Problem::TooIntricate,
        other => Problem::Yaml(shown_up_to(
            &UserMessageFormatter.format_message(other),
            200,
        )),
    };
    (at, problem)
}

fn position(location: Location) -> Option<Position> {
    let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    (location.line() > 0).then(|| Position {
        line: number(location.line()),
        column: number(location.column()).max(1),
    })
}
