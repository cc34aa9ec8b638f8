//! The ref of a work item, until the room `item` has it: the normal form
//! alone.

use std::fmt;

/// A work item's ref: `<provider>:[<host>/]<owner>/<repo>#<n>`. Compared
/// without regard to case.
#[derive(Debug, Clone)]
pub struct WorkItemRef {
    provider: String,
    host: String,
    owner: String,
    repo: String,
    number: String,
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
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && text.len() <= 1_024;
        let number = number.trim_start_matches('0');
        (ok && !number.is_empty()).then(|| Self {
            provider: provider.to_owned(),
            host: host.to_owned(),
            owner: owner.to_owned(),
            repo: repo.to_owned(),
            number: number.to_owned(),
        })
    }

    /// The page of the issue.
    #[must_use]
    pub fn issue_url(&self) -> String {
        self.page("issues")
    }

    /// The page of the pull request.
    #[must_use]
    pub fn pull_url(&self) -> String {
        self.page("pull")
    }

    fn page(&self, kind: &str) -> String {
        let Self {
            host,
            owner,
            repo,
            number,
            ..
        } = self;
        format!("https://{host}/{owner}/{repo}/{kind}/{number}")
    }

    /// The id of its spec: `issue-<n>`.
    #[must_use]
    pub fn spec_id(&self) -> String {
        format!("issue-{}", self.number)
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
        self.to_string().eq_ignore_ascii_case(&other.to_string())
    }
}

impl Eq for WorkItemRef {}
