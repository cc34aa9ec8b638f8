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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn repo(address: &str) -> Repo {
        Repo::parse_remote(address).unwrap()
    }

    #[test]
    fn every_form_of_a_remote_names_its_repository() {
        for (address, name) in [
            (
                "https://github.com/Acme/widgets.git",
                "github.com/Acme/widgets",
            ),
            ("https://github.com/Acme/widgets", "github.com/Acme/widgets"),
            (
                "https://github.com/Acme/widgets/",
                "github.com/Acme/widgets",
            ),
            (
                "https://github.com/Acme/widgets.git/",
                "github.com/Acme/widgets",
            ),
            (
                " https://GitHub.com:443/Acme/widgets\n",
                "github.com/Acme/widgets",
            ),
            (
                "https://me:secret@github.com/Acme/widgets",
                "github.com/Acme/widgets",
            ),
            (
                "https://a@b@github.com/Acme/widgets",
                "github.com/Acme/widgets",
            ),
            ("http://localhost:3000/a/b.git", "localhost:3000/a/b"),
            ("http://x.y:443/a/b", "x.y:443/a/b"),
            ("ssh://git@github.com/a/b.git", "github.com/a/b"),
            ("ssh://git@ghe.example:2222/a/b.git", "ghe.example/a/b"),
            ("ssh://git@ssh.github.com:443/a/b.git", "github.com/a/b"),
            ("git+ssh://git@x.y/a/b", "x.y/a/b"),
            ("git://x.y/a/b.git", "x.y/a/b"),
            ("git@github.com:a/b.git", "github.com/a/b"),
            ("github.com:a/b", "github.com/a/b"),
            ("git@x.y:/a/b.git", "x.y/a/b"),
            ("https://github.com/a/b.js.git", "github.com/a/b.js"),
            ("https://github.com/a/.github", "github.com/a/.github"),
        ] {
            assert_eq!(repo(address).to_string(), name, "{address}");
        }
    }

    #[test]
    fn what_names_no_repository_of_a_host_is_refused() {
        let kind = |address: &str| match Repo::parse_remote(address).unwrap_err() {
            RepoError::Local => "local",
            RepoError::Scheme(_) => "scheme",
            RepoError::Host(_) => "host",
            RepoError::Path(_) => "path",
        };
        for (address, wrong) in [
            ("", "local"),
            ("/srv/git/widgets.git", "local"),
            ("../widgets", "local"),
            ("./a:b", "local"),
            ("C:/git/widgets", "local"),
            ("C:\\git\\widgets", "local"),
            ("file:///srv/git/a/b", "local"),
            ("ext::sh -c true", "scheme"),
            ("ftp://x.y/a/b", "scheme"),
            ("https:///a/b", "host"),
            ("https://[::1]/a/b", "host"),
            ("https://x.y:port/a/b", "host"),
            ("https://x.y:99999/a/b", "host"),
            ("git@:a/b", "host"),
            ("https://x.y", "path"),
            ("https://x.y/a", "path"),
            ("https://x.y/a/.git", "path"),
            ("https://x.y/group/sub/b", "path"),
            ("https://x.y/a/../b", "path"),
            ("https://x.y/~me/b", "path"),
            ("git@x.y:b.git", "path"),
        ] {
            assert_eq!(kind(address), wrong, "{address:?}");
        }
    }

    #[test]
    fn a_password_is_not_repeated() {
        let said = Repo::parse_remote("https://me:secret@x y/a/b").unwrap_err();
        assert!(!said.to_string().contains("secret"), "{said}");
    }

    #[test]
    fn letter_case_and_the_way_to_it_make_no_other_repository() {
        assert_eq!(
            repo("git@github.com:Acme/Widgets.git"),
            repo("https://GITHUB.com/acme/widgets")
        );
        assert_ne!(repo("https://x.y/a/b"), repo("https://x.y:8443/a/b"));
        assert_ne!(repo("https://x.y/a/b"), repo("https://x.y/a/c"));
    }

    #[test]
    fn an_item_is_held_by_its_own_repository_only() {
        for (address, item, held) in [
            (
                "git@github.com:Acme/Widgets.git",
                "github:acme/widgets#1",
                true,
            ),
            (
                "git@github.com:acme/other.git",
                "github:acme/widgets#1",
                false,
            ),
            (
                "https://ghe.example/acme/widgets",
                "github:acme/widgets#1",
                false,
            ),
            (
                "https://ghe.example/acme/widgets",
                "github:ghe.example/acme/widgets#1",
                true,
            ),
            (
                "ssh://git@localhost:22/a/b",
                "gitea:localhost:3000/a/b#1",
                true,
            ),
            (
                "http://localhost:3000/a/b",
                "gitea:localhost:3000/a/b#1",
                true,
            ),
            (
                "http://localhost:3001/a/b",
                "gitea:localhost:3000/a/b#1",
                false,
            ),
            ("https://x.y/a/b", "gitea:x.y:3000/a/b#1", false),
            ("https://evil.example/github.com/a/b", "github:a/b#1", false),
        ] {
            let Ok(repo) = Repo::parse_remote(address) else {
                assert!(!held, "{address}");
                continue;
            };
            let item = WorkItemRef::parse(item).unwrap();
            assert_eq!(repo.holds(&item), held, "{address} {item}");
        }
    }

    #[test]
    fn a_number_becomes_an_item_of_the_repository() {
        for (address, item) in [
            ("git@github.com:Acme/widgets.git", "github:Acme/widgets#3"),
            ("https://x.y:8443/a/b", "github:x.y:8443/a/b#3"),
        ] {
            assert_eq!(repo(address).item(3).unwrap().to_string(), item);
        }
        assert!(matches!(
            repo("git@host:a/b").item(3),
            Err(RefError::Host(_))
        ));
        assert!(matches!(
            repo("git@x.y:a/b").item(0),
            Err(RefError::Number(_))
        ));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = Repo::parse_remote(&text);
            let _ = Repo::parse_remote(&format!("ssh://{text}"));
        }
    }
}
