//! What a run was given: the artifacts as they were before it.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Owed, value};
use crate::finding::{clip, visible};
use crate::plan::{Class, Content};

/// The version of the file that is written, and the newest that is read.
const SCHEMA: u64 = 1;

/// How much is said of what is wrong with the file.
const MAX_REASON_CHARS: usize = 160;

/// What is known of the artifacts before a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// When it was taken, RFC 3339 in UTC.
    pub taken_at: String,
    /// The contract whose artifacts it lists.
    pub contract: String,
    /// The artifacts.
    pub artifacts: Vec<BaselineArtifact>,
}

/// One artifact before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineArtifact {
    /// Its path in the workspace, with `/`.
    pub path: String,
    /// Its class.
    pub class: Class,
    /// Its size in bytes; 0 where it is no file.
    pub size: u64,
    /// SHA-256 of its bytes, in hex, where it could be read.
    pub sha256: Option<String>,
    /// SHA-256 of its JSON value, in hex, where it is one. Not the hash of a
    /// text: see the source for how it is made of the hashes of its parts.
    pub value_sha256: Option<String>,
}

/// Why a baseline is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is no JSON of the shape that `closeout baseline` writes.
    #[error("it is not what `closeout baseline` writes: {0}")]
    Malformed(String),
    /// A newer version of closeout wrote it.
    #[error("its version is {0}, and this closeout reads up to {SCHEMA}")]
    Newer(u64),
    /// It cannot be read as a file.
    #[error("{0}")]
    Unreadable(String),
}

impl BaselineError {
    /// What is said may quote the file, which the run could write: it is
    /// bounded.
    fn malformed(said: &str) -> Self {
        Self::Malformed(clip(&visible(said), MAX_REASON_CHARS).into_owned())
    }
}

/// Whether there was a baseline to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaselineUse {
    /// None was taken: that axis is not judged.
    Absent,
    /// One is there and cannot be used, and why; not escaped.
    Ignored(String),
    /// One was compared with, taken at this time (RFC 3339); not escaped.
    Compared(String),
}

/// The file.
#[derive(Serialize, Deserialize)]
struct File {
    schema: u64,
    taken_at: String,
    contract: String,
    artifacts: Vec<Artifact>,
}

#[derive(Serialize, Deserialize)]
struct Artifact {
    path: String,
    class: String,
    size: u64,
    sha256: Option<String>,
    value_sha256: Option<String>,
}

/// Only the version: of a newer file nothing else may be assumed.
#[derive(Deserialize)]
struct Version {
    schema: u64,
}

impl Baseline {
    /// Takes a baseline of artifacts whose class the readers have told.
    #[must_use]
    pub fn take(contract: &str, taken_at: String, artifacts: &[(Owed, Content, Class)]) -> Self {
        let artifacts = artifacts
            .iter()
            .map(|(owed, content, class)| BaselineArtifact::of(owed, content, *class))
            .collect();
        Self {
            taken_at,
            contract: contract.to_owned(),
            artifacts,
        }
    }

    /// The text of the file: JSON, indented, with a final newline.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = File {
            schema: SCHEMA,
            taken_at: self.taken_at.clone(),
            contract: self.contract.clone(),
            artifacts: self.artifacts.iter().map(Artifact::from).collect(),
        };
        // Strings and numbers only: this cannot fail.
        let mut json = serde_json::to_string_pretty(&file).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads the file. `None`: there is none.
    ///
    /// # Errors
    ///
    /// Something is there that cannot be used: the caller says so and goes on
    /// without.
    pub fn read(content: &Content) -> Result<Option<Self>, BaselineError> {
        let bytes = match content {
            Content::Missing => return Ok(None),
            Content::Bytes(bytes) => bytes,
            Content::Special(special) => {
                return Err(BaselineError::Unreadable(format!(
                    "it {}",
                    special.phrase()
                )));
            }
            Content::TooLarge(size) => {
                return Err(BaselineError::Unreadable(format!("it has {size} bytes")));
            }
            Content::Unreadable(reason) => {
                return Err(BaselineError::Unreadable(reason.clone()));
            }
        };
        let malformed = |error: serde_json::Error| BaselineError::malformed(&error.to_string());
        let Version { schema } = serde_json::from_slice(bytes).map_err(malformed)?;
        if schema > SCHEMA {
            return Err(BaselineError::Newer(schema));
        }
        let file: File = serde_json::from_slice(bytes).map_err(malformed)?;
        let artifacts = file
            .artifacts
            .into_iter()
            .map(BaselineArtifact::try_from)
            .collect::<Result<_, _>>()?;
        let taken_at: jiff::Timestamp = file
            .taken_at
            .parse()
            .map_err(|_| BaselineError::malformed("`taken_at` is no time"))?;
        Ok(Some(Self {
            taken_at: taken_at.to_string(),
            contract: file.contract,
            artifacts,
        }))
    }

    /// Whether this artifact has the content now that it had then. What was
    /// not there then, or was not listed, has changed.
    #[must_use]
    pub fn holds(&self, owed: &Owed, content: &Content) -> bool {
        let path = owed.path.display();
        let Some(then) = self.artifacts.iter().find(|then| then.path == path) else {
            return false;
        };
        let now = BaselineArtifact::of(owed, content, Class::Present);
        match (&then.value_sha256, &now.value_sha256) {
            (Some(then), Some(now)) => then == now,
            _ => then.sha256.is_some() && then.sha256 == now.sha256,
        }
    }
}

