//! Fetching and pushing, which gix has not or not yet: through the git
//! program, with git's own credentials or a token that is handed to it in its
//! environment.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::classify::{Refusal, classify};
use super::program::{Call, NotDone};
use super::references::{RefName, Reference};
use super::{ObjectId, RepoError, Repository, WriteLock};
use crate::finding::visible;

/// How long a transfer may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Where fetched references stand until they are merged: each fetch has a
/// place of its own, so that none ever has to be forced.
const FETCHED: &str = "refs/closeout/fetched/";

/// After how many seconds such a place is nobody's any more.
const ABANDONED: u64 = 24 * 60 * 60;

/// How many references go into one command.
const AT_ONCE: usize = 200;

/// A token for one host.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    origin: String,
    secret: String,
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credential for {}", self.origin)
    }
}

impl Credential {
    /// A token for a host: `github.com`, or `localhost:8080`. It goes to
    /// `https` alone, and over `http` to this machine. `None` where either is
    /// nothing that can be put into a header.
    #[must_use]
    pub fn new(host: &str, secret: &str) -> Option<Self> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        let printable = !secret.is_empty() && secret.bytes().all(|b| b.is_ascii_graphic());
        let here = matches!(host.split(':').next(), Some("localhost" | "127.0.0.1"));
        let scheme = if here { "http" } else { "https" };
        (!host.is_empty() && host.chars().all(plain) && printable).then(|| Self {
            origin: format!("{scheme}://{host}/"),
            secret: secret.to_owned(),
        })
    }

    fn basic(&self) -> String {
        base64(format!("x-access-token:{}", self.secret).as_bytes())
    }

    /// The settings that hand the token to git for this host alone. An empty
    /// value first: a header that a checkout has left in the configuration
    /// would be sent beside it, and refused.
    fn settings(&self) -> [(String, String); 2] {
        let key = format!("http.{}.extraheader", self.origin);
        let header = format!("AUTHORIZATION: basic {}", self.basic());
        [(key.clone(), String::new()), (key, header)]
    }
}

/// Another repository, and how to get in.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    name: String,
    credential: Option<Credential>,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remote").field(&self.shown()).finish()
    }
}

impl Remote {
    /// A remote by the name that the configuration has for it, or by its URL.
    #[must_use]
    pub fn new(name: &str, credential: Option<Credential>) -> Self {
        Self {
            name: name.to_owned(),
            credential,
        }
    }

    /// What git is told beside its configuration, in variables, after the
    /// `count` settings that are in the environment already.
    fn environment(&self, count: Option<&str>) -> Vec<(String, String)> {
        let first: usize = count.and_then(|count| count.parse().ok()).unwrap_or(0);
        let mut settings = Vec::new();
        // A mirror takes no single reference. A URL is none.
        if !self.name.contains([':', '/', '\\']) {
            settings.push((format!("remote.{}.mirror", self.name), "false".to_owned()));
        }
        settings.extend(self.credential.iter().flat_map(Credential::settings));
        let count = first + settings.len();
        let mut variables = vec![("GIT_CONFIG_COUNT".to_owned(), count.to_string())];
        for (at, (key, value)) in settings.into_iter().enumerate() {
            variables.push((format!("GIT_CONFIG_KEY_{}", first + at), key));
            variables.push((format!("GIT_CONFIG_VALUE_{}", first + at), value));
        }
        variables
    }

    /// The name or the URL, without a password: safe to print.
    #[must_use]
    pub fn shown(&self) -> String {
        let name = match self.name.split_once("://") {
            Some((scheme, rest)) => {
                let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
                let host = host.rsplit('@').next().unwrap_or_default();
                format!("{scheme}://{host}/{path}")
            }
            None => self.name.clone(),
        };
        visible(&name).into_owned()
    }

    /// What git said, without what is secret.
    fn cleaned(&self, text: &str) -> String {
        let mut text = text.trim().replace(&self.name, &self.shown());
        if let Some(credential) = &self.credential {
            text = text.replace(&credential.secret, "***");
            text = text.replace(&credential.basic(), "***");
        }
        visible(&text).into_owned()
    }
}

/// Why a transfer failed.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The remote, or git, said no.
    #[error("`git {what}` with {remote} failed: {reason}")]
    Failed {
        /// `fetch` or `push`.
        what: &'static str,
        /// The remote.
        remote: String,
        /// What git said.
        reason: String,
        /// What that means.
        refusal: Refusal,
    },
    /// The repository at hand could not be used.
    #[error(transparent)]
    Repo(#[from] RepoError),
}

/// References of a remote, kept in this repository until they are dropped with
/// [`Repository::drop_fetched`].
#[derive(Debug)]
#[must_use]
pub struct Fetched {
    /// What they are called on the remote, and what they name there.
    pub references: Vec<Reference>,
    place: String,
}

