//! `.closeout.yml`: what is judged in this repository, and by which contract.

mod check;
mod contracts;
mod error;
mod forms;
mod locate;
mod raw;
mod read;
mod schema;
mod settings;
mod values;
mod yaml;

pub use error::{ConfigError, Problem};
pub use locate::{candidates, find, permitted, repository_root};
pub use read::read_file;
pub use schema::schema;
pub use settings::{Archive, GoalCheck, Ignore, PrePush, Settings, TicketPlan, Unmet};
pub use values::{Source, Value};

use std::collections::BTreeMap;
use std::fmt;

use crate::finding::{Globs, Place, Severities};
use crate::judge::Contract;
use values::Sources;

/// The name of the file.
pub const FILE_NAME: &str = ".closeout.yml";

/// How large the file may be: 1 MiB.
pub const MAX_BYTES: usize = 1024 * 1024;

/// Where a configuration comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// No file: the built-in values.
    BuiltIn,
    /// A file, by the path that messages show.
    File(String),
    /// A file in a revision of the repository.
    Revision {
        /// The revision, as the caller named it.
        rev: String,
        /// The path from the repository's root.
        path: String,
    },
}

impl fmt::Display for Origin {
    /// The path, and that of a revision as git spells it: `main:.closeout.yml`.
    /// Not escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::File(path) => f.write_str(path),
            Self::Revision { rev, path } => write!(f, "{rev}:{path}"),
        }
    }
}

/// The configuration in force: the built-in values, and what a file says.
#[derive(Debug, Clone)]
pub struct Config {
    /// Markdown files whose task lists are judged.
    pub checklists: Globs,
    /// Workspaces that are not judged.
    pub ignore: Ignore,
    /// The severity of each code.
    pub severities: Severities,
    /// Everything else.
    pub settings: Settings,
    contract: String,
    contracts: BTreeMap<String, Contract>,
    origin: Origin,
    sources: Sources,
}

impl Default for Config {
    /// The built-in values.
    fn default() -> Self {
        Self {
            checklists: Globs::default(),
            ignore: Ignore::default(),
            severities: Severities::default(),
            settings: Settings::default(),
            contract: contracts::BUILT_IN.to_owned(),
            contracts: contracts::built_in(),
            origin: Origin::BuiltIn,
            sources: Sources::default(),
        }
    }
}

/// A key that a file has and that this version does not act upon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithoutEffect {
    /// The key.
    pub key: &'static str,
    /// Where its value stands.
    pub place: Place,
}

/// The keys that are checked and kept, and that nothing uses yet.
const WITHOUT_EFFECT: [&str; 5] = [
    "promises",
    "tickets",
    "goal_check",
    "hooks",
    "default_branch",
];

impl Config {
    /// Reads a configuration. An empty file is the built-in values.
    ///
    /// # Errors
    ///
    /// The first thing in it that is wrong.
    pub fn parse(bytes: &[u8], origin: Origin) -> Result<Self, ConfigError> {
        read::parse(bytes, origin)
    }

    /// The contract of that name; without a name the one that the
    /// configuration says.
    ///
    /// # Errors
    ///
    /// A name that no contract has; the error lists those that there are.
    pub fn contract(&self, name: Option<&str>) -> Result<&Contract, ConfigError> {
        let name = name.unwrap_or(&self.contract);
        self.contracts.get(name).ok_or_else(|| ConfigError {
            place: None,
            problem: Box::new(unknown_contract(name, &self.contracts)),
        })
    }

    /// Where it comes from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Every value in force, and where it came from.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        values::all(self)
    }

    /// The keys that the file has and that this version accepts but does not
    /// act upon, in the order of the published listing.
    #[must_use]
    pub fn without_effect(&self) -> Vec<WithoutEffect> {
        let path = self.origin.to_string();
        let found = |key: &'static str| {
            let place = Place::at(&path, self.sources.position(key)?);
            Some(WithoutEffect { key, place })
        };
        WITHOUT_EFFECT.into_iter().filter_map(found).collect()
    }

    /// Whether the two say the same, wherever each comes from.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        let said = |config: &Self| -> Vec<_> {
            let values = config.values().into_iter();
            values.map(|value| (value.key, value.value)).collect()
        };
        said(self) == said(other)
    }
}

fn unknown_contract(name: &str, contracts: &BTreeMap<String, Contract>) -> Problem {
    Problem::unknown("contract", name, contracts.keys().map(String::as_str))
}

#[cfg(test)]
mod tests;
