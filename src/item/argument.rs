//! A work item as somebody types it.

use std::fmt;

use super::reference::{GITHUB, Parts, RefError, WorkItemRef, number_of, shown};
use super::repository::Repo;
use crate::finding::{RelPath, visible};

/// What a work item is at its forge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An issue.
    Issue,
    /// A pull request.
    PullRequest,
}

/// The directory of a work item's state below the spec root: one plain name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpecId(String);

/// What an argument names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A work item of a forge, and its kind where the argument tells.
    Ref(WorkItemRef, Option<Kind>),
    /// A directory below the spec root. Records are kept by ref, so no archive
    /// answers for it.
    Spec(SpecId),
}

impl Item {
    /// The directory of its state below the spec root.
    #[must_use]
    pub fn spec_id(&self) -> SpecId {
        match self {
            Self::Ref(item, _) => item.spec_id(),
            Self::Spec(id) => id.clone(),
        }
    }
}

/// The longest name of a file that the common file systems take, in bytes.
const MAX_NAME: usize = 255;

impl SpecId {
    /// A plain name: no separator, no `#`, and nothing in it that does not show.
    ///
    /// # Errors
    ///
    /// [`RefError::SpecId`].
    pub fn new(text: &str) -> Result<Self, RefError> {
        let plain = RelPath::new(text).is_ok() && !text.contains(['/', '#']);
        if plain && text.len() <= MAX_NAME && visible(text) == text {
            Ok(Self(text.to_owned()))
        } else {
            Err(RefError::SpecId(shown(text)))
        }
    }

    pub(super) fn of_number(number: u64) -> Self {
        Self(format!("issue-{number}"))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SpecId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads what somebody typed: a ref, the address of an issue or pull request,
/// `o/r#3`, or `#3` and `3`, which take the rest from `default`. What is none
/// of these is taken as a spec id.
///
/// # Errors
///
/// [`RefError`] where the text is meant as a ref and is none, where a number
/// stands alone and no repository is known, and where it is no spec id either.
pub fn parse_argument(text: &str, default: Option<&Repo>) -> Result<Item, RefError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(RefError::Empty);
    }
    if text.contains("://") {
        return address(text);
    }
    let number = text.strip_prefix('#').unwrap_or(text);
    let bare = text.starts_with('#') || number.bytes().all(|byte| byte.is_ascii_digit());
    let item = if bare {
        let number = number_of(number)?;
        let repo = default.ok_or_else(|| RefError::NoRepository(shown(text)))?;
        repo.item(number)?
    } else if has_provider(text) {
        WorkItemRef::parse(text)?
    } else if text.contains(['/', '#']) {
        // `o/r#3` is GitHub's own short form.
        WorkItemRef::of(GITHUB, text)?
    } else {
        return SpecId::new(text).map(Item::Spec);
    };
    Ok(Item::Ref(item, None))
}

/// Whether a colon stands before any slash: that of a port comes later.
fn has_provider(text: &str) -> bool {
    text.split(['/', '#'])
        .next()
        .is_some_and(|start| start.contains(':'))
}