impl Repository {
    /// Fetches references of a remote: one by its full name, or all below a
    /// prefix that ends in a slash. What the remote has not is left out. No
    /// reference of this repository is moved.
    ///
    /// `depth` cuts the history off, and is only for a clone that is shallow.
    ///
    /// # Errors
    ///
    /// [`TransportError`].
    pub fn fetch(
        &self,
        remote: &Remote,
        wanted: &[&str],
        depth: Option<u32>,
    ) -> Result<Fetched, TransportError> {
        let place = unique_place();
        let mut wanted: Vec<&str> = wanted.to_vec();
        while !wanted.is_empty() {
            let specs: Vec<String> = wanted.iter().map(|name| spec(name, &place)).collect();
            let depth = depth.map(|depth| format!("--depth={depth}"));
            let mut args = vec![
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--no-prune",
                "--no-auto-maintenance",
                "--recurse-submodules=no",
                // A mirror's own refspec would overwrite ours.
                "--refmap=",
            ];
            args.extend(depth.as_deref());
            args.extend(["--", &remote.name]);
            args.extend(specs.iter().map(String::as_str));
            let done = self.transfer("fetch", remote, &args)?;
            if done.success {
                break;
            }
            let missing = missing_reference(&done.err);
            let before = wanted.len();
            wanted.retain(|name| Some(*name) != missing);
            if wanted.len() == before {
                let (refusal, _) = classify("", &done.err);
                return Err(TransportError::Failed {
                    what: "fetch",
                    remote: remote.shown(),
                    reason: remote.cleaned(&done.err),
                    refusal,
                });
            }
        }
        let mut references = Vec::new();
        for reference in self.references(&place)? {
            let name = reference.name.as_str().strip_prefix(&place);
            let name = name.and_then(|rest| RefName::new(&format!("refs/closeout/{rest}")));
            references.extend(name.map(|name| Reference {
                name,
                target: reference.target,
            }));
        }
        Ok(Fetched { references, place })
    }

    /// Lets go of what was fetched, and of what others left behind a day ago.
    ///
    /// # Errors
    ///
    /// [`RepoError`].
    pub fn drop_fetched(&self, lock: &WriteLock, fetched: &Fetched) -> Result<(), RepoError> {
        let now = seconds_now();
        let mut all = self.references(FETCHED)?;
        all.retain(|reference| {
            let name = reference.name.as_str();
            let age = name
                .strip_prefix(FETCHED)
                .and_then(|rest| rest.split('-').next())
                .and_then(|since| since.parse::<u64>().ok())
                .map(|since| now.saturating_sub(since));
            name.starts_with(&fetched.place) || age.is_none_or(|age| age > ABANDONED)
        });
        self.delete_references(lock, &all).map(|_| ())
    }

    /// Pushes one commit as one reference: a plain fast-forward, never forced.
    ///
    /// # Errors
    ///
    /// [`TransportError::Failed`], with [`Refusal::Moved`] where the remote's
    /// reference has something that this commit has not.
    pub fn push(
        &self,
        remote: &Remote,
        commit: ObjectId,
        name: &RefName,
    ) -> Result<(), TransportError> {
        self.push_specs(remote, &[], &[format!("{commit}:{}", name.as_str())])
    }

