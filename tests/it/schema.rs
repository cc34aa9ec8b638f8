//! `closeout schema`: what is published, and that the reports and the
//! configuration keep to it.

use std::path::Path;

use serde_json::{Map, Value};

use crate::program::{DONE, PENDING, closeout, completed, run_with};
use crate::support::Sandbox;

const NAMES: [&str; 10] = [
    "check",
    "config",
    "config-show",
    "detect",
    "doctor",
    "explain",
    "graph-show",
    "graph-status",
    "readers",
    "scan",
];

/// The listing of the design, with every key.
pub(crate) const LISTING: &str = r#"contract: closedloop
contracts:
  closedloop:
    commands: {SHIP: {owes: [plan.json]}, REVIEW: {owes: []}}
    parked: [AWAITING_USER]
    owes_with_prd: [plan.json]
    workspaces: [".closedloop-ai/**"]
    readers: [closedloop]
checklists: [{files: "docs/plans/*.md"}]
ignore: [{path: "examples/**", reason: "kept broken on purpose"}]
severities: {COMPLETION_CONTRADICTED: error}
promises: [COMPLETE]
tickets: [{reader: spec-kit, path: "specs/{n}-*"}]
goal_check: {run: [./goal.sh], timeout: 60s}
spec_root: docs/specs
graphs: ["docs/graphs/*.yml"]
archive: git
cleanup: {actors: [octocat], keep_checkout_on_close: false}
hooks: {pre_push: block}
default_branch: main
"#;

fn schema(name: &str) -> Value {
    let ran = closeout(Path::new(env!("CARGO_MANIFEST_DIR")), &["schema", name]);
    serde_json::from_str(ran.text(0)).unwrap()
}

/// A value against a schema: the keywords that are used here, and no other.
/// Of an object whose schema has properties, every key must be one of them.
struct Check<'a> {
    root: &'a Value,
}

type Wrong = Result<(), String>;

impl Check<'_> {
    fn value(&self, schema: &Value, value: &Value, at: &str) -> Wrong {
        let Value::Object(schema) = schema else {
            return if *schema == Value::Bool(false) {
                Err(format!("{at}: nothing may stand here"))
            } else {
                Ok(())
            };
        };
        for (keyword, wanted) in schema {
            let fine = match keyword.as_str() {
                "$ref" => {
                    let name = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                    let target = self.root.pointer(name).expect("a definition");
                    self.value(target, value, at)?;
                    true
                }
                "type" => is_type(wanted, value),
                "enum" => wanted.as_array().unwrap().contains(value),
                "const" => wanted == value,
                "anyOf" => {
                    let schemas = wanted.as_array().unwrap();
                    schemas.iter().any(|s| self.value(s, value, at).is_ok())
                }
                "required" => wanted.as_array().unwrap().iter().all(|key| {
                    let object = value.as_object();
                    object.is_none_or(|object| object.contains_key(key.as_str().unwrap()))
                }),
                "properties" => {
                    self.object(schema, wanted, value, at)?;
                    true
                }
                "additionalProperties" => {
                    if wanted.is_object() {
                        for (key, value) in value.as_object().into_iter().flatten() {
                            self.value(wanted, value, &format!("{at}.{key}"))?;
                        }
                    }
                    true
                }
                "items" => {
                    for (number, value) in value.as_array().into_iter().flatten().enumerate() {
                        self.value(wanted, value, &format!("{at}[{number}]"))?;
                    }
                    true
                }
                "minimum" => value.as_i64().is_none_or(|n| Some(n) >= wanted.as_i64()),
                "maximum" => value.as_i64().is_none_or(|n| Some(n) <= wanted.as_i64()),
                "minItems" => value.as_array().is_none_or(|all| !all.is_empty()),
                // What people read, and patterns, which are the parser's tests.
                "$schema" | "$defs" | "title" | "description" | "format" | "pattern"
                | "patternProperties" | "default" => true,
                other => panic!("{at}: this check does not know `{other}`"),
            };
            if !fine {
                return Err(format!("{at}: {value} is not `{keyword}: {wanted}`"));
            }
        }
        Ok(())
    }

    fn object(
        &self,
        schema: &Map<String, Value>,
        properties: &Value,
        value: &Value,
        at: &str,
    ) -> Wrong {
        for (key, value) in value.as_object().into_iter().flatten() {
            let at = format!("{at}.{key}");
            match properties.get(key).or(schema.get("additionalProperties")) {
                Some(schema) => self.value(schema, value, &at)?,
                None => return Err(format!("{at}: the schema has no such key")),
            }
        }
        Ok(())
    }
}

fn is_type(wanted: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no type `{other}`"),
    };
    match wanted {
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}

fn check(schema: &Value, value: &Value) -> Wrong {
    Check { root: schema }.value(schema, value, "$")
}

#[track_caller]
fn keeps(name: &str, value: &Value) {
    check(&schema(name), value).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
}

