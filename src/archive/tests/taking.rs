//! A state file's facts become a terminal record.

use super::*;

fn node(id: &str, duty: Duty) -> NodeFacts {
    let id = id.to_owned();
    NodeFacts { id, duty }
}

fn source() -> TerminalSource {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    TerminalSource {
        work_item: "issue-42".to_owned(),
        graph: "simple".to_owned(),
        nodes: vec![
            node("start", Duty::Required),
            node("design", Duty::Skippable),
            node("critic", Duty::OptIn),
            node("work", Duty::Plain),
            node("quiz", Duty::Skippable),
            node("complete", Duty::Plain),
        ],
        pointer: "complete".to_owned(),
        phase: "complete".to_owned(),
        claimed: true,
        completed_at: "2026-10-02T22:29:41+00:00".to_owned(),
        skips: texts(&["quiz", "start", "work", "nowhere", "design"]),
        opt_ins: texts(&["critic", "design", "nowhere"]),
        harness: "codex".to_owned(),
        model: "gpt 5".to_owned(),
        repos: texts(&["acme/widgets", "acme widgets"]),
        pull_requests: vec![
            (" github:ACME/widgets#007 ".to_owned(), "merged".to_owned()),
            ("github:acme/widgets#8".to_owned(), "MERGED".to_owned()),
            ("acme".to_owned(), "open".to_owned()),
        ],
        spec_dir: "docs/specs/issue-42".to_owned(),
        evidence: texts(&["b.png", "a.md", "a b.png"]),
        recorded_at: "2026-10-02T22:30:00+00:00".to_owned(),
        provenance: Some(Provenance::Directory {
            path: "docs/specs/issue-42/work-item-state.json".to_owned(),
            hash: "0".repeat(64),
        }),
        ..TerminalSource::default()
    }
}

#[test]
fn a_record_copies_what_passes_and_says_nothing_of_the_rest() {
    let record = TerminalRecord::take(source());
    assert_eq!(record.selections.skipped, ["design", "quiz"], "as declared");
    assert_eq!(record.selections.opted_in, ["critic"]);
    assert_eq!(record.selections.harness, "codex");
    assert_eq!(record.selections.model, "");
    assert_eq!(record.selections.repos, ["acme/widgets"]);
    assert_eq!(record.evidence, ["a.md", "b.png"]);
    let pulls = serde_json::to_value(&record.pull_requests).unwrap();
    let expected = serde_json::json!([
        {"ref": "github:ACME/widgets#7", "url": "https://github.com/ACME/widgets/pull/7", "state": "merged"},
        {"ref": "github:acme/widgets#8", "url": "https://github.com/acme/widgets/pull/8", "state": ""},
    ]);
    assert_eq!(pulls, expected);
    assert_eq!(record.completed_at, "2026-10-02T22:29:41+00:00");
    assert!(record.provenance.is_some());
}

#[test]
fn what_was_taken_is_read_back_the_same() {
    let taken = TerminalRecord::take(source());
    let record = closed(Closure::issue(told(1), None).with_terminal(Some(taken.clone())));
    let record = read(&record.to_json());
    assert_eq!(record.ended().unwrap().terminal, Some(&taken));
}

#[test]
fn a_node_that_the_graph_does_not_declare_is_nothing() {
    for pointer in ["nowhere", "", "Complete", "complete\n"] {
        let record = TerminalRecord::take(TerminalSource {
            pointer: pointer.to_owned(),
            ..source()
        });
        assert_eq!(record.node, "", "{pointer:?}");
    }
    let mut odd = source();
    odd.nodes.push(node("\u{1b}[2J", Duty::Skippable));
    odd.pointer = "\u{1b}[2J".to_owned();
    odd.skips.push("\u{1b}[2J".to_owned());
    let record = TerminalRecord::take(odd);
    assert_eq!(record.node, "", "declared, and still no name");
    assert_eq!(record.selections.skipped, ["design", "quiz"]);
}

#[test]
fn the_time_of_completion_goes_with_the_claim_and_never_makes_it() {
    let take = |claimed, completed_at: &str| {
        let record = TerminalRecord::take(TerminalSource {
            claimed,
            completed_at: completed_at.to_owned(),
            ..source()
        });
        (record.completed, record.completed_at)
    };
    assert_eq!(take(true, "soon"), (true, String::new()));
    assert_eq!(take(true, "2026-02-30T00:00:00Z"), (true, String::new()));
    assert_eq!(take(false, "2026-10-02T00:00:00Z"), (false, String::new()));
}

#[test]
fn half_a_provenance_is_none() {
    let take = |provenance| {
        let provenance = Some(provenance);
        TerminalRecord::take(TerminalSource {
            provenance,
            ..source()
        })
        .provenance
    };
    let revision = |commit: &str, path: &str, blob: &str| Provenance::Revision {
        commit: commit.to_owned(),
        path: path.to_owned(),
        blob: blob.to_owned(),
    };
    let oid = "a".repeat(40);
    let good = revision(&oid, "docs/x.json", &oid);
    assert_eq!(take(good.clone()), Some(good));
    for bad in [
        revision("HEAD", "docs/x.json", &oid),
        revision(&oid, "/home/me/x.json", &oid),
        revision(&oid, "docs/../x.json", &oid),
        revision(&oid, "docs/x.json", ""),
    ] {
        assert_eq!(take(bad.clone()), None, "{bad:?}");
    }
}
