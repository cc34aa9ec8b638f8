//! The name of a work item: `github:acme/widgets#42`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::finding::{MAX_ID_CHARS, clip, visible};

/// The host that a ref need not name, and never does.
pub(super) const DEFAULT_HOST: &str = "github.com";

/// The provider whose owners and repositories know no letter case.
pub(super) const GITHUB: &str = "github";

/// An issue or pull request of some forge, in any spelling one and the same.
///
/// Two refs are equal if they name the same item: letter case is no difference
/// between GitHub's owners and repositories, but is kept for display.
#[derive(Debug, Clone)]
pub struct WorkItemRef {
    provider: String,
    host: Option<String>,
    owner: String,
    repo: String,
    number: u64,
}

/// Why a text is no ref: which part of it is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefError {
    /// Nothing but white space.
    #[error("the work item is empty; {HOW}")]
    Empty,
    /// No provider stands before a colon, or one of other characters.
    #[error("`{0}` has no valid provider: before the first `:` stands a lower-case name; {HOW}")]
    Provider(String),
    /// Not two parts between slashes, nor three.
    #[error("`{0}` has no owner and repository: two parts with `/` between them; {HOW}")]
    Path(String),
    /// The first of three parts is no host.
    #[error(
        "`{0}` is no host: a dotted name, or a name with a port from 1 to 65535, stands before owner and repository; {HOW}"
    )]
    Host(String),
    /// The owner has other characters.
    #[error(
        "`{0}` is no owner: letters, digits, `.`, `_` and `-`, and neither `.` nor `..`; {HOW}"
    )]
    Owner(String),
    /// The repository has other characters.
    #[error(
        "`{0}` is no repository: letters, digits, `.`, `_` and `-`, and neither `.` nor `..`; {HOW}"
    )]
    Repo(String),
    /// No number after `#`.
    #[error("`{0}` has no valid number: digits after `#`, at least 1; {HOW}")]
    Number(String),
    /// An address that is not one of an issue or pull request.
    #[error(
        "`{0}` is no address of a work item: `https://<host>/<owner>/<repo>/issues/<n>` or `/pull/<n>`"
    )]
    Address(String),
    /// An address with a user or a password in it, which is not repeated here.
    #[error("the address holds credentials; give it without what stands before `@`")]
    Credentials,
    /// A number alone, and no repository to take the rest from.
    #[error("`{0}` names no repository, and none is known here; {HOW}")]
    NoRepository(String),
    /// Neither a ref nor the name of a directory.
    #[error("`{0}` is neither a ref nor a spec id, which is one plain directory name; {HOW}")]
    SpecId(String),
}

const HOW: &str =
    "write `<provider>:[<host>/]<owner>/<repo>#<n>`, such as `github:acme/widgets#42`";

/// Text from outside, as an error shows it.
pub(super) fn shown(text: &str) -> String {
    clip(&visible(clip(text, MAX_ID_CHARS).as_ref()), MAX_ID_CHARS).into_owned()
}

/// The parts of a ref before they are looked at.
pub(super) struct Parts<'a> {
    pub(super) provider: &'a str,
    pub(super) host: Option<&'a str>,
    pub(super) owner: &'a str,
    pub(super) repo: &'a str,
    pub(super) number: u64,
}

