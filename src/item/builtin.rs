//! The graphs that are known: those built in, and those that a configuration
//! declares.

use super::graph::Graph;
use super::rule::{GraphError, Rule};
use super::state::State;
use crate::finding::Place;

/// The graphs of work items, the default first.
const OUTER: [(&str, &str); 5] = [
    (
        "pdlc-work-item-loop",
        include_str!("loops/pdlc-work-item-loop.yml"),
    ),
    (
        "pdlc-contribution-loop",
        include_str!("loops/pdlc-contribution-loop.yml"),
    ),
    ("pdlc-adhoc-loop", include_str!("loops/pdlc-adhoc-loop.yml")),
    (
        "pdlc-review-loop",
        include_str!("loops/pdlc-review-loop.yml"),
    ),
    ("simple", include_str!("loops/simple.yml")),
];

/// The graph of a pull request of a work item, under `pr-loops/`.
const INNER: (&str, &str) = ("pdlc-pr-loop", include_str!("loops/pdlc-pr-loop.yml"));

/// The graphs that an item can walk. A state file names one and brings none.
#[derive(Debug, Clone)]
pub struct Graphs {
    default: Graph,
    inner: Graph,
    others: Vec<Graph>,
}

impl Graphs {
    /// The built-in graphs, and these declared ones with the files that they
    /// come from.
    ///
    /// # Errors
    ///
    /// Where a declared graph has the name of another one.
    pub fn new(declared: Vec<(String, Graph)>) -> Result<Self, GraphError> {
        let [default, others @ ..] = OUTER;
        let compile = |(name, text): (&str, &str)| {
            Graph::compile(&format!("built in: {name}"), text.as_bytes())
        };
        let mut graphs = Self {
            default: compile(default)?,
            inner: compile(INNER)?,
            others: others.into_iter().map(compile).collect::<Result<_, _>>()?,
        };
        for (path, graph) in declared {
            let name = graph.name();
            if graphs.named(name).is_some() || graphs.inner.name() == name {
                return Err(GraphError {
                    place: Place::file(path),
                    node: None,
                    rule: Rule::NameTaken(name.to_owned()),
                });
            }
            graphs.others.push(graph);
        }
        Ok(graphs)
    }

    /// The graph that an item walks: the one that its state names, if it is
    /// known and not the inner one, else the default.
    #[must_use]
    pub fn of(&self, state: &State) -> &Graph {
        self.named(&state.graph).unwrap_or(&self.default)
    }

