//! The checklist reader: task list items of Markdown files that the
//! configuration names.

use super::markdown::task_items;
use super::{
    Content, Directory, MAX_TASKS, Plan, Produced, Reader, ReaderFacts, Reading, Task, lines,
    text::text,
};
use crate::finding::{Globs, RelPath};

/// Markdown files with task lists.
pub(super) struct Checklist {
    files: Globs,
}

impl Checklist {
    pub(super) const FACTS: ReaderFacts = ReaderFacts {
        name: "checklist",
        files: "Markdown files that `checklists` in .closeout.yml names",
        counts: "pending: unchecked task list items; done: checked ones",
    };

    pub(super) fn new(files: Globs) -> Self {
        Self { files }
    }
}

impl Reader for Checklist {
    fn facts(&self) -> &'static ReaderFacts {
        &Self::FACTS
    }

    fn workspaces(&self, directory: &Directory) -> Vec<RelPath> {
        directory
            .files
            .iter()
            .map(|name| directory.path.join(name))
            .filter(|path| self.files.matches(path))
            .collect()
    }

    fn files(&self, workspace: &RelPath) -> Vec<RelPath> {
        vec![workspace.clone()]
    }

    fn read(&self, workspace: &RelPath, contents: &[Content]) -> Option<Reading> {
        let [content] = contents else {
            return None;
        };
        let plan = match text(content) {
            Ok(text) => Produced::Present(checklist(text)?),
            Err(Produced::Missing(_)) => return None,
            Err(produced) => produced,
        };
        Some(Reading {
            plan_path: workspace.clone(),
            plan,
            state: None,
        })
    }
}

/// The tasks of a text that has any.
fn checklist(text: &str) -> Option<Plan> {
    let mut plan = Plan::default();
    let mut first = Vec::new();
    for item in task_items(text) {
        if !item.open {
            plan.done += 1;
            continue;
        }
        plan.pending.count += 1;
        if first.len() < MAX_TASKS {
            first.push(item);
        }
    }
    if plan.pending.count == 0 && plan.done == 0 {
        return None;
    }
    let offsets: Vec<usize> = first.iter().map(|item| item.offset).collect();
    plan.pending.first = first
        .iter()
        .zip(lines::positions(text, &offsets))
        .map(|(item, position)| Task {
            id: item.id.unwrap_or("?").to_owned(),
            title: (!item.title.is_empty()).then(|| item.title.to_owned()),
            position,
        })
        .collect();
    Some(plan)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::finding::Position;
    use crate::plan::{Class, Special};

    fn reader() -> Checklist {
        Checklist::new(Globs::new(["docs/*.md"]).unwrap())
    }

    fn read(content: Content) -> Option<Reading> {
        reader().read(&RelPath::new("docs/a.md").unwrap(), &[content])
    }

    fn plan(text: &str) -> Option<Plan> {
        let reading = read(Content::Bytes(text.as_bytes().to_vec()))?;
        match reading.plan {
            Produced::Present(plan) => Some(plan),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_file_that_a_glob_matches_is_a_workspace_of_its_own() {
        let directory = Directory {
            path: RelPath::new("docs").unwrap(),
            files: ["a.md", "b.md", "c.txt"].map(Into::into).into(),
        };
        let found = reader().workspaces(&directory);
        let paths: Vec<_> = found.iter().map(RelPath::display).collect();
        assert_eq!(paths, ["docs/a.md", "docs/b.md"]);
        assert_eq!(reader().files(&found[0]), found[..1]);
        let elsewhere = Directory {
            path: RelPath::new("docs/sub").unwrap(),
            ..directory
        };
        assert_eq!(reader().workspaces(&elsewhere), []);
    }

    #[test]
    fn tasks_have_ids_titles_and_places() {
        let plan = plan("\u{feff}# Ü\r\n- [x] done\r\n  * [ ] **T-1.1** Write `it`\r\n1) [ ]\r\n- [ ] plain\r\n").unwrap();
        assert_eq!((plan.pending.count, plan.done), (3, 1));
        let task = |id: &str, title: Option<&str>, line, column| Task {
            id: id.to_owned(),
            title: title.map(str::to_owned),
            position: Position { line, column },
        };
        assert_eq!(
            plan.pending.first,
            [
                task("T-1.1", Some("Write `it`"), 3, 3),
                task("?", None, 4, 1),
                task("?", Some("plain"), 5, 1),
            ]
        );
    }

    #[test]
    fn a_mark_before_the_first_item_hides_it_not() {
        assert_eq!(plan("\u{feff}- [ ] a").unwrap().pending.count, 1);
    }

    #[test]
    fn all_items_are_counted_and_the_first_thousand_kept() {
        let tasks = plan(&"- [ ] a\n".repeat(3_000)).unwrap().pending;
        assert_eq!((tasks.count, tasks.first.len()), (3_000, MAX_TASKS));
        assert_eq!(tasks.first[999].position.line, 1_000);
    }

    #[test]
    fn a_file_without_items_is_no_workspace() {
        assert_eq!(plan("# Notes\n- a\n- [link](x)\n"), None);
        assert_eq!(read(Content::Missing), None);
        assert_eq!(read(Content::Special(Special::Link)), None);
    }

    #[test]
    fn a_file_that_should_hold_items_and_cannot_is_one() {
        for (content, class) in [
            (Content::Bytes(Vec::new()), Class::Empty),
            (Content::Bytes(b"\xEF\xBB\xBF \n".to_vec()), Class::Empty),
            (Content::Bytes(b"- [ ] \xFF".to_vec()), Class::Unparseable),
            (Content::TooLarge(1 << 30), Class::Unparseable),
            (Content::Unreadable("denied".to_owned()), Class::Unparseable),
        ] {
            let reading = read(content).unwrap();
            assert_eq!(reading.plan.class(), class);
            assert_eq!(reading.plan_path.display(), "docs/a.md");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut bytes = bytes;
            bytes.extend_from_slice(b"\n- [ ] a");
            let reading = read(Content::Bytes(bytes.clone())).unwrap();
            prop_assert_eq!(reading.plan.class() == Class::Present, str::from_utf8(&bytes).is_ok());
        }
    }
}
