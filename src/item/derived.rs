//! What follows from a ref: its spec id, its address, and where its record
//! stands in an archive.

use std::fmt::Write as _;

use super::argument::{Kind, SpecId};
use super::reference::{GITHUB, Parts, WorkItemRef, number_of};

/// The refs of an archive that hold one record each.
pub const ITEM_REFS: &str = "refs/closeout/items/";

/// The tree of a folded archive.
const ITEM_TREE: &str = "items/";

/// How many records of a folded archive share a directory.
const IN_A_DIRECTORY: u64 = 1000;

impl WorkItemRef {
    /// The directory of its state below the spec root: `issue-<n>`, for a pull
    /// request too.
    #[must_use]
    pub fn spec_id(&self) -> SpecId {
        SpecId::of_number(self.number())
    }

    /// Its address for a browser.
    #[must_use]
    pub fn url(&self, kind: Kind) -> String {
        let place = match kind {
            Kind::Issue => "issues",
            Kind::PullRequest => "pull",
        };
        let (host, owner, repo) = (self.host(), self.owner(), self.repo());
        format!("https://{host}/{owner}/{repo}/{place}/{}", self.number())
    }

    /// The name of its file in a directory of records. Two refs can share one:
    /// a record answers only for the ref that is written in it.
    #[must_use]
    pub fn slug(&self) -> String {
        let mut slug = format!("{}-", self.provider());
        if !self.is_on_default_host() {
            slug.push_str(self.host());
            slug.push('-');
        }
        let _ = write!(slug, "{}-{}-{}", self.owner(), self.repo(), self.number());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        slug.replace(|c| !plain(c), "-")
    }

    /// The git ref that holds its record:
    /// `refs/closeout/items/<host>/<owner>/<repo>/<n>`.
    #[must_use]
    pub fn ref_name(&self) -> String {
        format!("{ITEM_REFS}{}/{}", self.directory(), self.number())
    }

    /// The item of such a git ref; `None` for any other ref, and for a
    /// spelling that [`Self::ref_name`] does not give.
    #[must_use]
    pub fn from_ref_name(name: &str) -> Option<Self> {
        let (directory, number) = name.strip_prefix(ITEM_REFS)?.rsplit_once('/')?;
        let item = from_directory(directory, number)?;
        (item.ref_name() == name).then_some(item)
    }

    /// The file of its record in the tree of a folded archive:
    /// `items/<host>/<owner>/<repo>/<n div 1000>/<n>.json`.
    #[must_use]
    pub fn archive_path(&self) -> String {
        let number = self.number();
        let shard = number / IN_A_DIRECTORY;
        format!("{ITEM_TREE}{}/{shard}/{number}.json", self.directory())
    }

    /// The item of such a file; `None` for any other path.
    #[must_use]
    pub fn from_archive_path(path: &str) -> Option<Self> {
        let (rest, file) = path.strip_prefix(ITEM_TREE)?.rsplit_once('/')?;
        let (directory, _shard) = rest.rsplit_once('/')?;
        let item = from_directory(directory, file.strip_suffix(".json")?)?;
        (item.archive_path() == path).then_some(item)
    }

    /// `<host>/<owner>/<repo>`, each escaped.
    fn directory(&self) -> String {
        let host = if self.provider() == GITHUB {
            self.host().to_owned()
        } else {
            format!("{}+{}", self.provider(), self.host())
        };
        let owner = escaped(&self.folded(self.owner()));
        let repo = escaped(&self.folded(self.repo()));
        format!("{}/{owner}/{repo}", escaped(&host))
    }
}

fn from_directory(directory: &str, number: &str) -> Option<WorkItemRef> {
    let mut parts = directory.split('/');
    let host = unescaped(parts.next()?)?;
    let owner = unescaped(parts.next()?)?;
    let repo = unescaped(parts.next()?)?;
    if parts.next().is_some() {
        return None;
    }
    let (provider, host) = host.split_once('+').unwrap_or((GITHUB, &host));
    let number = number_of(number).ok()?;
    WorkItemRef::new(&Parts {
        provider,
        host: Some(host),
        owner: &owner,
        repo: &repo,
        number,
    })
    .ok()
}

