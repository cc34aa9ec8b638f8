//! The published schemas of JSON reports.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::{drawn, explain, json, plain, position, shown};

/// The names of all schemas, each that of the verb whose report it describes.
pub const SCHEMAS: [&str; 9] = [
    "check",
    "config-show",
    "detect",
    "doctor",
    "explain",
    "graph-show",
    "graph-status",
    "readers",
    "scan",
];

/// The JSON Schema (draft 2020-12) of the report of that name, made of the very
/// types that are written. `None` where there is none of that name.
#[must_use]
pub fn schema(name: &str) -> Option<String> {
    match name {
        "check" => of::<position::Check<'_>>(),
        "graph-show" => of::<shown::Shown<'_>>(),
        "graph-status" => of::<drawn::Drawn<'_>>(),
        "detect" => of::<json::Detect<'_>>(),
        "doctor" => of::<plain::Doctor>(),
        "readers" => of::<plain::Readers>(),
        "config-show" => of::<plain::Values>(),
        "explain" => of::<explain::Codes>(),
        "scan" => of::<json::Scan<'_>>(),
        _ => None,
    }
}

fn of<T: JsonSchema>() -> Option<String> {
    let schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>();
    let mut text = serde_json::to_string_pretty(&schema).ok()?;
    text.push('\n');
    Some(text)
}
