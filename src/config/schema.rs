//! The JSON Schema of `.closeout.yml`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::raw::{Raw, RawArtifact, RawKind, RawOwed, RawPrePush, RawUnmet};
use super::settings::TICKET_READERS;
use super::yaml::{Text, TimeText};
use crate::finding::Code;
use crate::judge::OwedKind;
use crate::plan::READERS;

/// The schema, for editors and for `closeout schema config`. It allows what
/// [`super::Config::parse`] reads; the parser checks more, such as whether a
/// pattern is a glob.
#[must_use]
pub fn schema() -> Value {
    schemars::schema_for!(Raw).to_value()
}

/// The name of a reader, in the schema.
pub(super) struct ReaderName;

/// The name of a reader of a ticket's plan, in the schema.
pub(super) struct TicketReader;

/// Where records are kept, in the schema.
pub(super) struct ArchiveText;

/// The levels of the codes, in the schema.
pub(super) struct Levels;

/// A type whose schema stands where it is used.
macro_rules! inline {
    ($type:ty, $schema:expr) => {
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

inline!(Text, json_schema!({"type": "string"}));
inline!(
    TimeText,
    json_schema!({"type": "string", "pattern": "^[0-9]{1,9}[smh]$"})
);
inline!(
    RawKind,
    json_schema!({"enum": OwedKind::ALL.map(OwedKind::word)})
);
inline!(
    RawPrePush,
    json_schema!({"enum": ["block", "warn", "off", false]})
);
inline!(
    RawUnmet,
    json_schema!({"anyOf": [
        {"const": "nonzero"},
        {
            "type": "array",
            "minItems": 1,
            "items": {"type": "integer", "minimum": 1, "maximum": 255},
        },
    ]})
);
inline!(
    ReaderName,
    json_schema!({"enum": READERS.iter().map(|reader| reader.name).collect::<Vec<_>>()})
);
inline!(TicketReader, json_schema!({"enum": TICKET_READERS}));
inline!(
    ArchiveText,
    json_schema!({"type": "string", "pattern": "^(git|(git|dir):.+)$"})
);
inline!(Levels, levels());

impl JsonSchema for RawOwed {
    fn schema_name() -> Cow<'static, str> {
        "Owed".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let artifact = generator.subschema_for::<RawArtifact>();
        json_schema!({
            "description": "An artifact: `plan.json` for the plan of that name, or a path and a kind.",
            "anyOf": [{"const": "plan.json"}, artifact],
        })
    }
}

/// The codes by name, so that an editor offers them, and in any letter case.
fn levels() -> Schema {
    let words = json!(["error", "warning", "off", false]);
    let mut names = Map::new();
    let mut patterns = Map::new();
    for code in Code::ALL {
        let described = json!({"enum": words, "description": code.summary()});
        names.insert(code.id().to_owned(), described);
        let letters = code.id().chars().map(|c| match c.to_ascii_lowercase() {
            lower if lower == c => c.to_string(),
            lower => format!("[{c}{lower}]"),
        });
        let pattern = format!("^{}$", letters.collect::<String>());
        patterns.insert(pattern, json!({"enum": words}));
    }
    json_schema!({
        "type": "object",
        "properties": names,
        "patternProperties": patterns,
        "additionalProperties": false,
    })
}
