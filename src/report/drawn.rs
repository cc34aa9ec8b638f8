//! Graphs, drawn: alone, and with where an item stands in them.

use std::collections::HashMap;
use std::fmt::Write as _;

use anstyle::AnsiColor;
use schemars::JsonSchema;
use serde::Serialize;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::position::{Node, Position, headline, unmet};
use super::{Look, Plain, json};
use crate::item::{Actor, Graph, Need, NodeStanding, State, Status};

/// Where an item stands in its whole graph.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    /// Where it stands.
    pub position: Position<'a>,
    /// The graph that it walks.
    pub graph: &'a Graph,
    /// What its state file says; the default where there is none.
    pub state: &'a State,
}

/// What `closeout graph status --format json` prints.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Drawn<'a> {
    /// The item's spec id.
    work_item: &'a str,
    /// The graph that it walks.
    graph: &'a str,
    /// The node that it stands at: the pointer, or the start.
    current_node: &'a str,
    /// Whether every node up to and including the current one is met.
    ok: bool,
    /// Every node of the graph, in the order of its file.
    nodes: Vec<DrawnNode<'a>>,
    /// The path of its state file from the repository's root.
    state_path: &'a str,
    /// Whether there is one.
    state_found: bool,
}

/// A node, and how it is drawn.
#[derive(Serialize, JsonSchema)]
struct DrawnNode<'a> {
    /// Its id.
    node: &'a str,
    /// Where it is, seen from the item.
    #[schemars(extend("enum" = ["done", "unmet", "here", "ahead", "skipped"]))]
    place: &'static str,
    /// How it stands; null where it is not judged.
    standing: Option<Node<'a>>,
}

/// Where an item stands in its whole graph, with the newline that ends it.
#[must_use]
pub fn drawing(drawing: &Drawing<'_>, format: Plain, look: Look) -> String {
    let rows = rows(drawing);
    let position = &drawing.position;
    if format == Plain::Json {
        return json::line(&Drawn {
            work_item: position.item,
            graph: drawing.graph.name(),
            current_node: &position.standing.current_node,
            ok: position.standing.is_ok(),
            nodes: rows
                .iter()
                .map(|row| DrawnNode {
                    node: row.node,
                    place: row.place.word(),
                    standing: row.standing.map(Node::of),
                })
                .collect(),
            state_path: position.state_path,
            state_found: position.state_found,
        });
    }
    let paint = Paint::new(look.color);
    let mut out = headline(position, paint);
    let _ = writeln!(out, "  {}", paint.heading(&outside(drawing.graph.name())));
    for row in &rows {
        let (color, mark) = match row.place {
            Place::Done => (AnsiColor::Green, "[x]"),
            Place::Unmet => (AnsiColor::Red, "[!]"),
            Place::Here => (AnsiColor::Yellow, "[>]"),
            Place::Ahead => (AnsiColor::White, "[ ]"),
            Place::Skipped => (AnsiColor::Cyan, "[-]"),
        };
        let word = row.place.word();
        let _ = write!(
            out,
            "  {} {} ({word}",
            paint.word(color, mark),
            outside(row.node)
        );
        if let Some(standing) = row.standing {
            if !standing.outcome.is_empty() {
                let _ = write!(out, ": {}", outside(&standing.outcome));
            }
            out.push(')');
            if !standing.status.is_met() {
                let _ = write!(out, " {}", outside(&standing.messages().join(", ")));
            }
        } else {
            out.push(')');
        }
        out.push('\n');
    }
    without_commands(&out)
}

/// A line of a drawing.
struct Row<'a> {
    node: &'a str,
    place: Place,
    standing: Option<&'a NodeStanding>,
}

/// Where a node is, seen from the item.
#[derive(Clone, Copy)]
enum Place {
    Done,
    Unmet,
    Here,
    Ahead,
    Skipped,
}

impl Place {
    fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Unmet => "unmet",
            Self::Here => "here",
            Self::Ahead => "ahead",
            Self::Skipped => "skipped",
        }
    }
}

fn rows<'a>(drawing: &Drawing<'a>) -> Vec<Row<'a>> {
    let standing = drawing.position.standing;
    let judged: HashMap<&str, &NodeStanding> = standing
        .nodes
        .iter()
        .map(|node| (node.node.as_str(), node))
        .collect();
    let mut rows: Vec<_> = drawing
        .graph
        .nodes()
        .iter()
        .map(|node| {
            let judged = judged.get(node.id.as_str()).copied();
            let place = match judged.map(|judged| judged.status) {
                _ if node.id == standing.current_node => Place::Here,
                Some(Status::Pass) => Place::Done,
                Some(Status::Skip) => Place::Skipped,
                Some(_) => Place::Unmet,
                None if drawing.graph.is_left_out(node, drawing.state) => Place::Skipped,
                None => Place::Ahead,
            };
            Row {
                node: &node.id,
                place,
                standing: judged,
            }
        })
        .collect();
    if drawing.graph.node(&standing.current_node).is_none() {
        // The pointer names no node: where the item is, the graph cannot say.
        rows.push(Row {
            node: &standing.current_node,
            place: Place::Here,
            standing: judged.get(standing.current_node.as_str()).copied(),
        });
    }
    rows
}

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
        let node = |node: &'a crate::item::Node| ShownNode {
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
                .map(|files| files.iter().map(crate::finding::RelPath::display).collect())
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

/// A completion that was refused: it would have been spurious.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// The item's spec id.
    pub item: &'a str,
    /// The node that is not completed.
    pub node: &'a str,
    /// What is not met.
    pub unmet: &'a [NodeStanding],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refused<'a> {
    work_item: &'a str,
    node: &'a str,
    refused: bool,
    unmet: Vec<Node<'a>>,
}

/// Why a completion was refused.
#[must_use]
pub fn refusal(refusal: &Refusal<'_>, format: Plain, look: Look) -> String {
    if format == Plain::Json {
        return json::line(&Refused {
            work_item: refusal.item,
            node: refusal.node,
            refused: true,
            unmet: refusal.unmet.iter().map(Node::of).collect(),
        });
    }
    let paint = Paint::new(look.color);
    let word = paint.word(AnsiColor::Red, "REFUSED");
    let (item, node) = (outside(refusal.item), outside(refusal.node));
    let mut out = format!("{item}: {word} (`{node}` cannot be completed)\n");
    for node in refusal.unmet {
        out.push_str(&unmet(node, paint));
    }
    without_commands(&out)
}
