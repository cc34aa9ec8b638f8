//! What a record keeps of a state.

use std::cell::Cell;

use super::Search;
use super::ground::Ground;
use crate::archive::{Duty, NodeFacts, TerminalRecord, TerminalSource};
use crate::files::Node;
use crate::finding::RelPath;
use crate::item::{Graph, Graphs, Need, StateFile};

/// How many entries below `evidence` are looked at.
const MAX_WALKED: usize = 1000;

impl Search<'_> {
    pub(super) fn take(
        &self,
        ground: &Ground<'_>,
        (directory, path): (&RelPath, &RelPath),
        (file, bytes): (&StateFile, &[u8]),
    ) -> TerminalRecord {
        let state = file.state();
        // Without declared graphs there is no name to clash.
        let graphs = Graphs::new(Vec::new()).ok();
        let graph = graphs.as_ref().map(|graphs| graphs.of(state));
        let left = graph.and_then(Graph::completion).and_then(|node| {
            let record = state.nodes.get(&node.id)?;
            let told = state.completions.get(&node.id);
            let told = told.map(|told| told.at.clone()).unwrap_or_default();
            Some(if record.exited_at.is_empty() {
                told
            } else {
                record.exited_at.clone()
            })
        });
        let pull = |pull: &crate::item::PullRequest| {
            let word = pull.state.map(crate::item::PullRequestState::word);
            (pull.reference.clone(), word.unwrap_or_default().to_owned())
        };
        TerminalRecord::take(TerminalSource {
            work_item: self.item.spec_id().as_str().to_owned(),
            graph: graph
                .map(|graph| graph.name().to_owned())
                .unwrap_or_default(),
            nodes: graph.map(nodes).unwrap_or_default(),
            pointer: state.current_node.clone(),
            phase: state.phase.clone(),
            claimed: graph.is_some_and(|graph| graph.is_claimed(state)),
            completed_at: left.unwrap_or_default(),
            skips: state.skips.keys().cloned().collect(),
            opt_ins: state.opt_ins.keys().cloned().collect(),
            surface: state.surface.clone(),
            harness: state.harness.clone(),
            model: state.model.clone(),
            effort: state.effort.clone(),
            session_per_pr: state.session_per_pr.clone(),
            repos: state.repos.clone(),
            pull_requests: state.pull_requests.iter().map(pull).collect(),
            spec_dir: directory.display(),
            evidence: self.evidence(ground, directory),
            recorded_at: self.now.time.to_string(),
            provenance: ground.provenance(path, bytes),
        })
    }

    /// The files below `evidence`, from there.
    fn evidence(&self, ground: &Ground<'_>, directory: &RelPath) -> Vec<String> {
        let evidence = directory.join(b"evidence");
        let walked = Cell::new(0_usize);
        let listed = ground.files().list(&|path: &RelPath, node| {
            if path.is_below(&evidence) {
                walked.set(walked.get() + 1);
                return walked.get() <= MAX_WALKED;
            }
            node == Node::Directory && (*path == evidence || evidence.is_below(path))
        });
        let listing = listed.unwrap_or_else(|error| {
            self.say(&error.to_string());
            crate::files::Listing::default()
        });
        let start = evidence.display().len() + 1;
        let files = listing
            .directories
            .iter()
            .flat_map(|directory| directory.files.iter().map(|name| directory.path.join(name)));
        files
            .filter(|path| path.is_below(&evidence))
            .filter_map(|path| path.display().get(start..).map(str::to_owned))
            .collect()
    }
}

fn nodes(graph: &Graph) -> Vec<NodeFacts> {
    let facts = |node: &crate::item::Node| NodeFacts {
        id: node.id.clone(),
        duty: match node.need {
            Need::Required => Duty::Required,
            Need::Usual => Duty::Plain,
            Need::Skippable => Duty::Skippable,
            Need::OptIn => Duty::OptIn,
        },
    };
    graph.nodes().iter().map(facts).collect()
}
