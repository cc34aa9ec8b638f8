//! The message of a spurious completion: one or two sentences that a person
//! can act on, safe to print and at most [`MAX_CHARS`] characters long.

use super::CommandName;
use crate::finding::{MAX_ID_CHARS, clip, visible};
use crate::plan::{Absence, Produced, Task, Tasks};

/// How long a message may be, in characters.
pub(super) const MAX_CHARS: usize = 1_000;
/// How many ids are listed.
const MAX_IDS: usize = 10;
/// How much of a path is shown: its end, where the file is.
const MAX_PATH_CHARS: usize = 160;
/// How much of a parser's words is shown.
const MAX_REASON_CHARS: usize = 160;
/// How much of a task's title is shown.
const MAX_TITLE_CHARS: usize = 120;

/// An artifact that was owed and is not there.
pub(super) fn not_produced(
    command: Option<&CommandName>,
    place: &str,
    produced: &Produced<()>,
) -> String {
    let run = run(command);
    let path = path(place);
    let is = state(produced);
    let again = again(command);
    format!(
        "{run} is complete without what it owes: {path} {is}. To mend it, {again}, or report the run as failed."
    )
}

/// The same, of the file itself.
pub(super) fn not_produced_here(command: Option<&CommandName>, produced: &Produced<()>) -> String {
    let run = command.map_or_else(|| "the run".to_owned(), |name| shown_id(name.as_str()));
    format!("{run} owes this file, which {}", state(produced))
}

fn state(produced: &Produced<()>) -> String {
    match produced {
        Produced::Missing(Absence::NoSuchFile) => "is missing".to_owned(),
        Produced::Missing(Absence::Special(special)) => {
            format!("is missing (what is there {})", special.phrase())
        }
        Produced::Empty => "is empty".to_owned(),
        Produced::Unparseable(defect) => {
            let reason = visible(&defect.reason);
            format!("is unparseable: it {}", clip(&reason, MAX_REASON_CHARS))
        }
        Produced::Present(()) => "is present".to_owned(),
    }
}

/// Tasks that are pending, and perhaps questions that are open.
pub(super) fn pending(
    command: Option<&CommandName>,
    place: &str,
    tasks: &Tasks,
    questions: usize,
) -> String {
    let counted = count(tasks.count, "task is", "tasks are");
    let and = match questions {
        0 => String::new(),
        n => format!(", and {} open", count(n, "question is", "questions are")),
    };
    let first = match (questions, tasks.count) {
        (0, 1) => "Finish it",
        (0, _) => "Finish them",
        (1, _) => "Answer it",
        (_, _) => "Answer them",
    };
    let path = path(place);
    let again = again(command);
    let sentence = |ids: &str| {
        format!("{counted} pending in {path}: {ids}{and}. {first} and {again}, or park the run.")
    };
    let room = MAX_CHARS.saturating_sub(sentence("").chars().count());
    sentence(&ids(tasks, room))
}

/// An artifact that is what it was.
pub(super) fn unchanged(command: Option<&CommandName>, place: &str, taken_at: &str) -> String {
    format!(
        "{} is complete and changed nothing in {}: it has the content that it had at {}. To mend it, {}, or park the run.",
        run(command),
        path(place),
        clip(&visible(taken_at), MAX_ID_CHARS),
        again(command),
    )
}

/// The same, of the file itself.
pub(super) fn unchanged_here(taken_at: &str) -> String {
    let taken_at = visible(taken_at);
    format!(
        "the run was to change this file, which has the content that it had at {}",
        clip(&taken_at, MAX_ID_CHARS)
    )
}

/// One pending task.
pub(super) fn task(task: &Task) -> String {
    let id = shown_id(&task.id);
    match &task.title {
        Some(title) => {
            let title = visible(title.trim());
            format!("task {id} is pending: {}", clip(&title, MAX_TITLE_CHARS))
        }
        None => format!("task {id} is pending"),
    }
}

/// Tasks that are not listed one by one.
pub(super) fn more_tasks(count: usize) -> String {
    match count {
        1 => "1 more task is pending".to_owned(),
        n => format!("{n} more tasks are pending"),
    }
}

/// The first ids that fit into `room` characters, then how many more.
fn ids(tasks: &Tasks, room: usize) -> String {
    let shown: Vec<String> = tasks
        .first
        .iter()
        .take(MAX_IDS)
        .map(|task| shown_id(&task.id))
        .collect();
    for listed in (0..=shown.len()).rev() {
        let mut text = shown.get(..listed).unwrap_or_default().join(", ");
        let more = tasks.count - listed;
        if more > 0 {
            let comma = if listed == 0 { "" } else { ", " };
            text = format!("{text}{comma}+{more} more");
        }
        if text.chars().count() <= room || listed == 0 {
            return text;
        }
    }
    String::new()
}

fn shown_id(id: &str) -> String {
    clip(&visible(id), MAX_ID_CHARS).into_owned()
}

fn run(command: Option<&CommandName>) -> String {
    command.map_or_else(|| "The run".to_owned(), |name| shown_id(name.as_str()))
}

fn again(command: Option<&CommandName>) -> String {
    command.map_or_else(
        || "run it again".to_owned(),
        |name| format!("run {} again", shown_id(name.as_str())),
    )
}

fn path(place: &str) -> String {
    let shown = visible(place);
    let length = shown.chars().count();
    if length <= MAX_PATH_CHARS {
        return shown.into_owned();
    }
    let end: String = shown.chars().skip(length - MAX_PATH_CHARS + 1).collect();
    format!("…{end}")
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
