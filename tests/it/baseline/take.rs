//! What is written, and where.

use serde_json::{Value, json};

use super::{DONE, UNCHANGED};
use crate::workspace::Bench;

const WRITTEN: &str = "run/.closeout/baseline.json";

fn written(bench: &Bench, path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(bench.path(path)).unwrap()).unwrap()
}

#[test]
fn the_class_size_and_hashes_of_each_artifact_are_written() {
    // Printed by `sha256sum`.
    let bench = Bench::with_plan("{}");
    let outcome = bench.call("baseline").arg("run").ends(0);
    assert_eq!(
        outcome.stdout,
        format!("baseline: {WRITTEN} (plan.json present)\n")
    );
    assert_eq!(outcome.stderr, "");
    let mut file = written(&bench, WRITTEN);
    let taken_at = file["taken_at"].take();
    taken_at
        .as_str()
        .unwrap()
        .parse::<jiff::Timestamp>()
        .unwrap();
    let value = file["artifacts"][0]["value_sha256"].take();
    assert_eq!(value.as_str().unwrap().len(), 64);
    assert_eq!(
        file,
        json!({
            "schema": 1,
            "taken_at": null,
            "contract": "closedloop",
            "artifacts": [{
                "path": "plan.json",
                "class": "present",
                "size": 2,
                "sha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                "value_sha256": null,
            }],
        })
    );
}

#[test]
fn each_class_is_written() {
    for (plan, class, size) in [
        ("", "empty", 0),
        ("{", "unparseable", 1),
        ("[]", "unparseable", 2),
    ] {
        let bench = Bench::with_plan(plan);
        bench.baseline();
        let artifact = &written(&bench, WRITTEN)["artifacts"][0];
        assert_eq!(
            (&artifact["class"], &artifact["size"]),
            (&json!(class), &json!(size))
        );
        assert_ne!(artifact["sha256"], Value::Null);
    }
    let bench = Bench::new();
    bench.baseline();
    assert_eq!(
        written(&bench, WRITTEN)["artifacts"],
        json!([{"path": "plan.json", "class": "missing", "size": 0, "sha256": null, "value_sha256": null}])
    );
}

#[test]
fn every_artifact_of_the_contract_is_written_whoever_owes_it() {
    let bench = Bench::new()
        .file("run/out/a", "x")
        .config("contracts: {closedloop: {commands: {SHIP: {owes: [{path: out/a, kind: any}]}}}, ours: {commands: {X: {owes: [{path: b, kind: json}]}}, owes_with_prd: [{path: c, kind: any}]}}");
    let paths = || -> Vec<_> {
        let file = written(&bench, WRITTEN);
        let artifacts = file["artifacts"].as_array().unwrap();
        artifacts
            .iter()
            .map(|artifact| artifact["path"].clone())
            .collect()
    };
    bench.baseline();
    assert_eq!(paths(), ["out/a", "plan.json"]);
    let ours = bench.call("baseline").args(["run", "--contract", "ours"]);
    ours.ends(0);
    assert_eq!(paths(), ["b", "c"]);
    assert_eq!(written(&bench, WRITTEN)["contract"], "ours");
}

#[test]
fn json_prints_what_is_written() {
    let bench = Bench::with_plan(DONE);
    let call = bench.call("baseline").args(["run", "--format", "json"]);
    let outcome = call.ends(0);
    assert_eq!(outcome.json(), written(&bench, WRITTEN));
}

#[test]
fn a_second_baseline_replaces_the_first() {
    let bench = Bench::new();
    bench.baseline();
    let bench = bench.plan(DONE);
    bench.baseline();
    assert_eq!(written(&bench, WRITTEN)["artifacts"][0]["class"], "present");
    // And nothing else is left behind.
    let left = std::fs::read_dir(bench.path("run/.closeout")).unwrap();
    assert_eq!(left.count(), 1);
}

