//! The name of a command, as callers spell it and as contracts list it.

use std::fmt;

/// A command's normalised name: `prompts/execute-prompt.md`, `EXECUTE-PROMPT`
/// and `execute` are all `EXECUTE`. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandName(String);

impl CommandName {
    /// Normalises a name: without what stands before the last `/` or `\`,
    /// without one extension, trimmed, `-` and spaces as `_`, in upper case,
    /// without a trailing `_PROMPT`. `None` where nothing is left.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name = name.trim().replace(['-', ' '], "_").to_uppercase();
        let name = name.strip_suffix("_PROMPT").unwrap_or(&name);
        (!name.is_empty()).then(|| Self(name.to_owned()))
    }

    /// The normalised name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_command_are_one_name() {
        for (spelling, name) in [
            ("execute", "EXECUTE"),
            ("EXECUTE-PROMPT", "EXECUTE"),
            ("prompts/execute-prompt.md", "EXECUTE"),
            ("prompts\\execute prompt.txt", "EXECUTE"),
            (" /request-changes ", "REQUEST_CHANGES"),
            ("a/b/plan.tar.gz", "PLAN.TAR"),
            ("prompt", "PROMPT"),
            ("größe", "GRÖSSE"),
        ] {
            assert_eq!(
                CommandName::new(spelling).unwrap().as_str(),
                name,
                "{spelling:?}"
            );
        }
    }

    #[test]
    fn a_name_of_which_nothing_is_left_is_none() {
        for spelling in ["", "  ", "/", "prompts/", ".md", "_prompt"] {
            assert_eq!(CommandName::new(spelling), None, "{spelling:?}");
        }
    }
}
