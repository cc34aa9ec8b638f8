//! The closedloop reader: `plan.json` and `state.json` in one directory.

mod plan;
mod remarks;
mod state;

pub use plan::read_plan;
pub use state::read_state;

use super::{Content, Directory, Reader, ReaderFacts, Reading};
use crate::finding::RelPath;

const PLAN: &str = "plan.json";
const STATE: &str = "state.json";

/// `plan.json` and `state.json`.
pub(super) struct Closedloop;

impl Closedloop {
    pub(super) const FACTS: ReaderFacts = ReaderFacts {
        name: "closedloop",
        files: "plan.json, and state.json beside it; either makes a workspace",
        counts: "pending: pendingTasks; done: completedTasks; neither: manualTasks; claim: state COMPLETED",
    };
}

impl Reader for Closedloop {
    fn facts(&self) -> &'static ReaderFacts {
        &Self::FACTS
    }

    fn workspaces(&self, directory: &Directory) -> Vec<RelPath> {
        if directory.has(PLAN) || directory.has(STATE) {
            vec![directory.path.clone()]
        } else {
            Vec::new()
        }
    }

    fn files(&self, workspace: &RelPath) -> Vec<RelPath> {
        [PLAN, STATE]
            .map(|name| workspace.join(name.as_bytes()))
            .into()
    }

    fn read(&self, workspace: &RelPath, contents: &[Content]) -> Option<Reading> {
        let [plan, state] = contents else {
            return None;
        };
        let has_plan = !matches!(plan, Content::Missing | Content::Special(_));
        // Other tools have a state.json too; this one's says a status.
        if !has_plan && !state::has_status(state) {
            return None;
        }
        Some(Reading {
            plan_path: workspace.join(PLAN.as_bytes()),
            plan: read_plan(plan),
            state: read_state(state).map(|state| (workspace.join(STATE.as_bytes()), state)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Absence, Class, Produced, Special};

    fn directory(files: &[&str]) -> Directory {
        Directory {
            path: RelPath::new("runs/a").unwrap(),
            files: files.iter().map(|name| (*name).into()).collect(),
        }
    }

    fn bytes(text: &str) -> Content {
        Content::Bytes(text.as_bytes().to_vec())
    }

    fn read(plan: Content, state: Content) -> Option<Reading> {
        Closedloop.read(&RelPath::new("runs/a").unwrap(), &[plan, state])
    }

    #[test]
    fn a_plan_or_a_state_makes_a_workspace() {
        let workspace = [RelPath::new("runs/a").unwrap()];
        for files in [
            &["plan.json"][..],
            &["state.json"],
            &["plan.json", "state.json"],
        ] {
            assert_eq!(Closedloop.workspaces(&directory(files)), workspace);
        }
        for files in [&[][..], &["Plan.json", "plan.json.bak", "estate.json"]] {
            assert_eq!(Closedloop.workspaces(&directory(files)), []);
        }
    }

    #[test]
    fn the_plan_comes_before_the_state() {
        let files = Closedloop.files(&RelPath::root());
        let names: Vec<_> = files.iter().map(RelPath::display).collect();
        assert_eq!(names, ["plan.json", "state.json"]);
    }

    #[test]
    fn a_plan_makes_a_workspace_whatever_is_in_it() {
        for plan in ["", "{}", "{", "[]", "\u{feff}"] {
            let reading = read(bytes(plan), Content::Missing).unwrap();
            assert_eq!(reading.plan_path.display(), "runs/a/plan.json");
            assert_eq!(reading.state, None);
        }
        for plan in [
            Content::TooLarge(1 << 30),
            Content::Unreadable("denied".to_owned()),
        ] {
            let reading = read(plan, Content::Missing).unwrap();
            assert_eq!(reading.plan.class(), Class::Unparseable);
        }
    }

    #[test]
    fn a_state_alone_makes_one_only_if_it_has_a_status() {
        for state in [
            r#"{"status": "COMPLETED"}"#,
            r#"{"status": null}"#,
            "\u{feff}{\"st\\u0061tus\": 3}",
        ] {
            let reading = read(Content::Missing, bytes(state)).unwrap();
            assert_eq!(reading.plan, Produced::Missing(Absence::NoSuchFile));
            assert_eq!(reading.state.unwrap().0.display(), "runs/a/state.json");
        }
        for state in [
            "",
            "{}",
            "[]",
            r#"["status"]"#,
            r#"{"Status": "COMPLETED"}"#,
            r#"{"status": "#,
        ] {
            assert_eq!(read(Content::Missing, bytes(state)), None, "{state}");
        }
        assert_eq!(read(Content::Missing, Content::Missing), None);
    }

    #[test]
    fn a_plan_that_is_no_regular_file_is_not_there() {
        let link = Content::Special(Special::Link);
        assert_eq!(read(link.clone(), bytes("{}")), None);
        let reading = read(link, bytes(r#"{"status": "COMPLETED"}"#)).unwrap();
        assert_eq!(
            reading.plan,
            Produced::Missing(Absence::Special(Special::Link))
        );
    }
}
