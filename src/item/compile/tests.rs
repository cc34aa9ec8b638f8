//! What is a graph, and what is none.

use proptest::prelude::*;

use super::*;

fn compile(text: &str) -> Result<Graph, GraphError> {
    Graph::compile("g.yml", text.as_bytes())
}

/// A graph of these nodes, and of these edges and sets.
fn graph(nodes: &str, rest: &str) -> Result<Graph, GraphError> {
    compile(&format!("name: g\nstart: a\nnodes: [{nodes}]\n{rest}\n"))
}

#[test]
fn every_key_of_a_node_is_read_and_foreign_ones_are_ignored() {
    let graph = compile(
        "name: team/loop\nstart: a\nowner: x\nnodes:\n  - id: a\n    phase: p\n    actor: human\n    \
         produces: ['x.md|sub/y.md', z.md]\n    stage: s\n    required: true\n    \
         description: Do it.\n    maxAttempts: 3\n    hooks: {pre: [1, 2]}\n    \
         sessions: [a, {b: !own c}]\n  - {id: b, optIn: true, command: [x]}\n  - {id: c, actor: code, terminal: true}\nedges:\n  \
         - {from: a, on: approved, to: b, note: x}\n  - {from: b, on: skipped, to: c}\n",
    )
    .unwrap();
    let path = |text| RelPath::new(text).unwrap();
    assert_eq!(
        graph.nodes()[0],
        Node {
            id: "a".into(),
            phase: "p".into(),
            actor: Actor::Human,
            produces: vec![vec![path("x.md"), path("sub/y.md")], vec![path("z.md")]],
            stage: "s".into(),
            need: Need::Required,
            terminal: false,
            description: "Do it.".into(),
            max_attempts: Some(3),
        }
    );
    assert_eq!(graph.nodes()[1].need, Need::OptIn);
    assert!(
        graph.nodes()[1].need.is_skippable(),
        "opt-in implies skippable"
    );
    assert_eq!(graph.nodes()[2].actor, Actor::Code);
    assert_eq!((graph.name(), graph.start()), ("team/loop", "a"));
    assert_eq!(graph.next("a", "approved").unwrap().id, "b");
}

#[test]
fn an_edge_says_on_or_the_true_that_a_yaml_1_1_program_makes_of_it() {
    for on in ["on", "\"on\"", "true", "True", "yes"] {
        let text = format!("edges: [{{from: a, {on}: pass, to: b}}]");
        let graph = graph("{id: a}, {id: b}", &text).unwrap();
        assert_eq!(graph.outcomes("a"), ["pass"], "{on}");
    }
}

#[test]
fn an_error_names_the_file_the_node_and_the_rule() {
    for (nodes, rest, said) in [
        ("", "", "g.yml: the graph has no nodes"),
        (
            "{id: a}, {id: a}",
            "",
            "g.yml: node `a`: the id is there twice",
        ),
        ("{id: b}", "", "g.yml: `start: a` names no node"),
        (
            "{id: a}",
            "edges: [{from: a, on: pass, to: z}]",
            "g.yml: node `a`: an edge names `z`",
        ),
        (
            "{id: a}",
            "edges: [{from: z, on: pass, to: a}]",
            "g.yml: node `z`: an edge names `z`",
        ),
        (
            "{id: a}, {id: b}",
            "edges: [{from: a, on: pass, to: b}, {from: a, on: pass, to: a}]",
            "g.yml: node `a`: two edges lead on from it on `pass`",
        ),
        (
            "{id: a, required: true, skippable: true}",
            "",
            "g.yml: node `a`: is required and skippable",
        ),
        (
            "{id: a, required: true, optIn: true}",
            "",
            "g.yml: node `a`: is required and opt-in",
        ),
        (
            "{id: a, skippable: true}",
            "",
            "g.yml: node `a`: can be skipped, and no edge",
        ),
        (
            "{id: a, optIn: true}",
            "",
            "g.yml: node `a`: can be skipped, and no edge",
        ),
        (
            "{id: a}",
            "skipSets: {s: [z]}",
            "g.yml: node `z`: the skip set `s` names it, and it is no node",
        ),
        (
            "{id: a}",
            "skipSets: {s: [a]}",
            "g.yml: node `a`: the skip set `s` names it, and it is not skippable",
        ),
        (
            "{id: a, optIn: true}",
            "edges: [{from: a, on: skipped, to: a}]\nskipSets: {s: [a]}",
            "g.yml: node `a`: the skip set `s` names it, and it is opt-in",
        ),
        (
            "{id: a, produces: [../x]}",
            "",
            "g.yml: node `a`: produces `../x`",
        ),
        (
            "{id: a, produces: [/etc/passwd]}",
            "",
            "g.yml: node `a`: produces `/etc/passwd`",
        ),
        (
            "{id: a, produces: ['x|']}",
            "",
            "g.yml: node `a`: produces ``",
        ),
        ("{id: a b}", "", "g.yml: `a b` is no name"),
        ("{id: \"a\\e\"}", "", "g.yml: `a\\u{1b}` is no name"),
        ("{id: a, actor: robot}", "", "g.yml:3:"),
        ("{id: a, required: maybe}", "", "g.yml:3:"),
        ("{phase: a}", "", "g.yml:3:"),
    ] {
        let error = graph(nodes, rest).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}\nwanted {said}");
    }
}

#[test]
fn what_is_no_graph_at_all_is_refused() {
    for text in [
        "",
        "[]",
        "name: g",
        "name: g\nstart: a",
        "{{{{",
        "name: [x]\nstart: a\n",
        "a: &a [*a]",
    ] {
        assert!(compile(text).is_err(), "{text}");
    }
    assert_eq!(
        Graph::compile("g", b"\xff").unwrap_err().to_string(),
        "g: the file is not UTF-8"
    );
    let large = vec![b'#'; MAX_GRAPH_BYTES + 1];
    assert_eq!(
        Graph::compile("g", &large).unwrap_err().rule,
        Rule::TooLarge
    );
    assert!(compile(&"[".repeat(100_000)).is_err());
}

#[test]
fn a_skip_set_of_skippable_nodes_is_kept() {
    let graph = graph(
        "{id: a, skippable: true}",
        "edges: [{from: a, on: skipped, to: a}]\nskipSets: {s: [a]}",
    )
    .unwrap();
    assert_eq!(graph.skip_sets()["s"], ["a"]);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[a-c:{}\\[\\]&*|!, \n-]{0,60}") {
        let _ = Graph::compile("g", &bytes);
        let _ = compile(&text);
        let _ = graph(&text, &text);
    }
}