    /// Deletes references of a remote that still name what they are thought
    /// to there. How many the remote let go of.
    ///
    /// # Errors
    ///
    /// [`TransportError`], where the remote cannot be reached or refuses to
    /// delete. One that has moved meanwhile is no error: it stays.
    pub fn delete_on_remote(
        &self,
        remote: &Remote,
        references: &[Reference],
    ) -> Result<usize, TransportError> {
        let mut gone = 0;
        for some in references.chunks(AT_ONCE) {
            // Not a force but its opposite: the deletion is refused unless the
            // remote still has what was seen.
            let leases: Vec<String> = some
                .iter()
                .map(|it| format!("--force-with-lease={}:{}", it.name.as_str(), it.target))
                .collect();
            let specs: Vec<String> = some
                .iter()
                .map(|it| format!(":{}", it.name.as_str()))
                .collect();
            match self.push_specs(remote, &leases, &specs) {
                Ok(()) => gone += some.len(),
                Err(TransportError::Failed {
                    refusal: Refusal::Moved,
                    ..
                }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(gone)
    }

    fn push_specs(
        &self,
        remote: &Remote,
        options: &[String],
        specs: &[String],
    ) -> Result<(), TransportError> {
        let mut args = vec![
            "push",
            "--porcelain",
            "--no-verify",
            "--no-follow-tags",
            "--no-signed",
            "--recurse-submodules=no",
        ];
        args.extend(options.iter().map(String::as_str));
        args.extend(["--", &remote.name]);
        args.extend(specs.iter().map(String::as_str));
        let done = self.transfer("push", remote, &args)?;
        if done.success {
            return Ok(());
        }
        let (refusal, reason) = classify(&done.out, &done.err);
        Err(TransportError::Failed {
            what: "push",
            remote: remote.shown(),
            reason: remote.cleaned(&reason),
            refusal,
        })
    }

    fn transfer(
        &self,
        what: &'static str,
        remote: &Remote,
        args: &[&str],
    ) -> Result<super::program::Done, TransportError> {
        let count = std::env::var("GIT_CONFIG_COUNT").ok();
        let call = Call {
            args,
            input: "",
            environment: remote.environment(count.as_deref()),
            limit: LIMIT,
        };
        self.run_git(&call).map_err(|error| TransportError::Failed {
            what,
            remote: remote.shown(),
            reason: match error {
                NotDone::Start(error) => format!("git cannot be started: {error}"),
                NotDone::TimedOut => format!("it was stopped after {} s", LIMIT.as_secs()),
            },
            refusal: Refusal::Unreachable,
        })
    }
}

/// From a reference of the remote to where it is kept here.
fn spec(name: &str, place: &str) -> String {
    let below = name.strip_prefix("refs/closeout/").unwrap_or(name);
    let star = if name.ends_with('/') { "*" } else { "" };
    format!("{name}{star}:{place}{below}{star}")
}

/// The reference that the remote has not, in git's words.
fn missing_reference(err: &str) -> Option<&str> {
    let words = "couldn't find remote ref ";
    err.lines()
        .filter(|line| !line.starts_with("remote:"))
        .find_map(|line| line.split_once(words))
        .map(|(_, name)| name.trim())
}

fn unique_place() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{FETCHED}{}-{}-{count}/", seconds_now(), std::process::id())
}

fn seconds_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}

/// RFC 4648, with padding: what basic authentication wants.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut bits = 0_usize;
        for at in 0..3 {
            bits = bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0));
        }
        for at in 0..4 {
            let digit = DIGITS
                .get(bits >> (18 - 6 * at) & 63)
                .copied()
                .unwrap_or(b'=');
            let digit = if at > chunk.len() { b'=' } else { digit };
            let _ = text.write_char(char::from(digit));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Credential, Remote, base64, missing_reference, spec};

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn a_token_goes_to_its_host_alone_and_after_what_is_configured() {
        let remote = Remote::new("origin", Credential::new("github.com", "s3cret"));
        let variables = remote.environment(Some("3"));
        let get = |name: &str| {
            variables
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, v)| v.as_str())
        };
        assert_eq!(get("GIT_CONFIG_COUNT"), Some("6"));
        assert_eq!(
            get("GIT_CONFIG_KEY_4"),
            Some("http.https://github.com/.extraheader")
        );
        assert_eq!(get("GIT_CONFIG_VALUE_4"), Some(""));
        assert_eq!(
            get("GIT_CONFIG_KEY_5"),
            Some("http.https://github.com/.extraheader")
        );
        assert_eq!(
            get("GIT_CONFIG_VALUE_5"),
            Some("AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46czNjcmV0")
        );
    }

    #[test]
    fn a_token_never_shows() {
        let token = Credential::new("github.com", "s3cret").unwrap();
        let remote = Remote::new("https://me:pass@github.com/a/b", Some(token));
        let said = "fatal: unable to access 'https://me:pass@github.com/a/b': s3cret eC1hY2Nlc3MtdG9rZW46czNjcmV0";
        let cleaned = remote.cleaned(said);
        assert_eq!(
            cleaned,
            "fatal: unable to access 'https://github.com/a/b': *** ***"
        );
        assert!(!format!("{:?}", remote.credential).contains("s3cret"));
    }

    #[test]
    fn a_token_that_is_no_header_is_refused() {
        assert!(Credential::new("github.com", "a\nb").is_none());
        assert!(Credential::new("github.com", "").is_none());
        assert!(Credential::new("git hub", "x").is_none());
        assert!(Credential::new("", "x").is_none());
    }

    #[test]
    fn no_refspec_is_forced() {
        let place = "refs/closeout/fetched/1-2-3/";
        assert_eq!(
            spec("refs/closeout/items/", place),
            "refs/closeout/items/*:refs/closeout/fetched/1-2-3/items/*"
        );
        assert_eq!(
            spec("refs/closeout/archive", place),
            "refs/closeout/archive:refs/closeout/fetched/1-2-3/archive"
        );
    }

    #[test]
    fn a_remote_cannot_say_for_git_that_a_reference_is_missing() {
        let err = "remote: couldn't find remote ref refs/a\nfatal: couldn't find remote ref refs/b";
        assert_eq!(missing_reference(err), Some("refs/b"));
    }
}
