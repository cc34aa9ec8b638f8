//! Graphs by themselves: their nodes, and where outcomes lead.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::{Look, Plain, json};
use crate::finding::RelPath;
use crate::item::{Actor, Graph, Need, Node};

/// What `closeout graph show --format json` prints.
#[derive(Serialize, JsonSchema)]
pub(super) struct Shown<'a> {
    /// The graph that was asked for, or all, the default first.
    graphs: Vec<ShownGraph<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ShownGraph<'a> {
    /// How a state file names it.
    name: &'a str,
    /// The node that the work starts at.
    start: &'a str,
    /// Its nodes, in the order of its file.
    nodes: Vec<ShownNode<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ShownNode<'a> {
    /// Its id.
    id: &'a str,
    /// The phase that it belongs to, or nothing.
    phase: &'a str,
    /// Who does it.
    #[schemars(extend("enum" = ["agent", "human", "code"]))]
    actor: &'static str,
    /// Whether it may be left out.
    #[schemars(extend("enum" = ["required", "usual", "skippable", "opt-in"]))]
    need: &'static str,
    /// Whether the work ends here.
    terminal: bool,
    /// The files that it leaves; of each entry one is enough.
    produces: Vec<Vec<String>>,
    /// Where each outcome leads.
    edges: Vec<ShownEdge<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ShownEdge<'a> {
    /// The outcome.
    on: &'a str,
    /// The node.
    to: &'a str,
}

impl<'a> ShownGraph<'a> {
    fn of(graph: &'a Graph) -> Self {
        let node = |node: &'a Node| ShownNode {
            id: &node.id,
            phase: &node.phase,
            actor: match node.actor {
                Actor::Agent => "agent",
                Actor::Human => "human",
                Actor::Code => "code",
            },
            need: match node.need {
                Need::Required => "required",
                Need::Usual => "usual",
                Need::Skippable => "skippable",
                Need::OptIn => "opt-in",
            },
            terminal: node.terminal,
            produces: node
                .produces
                .iter()
                .map(|files| files.iter().map(RelPath::display).collect())
                .collect(),
            edges: graph
                .outcomes(&node.id)
                .into_iter()
                .filter_map(|on| {
                    let to = &graph.next(&node.id, on)?.id;
                    Some(ShownEdge { on, to })
                })
                .collect(),
        };
        Self {
            name: graph.name(),
            start: graph.start(),
            nodes: graph.nodes().iter().map(node).collect(),
        }
    }
}

/// Graphs, each with its nodes and where their outcomes lead.
#[must_use]
pub fn graphs(graphs: &[&Graph], format: Plain, look: Look) -> String {
    let graphs: Vec<_> = graphs.iter().map(|graph| ShownGraph::of(graph)).collect();
    if format == Plain::Json {
        return json::line(&Shown { graphs });
    }
    let paint = Paint::new(look.color);
    let mut out = String::new();
    for graph in graphs {
        let name = paint.heading(&outside(graph.name));
        let _ = writeln!(out, "{name} (starts at {})", outside(graph.start));
        for node in graph.nodes {
            let mut facts = vec![node.actor];
            facts.extend((node.need != "usual").then_some(node.need));
            facts.extend(node.terminal.then_some("terminal"));
            let _ = write!(out, "  {} ({})", outside(node.id), facts.join(", "));
            for files in &node.produces {
                let _ = write!(out, " [{}]", outside(&files.join(" or ")));
            }
            for edge in &node.edges {
                let _ = write!(out, " {} -> {};", outside(edge.on), outside(edge.to));
            }
            out.push('\n');
        }
    }
    without_commands(&out)
}