    /// The graph of that name that a work item can walk.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Graph> {
        self.iter().find(|graph| graph.name() == name)
    }

    /// The graph that an item walks if nothing is said.
    #[must_use]
    pub fn default_graph(&self) -> &Graph {
        &self.default
    }

    /// The graph of a pull request's own loop, under `pr-loops/`.
    #[must_use]
    pub fn inner(&self) -> &Graph {
        &self.inner
    }

    /// The graphs that a work item can walk, the default first.
    pub fn iter(&self) -> impl Iterator<Item = &Graph> {
        std::iter::once(&self.default).chain(&self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::{Actor, Need};

    fn graphs() -> Graphs {
        Graphs::new(Vec::new()).unwrap()
    }

    /// A graph in the short form of the design.
    fn drawn(graph: &Graph) -> String {
        let node = |node: &crate::item::Node| {
            let mut text = node.id.clone();
            text.push_str(match node.need {
                Need::Required => " R",
                Need::Usual => "",
                Need::Skippable => " S",
                Need::OptIn => " O",
            });
            if node.terminal {
                text.push_str(" T");
            }
            text.push_str(match node.actor {
                Actor::Agent => "",
                Actor::Human => " H",
                Actor::Code => " C",
            });
            for files in &node.produces {
                let files: Vec<_> = files.iter().map(crate::finding::RelPath::display).collect();
                text.push_str(&format!(" [{}]", files.join("|")));
            }
            text
        };
        let nodes: Vec<_> = graph.nodes().iter().map(node).collect();
        format!(
            "{} @ {}: {}",
            graph.name(),
            graph.start(),
            nodes.join(" · ")
        )
    }

    #[test]
    fn the_built_in_graphs_are_as_the_design_lists_them() {
        let graphs = graphs();
        let all: Vec<_> = graphs.iter().chain([graphs.inner()]).map(drawn).collect();
        assert_eq!(
            all,
            [
                "pdlc-work-item-loop @ phase-selection: phase-selection R H · import-handoff S · brainstorming S [brainstorm.md] · brainstorm-approval S H · requirements-definition S [requirements.md|bugfix.md] · requirements-approval S H · design S [design.md] · design-critic-review O · test-planning S [testing-plan.md] · design-approval S H · spec-explainer S · spec-quiz S H · tasks-breakdown S [tasks.md] · implementation S [tasks.md] · verification S [testing-plan.md] · self-review S · critic-review S · security-review S · code-explainer S · evidence S · capability-docs S · reviewer-briefing S · code-quiz S H · human-approval S H · complete T · cleanup T C · escalated T H",
                "pdlc-contribution-loop @ goal-definition: goal-definition R H · phase-selection R H · context-intake S [contribution.md] · scoped-plan S [contribution.md] · plan-approval S H · implementation S · verification S [contribution.md] · self-review S · critic-review S · security-review S · reviewer-briefing S · human-approval S H · complete T · cleanup T C · escalated T H",
                "pdlc-adhoc-loop @ work: work · review H · complete T · cleanup T C · escalated T H",
                "pdlc-review-loop @ review-brief: review-brief R H · review · follow-up H · complete T · cleanup T C · escalated T H",
                "simple @ work: work · review H · complete T · escalated T H",
                "pdlc-pr-loop @ implementation: implementation · verification · self-review · critic-review · security-review R · reviewer-briefing · pr-approval R H · complete T · escalated T H",
            ]
        );
    }

    #[test]
    fn the_way_leads_from_the_start_through_every_node_to_completion() {
        let graphs = graphs();
        for graph in graphs.iter().chain([graphs.inner()]) {
            let all = 0..graph.nodes().len() - 1;
            assert_eq!(
                graph.route(&State::default()),
                all.collect::<Vec<_>>(),
                "{}",
                graph.name()
            );
            assert_eq!(graph.completion().unwrap().stage, "complete");
            assert!(graph.nodes().last().unwrap().is_escalation());
        }
    }

    #[test]
    fn every_node_leads_forward_and_a_person_can_send_the_work_back() {
        let graphs = graphs();
        for graph in graphs.iter().chain([graphs.inner()]) {
            let name = graph.name();
            for pair in graph.nodes().windows(2).filter(|pair| !pair[0].terminal) {
                let (node, next) = (&pair[0], &pair[1].id);
                let mut ways = match node.actor {
                    Actor::Human => vec!["approved", "approved-with-comments"],
                    _ => vec!["pass"],
                };
                if node.need.is_skippable() {
                    ways.push("skipped");
                }
                for on in ways {
                    assert_eq!(
                        &graph.next(&node.id, on).unwrap().id,
                        next,
                        "{name} {} {on}",
                        node.id
                    );
                    assert!(!graph.sends_back(&node.id, on));
                }
                if node.actor == Actor::Human && node.id != graph.start() {
                    assert!(
                        graph.sends_back(&node.id, "changes-requested"),
                        "{name} {}",
                        node.id
                    );
                }
            }
        }
    }

    #[test]
    fn a_state_names_its_graph_and_brings_none() {
        let text = "name: ours\nstart: a\nnodes: [{id: a}]\n";
        let ours = Graph::compile("g.yml", text.as_bytes()).unwrap();
        let graphs = Graphs::new(vec![("g.yml".to_owned(), ours)]).unwrap();
        for (named, walked) in [
            ("simple", "simple"),
            ("pdlc-adhoc-loop", "pdlc-adhoc-loop"),
            ("ours", "ours"),
            ("", "pdlc-work-item-loop"),
            ("theirs", "pdlc-work-item-loop"),
            ("pdlc-pr-loop", "pdlc-work-item-loop"),
        ] {
            let state = State {
                graph: named.to_owned(),
                ..State::default()
            };
            assert_eq!(graphs.of(&state).name(), walked, "{named}");
        }
    }

    #[test]
    fn a_declared_graph_takes_no_name_that_is_taken() {
        for name in ["simple", "pdlc-pr-loop", "ours"] {
            let text = format!("name: {name}\nstart: a\nnodes: [{{id: a}}]\n");
            let graph = Graph::compile("g.yml", text.as_bytes()).unwrap();
            let twice = vec![
                ("g.yml".to_owned(), graph.clone()),
                ("h.yml".to_owned(), graph),
            ];
            let error = Graphs::new(twice).unwrap_err().to_string();
            assert!(
                error.contains(&format!("the name `{name}` belongs to another")),
                "{error}"
            );
        }
    }
}
