//! The published schema says what the parser does.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::*;

/// Every key that the schema fixes, wherever it may stand, but for the codes.
pub(super) fn keys() -> BTreeSet<String> {
    fn walk(schema: &Json, keys: &mut BTreeSet<String>) {
        match schema {
            Json::Object(map) => {
                if let Some(Json::Object(properties)) = map.get("properties") {
                    keys.extend(properties.keys().cloned());
                }
                map.values().for_each(|value| walk(value, keys));
            }
            Json::Array(list) => list.iter().for_each(|value| walk(value, keys)),
            _ => {}
        }
    }
    let mut keys = BTreeSet::new();
    walk(&schema(), &mut keys);
    keys.retain(|key| Code::from_id(key).is_none());
    keys
}

/// Whether the schema allows what YAML 1.2 reads in this text.
pub(super) fn allows_yaml(text: &str) -> bool {
    let options = serde_yaml::options! { strict_booleans: true };
    let value: Json = serde_yaml::from_str_with_options(text, options).unwrap();
    let root = schema();
    // An empty file is nothing to a validator.
    value.is_null() || allows(&root, &root, &value)
}

/// As much of JSON Schema as ours uses. Panics at a word that it does not know.
fn allows(root: &Json, schema: &Json, value: &Json) -> bool {
    let Some(words) = schema.as_object() else {
        return schema == &json!(true);
    };
    let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
    words.iter().all(|(word, rule)| match word.as_str() {
        "$schema" | "$defs" | "title" | "description" | "patternProperties" | "format" => true,
        "additionalProperties" => value.as_object().is_none_or(|entries| {
            entries.iter().all(|(key, value)| {
                let known = schema["properties"].get(key);
                let pattern = || {
                    let patterns = schema.get("patternProperties")?.as_object()?;
                    let (_, rule) = patterns.iter().find(|(pattern, _)| {
                        let plain = pattern.trim_matches(['^', '$']);
                        let letters = key.chars().map(|c| match c {
                            '_' => "_".to_owned(),
                            c => format!("[{}{}]", c.to_uppercase(), c.to_lowercase()),
                        });
                        letters.collect::<String>() == plain
                    })?;
                    Some(rule)
                };
                allows(root, known.or_else(pattern).unwrap_or(rule), value)
            })
        }),
        "properties" => rule.as_object().unwrap().iter().all(|(key, rule)| {
            let value = value.get(key);
            value.is_none_or(|value| allows(root, rule, value))
        }),
        "required" => value.as_object().is_none_or(|entries| {
            let required = list(rule);
            required
                .iter()
                .all(|key| entries.contains_key(key.as_str().unwrap()))
        }),
        "type" => {
            let is = |name: &Json| match name.as_str().unwrap() {
                "null" => value.is_null(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("{other}"),
            };
            if rule.is_array() {
                list(rule).iter().any(is)
            } else {
                is(rule)
            }
        }
        "items" => list(value).iter().all(|value| allows(root, rule, value)),
        "minItems" => value
            .as_array()
            .is_none_or(|list| list.len() as u64 >= rule.as_u64().unwrap()),
        "minimum" => value.as_i64().is_none_or(|n| n >= rule.as_i64().unwrap()),
        "maximum" => value.as_i64().is_none_or(|n| n <= rule.as_i64().unwrap()),
        "enum" => list(rule).contains(value),
        "const" => rule == value,
        "anyOf" => list(rule).iter().any(|rule| allows(root, rule, value)),
        "pattern" => value
            .as_str()
            .is_none_or(|text| match rule.as_str().unwrap() {
                "^[0-9]{1,9}[smh]$" => text.ends_with(['s', 'm', 'h']) && text.len() <= 10,
                "^(git|(git|dir):.+)$" => text.starts_with("git") || text.starts_with("dir:"),
                other => panic!("{other}"),
            }),
        "$ref" => {
            let pointer = rule.as_str().unwrap().trim_start_matches('#');
            allows(root, root.pointer(pointer).unwrap(), value)
        }
        other => panic!("a word of the schema that this test does not know: {other}"),
    })
}

#[test]
fn every_key_of_the_schema_is_in_the_listing_and_the_listing_is_allowed() {
    for key in keys() {
        assert!(EXAMPLE.contains(&format!("{key}:")), "{key}");
    }
    assert!(keys().len() > 25, "{:?}", keys());
    assert!(allows_yaml(EXAMPLE));
}

#[test]
fn the_schema_allows_each_form_that_the_parser_reads() {
    for text in [
        "severities: {plan_missing_at_completion: off, GAPS_UNADDRESSED_AT_COMPLETION: false}",
        "hooks: {pre_push: off}",
        "hooks: {pre_push: false}",
        "goal_check: {run: [a], unmet: nonzero}",
        "archive: dir:/x",
        "archive: git:../x",
        "contracts: {a: {readers: [checklist], owes_with_prd: [{path: b, kind: any}]}}",
        "contract:\nchecklists:\nseverities:\narchive:\nhooks:\ncleanup:\ncontracts:\n",
        "contracts: {a: {readers: , commands: }}\ngoal_check: {run: [a], timeout: , unmet: }\n",
        "cleanup: {actors: , keep_checkout_on_close: }",
    ] {
        assert!(parse(text).is_ok(), "{}", refusal(text));
        assert!(allows_yaml(text), "{text}");
    }
}

#[test]
fn the_schema_refuses_what_the_parser_refuses_by_shape() {
    for text in [
        "contrcts: {}",
        "hooks: {pre_push: true}",
        "severities: {NOPE: off}",
        "contracts: {a: {commands: {B: {owes: [foo.json]}}}}",
        "contracts: {a: {commands: {B: {}}}}",
        "contracts: {a: {readers: [nope]}}",
        "promises: [1]",
        "ignore: [{path: a}]",
        "tickets: [{reader: nope, path: '{n}'}]",
        "goal_check: {run: []}",
    ] {
        assert!(parse(text).is_err(), "{text}");
        assert!(!allows_yaml(text), "{text}");
    }
}

#[test]
fn every_key_of_the_schema_is_described() {
    fn walk(schema: &Json) {
        if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            for (key, property) in properties {
                assert!(property.get("description").is_some(), "{key}");
            }
        }
        match schema {
            Json::Object(map) => map.values().for_each(walk),
            Json::Array(list) => list.iter().for_each(walk),
            _ => {}
        }
    }
    walk(&schema());
}
