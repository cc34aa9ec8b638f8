//! From a graph's YAML to the graph.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_yaml::UserMessageFormatter;
use serde_yaml::options::DuplicateKeyPolicy;

use super::graph::{Actor, Edge, Graph, Need, Node, SKIPPED};
use super::reference::shown;
use super::rule::{GraphError, Rule};
use crate::finding::{Place, Position, RelPath, clip, visible};

/// The largest graph that is read, in bytes: 1 MiB.
pub const MAX_GRAPH_BYTES: usize = 1024 * 1024;

#[derive(Deserialize)]
struct RawGraph {
    name: String,
    start: String,
    #[serde(default)]
    nodes: Vec<RawNode>,
    #[serde(default)]
    edges: Vec<RawEdge>,
    #[serde(default, rename = "skipSets")]
    skip_sets: BTreeMap<String, Vec<String>>,
}

/// Hooks, sessions and commands of other runners stand beside these keys.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawNode {
    id: String,
    #[serde(default)]
    phase: String,
    actor: Option<RawActor>,
    #[serde(default)]
    produces: Vec<String>,
    #[serde(default)]
    stage: String,
    required: Option<bool>,
    skippable: Option<bool>,
    opt_in: Option<bool>,
    terminal: Option<bool>,
    #[serde(default)]
    description: String,
    max_attempts: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawActor {
    Agent,
    Human,
    Code,
}

#[derive(Deserialize)]
struct RawEdge {
    from: String,
    // To a YAML 1.1 program a bare `on` is true, and so it writes it.
    #[serde(alias = "true", alias = "True", alias = "yes")]
    on: String,
    to: String,
}

impl Graph {
    /// Compiles a graph. `path` is the file's, for errors.
    ///
    /// # Errors
    ///
    /// [`GraphError`] names the file, the node and the rule.
    pub fn compile(path: &str, bytes: &[u8]) -> Result<Self, GraphError> {
        let raw = read(bytes).map_err(|(position, rule)| GraphError {
            place: Place {
                path: path.to_owned(),
                position,
            },
            node: None,
            rule,
        })?;
        build(raw).map_err(|Broken { node, rule }| GraphError {
            place: Place::file(path),
            node,
            rule,
        })
    }
}

fn read(bytes: &[u8]) -> Result<RawGraph, (Option<Position>, Rule)> {
    if bytes.len() > MAX_GRAPH_BYTES {
        return Err((None, Rule::TooLarge));
    }
    let text = str::from_utf8(bytes)
        .map_err(|_| (None, Rule::Yaml("the file is not UTF-8".to_owned())))?;
    // Far above what anybody writes; a bomb of aliases or brackets ends within
    // milliseconds.
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: 24,
            flow_nesting_limit: 24,
            max_nodes: 50_000,
            max_documents: 2,
        },
        alias_limits: serde_yaml::alias_limits! {
            max_total_replayed_events: 5_000,
            max_replay_stack_depth: 8,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        strict_booleans: true,
        with_snippet: false,
    };
    serde_yaml::from_str_with_options(text, options).map_err(|error| {
        let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let position = error.location().filter(|at| at.line() > 0);
        let position = position.map(|at| Position {
            line: number(at.line()),
            column: number(at.column()).max(1),
        });
        let said = serde_yaml::MessageFormatter::format_message(&UserMessageFormatter, &error);
        let said = clip(&visible(&said), 200).into_owned();
        (position, Rule::Yaml(said))
    })
}

/// A rule that does not hold, and the node that breaks it.
struct Broken {
    node: Option<String>,
    rule: Rule,
}

fn broken(node: &str, rule: Rule) -> Broken {
    Broken {
        node: Some(node.to_owned()),
        rule,
    }
}