impl WorkItemRef {
    /// Reads `<provider>:[<host>/]<owner>/<repo>#<n>`, white space around it
    /// left out.
    ///
    /// # Errors
    ///
    /// [`RefError`] says which part is wrong.
    pub fn parse(text: &str) -> Result<Self, RefError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RefError::Empty);
        }
        let (provider, rest) = text
            .split_once(':')
            .ok_or_else(|| RefError::Provider(shown(text)))?;
        Self::of(provider, rest)
    }

    /// Reads what stands after the provider.
    pub(super) fn of(provider: &str, rest: &str) -> Result<Self, RefError> {
        let (path, number) = rest
            .split_once('#')
            .ok_or_else(|| RefError::Number(shown(rest)))?;
        let mut parts = path.split('/');
        let (host, owner, repo) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(owner), Some(repo), None, _) => (None, owner, repo),
            (Some(host), Some(owner), Some(repo), None) => (Some(host), owner, repo),
            _ => return Err(RefError::Path(shown(path))),
        };
        Self::new(&Parts {
            provider,
            host,
            owner,
            repo,
            number: number_of(number)?,
        })
    }

    /// A ref of these parts, each of which is looked at.
    pub(super) fn new(parts: &Parts<'_>) -> Result<Self, RefError> {
        if !is_provider(parts.provider) {
            return Err(RefError::Provider(shown(parts.provider)));
        }
        let host = parts.host.map(host_of).transpose()?;
        if !is_name(parts.owner) {
            return Err(RefError::Owner(shown(parts.owner)));
        }
        if !is_name(parts.repo) {
            return Err(RefError::Repo(shown(parts.repo)));
        }
        if parts.number == 0 {
            return Err(RefError::Number("0".to_owned()));
        }
        Ok(Self {
            provider: parts.provider.to_owned(),
            host: host.filter(|host| host != DEFAULT_HOST),
            owner: parts.owner.to_owned(),
            repo: parts.repo.to_owned(),
            number: parts.number,
        })
    }

    /// Which kind of forge, such as `github`.
    #[must_use]
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The host in lower case, with its port if it has one; `github.com` where
    /// the ref names none.
    #[must_use]
    pub fn host(&self) -> &str {
        self.host.as_deref().unwrap_or(DEFAULT_HOST)
    }

    /// Whether the host is the one that is implied.
    #[must_use]
    pub fn is_on_default_host(&self) -> bool {
        self.host.is_none()
    }

    /// The owner, as it was written.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The repository, as it was written.
    #[must_use]
    pub fn repo(&self) -> &str {
        &self.repo
    }

    /// The number, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// An owner or repository as it is compared.
    pub(super) fn folded<'a>(&self, name: &'a str) -> Cow<'a, str> {
        if self.provider == GITHUB && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        }
    }

    /// What is compared.
    fn key(&self) -> (&str, &str, Cow<'_, str>, Cow<'_, str>, u64) {
        (
            &self.provider,
            self.host(),
            self.folded(&self.owner),
            self.folded(&self.repo),
            self.number,
        )
    }
}

/// ASCII digits that make a number from 1.
pub(super) fn number_of(text: &str) -> Result<u64, RefError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number
        .filter(|number| *number > 0)
        .ok_or_else(|| RefError::Number(shown(text)))
}

/// A host in lower case.
fn host_of(text: &str) -> Result<String, RefError> {
    let (name, port) = match text.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (text, None),
    };
    let named = is_host_name(name) && (name.contains('.') || port.is_some());
    if !named || !port.is_none_or(is_port) {
        return Err(RefError::Host(shown(text)));
    }
    Ok(text.to_ascii_lowercase())
}

/// Labels of letters, digits and hyphens with dots between them.
pub(super) fn is_host_name(name: &str) -> bool {
    name.split('.').all(|label| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|byte| byte.is_ascii_digit())
        && !port.starts_with('0')
        && port.parse::<u16>().is_ok()
}

fn is_provider(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// An owner or a repository.
pub(super) fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..")
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

impl fmt::Display for WorkItemRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.provider)?;
        if let Some(host) = &self.host {
            write!(f, "{host}/")?;
        }
        write!(f, "{}/{}#{}", self.owner, self.repo, self.number)
    }
}

impl FromStr for WorkItemRef {
    type Err = RefError;

    fn from_str(text: &str) -> Result<Self, RefError> {
        Self::parse(text)
    }
}

impl PartialEq for WorkItemRef {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for WorkItemRef {}

impl PartialOrd for WorkItemRef {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WorkItemRef {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for WorkItemRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[cfg(test)]
mod tests;
