//! Closing keywords: how a description or a commit message says which items
//! it delivers.
//!
//! The keywords and the forms of a reference are those of
//! <https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue>;
//! Gitea and Forgejo know the same ones. A keyword goes before every item of
//! its own: `fixes #1, #2` names #1.

mod inline;
mod prose;
mod reference;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::event::{Kind, Repository};

/// One item that a text says it closes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Closing {
    /// Whose number it is.
    pub target: Target,
    /// Its number, at least 1.
    pub number: u64,
}

/// How a closing says where its item is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// `#n`: in the text's own repository.
    Here,
    /// `o/r#n`: on the text's own host.
    Repository {
        /// The owner.
        owner: String,
        /// The repository.
        name: String,
    },
    /// An address.
    Url {
        /// The host in lower case, with its port where it has one.
        host: String,
        /// The owner.
        owner: String,
        /// The repository.
        name: String,
        /// What the address is one of.
        kind: Kind,
    },
}

impl Closing {
    /// The ref of the item, for a text that stands in the repository `here`.
    #[must_use]
    pub fn reference(&self, here: &Repository) -> String {
        let mut place = here.clone();
        match &self.target {
            Target::Here => {}
            Target::Repository { owner, name } => {
                place.owner.clone_from(owner);
                place.name.clone_from(name);
            }
            Target::Url {
                host, owner, name, ..
            } => {
                place.host.clone_from(host);
                place.owner.clone_from(owner);
                place.name.clone_from(name);
            }
        }
        place.reference(self.number)
    }
}

const KEYWORDS: [&str; 9] = [
    "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
];

/// The items that `text` closes, in its order, each once. What stands in code,
/// in a quote or in an HTML comment says nothing. Takes time in proportion to
/// the text, whatever is in it.
#[must_use]
pub fn closing_keywords(text: &str) -> Vec<Closing> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for block in prose::prose(text) {
        for line in block.lines() {
            scan(line, &mut |closing| {
                if seen.insert(closing.clone()) {
                    found.push(closing);
                }
            });
        }
    }
    found
}

/// Keyword and reference stand on one line.
fn scan(line: &str, found: &mut impl FnMut(Closing)) {
    let mut rest = line;
    let mut inside_word = false;
    while let Some(c) = rest.chars().next() {
        if !inside_word
            && matches!(c, 'c' | 'C' | 'f' | 'F' | 'r' | 'R')
            && let Some(after) = keyword(rest)
            && let Some((closing, tail)) = reference::reference(after)
        {
            found(closing);
            rest = tail;
            continue;
        }
        inside_word = joins_words(c);
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
}

/// What may not stand right before a keyword: `encloses`, `hot-fix`, the
/// command `/close` and the person `@fix` are other words.
fn joins_words(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '@' | '\\')
}

/// What comes after the keyword that `text` begins with, its colon and the
/// space, which there has to be.
fn keyword(text: &str) -> Option<&str> {
    KEYWORDS.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let tail = text.get(word.len()..)?;
        if !head.eq_ignore_ascii_case(word) {
            return None;
        }
        let tail = tail.strip_prefix(':').unwrap_or(tail);
        let after = tail.trim_start_matches([' ', '\t']);
        (after.len() < tail.len()).then_some(after)
    })
}