/// `https://<host>/<owner>/<repo>/issues/<n>`, or `/pull/<n>`.
fn address(text: &str) -> Result<Item, RefError> {
    let (scheme, rest) = text.split_once("://").unwrap_or((text, ""));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    // Before anything is shown: what stands there may be a password.
    if host.contains('@') {
        return Err(RefError::Credentials);
    }
    let wrong = || RefError::Address(shown(&format!("{scheme}://{rest}")));
    let default_port = match scheme.to_ascii_lowercase().as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return Err(wrong()),
    };
    let host = host.to_ascii_lowercase();
    let host = match host.strip_suffix(default_port) {
        // A bare name is told from an owner by its port alone.
        Some(name) if name.contains('.') => name,
        _ => &host,
    };
    let host = host
        .strip_prefix("www.")
        .filter(|host| *host == "github.com")
        .unwrap_or(host);
    let path: Vec<&str> = path.trim_end_matches('/').split('/').take(5).collect();
    let [owner, repo, place, number] = path.as_slice() else {
        return Err(wrong());
    };
    let kind = match *place {
        "issues" => Kind::Issue,
        "pull" | "pulls" => Kind::PullRequest,
        _ => return Err(wrong()),
    };
    let item = WorkItemRef::new(&Parts {
        provider: GITHUB,
        host: Some(host),
        owner,
        repo,
        number: number_of(number)?,
    })?;
    Ok(Item::Ref(item, Some(kind)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn here() -> Repo {
        Repo::parse_remote("git@github.com:Acme/widgets.git").unwrap()
    }

    fn named(text: &str) -> Result<String, RefError> {
        parse_argument(text, Some(&here())).map(|item| match item {
            Item::Ref(item, None) => item.to_string(),
            Item::Ref(item, Some(kind)) => format!("{item} {kind:?}"),
            Item::Spec(id) => format!("spec {id}"),
        })
    }

    #[test]
    fn every_form_of_an_argument_is_taken() {
        for (text, expected) in [
            ("github:acme/widgets#42", "github:acme/widgets#42"),
            (" github:x.y:80/a/b#1 ", "github:x.y:80/a/b#1"),
            ("a/b#3", "github:a/b#3"),
            ("x.y/a/b#3", "github:x.y/a/b#3"),
            ("#3", "github:Acme/widgets#3"),
            ("3", "github:Acme/widgets#3"),
            ("https://github.com/a/b/issues/3", "github:a/b#3 Issue"),
            ("HTTPS://GitHub.com/a/b/issues/3/", "github:a/b#3 Issue"),
            ("https://www.github.com/a/b/issues/3", "github:a/b#3 Issue"),
            (
                "https://github.com:443/a/b/pull/4",
                "github:a/b#4 PullRequest",
            ),
            (
                "http://ghe.example:80/a/b/pull/4",
                "github:ghe.example/a/b#4 PullRequest",
            ),
            (
                "http://localhost:80/a/b/pulls/4",
                "github:localhost:80/a/b#4 PullRequest",
            ),
            (
                "https://x.y:3000/a/b/pulls/4",
                "github:x.y:3000/a/b#4 PullRequest",
            ),
            (
                "https://github.com/a/b/pull/4?w=1#diff",
                "github:a/b#4 PullRequest",
            ),
            ("https://github.com/a/b/issues/3/#a@b", "github:a/b#3 Issue"),
            ("issue-3", "spec issue-3"),
            ("3-login", "spec 3-login"),
            ("größe 2", "spec größe 2"),
            ("a.b", "spec a.b"),
        ] {
            assert_eq!(named(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_error_of_an_argument_says_which_part_is_wrong() {
        let part = |text: &str| match named(text).unwrap_err() {
            RefError::Empty => "empty",
            RefError::Provider(_) => "provider",
            RefError::Path(_) => "path",
            RefError::Host(_) => "host",
            RefError::Owner(_) => "owner",
            RefError::Repo(_) => "repo",
            RefError::Number(_) => "number",
            RefError::Address(_) => "address",
            RefError::Credentials => "credentials",
            RefError::NoRepository(_) => "default",
            RefError::SpecId(_) => "spec",
        };
        for (text, wrong) in [
            ("", "empty"),
            ("#", "number"),
            ("#0", "number"),
            ("0", "number"),
            ("#x", "number"),
            ("99999999999999999999", "number"),
            ("GitHub:a/b#1", "provider"),
            ("localhost:3000/a/b#3", "host"),
            ("a/b", "number"),
            ("a/b/c", "number"),
            ("foo#1", "path"),
            ("a b/c#1", "owner"),
            ("foo:bar", "number"),
            ("..", "spec"),
            (".", "spec"),
            ("a\\b", "spec"),
            ("a\u{202e}b", "spec"),
            ("ftp://github.com/a/b/issues/3", "address"),
            ("https://github.com/a/b", "address"),
            ("https://github.com/a/b/issues", "address"),
            ("https://github.com/a/b/wiki/3", "address"),
            ("https://github.com/a/b/pull/4/files", "address"),
            ("https://github.com", "address"),
            ("https:///a/b/issues/3", "host"),
            ("https://localhost/a/b/issues/3", "host"),
            ("https://github.com/a b/b/issues/3", "owner"),
            ("https://github.com/a/%2e/issues/3", "repo"),
            ("https://github.com/a/b/issues/x", "number"),
            ("https://me:secret@github.com/a/b/issues/3", "credentials"),
            ("https://secret@github.com/a/b/issues/3", "credentials"),
            ("ftp://secret@x.y/a", "credentials"),
        ] {
            assert_eq!(part(text), wrong, "{text:?}");
        }
    }

    #[test]
    fn a_password_is_not_repeated() {
        let said = named("https://me:secret@github.com/a/b/issues/3").unwrap_err();
        assert!(!said.to_string().contains("secret"));
    }

    #[test]
    fn a_bare_number_needs_a_repository() {
        for text in ["3", "#3"] {
            let error = parse_argument(text, None).unwrap_err();
            assert_eq!(error, RefError::NoRepository(text.to_owned()));
        }
        assert!(parse_argument("a/b#3", None).is_ok());
    }

    #[test]
    fn the_spec_id_of_a_ref_is_that_of_its_number() {
        for (text, id) in [("a/b#3", "issue-3"), ("login", "login")] {
            let item = parse_argument(text, None).unwrap();
            assert_eq!(item.spec_id().as_str(), id);
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = parse_argument(&text, Some(&here()));
            let _ = parse_argument(&format!("https://{text}"), None);
        }
    }
}
