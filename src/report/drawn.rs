//! A whole graph, drawn with where an item stands in it.

use std::collections::HashMap;
use std::fmt::Write as _;

use anstyle::AnsiColor;
use schemars::JsonSchema;
use serde::Serialize;

use super::outside::{outside, without_commands};
use super::paint::Paint;
use super::position::{Judged, Position, headline};
use super::{Look, Plain, json};
use crate::item::{Graph, NodeStanding, State, Status};

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
    standing: Option<Judged<'a>>,
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
                    standing: row.standing.map(Judged::of),
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
