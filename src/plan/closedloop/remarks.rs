//! What a plan says beside its tasks: gaps, and boxes in its Markdown.

use std::collections::HashSet;

use super::plan::{own_id, task_id};
use crate::finding::{Code, MAX_ID_CHARS, Position, clip, visible};
use crate::plan::json::Json;
use crate::plan::markdown::{leading_id, task_items};
use crate::plan::{MAX_TASKS, Remark, lines};

/// How much of a gap's text is said.
const MAX_TEXT_CHARS: usize = 200;

/// The gaps that say `addressed: false`, the first [`MAX_TASKS`] of them.
pub(super) fn gaps(text: &str, gaps: Json) -> Vec<Remark> {
    let mut open = Vec::new();
    gaps.each(|entry| {
        let [addressed] = entry.value.fields(["addressed"]);
        if open.len() < MAX_TASKS && addressed.is_some_and(|value| value.as_str() == "false") {
            open.push(entry);
        }
    });
    let offsets: Vec<usize> = open
        .iter()
        .map(|entry| entry.value.offset_in(text))
        .collect();
    open.iter()
        .zip(lines::positions(text, &offsets))
        .map(|(entry, position)| {
            let names = ["description", "title", "name", "gap"];
            let mut said = entry.value.fields(names).into_iter().flatten();
            let said = said.find_map(Json::string);
            let said = said.map_or_else(String::new, |said| {
                format!(": {}", clip(&visible(&said), MAX_TEXT_CHARS))
            });
            Remark {
                code: Code::GapsUnaddressedAtCompletion,
                message: format!("gap {} is not addressed{said}", shown(&task_id(entry))),
                position: Some(position),
            }
        })
        .collect()
}

/// The lists of a plan that may name a task which has an open box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lists<'a> {
    /// `pendingTasks`.
    pub(super) pending: Option<Json<'a>>,
    /// `manualTasks`.
    pub(super) manual: Option<Json<'a>>,
}

/// The tasks whose box in the plan's Markdown is open and that no list names,
/// each once, the first [`MAX_TASKS`] of them.
pub(super) fn contradictions(text: &str, content: Json, lists: Lists) -> Vec<Remark> {
    let Some(markdown) = content.string() else {
        return Vec::new();
    };
    let open: Vec<&str> = task_items(&markdown)
        .filter(|item| item.open)
        .filter_map(|item| item.bold_id)
        .collect();
    if open.is_empty() {
        return Vec::new();
    }
    let mut unlisted: HashSet<&str> = open.iter().copied().collect();
    for list in [lists.pending, lists.manual].into_iter().flatten() {
        list.each(|entry| {
            // A task may be a bare text: `"T-1.1: Write the migration"`.
            if let Some(task) = entry.value.string() {
                unlisted.remove(task.trim());
                if let Some(leading) = leading_id(task.trim()) {
                    unlisted.remove(leading.id);
                }
            } else if let Some(id) = own_id(&entry) {
                unlisted.remove(id.as_ref());
            }
        });
    }
    let position = lines::position(text, content.offset_in(text));
    open.into_iter()
        .filter(|id| unlisted.remove(id))
        .take(MAX_TASKS)
        .map(|id| contradiction(id, position))
        .collect()
}

fn contradiction(id: &str, position: Option<Position>) -> Remark {
    Remark {
        code: Code::CompletionContradicted,
        message: format!(
            "the plan's `content` has an open box for {}, which `pendingTasks` does not list",
            shown(id)
        ),
        position,
    }
}

fn shown(id: &str) -> String {
    clip(&visible(id), MAX_ID_CHARS).into_owned()
}

#[cfg(test)]
mod tests {
    use crate::finding::{Code, Position};
    use crate::plan::{Content, MAX_TASKS, Plan, Produced, Remark, read_plan};

    fn plan(value: &serde_json::Value) -> Plan {
        plan_of(&value.to_string())
    }

    fn plan_of(text: &str) -> Plan {
        match read_plan(&Content::Bytes(text.as_bytes().to_vec())) {
            Produced::Present(plan) => plan,
            other => panic!("{other:?}"),
        }
    }

    /// The ids of the contradictions of a plan with this Markdown.
    fn contradicted(content: &str) -> Vec<String> {
        ids(&plan(&serde_json::json!({"content": content})).remarks)
    }

    fn ids(remarks: &[Remark]) -> Vec<String> {
        remarks
            .iter()
            .map(|remark| {
                assert_eq!(remark.code, Code::CompletionContradicted);
                let rest = remark.message.split("open box for ").nth(1).unwrap();
                rest.split(", which").next().unwrap().to_owned()
            })
            .collect()
    }