impl BaselineArtifact {
    fn of(owed: &Owed, content: &Content, class: Class) -> Self {
        let bytes = match content {
            Content::Bytes(bytes) => Some(bytes.as_slice()),
            _ => None,
        };
        let size = match content {
            Content::TooLarge(size) => *size,
            _ => bytes.map_or(0, |bytes| bytes.len() as u64),
        };
        Self {
            path: owed.path.display(),
            class,
            size,
            sha256: bytes.map(|bytes| hex(&Sha256::digest(bytes))),
            value_sha256: crate::plan::json_text(content)
                .and_then(value::hash)
                .map(|digest| hex(&digest)),
        }
    }
}

impl From<&BaselineArtifact> for Artifact {
    fn from(artifact: &BaselineArtifact) -> Self {
        Self {
            path: artifact.path.clone(),
            class: artifact.class.word().to_owned(),
            size: artifact.size,
            sha256: artifact.sha256.clone(),
            value_sha256: artifact.value_sha256.clone(),
        }
    }
}

impl TryFrom<Artifact> for BaselineArtifact {
    type Error = BaselineError;

    fn try_from(artifact: Artifact) -> Result<Self, BaselineError> {
        let class = Class::from_word(&artifact.class).ok_or_else(|| {
            BaselineError::malformed(&format!("unknown class `{}`", artifact.class))
        })?;
        Ok(Self {
            path: artifact.path,
            class,
            size: artifact.size,
            sha256: artifact.sha256,
            value_sha256: artifact.value_sha256,
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(64), |mut out, byte| {
            // Writing to a String cannot fail.
            let _ = write!(out, "{byte:02x}");
            out
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Content {
        Content::Bytes(text.as_bytes().to_vec())
    }

    fn taken(text: &str) -> Baseline {
        let artifacts = [(Owed::plan_json(), bytes(text), Class::Present)];
        let baseline = Baseline::take("closedloop", "2026-11-30T00:00:00Z".to_owned(), &artifacts);
        let json = baseline.to_json();
        let read = Baseline::read(&bytes(&json)).unwrap().unwrap();
        assert_eq!(read, baseline);
        read
    }

    #[test]
    fn white_space_key_order_and_escapes_are_no_change() {
        let baseline = taken("{\"a\":1,\"b\":\"ü\"}");
        let holds = |text| baseline.holds(&Owed::plan_json(), &bytes(text));
        assert!(holds("{\"a\":1,\"b\":\"ü\"}"));
        assert!(holds("\u{feff}{ \"b\": \"\\u00fc\",\n \"a\": 1 }\n"));
        assert!(!holds("{\"a\":1.0,\"b\":\"ü\"}"));
        assert!(!holds("{\"a\":1}"));
    }

    #[test]
    fn what_was_not_there_has_changed() {
        let artifacts = [(Owed::plan_json(), Content::Missing, Class::Missing)];
        let baseline = Baseline::take("closedloop", String::new(), &artifacts);
        assert!(!baseline.holds(&Owed::plan_json(), &bytes("{}")));
    }

    #[test]
    fn a_baseline_of_a_newer_version_is_refused() {
        let newer = bytes("{\"schema\":2,\"artifacts\":{}}");
        assert_eq!(Baseline::read(&newer), Err(BaselineError::Newer(2)));
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for text in ["", "[]", "{}", "{\"schema\":-1}", "{\"schema\":1}", "\u{0}"] {
            let read = Baseline::read(&bytes(text));
            assert!(matches!(read, Err(BaselineError::Malformed(_))), "{text:?}");
        }
        assert_eq!(Baseline::read(&Content::Missing), Ok(None));
    }
}
