//! Which artifacts a command owes when it claims completion: data, not code.

use std::collections::BTreeMap;

use super::CommandName;
use crate::finding::RelPath;

/// A contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// Its name.
    pub name: String,
    /// What each known command owes; a command that owes nothing is known too.
    pub commands: BTreeMap<CommandName, Vec<Owed>>,
    /// The statuses that park a run.
    pub parked: Vec<String>,
    /// The statuses that claim completion.
    pub completed: Vec<String>,
    /// What an unknown command owes when a PRD was passed.
    pub owes_with_prd: Vec<Owed>,
    /// Globs of workspaces that are looked at even where git ignores them.
    pub workspaces: Vec<String>,
    /// The names of the readers to use.
    pub readers: Vec<String>,
}

/// An artifact that is owed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owed {
    /// Its path in the workspace.
    pub path: RelPath,
    /// What it must be to count as produced.
    pub kind: OwedKind,
}

/// What an artifact must be to count as produced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwedKind {
    /// A plan.
    Plan,
    /// Any JSON value.
    Json,
    /// Not empty.
    Any,
}

impl OwedKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Plan, Self::Json, Self::Any];

    /// `plan`, `json` or `any`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Json => "json",
            Self::Any => "any",
        }
    }
}

impl Owed {
    /// `plan.json`, the plan of the built-in contract.
    #[must_use]
    pub fn plan_json() -> Self {
        Self {
            path: RelPath::root().join(b"plan.json"),
            kind: OwedKind::Plan,
        }
    }
}

impl Contract {
    /// The contract that is built in, and the default one.
    #[must_use]
    pub fn closedloop() -> Self {
        let owes = |name: &str, owed: Vec<Owed>| CommandName::new(name).map(|name| (name, owed));
        Self {
            name: "closedloop".to_owned(),
            commands: [
                owes("PLAN", vec![Owed::plan_json()]),
                owes("REQUEST_CHANGES", vec![Owed::plan_json()]),
                // Its artifact is written only after a commit and a push, so
                // an honest run that changed nothing ends without it.
                owes("EXECUTE", vec![]),
            ]
            .into_iter()
            .flatten()
            .collect(),
            owes_with_prd: vec![Owed::plan_json()],
            workspaces: vec![".closedloop-ai/**".to_owned()],
            ..Self::named("closedloop")
        }
    }

    /// A contract of that name which asks for nothing, and reads states as
    /// the built-in one does.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            commands: BTreeMap::new(),
            parked: vec!["AWAITING_USER".to_owned()],
            completed: vec!["COMPLETED".to_owned()],
            owes_with_prd: Vec::new(),
            workspaces: Vec::new(),
            readers: vec!["closedloop".to_owned()],
        }
    }

    /// What this command owes. A command that the contract does not know may
    /// be a newer caller's, and no command an older one's: both owe what the
    /// contract asks of a run that was passed a PRD, and else nothing.
    #[must_use]
    pub fn owes(&self, command: Option<&CommandName>, prd: bool) -> &[Owed] {
        match command.and_then(|name| self.commands.get(name)) {
            Some(owed) => owed,
            None if prd => &self.owes_with_prd,
            None => &[],
        }
    }

    /// Whether the contract says of this command by name that it owes no plan.
    #[must_use]
    pub fn owes_no_plan(&self, command: Option<&CommandName>) -> bool {
        command
            .and_then(|name| self.commands.get(name))
            .is_some_and(|owed| owed.iter().all(|owed| owed.kind != OwedKind::Plan))
    }

    /// Every artifact that some command owes, each once.
    #[must_use]
    pub fn artifacts(&self) -> Vec<Owed> {
        let mut all: Vec<Owed> = self
            .commands
            .values()
            .flatten()
            .chain(&self.owes_with_prd)
            .cloned()
            .collect();
        all.sort();
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_table() {
        let contract = Contract::closedloop();
        let plan = [Owed::plan_json()];
        for (command, prd, owed) in [
            (Some("plan"), false, &plan[..]),
            (Some("prompts/request-changes-prompt.md"), false, &plan[..]),
            (Some("EXECUTE"), false, &[][..]),
            (Some("EXECUTE"), true, &[][..]),
            (Some("BRAND_NEW"), false, &[][..]),
            (Some("BRAND_NEW"), true, &plan[..]),
            (None, false, &[][..]),
            (None, true, &plan[..]),
        ] {
            let name = command.and_then(CommandName::new);
            assert_eq!(contract.owes(name.as_ref(), prd), owed, "{command:?} {prd}");
        }
    }

    #[test]
    fn only_a_known_command_owes_no_plan_by_name() {
        let contract = Contract::closedloop();
        let by_name = |name: &str| contract.owes_no_plan(CommandName::new(name).as_ref());
        assert!(by_name("execute"));
        assert!(!by_name("plan"));
        assert!(!by_name("brand-new"));
        assert!(!contract.owes_no_plan(None));
    }
}
