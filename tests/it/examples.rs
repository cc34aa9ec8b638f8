//! The examples are judged as `examples/expected.tsv` says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::program::{closeout, scan};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// One line of the table.
struct Row {
    path: String,
    verdict: String,
    code: String,
}

fn rows() -> Vec<Row> {
    let table = std::fs::read_to_string(examples().join("expected.tsv")).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("path\tverdict\tcode"));
    let rows: Vec<Row> = lines
        .map(|line| {
            let fields: Vec<_> = line.split('\t').map(ToOwned::to_owned).collect();
            let [path, verdict, code] = fields.try_into().expect("three fields");
            Row {
                path,
                verdict,
                code,
            }
        })
        .collect();
    assert!(!rows.is_empty());
    rows
}

/// The row that stands for a workspace which is no longer there.
const RECLAIMED: &str = "runs/reclaimed";

/// What a scan says of each example: its verdict, and the code of its first
/// finding.
fn judged() -> BTreeMap<String, (String, String)> {
    let report = scan(&examples(), &["--path", "examples/**"]);
    let workspaces = report["workspaces"].as_array().unwrap();
    workspaces
        .iter()
        .map(|workspace| {
            let path = workspace["path"].as_str().unwrap();
            let reason = workspace["reason"].as_str().unwrap();
            let verdict = workspace["verdict"].as_str();
            let verdict = verdict.unwrap_or(reason.split(':').next().unwrap());
            let code = workspace["findings"][0]["code"].as_str().unwrap_or("-");
            let path = path.strip_prefix("examples/").unwrap_or(path);
            (path.to_owned(), (verdict.to_owned(), code.to_owned()))
        })
        .collect()
}

#[test]
fn every_row_of_the_table_holds_and_none_is_missing() {
    let expected: BTreeMap<_, _> = rows()
        .into_iter()
        .filter(|row| row.path != RECLAIMED)
        .map(|row| (row.path, (row.verdict, row.code)))
        .collect();
    assert_eq!(judged(), expected);
}

#[test]
fn the_reclaimed_one_is_unjudged_and_fails_nobody() {
    let rows = rows();
    let row = rows.iter().find(|row| row.path == RECLAIMED).unwrap();
    assert_eq!((row.verdict.as_str(), row.code.as_str()), ("unjudged", "-"));
    let args = ["detect", RECLAIMED, "--format", "json", "--full"];
    let ran = closeout(&examples(), &args);
    let report = ran.json(0);
    assert_eq!(report["verdict"], "unjudged");
    assert!(ran.stderr.starts_with("note: unjudged: "), "{}", ran.stderr);
}

#[test]
fn detect_says_of_a_run_what_scan_says() {
    for row in rows() {
        let state = examples().join(&row.path).join("state.json");
        if !matches!(row.verdict.as_str(), "clean" | "spurious") {
            continue;
        }
        let state: serde_json::Value =
            serde_json::from_slice(&std::fs::read(state).unwrap()).unwrap();
        let command = state["command"].as_str().unwrap_or_default();
        let mut args = vec!["detect", row.path.as_str(), "--format", "json", "--full"];
        if !command.is_empty() {
            args.extend(["--command", command]);
        }
        if examples().join(&row.path).join("prd.md").exists() {
            args.extend(["--prd", "prd.md"]);
        }
        let report = closeout(&examples(), &args).json(i32::from(row.verdict == "spurious"));
        assert_eq!(report["verdict"], row.verdict, "{}", row.path);
        let code = report["findings"][0]["code"].as_str().unwrap_or("-");
        assert_eq!(code, row.code, "{}", row.path);
    }
}

#[test]
fn the_readme_tells_of_every_row() {
    let readme = std::fs::read_to_string(examples().join("README.md")).unwrap();
    for row in rows() {
        let name = row.path.rsplit('/').next().unwrap();
        assert!(readme.contains(&format!("`{name}`")), "{name}");
        if row.code != "-" {
            assert!(readme.contains(&format!("`{}`", row.code)), "{}", row.code);
        }
    }
}
