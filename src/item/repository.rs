//! The repository that a remote's address names.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::reference::{
    DEFAULT_HOST, GITHUB, Parts, RefError, WorkItemRef, is_host_name, is_name, shown,
};

/// A repository of some host. Letter case is no difference, and is kept for
/// display.
#[derive(Debug, Clone)]
pub struct Repo {
    host: String,
    port: Port,
    owner: String,
    name: String,
}

/// The port of a host's web pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Port {
    /// That of the scheme.
    Default,
    /// Another one.
    Other(u16),
    /// The address goes another way (ssh), and does not tell.
    Unknown,
}

/// Why an address names no repository of a host.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RepoError {
    /// A path of this machine, or nothing.
    #[error("the remote is a path or a file, which names no host")]
    Local,
    /// A scheme that git does not fetch by, or a helper's.
    #[error("the remote has the scheme `{0}`; https, http, ssh and git name a host")]
    Scheme(String),
    /// What stands for the host is none.
    #[error("the remote's host `{0}` is no host name")]
    Host(String),
    /// Not an owner and a repository.
    #[error("the remote's path `{0}` is not `<owner>/<repo>`")]
    Path(String),
}

impl Repo {
    /// Reads the address of a remote: a URL, or `[user@]host:owner/repo` as ssh
    /// has it. Credentials, `.git` and a trailing slash are dropped.
    ///
    /// # Errors
    ///
    /// [`RepoError`]; credentials are not repeated in it.
    pub fn parse_remote(address: &str) -> Result<Self, RepoError> {
        let address = address.trim();
        let Some((scheme, rest)) = address.split_once("://") else {
            return scp_like(address);
        };
        let scheme = scheme.to_ascii_lowercase();
        let default = match scheme.as_str() {
            "https" => Some(443),
            "http" => Some(80),
            "ssh" | "git" | "git+ssh" | "ssh+git" => None,
            "file" => return Err(RepoError::Local),
            _ => return Err(RepoError::Scheme(shown(&scheme))),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = authority.rsplit('@').next().unwrap_or_default();
        let (host, port) = match host.split_once(':') {
            Some((name, port)) => (name, port),
            None => (host, ""),
        };
        let number = match port {
            "" => None,
            _ => Some(
                port.parse::<u16>()
                    .map_err(|_| RepoError::Host(shown(host)))?,
            ),
        };
        let port = match (default, number) {
            (None, _) => Port::Unknown,
            (Some(default), Some(port)) if port != default => Port::Other(port),
            _ => Port::Default,
        };
        Self::new(host, port, path)
    }

    fn new(host: &str, port: Port, path: &str) -> Result<Self, RepoError> {
        if !is_host_name(host) {
            return Err(RepoError::Host(shown(host)));
        }
        let host = host.to_ascii_lowercase();
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        match path.split_once('/') {
            Some((owner, name)) if is_name(owner) && is_name(name) => Ok(Self {
                // Both are GitHub's own other names: the second is ssh where
                // only the port of https is open.
                host: match host.as_str() {
                    "www.github.com" | "ssh.github.com" => DEFAULT_HOST.to_owned(),
                    _ => host,
                },
                port,
                owner: owner.to_owned(),
                name: name.to_owned(),
            }),
            _ => Err(RepoError::Path(shown(path))),
        }
    }

    /// The host, in lower case, without a port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The owner, as it was written.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The repository's name, as it was written.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the item is one of this repository. An address by ssh says
    /// nothing of the port of the item's pages.
    #[must_use]
    pub fn holds(&self, item: &WorkItemRef) -> bool {
        let (host, port) = match item.host().split_once(':') {
            Some((host, port)) => (host, port.parse().ok()),
            None => (item.host(), None),
        };
        let same_port = match self.port {
            Port::Unknown => true,
            Port::Default => matches!(port, None | Some(443 | 80)),
            Port::Other(own) => port == Some(own),
        };
        same_port
            && self.host == host
            && self.owner.eq_ignore_ascii_case(item.owner())
            && self.name.eq_ignore_ascii_case(item.repo())
    }

    /// The item of that number here.
    ///
    /// # Errors
    ///
    /// [`RefError`] for number 0, and for a host that a ref cannot name: a bare
    /// one without a port.
    pub fn item(&self, number: u64) -> Result<WorkItemRef, RefError> {
        let host = match self.port {
            Port::Other(port) => format!("{}:{port}", self.host),
            Port::Default | Port::Unknown => self.host.clone(),
        };
        WorkItemRef::new(&Parts {
            provider: GITHUB,
            host: Some(&host),
            owner: &self.owner,
            repo: &self.name,
            number,
        })
    }

    fn key(&self) -> (&str, Port, String, String) {
        (
            &self.host,
            self.port,
            self.owner.to_ascii_lowercase(),
            self.name.to_ascii_lowercase(),
        )
    }
}

/// `[user@]host:path`. Git takes it for that only if no slash stands before the
/// first colon, and Windows has drives of one letter.
fn scp_like(address: &str) -> Result<Repo, RepoError> {
    let Some((host, path)) = address.split_once(':') else {
        return Err(RepoError::Local);
    };
    if host.contains(['/', '\\']) || host.len() < 2 {
        return Err(RepoError::Local);
    }
    if path.starts_with(':') {
        // `ext::sh -c ...`, a remote helper.
        return Err(RepoError::Scheme(shown(host)));
    }
    let host = host.rsplit('@').next().unwrap_or_default();
    Repo::new(host, Port::Unknown, path)
}

impl fmt::Display for Repo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)?;
        if let Port::Other(port) = self.port {
            write!(f, ":{port}")?;
        }
        write!(f, "/{}/{}", self.owner, self.name)
    }
}

impl PartialEq for Repo {
    fn eq(&self, other: &Self) -> bool {
        let same_port = self.port == other.port
            || matches!(self.port, Port::Default | Port::Unknown)
                && matches!(other.port, Port::Default | Port::Unknown);
        let (host, _, owner, name) = self.key();
        let (other_host, _, other_owner, other_name) = other.key();
        same_port && (host, owner, name) == (other_host, other_owner, other_name)
    }
}

impl Eq for Repo {}

impl Hash for Repo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (host, _, owner, name) = self.key();
        (host, owner, name).hash(state);
    }
}

#[cfg(test)]
mod tests;
