//! What `closeout doctor` found, before it is printed.

/// How a thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// It keeps closeout from working.
    Problem,
}

impl Health {
    /// `ok`, `note` or `problem`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What was looked at: `repository`, `configuration`.
    pub topic: &'static str,
    /// How it stands.
    pub health: Health,
    /// What was found. Not escaped.
    pub found: String,
    /// What to do, where there is something.
    pub next: Option<String>,
}

/// Everything that was looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checkup {
    /// In the order in which it is told.
    pub lines: Vec<Line>,
}

impl Checkup {
    /// Adds a thing that is as it should be.
    pub fn ok(&mut self, topic: &'static str, found: impl Into<String>) {
        self.add(topic, Health::Ok, found, None);
    }

    /// Adds a thing worth knowing.
    pub fn note(&mut self, topic: &'static str, found: impl Into<String>) {
        self.add(topic, Health::Note, found, None);
    }

    /// Adds a thing that keeps closeout from working, and what to do.
    pub fn problem(&mut self, topic: &'static str, found: impl Into<String>, next: Option<String>) {
        self.add(topic, Health::Problem, found, next);
    }

    /// Whether something keeps closeout from working.
    #[must_use]
    pub fn has_problem(&self) -> bool {
        self.lines.iter().any(|line| line.health == Health::Problem)
    }

    fn add(
        &mut self,
        topic: &'static str,
        health: Health,
        found: impl Into<String>,
        next: Option<String>,
    ) {
        self.lines.push(Line {
            topic,
            health,
            found: found.into(),
            next,
        });
    }
}
