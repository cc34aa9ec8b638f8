//! The key of a record: which work item it is of, and how the stores spell
//! that.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

/// The provider whose name is left out of references.
const GITHUB: &str = "github";

/// Its host, which is left out of refs.
const GITHUB_HOST: &str = "github.com";

/// Which work item a record is of: in lower case, so that one item has one
/// key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    provider: String,
    host: String,
    owner: String,
    repo: String,
    number: u64,
}

impl Key {
    /// The key of an item: `github`, `github.com`, `acme`, `widgets`, 42.
    /// `None` where a part is none: provider `[a-z][a-z0-9-]*`, host
    /// `[A-Za-z0-9.:-]+`, owner and repository `[A-Za-z0-9._-]+` and neither
    /// `.` nor `..`, number at least 1.
    #[must_use]
    pub fn new(provider: &str, host: &str, path: (&str, &str), number: u64) -> Option<Self> {
        let (owner, repo) = path;
        let provider_fits = provider.starts_with(|c: char| c.is_ascii_lowercase())
            && all(provider, |c| {
                c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
            });
        let host_fits = is_segment(host, |c| matches!(c, '.' | ':' | '-'));
        let path_fits = [owner, repo]
            .iter()
            .all(|part| is_segment(part, |c| matches!(c, '.' | '_' | '-')));
        (provider_fits && host_fits && path_fits && number > 0).then(|| Self {
            provider: provider.to_owned(),
            host: host.to_ascii_lowercase(),
            owner: owner.to_ascii_lowercase(),
            repo: repo.to_ascii_lowercase(),
            number,
        })
    }

    /// Reads a ref as it stands in a record: `github:acme/widgets#42`, with a
    /// host before the owner unless it is GitHub's.
    #[must_use]
    pub fn from_ref(text: &str) -> Option<Self> {
        let (provider, rest) = text.trim().split_once(':')?;
        let (path, number) = rest.rsplit_once('#')?;
        let parts: Vec<&str> = path.split('/').collect();
        let (host, owner, repo) = match parts.as_slice() {
            [owner, repo] => (GITHUB_HOST, owner, repo),
            [host, owner, repo] => (*host, owner, repo),
            _ => return None,
        };
        Self::new(provider, host, (owner, repo), digits(number)?)
    }

    /// The ref in normal form, in lower case.
    #[must_use]
    pub fn to_ref(&self) -> String {
        let Self {
            provider,
            owner,
            repo,
            number,
            ..
        } = self;
        if self.host == GITHUB_HOST {
            format!("{provider}:{owner}/{repo}#{number}")
        } else {
            format!("{provider}:{}/{owner}/{repo}#{number}", self.host)
        }
    }

    /// The number of the item.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// `<host>/<owner>/<repo>`, each part spelled so that git takes it in the
    /// name of a reference: how records are grouped.
    #[must_use]
    pub fn directory(&self) -> String {
        let host = escaped(&self.host);
        let (owner, repo) = (escaped(&self.owner), escaped(&self.repo));
        if self.provider == GITHUB {
            format!("{host}/{owner}/{repo}")
        } else {
            format!("{}+{host}/{owner}/{repo}", self.provider)
        }
    }

    /// `<host>/<owner>/<repo>/<n>`: how the record's own reference ends.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}/{}", self.directory(), self.number)
    }

    /// Reads what [`Key::path`] wrote. `None` for anything else, so that a
    /// key has one path.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.split('/').collect();
        let [first, owner, repo, number] = parts.as_slice() else {
            return None;
        };
        let (provider, host) = first.split_once('+').unwrap_or((GITHUB, first));
        let (host, owner, repo) = (plain(host)?, plain(owner)?, plain(repo)?);
        let key = Self::new(provider, &host, (&owner, &repo), digits(number)?)?;
        (key.path() == path).then_some(key)
    }

    /// The name of the record's file in a directory store, without `.json`.
    /// Two items can share it.
    #[must_use]
    pub fn slug(&self) -> String {
        let Self {
            provider,
            owner,
            repo,
            number,
            ..
        } = self;
        let text = if self.host == GITHUB_HOST {
            format!("{provider}-{owner}-{repo}-{number}")
        } else {
            format!("{provider}-{}-{owner}-{repo}-{number}", self.host)
        };
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        text.chars()
            .map(|c| if fits(c) { c } else { '-' })
            .collect()
    }

    /// The same where another item has that name already.
    #[must_use]
    pub fn second_slug(&self) -> String {
        let hash = Sha256::digest(self.to_ref().as_bytes());
        let mut slug = self.slug() + "~";
        for byte in hash.iter().take(4) {
            let _ = write!(slug, "{byte:02x}");
        }
        slug
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_ref())
    }
}