/// A name as one component of a git ref. What git refuses in one (see
/// `git help check-ref-format`) becomes `%XX`, and so does an upper-case letter:
/// on a file system that knows no case, two names would share a file.
fn escaped(name: &str) -> String {
    let bytes = name.as_bytes();
    let lock = bytes.len().checked_sub(".lock".len());
    let lock = lock.filter(|_| bytes.ends_with(b".lock"));
    let dot = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b'.');
    let mut out = String::with_capacity(name.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let plain = match byte {
            b'.' => {
                at > 0 && lock != Some(at) && !dot(at.checked_sub(1)) && !dot(at.checked_add(1))
            }
            b'-' | b'_' | b'+' => true,
            _ => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
        };
        if plain {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn unescaped(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn item(text: &str) -> WorkItemRef {
        WorkItemRef::parse(text).unwrap()
    }

    #[test]
    fn spec_id_address_and_slug_follow_from_the_ref() {
        for (text, issue, pull, slug) in [
            (
                "github:Acme/widgets#42",
                "https://github.com/Acme/widgets/issues/42",
                "https://github.com/Acme/widgets/pull/42",
                "github-Acme-widgets-42",
            ),
            (
                "gitea:localhost:3000/a/b_c.d#7",
                "https://localhost:3000/a/b_c.d/issues/7",
                "https://localhost:3000/a/b_c.d/pull/7",
                "gitea-localhost-3000-a-b_c.d-7",
            ),
        ] {
            let item = item(text);
            assert_eq!(item.spec_id().as_str(), format!("issue-{}", item.number()));
            assert_eq!(item.url(Kind::Issue), issue);
            assert_eq!(item.url(Kind::PullRequest), pull);
            assert_eq!(item.slug(), slug);
        }
    }

    #[test]
    fn two_refs_can_share_a_slug_but_no_ref_name() {
        let (one, other) = (item("github:a-b/c#1"), item("github:a/b-c#1"));
        assert_eq!(one.slug(), other.slug());
        assert_ne!(one.ref_name(), other.ref_name());
    }

    #[test]
    fn a_record_stands_at_a_ref_that_git_accepts() {
        for (text, name) in [
            ("github:Acme/Widgets#42", "github.com/acme/widgets/42"),
            ("github:ghe.example/a/b#1", "ghe.example/a/b/1"),
            ("github:ghe.example:8443/a/b#1", "ghe.example%3A8443/a/b/1"),
            ("gitea:a/b#1", "gitea+github.com/a/b/1"),
            ("gitea:codeberg.org/Ab/c#1", "gitea+codeberg.org/%41b/c/1"),
            ("github:a/.github#1", "github.com/a/%2Egithub/1"),
            ("github:a/b..c#1", "github.com/a/b%2E%2Ec/1"),
            ("github:a/b...c.d#1", "github.com/a/b%2E%2E%2Ec.d/1"),
            ("github:a.lock/B.LOCK#1", "github.com/a%2Elock/b%2Elock/1"),
            ("github:a.lock.b/locked#1", "github.com/a.lock.b/locked/1"),
            ("github:a_b-c/d.#1", "github.com/a_b-c/d./1"),
        ] {
            let item = item(text);
            assert_eq!(item.ref_name(), format!("{ITEM_REFS}{name}"), "{text}");
            let found = WorkItemRef::from_ref_name(&item.ref_name());
            assert_eq!(found, Some(item), "{text}");
        }
    }

    #[test]
    fn a_folded_record_stands_among_a_thousand() {
        for (text, path) in [
            ("github:A/b#999", "items/github.com/a/b/0/999.json"),
            ("github:A/b#1000", "items/github.com/a/b/1/1000.json"),
            (
                "gitea:x.y/a/.b#12345",
                "items/gitea+x.y/a/%2Eb/12/12345.json",
            ),
        ] {
            let item = item(text);
            assert_eq!(item.archive_path(), path);
            assert_eq!(WorkItemRef::from_archive_path(path), Some(item));
        }
    }

    #[test]
    fn another_spelling_is_no_record() {
        for name in [
            "refs/heads/main",
            "refs/closeout/archive",
            "refs/closeout/items/github.com/a/b",
            "refs/closeout/items/github.com/A/b/1",
            "refs/closeout/items/github.com/a/b/01",
            "refs/closeout/items/github.com/a/b/0",
            "refs/closeout/items/github.com/a/b/c/1",
            "refs/closeout/items/github+github.com/a/b/1",
            "refs/closeout/items/github.com/%61/b/1",
            "refs/closeout/items/github.com/%2egithub/b/1",
            "refs/closeout/items/github.com/%2/b/1",
            "refs/closeout/items/github.com/%FF/b/1",
            "refs/closeout/items/nohost/a/b/1",
        ] {
            assert_eq!(WorkItemRef::from_ref_name(name), None, "{name}");
        }
        for path in [
            "items/github.com/a/b/1/999.json",
            "items/github.com/a/b/0/1",
            "items/github.com/a/b/1.json",
            "pulls/github.com/a/b/0/1.json",
        ] {
            assert_eq!(WorkItemRef::from_archive_path(path), None, "{path}");
        }
    }

    proptest! {
        #[test]
        fn every_ref_has_a_ref_name_of_its_own_that_leads_back(
            text in "(github|git-ea2):(x\\.y(:[1-9]{1,3})?/)?[A-Za-z0-9._-]{1,9}/[A-Za-z._lock-]{1,9}#[1-9][0-9]{0,8}",
        ) {
            if let Ok(item) = WorkItemRef::parse(&text) {
                let name = item.ref_name();
                prop_assert!(!name.contains("..") && !name.contains("/.") && !name.contains(".lock/"));
                let back = WorkItemRef::from_ref_name(&name);
                prop_assert_eq!(back.as_ref(), Some(&item));
                prop_assert_eq!(WorkItemRef::from_archive_path(&item.archive_path()), Some(item));
            }
        }

        #[test]
        fn no_text_makes_the_way_back_panic(text in any::<String>()) {
            let _ = WorkItemRef::from_ref_name(&format!("{ITEM_REFS}{text}"));
            let _ = WorkItemRef::from_archive_path(&format!("{ITEM_TREE}{text}"));
        }
    }
}
