//! Where an event happened.

use super::payload;
use super::{EventError, MAX_URL_CHARS};

/// The repository of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The host in lower case, with its port where it has one.
    pub host: String,
    /// The owner, as the forge spells it.
    pub owner: String,
    /// The name, as the forge spells it.
    pub name: String,
    /// Where to fetch from: `http` or `https`, no credentials.
    pub clone_url: Option<String>,
    /// The name of the default branch, without `refs/heads/`. Text from
    /// outside.
    pub default_branch: Option<String>,
}

/// What fills in where a payload is silent, as the workflow's variables say
/// it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Defaults<'a> {
    /// `GITHUB_SERVER_URL`.
    pub server_url: Option<&'a str>,
    /// `GITHUB_REPOSITORY`, for events that are about no repository's things,
    /// as a schedule.
    pub repository: Option<&'a str>,
}

/// The keys that errors name.
pub(super) struct Keys {
    pub(super) full_name: &'static str,
    pub(super) html_url: &'static str,
}

/// The keys of the repository that an event is about.
pub(super) const OF_EVENT: Keys = Keys {
    full_name: "repository.full_name",
    html_url: "repository.html_url",
};

/// The keys of the repository that an issue went to.
pub(super) const OF_TRANSFER: Keys = Keys {
    full_name: "changes.new_repository.full_name",
    html_url: "changes.new_repository.html_url",
};

impl Repository {
    /// Takes what the payload says of a repository. Its host is the one of its
    /// page, else of its clone URL, else of the server that runs the workflow.
    pub(super) fn read(
        found: &payload::Repository,
        keys: &Keys,
        defaults: Defaults<'_>,
    ) -> Result<Self, EventError> {
        let full_name = found.full_name.need(keys.full_name)?;
        let (owner, name) = owner_and_name(full_name).ok_or(EventError::Wrong {
            key: keys.full_name,
        })?;
        let host = [
            found.html_url.filled(),
            found.clone_url.filled(),
            defaults.server_url,
        ]
        .into_iter()
        .flatten()
        .find_map(host_of)
        .ok_or(EventError::Missing { key: keys.html_url })?;
        Ok(Self {
            host,
            owner,
            name,
            clone_url: found.clone_url.filled().and_then(web_address),
            default_branch: found.default_branch.filled().map(str::to_owned),
        })
    }

    /// The ref of a work item here. The host `github.com` is implied in refs
    /// and left out.
    #[must_use]
    pub fn reference(&self, number: u64) -> String {
        let Self {
            host, owner, name, ..
        } = self;
        if host == "github.com" {
            format!("github:{owner}/{name}#{number}")
        } else {
            format!("github:{host}/{owner}/{name}#{number}")
        }
    }

    /// The repository that the workflow runs in, where a payload names none.
    pub(super) fn of_workflow(defaults: Defaults<'_>) -> Option<Self> {
        let (owner, name) = owner_and_name(defaults.repository?)?;
        Some(Self {
            host: host_of(defaults.server_url?)?,
            owner,
            name,
            clone_url: None,
            default_branch: None,
        })
    }
}

/// `o/r`, both `[A-Za-z0-9._-]+` and neither `.` nor `..`.
pub(super) fn owner_and_name(text: &str) -> Option<(String, String)> {
    let (owner, name) = text.split_once('/')?;
    (is_name(owner) && is_name(name)).then(|| (owner.to_owned(), name.to_owned()))
}

/// Whether this can be an owner or a repository.
pub(in crate::context) fn is_name(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// The host of an `http` or `https` address, in lower case, with its port. A
/// host that somebody hides behind credentials is none.
pub(in crate::context) fn host_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    if !["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
    {
        return None;
    }
    let host = rest.split(['/', '?', '#']).next()?;
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let plain = is_name(name)
        && port.is_none_or(|port| {
            (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit())
        });
    plain.then(|| host.to_ascii_lowercase())
}

/// An address that may be shown and fetched from: `http` or `https`, a plain
/// host, no credentials, nothing invisible.
pub(super) fn web_address(url: &str) -> Option<String> {
    host_of(url)?;
    let fits = url.len() <= MAX_URL_CHARS && url.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_address() {
        for (url, host) in [
            ("https://github.com/o/r", Some("github.com")),
            ("HTTPS://GHE.Example:8443/o/r.git", Some("ghe.example:8443")),
            ("http://localhost:3000", Some("localhost:3000")),
            ("https://github.com?x=/o/r", Some("github.com")),
            ("https://github.com@evil.example/o/r", None),
            ("https://user:pw@github.com/o/r", None),
            ("https://[::1]:3000/o/r", None),
            ("https://exämple.org/o/r", None),
            ("https://host:/o/r", None),
            ("https://host:123456/o/r", None),
            ("https://host:12x/o/r", None),
            ("https:///o/r", None),
            ("ext::sh -c id", None),
            ("ssh://git@github.com/o/r", None),
            ("git@github.com:o/r.git", None),
        ] {
            assert_eq!(host_of(url).as_deref(), host, "{url}");
        }
    }

    #[test]
    fn an_address_with_what_does_not_show_is_none() {
        assert!(web_address("https://h.example/o/r.git").is_some());
        assert_eq!(web_address("https://h.example/o/r\n::error::"), None);
        assert_eq!(web_address("https://h.example/\u{202e}"), None);
        let long = format!("https://h.example/{}", "a".repeat(MAX_URL_CHARS));
        assert_eq!(web_address(&long), None);
    }

    #[test]
    fn owners_and_names_are_plain() {
        assert!(owner_and_name("o/r.js_-1").is_some());
        for wrong in [
            "", "o", "o/", "/r", "o/r/x", "../r", "o/..", "o/.", "o r/x", "ö/r",
        ] {
            assert_eq!(owner_and_name(wrong), None, "{wrong}");
        }
    }
}