    #[test]
    fn a_gap_that_is_not_addressed_is_remarked() {
        let text = "{\"gaps\": [\n {\"id\": \"G-1\", \"addressed\": false, \"description\": \"no\\u001b tests\"},\n {\"addressed\": true}, {\"addressed\": \"false\"}, {}, 3,\n {\"addressed\": false}]}";
        let remarks = plan_of(text).remarks;
        assert_eq!(
            remarks,
            [
                Remark {
                    code: Code::GapsUnaddressedAtCompletion,
                    message: "gap G-1 is not addressed: no\\u{1b} tests".to_owned(),
                    position: Some(Position { line: 2, column: 2 }),
                },
                Remark {
                    code: Code::GapsUnaddressedAtCompletion,
                    message: "gap ? is not addressed".to_owned(),
                    position: Some(Position { line: 4, column: 2 }),
                },
            ]
        );
    }

    #[test]
    fn gaps_and_contradictions_are_bounded() {
        let gaps = vec![serde_json::json!({"addressed": false}); MAX_TASKS + 5];
        assert_eq!(
            plan(&serde_json::json!({"gaps": gaps})).remarks.len(),
            MAX_TASKS
        );
        let boxes: Vec<_> = (0..MAX_TASKS + 5)
            .map(|n| format!("- [ ] **T-{n}**"))
            .collect();
        assert_eq!(contradicted(&boxes.join("\n")).len(), MAX_TASKS);
    }

    #[test]
    fn an_open_box_that_no_list_names_is_remarked_once() {
        let text =
            "{\n\"content\": \"- [ ] **T-1.1** a\\n  - [ ] **T-1.1** again\\n- [x] **T-2** b\\n\"}";
        assert_eq!(
            plan_of(text).remarks,
            [Remark {
                code: Code::CompletionContradicted,
                message: "the plan's `content` has an open box for T-1.1, which `pendingTasks` does not list".to_owned(),
                position: Some(Position { line: 2, column: 12 }),
            }]
        );
    }

    #[test]
    fn a_listed_task_contradicts_nothing_in_any_order_of_keys() {
        let content = r#""content": "- [ ] **T-1.1** a\n- [ ] **2** b\n- [ ] **T-3** c\n- [ ] **T-4** d\n- [ ] **T-5** e""#;
        let pending = r#""pendingTasks": [{"id": "T-1.1"}, {"id": 2}, "T-4: d", "T-5"]"#;
        let manual = r#""manualTasks": {"T-3": {}}"#;
        for parts in [
            [content, pending, manual],
            [manual, content, pending],
            [pending, manual, content],
        ] {
            assert_eq!(plan_of(&format!("{{{}}}", parts.join(","))).remarks, []);
        }
        let unlisted = plan_of(&format!("{{{content}}}")).remarks;
        assert_eq!(ids(&unlisted), ["T-1.1", "2", "T-3", "T-4", "T-5"]);
    }

    #[test]
    fn a_task_that_is_listed_after_a_thousand_others_is_listed() {
        let pending: Vec<_> = (0..3_000)
            .map(|n| serde_json::json!({"id": format!("T-{n}")}))
            .collect();
        let plan =
            plan(&serde_json::json!({"pendingTasks": pending, "content": "- [ ] **T-2999**"}));
        assert_eq!(plan.remarks, []);
        assert_eq!(plan.pending.count, 3_000);
    }

    #[test]
    fn a_done_task_with_an_open_box_is_remarked() {
        let plan = plan(
            &serde_json::json!({"completedTasks": [{"id": "T-1"}], "content": "* [\u{a0}] **T-1** a"}),
        );
        assert_eq!(ids(&plan.remarks), ["T-1"]);
    }

    #[test]
    fn only_a_bold_id_at_the_start_of_an_item_is_one() {
        for content in [
            "- [ ] T-1 not in bold",
            "- [ ] **Important** no id",
            "- [ ] after **T-1**",
            "- **T-1** no box",
            "<!--\n- [ ] **T-1** in a comment\n-->",
            "- [x] **T-1** done",
        ] {
            assert_eq!(contradicted(content), [""; 0], "{content}");
        }
        assert_eq!(
            contradicted("1. [ ] **T-1: Title** a\r\n+ [\t] **T-2:** b"),
            ["T-1", "T-2"]
        );
    }

    #[test]
    fn content_that_is_no_string_or_holds_a_lone_surrogate_is_no_error() {
        assert_eq!(plan_of(r#"{"content": ["- [ ] **T-1**"]}"#).remarks, []);
        assert_eq!(
            ids(&plan_of(r#"{"content": "\ud800\n- [ ] **T-1**"}"#).remarks),
            ["T-1"]
        );
    }
}