#[test]
fn every_schema_says_its_draft_and_what_it_is() {
    for name in NAMES {
        let schema = schema(name);
        assert_eq!(
            schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
            "{name}"
        );
        assert!(schema["title"].is_string(), "{name}");
        assert!(schema["description"].is_string(), "{name}");
        // And every reference leads somewhere.
        let text = schema.to_string();
        for reference in text.split("\"$ref\":\"#").skip(1) {
            let pointer = reference.split('"').next().unwrap();
            assert!(schema.pointer(pointer).is_some(), "{name}: {pointer}");
        }
    }
}

#[test]
fn an_unknown_name_is_refused_with_those_that_there_are() {
    let ran = closeout(Path::new("."), &["schema", "scam"]);
    ran.fails(2, &["scam"]);
    for name in NAMES {
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
}

#[test]
fn the_listing_of_every_key_keeps_to_the_schema_and_is_read() {
    let listing: Value = serde_yaml::from_str(LISTING).unwrap();
    keeps("config", &listing);
    // It shows every key that there is.
    let schema = schema("config");
    for key in schema["properties"].as_object().unwrap().keys() {
        assert!(listing.get(key).is_some(), "the listing has no `{key}`");
    }
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path(".closeout.yml"), LISTING).unwrap();
    let ran = closeout(&sandbox.path(""), &["config", "check"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn what_the_parser_refuses_the_schema_refuses_too() {
    let schema = schema("config");
    for text in [
        "contrct: x",
        "contract: [x]",
        "contracts: {closedloop: {comands: {}}}",
        "contracts: {x: {commands: {SHIP: {owes: [{path: a}]}}}}",
        "contracts: {x: {readers: [other]}}",
        "ignore: [{path: a}]",
        "severities: {NO_SUCH_CODE: error}",
        "severities: {COMPLETION_CONTRADICTED: loud}",
        "hooks: {pre_push: maybe}",
        "goal_check: {run: [a], timeout: 60s, unmet: []}",
    ] {
        let value: Value = serde_yaml::from_str(text).unwrap();
        check(&schema, &value).expect_err(text);
        let sandbox = Sandbox::new();
        std::fs::write(sandbox.path(".closeout.yml"), text).unwrap();
        closeout(&sandbox.path(""), &["config", "check"]).fails(2, &[]);
    }
}

#[test]
fn reports_have_the_keys_of_their_schema_and_no_other() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    run_with(&repo, "a", PENDING);
    run_with(&repo, "b", DONE);
    run_with(&repo, "ignored", DONE);
    repo.write("c/plan.json", "");
    repo.write("d/state.json", &completed("plan"));
    repo.write(
        ".closeout.yml",
        "ignore: [{path: ignored, reason: why}]\npromises: [DONE]\n",
    );
    repo.commit("one");
    repo.write(".closeout.yml", "contract: closedloop\n");
    run_with(&repo, "b", PENDING);
    let root = repo.root();
    let run = |code: i32, args: &[&str]| {
        closeout(root, &[args, &["--format", "json"]].concat()).json(code)
    };

    for args in [&["scan"][..], &["scan", "--base", "HEAD"]] {
        keeps("scan", &run(1, args));
    }
    closeout(root, &["baseline", "b"]).text(0);
    for (code, args) in [
        (1, &["detect", "a", "--command", "plan"][..]),
        (0, &["detect", "d"]),
        (0, &["detect", "d", "--full"]),
        (0, &["detect", "nowhere", "--full"]),
        (1, &["detect", "b", "--command", "plan"]),
    ] {
        keeps("detect", &run(code, args));
    }
    std::fs::write(root.join("b/.closeout/baseline.json"), "{").unwrap();
    keeps("detect", &run(1, &["detect", "b", "--full"]));
    repo.write(
        "docs/specs/issue-3/work-item-state.json",
        r#"{"currentNode": "design", "parked": {"reason": "why"}}"#,
    );
    for args in [&["check", "issue-3"][..], &["check", "--all"]] {
        keeps("check", &run(1, args));
    }
    keeps("graph-status", &run(1, &["graph", "status", "issue-3"]));
    keeps("graph-show", &run(0, &["graph", "show"]));
    keeps("doctor", &run(0, &["doctor"]));
    keeps("readers", &run(0, &["readers"]));
    keeps("config-show", &run(0, &["config", "show"]));
    keeps("explain", &run(0, &["explain"]));
    keeps(
        "explain",
        &run(0, &["explain", "PLAN_MISSING_AT_COMPLETION"]),
    );
    repo.write(".closeout.yml", "contrct: x\n");
    keeps("doctor", &run(1, &["doctor"]));
}

#[test]
fn the_check_itself_finds_what_is_wrong() {
    let scan = schema("scan");
    for text in [
        "[]",
        "{}",
        r#"{"summary": {}, "workspaces": [], "ignored": [], "notes": []}"#,
        r#"{"summary": {"workspaces": 0, "claims": 0, "spurious": 0, "unjudged": 0}, "workspaces": [], "ignored": [], "notes": [1]}"#,
        r#"{"summary": {"workspaces": 0, "claims": 0, "spurious": 0, "unjudged": 0}, "workspaces": [], "ignored": [], "notes": [], "more": 1}"#,
    ] {
        check(&scan, &serde_json::from_str(text).unwrap()).expect_err(text);
    }
}