fn build(raw: RawGraph) -> Result<Graph, Broken> {
    let whole = |rule| Broken { node: None, rule };
    if !is_name(&raw.name) {
        return Err(whole(Rule::Name(shown(&raw.name))));
    }
    if raw.nodes.is_empty() {
        return Err(whole(Rule::NoNodes));
    }
    let mut places = HashMap::new();
    let mut nodes = Vec::with_capacity(raw.nodes.len());
    for node in raw.nodes {
        let node = compiled(node)?;
        if places.insert(node.id.clone(), nodes.len()).is_some() {
            return Err(broken(&node.id, Rule::DuplicateId));
        }
        nodes.push(node);
    }
    let start = *places
        .get(&raw.start)
        .ok_or_else(|| whole(Rule::UndeclaredStart(shown(&raw.start))))?;
    let edges = edges(raw.edges, &places)?;
    for (index, node) in nodes.iter().enumerate() {
        let mut on = edges.get(&index).into_iter().flatten().map(|edge| &edge.on);
        if node.need.is_skippable() && !on.any(|on| on == SKIPPED) {
            return Err(broken(&node.id, Rule::NoWayAround));
        }
    }
    for (set, members) in &raw.skip_sets {
        for id in members {
            let node = places.get(id).and_then(|index| nodes.get(*index));
            let rule = match node.map(|node| node.need) {
                Some(Need::Skippable) => continue,
                Some(Need::OptIn) => Rule::SkipSetOptIn(shown(set)),
                Some(_) => Rule::SkipSetNotSkippable(shown(set)),
                None => Rule::SkipSetUnknown(shown(set)),
            };
            return Err(broken(id, rule));
        }
    }
    Ok(Graph {
        name: raw.name,
        start,
        nodes,
        edges,
        skip_sets: raw.skip_sets,
    })
}

fn edges(
    raw: Vec<RawEdge>,
    places: &HashMap<String, usize>,
) -> Result<BTreeMap<usize, Vec<Edge>>, Broken> {
    let mut edges: BTreeMap<usize, Vec<Edge>> = BTreeMap::new();
    for edge in raw {
        let place = |id: &String| {
            let nowhere = || broken(&edge.from, Rule::EdgeToNowhere(shown(id)));
            places.get(id).copied().ok_or_else(nowhere)
        };
        let (from, to) = (place(&edge.from)?, place(&edge.to)?);
        let ways = edges.entry(from).or_default();
        if ways.iter().any(|way| way.on == edge.on) {
            return Err(broken(&edge.from, Rule::TwoEdges(shown(&edge.on))));
        }
        ways.push(Edge { on: edge.on, to });
    }
    Ok(edges)
}

fn compiled(raw: RawNode) -> Result<Node, Broken> {
    if !is_name(&raw.id) {
        let rule = Rule::Name(shown(&raw.id));
        return Err(Broken { node: None, rule });
    }
    let said = |flag: Option<bool>| flag.unwrap_or_default();
    let need = match (said(raw.required), said(raw.opt_in), said(raw.skippable)) {
        (true, true, _) => return Err(broken(&raw.id, Rule::RequiredAndOptIn)),
        (true, _, true) => return Err(broken(&raw.id, Rule::RequiredAndSkippable)),
        (true, ..) => Need::Required,
        (_, true, _) => Need::OptIn,
        (.., true) => Need::Skippable,
        (false, false, false) => Need::Usual,
    };
    let one = |text: &str| {
        let path = RelPath::new(text.trim());
        path.map_err(|_| broken(&raw.id, Rule::Produces(shown(text))))
    };
    let produces = raw.produces.iter();
    let produces = produces.map(|entry| entry.split('|').map(one).collect());
    Ok(Node {
        produces: produces.collect::<Result<_, _>>()?,
        id: raw.id,
        phase: raw.phase,
        actor: match raw.actor {
            None | Some(RawActor::Agent) => Actor::Agent,
            Some(RawActor::Human) => Actor::Human,
            Some(RawActor::Code) => Actor::Code,
        },
        stage: raw.stage,
        need,
        terminal: said(raw.terminal),
        description: raw.description,
        max_attempts: raw.max_attempts,
    })
}

/// A name as a record may hold it.
fn is_name(text: &str) -> bool {
    text.len() <= 128
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._:/@+-".contains(&byte))
}

#[cfg(test)]
mod tests;
