//! What a plan is, and one file a reader: the files of one tool become the
//! same [`Reading`].
//!
//! A reader says what the files say, and where. What that means (a claim, a
//! parked run, a finding) is the judge's business.

mod checklist;
mod closedloop;
mod content;
mod json;
mod lines;
mod markdown;
mod reader;
mod text;

pub use closedloop::{read_plan, read_state};
pub use content::{Content, MAX_BYTES, Special};
pub use json::{json_text, read_any, read_json};
pub use reader::{Directory, READERS, Reader, ReaderFacts, readers};

use crate::finding::{Code, Position, RelPath};

/// How many tasks of a plan are kept with their places. The others are
/// counted.
pub const MAX_TASKS: usize = 1_000;

/// What became of a file that a run should have produced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Produced<T> {
    /// No regular file is there.
    Missing(Absence),
    /// Zero bytes, or white space only.
    Empty,
    /// Something is there, and it is not what it should be.
    Unparseable(Defect),
    /// It is there.
    Present(T),
}

/// In which way a file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// Nothing of that name, or a link to nothing.
    NoSuchFile,
    /// Something of that name that is no regular file.
    Special(Special),
}

/// Why a file cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// Half a sentence, safe to print: `is not JSON: EOF while parsing a list`.
    pub reason: String,
    /// Where parsing ended, if somewhere.
    pub position: Option<Position>,
}

/// The word for each kind of [`Produced`]: `missing`, `empty`, `unparseable`,
/// `present`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// No regular file is there.
    Missing,
    /// It holds nothing.
    Empty,
    /// It is not what it should be.
    Unparseable,
    /// It is there.
    Present,
}

impl Class {
    /// The word of reports and baselines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Empty => "empty",
            Self::Unparseable => "unparseable",
            Self::Present => "present",
        }
    }

    /// The class of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Missing, Self::Empty, Self::Unparseable, Self::Present]
            .into_iter()
            .find(|class| class.word() == word)
    }
}

impl<T> Produced<T> {
    /// Its class.
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Self::Missing(_) => Class::Missing,
            Self::Empty => Class::Empty,
            Self::Unparseable(_) => Class::Unparseable,
            Self::Present(_) => Class::Present,
        }
    }

    /// The same without its value.
    #[must_use]
    pub fn forget(&self) -> Produced<()> {
        match self {
            Self::Missing(absence) => Produced::Missing(*absence),
            Self::Empty => Produced::Empty,
            Self::Unparseable(defect) => Produced::Unparseable(defect.clone()),
            Self::Present(_) => Produced::Present(()),
        }
    }
}

/// What a plan says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Tasks that are not done and should be.
    pub pending: Tasks,
    /// How many tasks are done.
    pub done: usize,
    /// How many tasks are neither: manual, deferred, optional.
    pub neither: usize,
    /// How many questions are open.
    pub questions: usize,
    /// What else the reader noticed: contradictions, gaps.
    pub remarks: Vec<Remark>,
}

/// Tasks: all of them counted, the first [`MAX_TASKS`] with their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tasks {
    /// How many there are.
    pub count: usize,
    /// The first ones, in the order of the file.
    pub first: Vec<Task>,
}

/// One task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its id as the file has it, not escaped; `?` where it has none.
    pub id: String,
    /// Its title as the file has it, not escaped.
    pub title: Option<String>,
    /// Where it stands in the plan's file.
    pub position: Position,
}

/// Something that a reader noticed beside the tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What kind of thing.
    pub code: Code,
    /// One sentence, safe to print.
    pub message: String,
    /// Where it stands in the plan's file.
    pub position: Option<Position>,
}

/// What a state file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// `status`, if it is a string, and where its value stands.
    pub status: Option<(String, Position)>,
    /// `command`, if it is a string.
    pub command: Option<String>,
}

/// What the files of one workspace say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The file that holds the plan.
    pub plan_path: RelPath,
    /// The plan.
    pub plan: Produced<Plan>,
    /// The state file and what it says, where the tool has one and it can be
    /// read.
    pub state: Option<(RelPath, State)>,
}