#[test]
fn the_workspace_is_found_as_detect_finds_it() {
    let bench = Bench::with_plan(DONE);
    let within = |call: crate::workspace::Call| call.within(&bench.path("run"));
    within(bench.call("baseline")).ends(0);
    assert!(bench.path(WRITTEN).exists());
    bench.write("other/plan.json", DONE);
    let call = bench.call("baseline");
    call.env("CLOSEDLOOP_WORKDIR", "other").ends(0);
    assert!(bench.path("other/.closeout/baseline.json").exists());
}

#[test]
fn it_can_be_kept_outside_of_the_workspace() {
    let bench = Bench::with_plan(DONE);
    for kept in ["kept.json", "./kept.json", "run/../kept.json"] {
        let call = bench.call("baseline").args(["run", "--baseline", kept]);
        call.ends(0);
        assert!(!bench.path("run/.closeout").exists());
        bench.after("plan").clean();
        let flagged = bench
            .after("plan")
            .args(["--baseline", kept])
            .spurious(UNCHANGED);
        let taken_at = written(&bench, "kept.json")["taken_at"].clone();
        assert_eq!(
            flagged.0["baseline"],
            json!({"compared": {"taken_at": taken_at}})
        );
    }
}

#[test]
fn what_is_no_workspace_is_refused() {
    let bench = Bench::new().file("file", "");
    for (named, said) in [
        ("gone", "there is no workspace at gone"),
        ("file", "file is no directory"),
    ] {
        let refused = bench.call("baseline").arg(named).refused(2);
        assert!(refused.contains(said), "{refused}");
    }
    assert!(!bench.path("gone").exists());
}

#[test]
fn a_wrong_call_is_refused_and_writes_nothing() {
    let bench = Bench::with_plan(DONE);
    for args in [&["run", "--contract", "nope"][..], &["run", "--nope"]] {
        bench.call("baseline").args(args).refused(2);
    }
    assert!(!bench.path("run/.closeout").exists());
}

#[test]
fn what_cannot_be_written_is_the_fault_of_the_surroundings() {
    let bench = Bench::with_plan(DONE).file("run/.closeout", "a file");
    let said = bench.call("baseline").arg("run").refused(3);
    assert!(
        said.contains(&format!("{WRITTEN} could not be written")),
        "{said}"
    );
    assert_eq!(
        std::fs::read(bench.path("run/.closeout")).unwrap(),
        b"a file"
    );
    let call = bench
        .call("baseline")
        .args(["run", "--baseline", "no/such/b.json"]);
    let said = call.refused(3);
    assert!(
        said.contains("no/such/b.json could not be written"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn it_is_never_written_through_a_link() {
    use std::os::unix::fs::symlink;

    // A link that the run left behind could lead anywhere.
    let bench = Bench::with_plan(DONE).file("precious", "mine");
    std::fs::create_dir(bench.path("elsewhere")).unwrap();
    symlink("../elsewhere", bench.path("run/.closeout")).unwrap();
    bench.call("baseline").arg("run").refused(3);
    assert_eq!(
        std::fs::read_dir(bench.path("elsewhere")).unwrap().count(),
        0
    );
    std::fs::remove_file(bench.path("run/.closeout")).unwrap();
    std::fs::create_dir(bench.path("run/.closeout")).unwrap();
    symlink("../../precious", bench.path(WRITTEN)).unwrap();
    bench.baseline();
    assert_eq!(std::fs::read(bench.path("precious")).unwrap(), b"mine");
    assert_eq!(written(&bench, WRITTEN)["schema"], 1);
}

#[cfg(unix)]
#[test]
fn a_link_in_a_circle_is_the_fault_of_the_surroundings() {
    let bench = Bench::new();
    std::os::unix::fs::symlink("circle", bench.path("circle")).unwrap();
    let said = bench.call("baseline").arg("circle").refused(3);
    assert!(said.contains("circle cannot be read"), "{said}");
}
