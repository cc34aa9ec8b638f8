//! What an event is about: an issue or a pull request.

use jiff::Timestamp;

use super::Repository;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An issue.
    Issue,
    /// A pull request.
    PullRequest,
}

/// An issue, or what a pull request has in common with one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Where it is: the payload's own repository.
    pub repository: Repository,
    /// Its number, at least 1.
    pub number: u64,
    /// Which of the two.
    pub kind: Kind,
    /// Its title, as it stands.
    pub title: String,
    /// Its description, as it stands; "" where it has none.
    pub body: String,
    /// Its page, if the payload has an `http` or `https` address for it.
    pub url: Option<String>,
    /// The login of who did it, as it stands; "" where the payload is silent.
    pub actor: String,
    /// When it was done, as the payload says; `None` leaves it to the clock.
    pub at: Option<Timestamp>,
}

/// A pull request. Its commits may be unknown once it is closed or reopened, as
/// where its branch is gone; of one that has changed they are always there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    /// What it has in common with an issue.
    pub thing: Thing,
    /// What it is to be merged into.
    pub base: Tip,
    /// What is to be merged.
    pub head: Tip,
    /// Whether the event was `pull_request_target`: the workflow is the base's
    /// own, and may write.
    pub is_target: bool,
}

/// One end of a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// The branch, without `refs/heads/`; "" where it is not said.
    pub branch: String,
    /// Its last commit.
    pub commit: Option<Oid>,
    /// The repository that it is in, as `o/r`; `None` for a fork that was
    /// deleted.
    pub repository: Option<String>,
}

impl PullRequest {
    /// Whether the head is in another repository: a fork, also one that was
    /// deleted.
    #[must_use]
    pub fn is_from_fork(&self) -> bool {
        let repository = &self.thing.repository;
        let own = format!("{}/{}", repository.owner, repository.name);
        !self
            .head
            .repository
            .as_ref()
            .is_some_and(|head| head.eq_ignore_ascii_case(&own))
    }

    /// Whether it is to be merged into the default branch: only there does
    /// GitHub follow closing keywords. `None` where the payload does not name
    /// the default branch.
    #[must_use]
    pub fn targets_default_branch(&self) -> Option<bool> {
        let default = self.thing.repository.default_branch.as_ref()?;
        Some(*default == self.base.branch)
    }
}

/// The full name of an object: 40 or 64 hex digits in lower case, not all of
/// them zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Oid(String);

impl Oid {
    /// Takes one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let hex = is_hex(text) && text.bytes().any(|byte| byte != b'0');
        hex.then(|| Self(text.to_ascii_lowercase()))
    }

    /// It.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Oid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether this is an object's name, the null one among them.
pub(super) fn is_hex(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A time of a payload (RFC 3339), the first that is one. Gitea writes the
/// year 1 or 1970 where it has none.
pub(super) fn first_time<'a>(
    texts: impl IntoIterator<Item = Option<&'a str>>,
) -> Option<Timestamp> {
    texts
        .into_iter()
        .flatten()
        .filter_map(|text| text.parse::<Timestamp>().ok())
        .find(|time| *time > Timestamp::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_a_full_name() {
        let sha = "A".repeat(40);
        assert_eq!(Oid::new(&sha).unwrap().as_str(), "a".repeat(40));
        assert!(Oid::new(&"1".repeat(64)).is_some());
        for wrong in [
            "",
            "HEAD",
            "--upload-pack=x",
            &"0".repeat(40),
            &"1".repeat(41),
            &"g".repeat(40),
        ] {
            assert_eq!(Oid::new(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_first_real_time_counts() {
        let time = first_time([
            None,
            Some("yesterday"),
            Some("0001-01-01T00:00:00Z"),
            Some("1970-01-01T00:00:00Z"),
            Some("2026-10-02T22:29:41+02:00"),
            Some("2027-01-01T00:00:00Z"),
        ]);
        assert_eq!(time.unwrap().to_string(), "2026-10-02T20:29:41Z");
        assert_eq!(first_time([Some("")]), None);
    }
}
