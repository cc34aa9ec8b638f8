//! `plan.json`.

use std::borrow::Cow;

use super::remarks::{Lists, contradictions, gaps};
use crate::plan::json::{Entry, Json, Kind, top};
use crate::plan::{Content, Defect, MAX_TASKS, Plan, Produced, Task, Tasks, lines, text::text};

/// The id of a task that has none.
const NO_ID: &str = "?";

/// Reads a `plan.json`.
#[must_use]
pub fn read_plan(content: &Content) -> Produced<Plan> {
    let text = match text(content) {
        Ok(text) => text,
        Err(produced) => return produced,
    };
    match plan(text) {
        Ok(plan) => Produced::Present(plan),
        Err(defect) => Produced::Unparseable(defect),
    }
}

fn plan(text: &str) -> Result<Plan, Defect> {
    let [pending, questions, done, manual, open_gaps, content] = top(
        text,
        [
            "pendingTasks",
            "openQuestions",
            "completedTasks",
            "manualTasks",
            "gaps",
            "content",
        ],
    )?;
    for (name, list) in [("pendingTasks", pending), ("openQuestions", questions)] {
        if let Some(list) = list.filter(|list| !is_list(*list)) {
            return Err(Defect {
                reason: format!(
                    "is no plan: `{name}` is {}, neither an array nor an object",
                    list.kind().phrase()
                ),
                position: lines::position(text, list.offset_in(text)),
            });
        }
    }
    let mut remarks = Vec::new();
    if let Some(content) = content {
        remarks.extend(contradictions(text, content, Lists { pending, manual }));
    }
    if let Some(open_gaps) = open_gaps {
        remarks.extend(gaps(text, open_gaps));
    }
    Ok(Plan {
        pending: pending.map_or_else(Tasks::default, |list| tasks(text, list)),
        done: count(done),
        neither: count(manual),
        questions: count(questions),
        remarks,
    })
}

fn is_list(json: Json) -> bool {
    matches!(json.kind(), Kind::Array | Kind::Object | Kind::Null)
}

fn count(list: Option<Json>) -> usize {
    list.map_or(0, |list| list.entries(0).count)
}

fn tasks(text: &str, list: Json) -> Tasks {
    let entries = list.entries(MAX_TASKS);
    let offsets: Vec<usize> = entries
        .first
        .iter()
        .map(|entry| entry.value.offset_in(text))
        .collect();
    let first = entries
        .first
        .iter()
        .zip(lines::positions(text, &offsets))
        .map(|(entry, position)| Task {
            id: task_id(entry),
            title: title(entry.value),
            position,
        })
        .collect();
    Tasks {
        count: entries.count,
        first,
    }
}

/// The `id` of an entry if it is a string or a number, else its key.
pub(super) fn own_id<'a>(entry: &Entry<'a>) -> Option<Cow<'a, str>> {
    let [id] = entry.value.fields(["id"]);
    let id = id.and_then(|id| match id.kind() {
        // As written: no float rounds it.
        Kind::Number => Some(id.as_str().into()),
        _ => id.string(),
    });
    id.or_else(|| entry.key.and_then(Json::string))
}

/// The same, or `?`.
pub(super) fn task_id(entry: &Entry) -> String {
    own_id(entry).map_or_else(|| NO_ID.to_owned(), Into::into)
}

/// The `title` of a task, or what stands for one; a task that is a bare string
/// is its own title.
fn title(value: Json) -> Option<String> {
    value
        .fields(["title", "description", "name"])
        .into_iter()
        .flatten()
        .find_map(Json::string)
        .or_else(|| value.string())
        .map(Into::into)
}

#[cfg(test)]
mod tests;
