//! The ref of a work item, until the room `item` has it: the normal form
//! alone.

use std::cmp::Ordering;
use std::fmt;

/// Whether a work item is known to be a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An issue.
    Issue,
    /// A pull request.
    PullRequest,
}

/// A work item's ref: `<provider>:[<host>/]<owner>/<repo>#<n>`. Compared
/// without regard to case.
#[derive(Debug, Clone)]
pub struct WorkItemRef {
    provider: String,
    host: String,
    owner: String,
    repo: String,
    number: u64,
}

/// A text that is no ref.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is no ref of a work item: write one like github:acme/widgets#42")]
pub struct RefError;

impl WorkItemRef {
    /// Reads the normal form.
    ///
    /// # Errors
    ///
    /// [`RefError`] for anything else.
    pub fn parse(text: &str) -> Result<Self, RefError> {
        Self::read(text.trim()).ok_or(RefError)
    }

    fn read(text: &str) -> Option<Self> {
        let (provider, rest) = text.split_once(':')?;
        let (path, number) = rest.rsplit_once('#')?;
        let parts: Vec<&str> = path.splitn(4, '/').collect();
        let (host, owner, repo) = match *parts.as_slice() {
            [owner, repo] => ("github.com", owner, repo),
            [host, owner, repo] => (host, owner, repo),
            _ => return None,
        };
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        let named = name.contains('.') || !port.is_empty();
        let ok = provider.starts_with(|first: char| first.is_ascii_lowercase())
            && provider
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && named
            && part(name)
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && part(owner)
            && part(repo)
            && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| *number > 0)?;
        ok.then(|| Self {
            provider: provider.to_owned(),
            host: host.to_ascii_lowercase(),
            owner: owner.to_owned(),
            repo: repo.to_owned(),
            number,
        })
    }

    /// Its address for a browser.
    #[must_use]
    pub fn url(&self, kind: Kind) -> String {
        let place = match kind {
            Kind::Issue => "issues",
            Kind::PullRequest => "pull",
        };
        let (host, owner, repo) = (&self.host, &self.owner, &self.repo);
        format!("https://{host}/{owner}/{repo}/{place}/{}", self.number)
    }

    /// The number, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    fn key(&self) -> (&str, &str, String, String, u64) {
        let folded = |name: &str| {
            if self.provider == "github" {
                name.to_ascii_lowercase()
            } else {
                name.to_owned()
            }
        };
        let (owner, repo) = (folded(&self.owner), folded(&self.repo));
        (&self.provider, &self.host, owner, repo, self.number)
    }
}

fn part(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

impl fmt::Display for WorkItemRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.provider)?;
        if self.host != "github.com" {
            write!(f, "{}/", self.host)?;
        }
        write!(f, "{}/{}#{}", self.owner, self.repo, self.number)
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