fn all(text: &str, fits: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(fits)
}

fn is_segment(text: &str, also: impl Fn(char) -> bool) -> bool {
    text != "." && text != ".." && all(text, |c| c.is_ascii_alphanumeric() || also(c))
}

/// A number as it is written back: digits, none of them a leading zero.
fn digits(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// A part of the name of a reference: git refuses a leading dot, two dots, a
/// trailing `.lock` and, of what can stand here, a colon (git-check-ref-format).
fn escaped(text: &str) -> String {
    let (text, lock) = match text.strip_suffix(".lock") {
        Some(rest) => (rest, "%2Elock"),
        None => (text, ""),
    };
    let mut escaped = text.replace("..", "%2E%2E").replace(':', "%3A");
    if let Some(rest) = escaped.strip_prefix('.') {
        escaped = format!("%2E{rest}");
    }
    escaped + lock
}

fn plain(text: &str) -> Option<String> {
    let plain = text.replace("%2E", ".").replace("%3A", ":");
    (!plain.contains('%')).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::Key;

    fn key(text: &str) -> Key {
        Key::from_ref(text).unwrap()
    }

    #[test]
    fn a_key_has_one_path_and_the_path_one_key() {
        for (text, path) in [
            ("github:Acme/Widgets#42", "github.com/acme/widgets/42"),
            ("github:ghe.corp:8443/a/b#1", "ghe.corp%3A8443/a/b/1"),
            ("gitea:git.corp/a/b#1", "gitea+git.corp/a/b/1"),
            ("gitea:a/b#1", "gitea+github.com/a/b/1"),
            ("github:a/.github#7", "github.com/a/%2Egithub/7"),
            ("github:a/x..y#7", "github.com/a/x%2E%2Ey/7"),
            ("github:a/x...y#7", "github.com/a/x%2E%2E.y/7"),
            ("github:a/...#7", "github.com/a/%2E%2E./7"),
            ("github:a/b.lock#7", "github.com/a/b%2Elock/7"),
            ("github:a/.lock#7", "github.com/a/%2Elock/7"),
            ("github:-a/b.#7", "github.com/-a/b./7"),
        ] {
            assert_eq!(key(text).path(), path);
            assert_eq!(Key::from_path(path), Some(key(text)), "{path}");
        }
    }

    #[test]
    fn what_is_no_ref_has_no_key() {
        for text in [
            "",
            "github:a/b",
            "github:a/b#",
            "github:a/b#0",
            "github:a/b#-1",
            "github:a/b#+1",
            "github:a/b#01",
            "github:a#1",
            "github:h/a/b/c#1",
            "github:a/..#1",
            "github:./b#1",
            "Git Hub:a/b#1",
            "github:a/b c#1",
            "github:a/%2e#1",
            "github:a/b#99999999999999999999",
        ] {
            assert_eq!(Key::from_ref(text), None, "{text}");
        }
        for path in [
            "github.com/a/b",
            "github.com/A/b/1",
            "github.com/a/b/01",
            "github.com/a/%41/1",
            "github.com/a/.b/1",
            "a/b/c/d/1",
            "github+github.com/a/b/1",
            "//a/1",
        ] {
            assert_eq!(Key::from_path(path), None, "{path}");
        }
    }

    #[test]
    fn slugs_are_names_of_files_and_two_items_can_share_one() {
        assert_eq!(key("github:Acme/Widgets#3").slug(), "github-acme-widgets-3");
        assert_eq!(key("github:h:80/a/b#3").slug(), "github-h-80-a-b-3");
        let (one, other) = (key("github:a-b/c#3"), key("github:a/b-c#3"));
        assert_eq!(one.slug(), other.slug());
        assert_ne!(one.second_slug(), other.second_slug());
        // sha256 of `github:a/b-c#3`, by sha256sum.
        assert_eq!(other.second_slug(), "github-a-b-c-3~70d5f9e2");
    }
}
