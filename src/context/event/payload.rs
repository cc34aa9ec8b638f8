//! The few fields of a payload that are needed, each read on its own, so that
//! a field with a type that nobody foresaw costs that field and not the event.
//!
//! GitHub's fields are described at
//! <https://docs.github.com/webhooks/webhook-events-and-payloads>; Gitea and
//! Forgejo send a subset under the same names.

use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize, de::Error as _};
use serde_json::value::RawValue;

use super::EventError;

/// One value of a payload.
#[derive(Debug, Default)]
pub(super) enum Field<T> {
    /// The key is not there.
    #[default]
    Missing,
    /// It is there and null.
    Null,
    /// It is there and of another type.
    Wrong,
    /// As it should be.
    Value(T),
}

impl<T> Field<T> {
    /// The value, if it is one.
    pub(super) fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The value, or the error that names the key: a path from the top, as
    /// `issue.number`.
    pub(super) fn need(&self, key: &'static str) -> Result<&T, EventError> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Missing | Self::Null => Err(EventError::Missing { key }),
            Self::Wrong => Err(EventError::Wrong { key }),
        }
    }
}

impl Field<String> {
    /// The text; what is missing or empty is "".
    pub(super) fn text(&self) -> &str {
        self.get().map_or("", String::as_str)
    }

    /// The text, unless it is missing or empty.
    pub(super) fn filled(&self) -> Option<&str> {
        self.get()
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Raw first: that reads whatever it is, however deep, without
        // recursion, and the value can still be looked at afterwards.
        let raw = <&RawValue>::deserialize(deserializer).map_err(D::Error::custom)?;
        Ok(match raw.get() {
            "null" => Self::Null,
            // Serde would fill a struct from an array, too.
            text if text.starts_with('[') => Self::Wrong,
            text => serde_json::from_str(text).map_or(Self::Wrong, Self::Value),
        })
    }
}

/// A list, of which the elements that are not as they should be are left out.
#[derive(Debug)]
pub(super) struct List<T>(pub(super) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer).map_err(D::Error::custom)?;
        let fields: Vec<Field<T>> = serde_json::from_str(raw.get()).unwrap_or_default();
        let values = fields.into_iter().filter_map(|field| match field {
            Field::Value(value) => Some(value),
            _ => None,
        });
        Ok(Self(values.collect()))
    }
}

/// The top of a payload.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Payload {
    pub(super) action: Field<String>,
    pub(super) repository: Field<Repository>,
    pub(super) sender: Field<User>,
    pub(super) issue: Field<Issue>,
    pub(super) pull_request: Field<Pull>,
    pub(super) changes: Field<Changes>,
    pub(super) merge_group: Field<MergeGroup>,
    // Of a push.
    #[serde(rename = "ref")]
    pub(super) reference: Field<String>,
    pub(super) before: Field<String>,
    pub(super) after: Field<String>,
    pub(super) commits: List<Commit>,
    pub(super) head_commit: Field<Commit>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Repository {
    pub(super) full_name: Field<String>,
    pub(super) html_url: Field<String>,
    pub(super) clone_url: Field<String>,
    pub(super) default_branch: Field<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct User {
    pub(super) login: Field<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Issue {
    pub(super) number: Field<u64>,
    pub(super) title: Field<String>,
    pub(super) body: Field<String>,
    pub(super) html_url: Field<String>,
    pub(super) state_reason: Field<String>,
    pub(super) closed_at: Field<String>,
    pub(super) updated_at: Field<String>,
    pub(super) closed_by: Field<User>,
    /// Only there (an object) when the issue is a pull request.
    pub(super) pull_request: Field<serde::de::IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Pull {
    pub(super) number: Field<u64>,
    pub(super) title: Field<String>,
    pub(super) body: Field<String>,
    pub(super) html_url: Field<String>,
    pub(super) merged: Field<bool>,
    pub(super) merged_at: Field<String>,
    pub(super) merged_by: Field<User>,
    pub(super) merge_commit_sha: Field<String>,
    pub(super) closed_at: Field<String>,
    pub(super) updated_at: Field<String>,
    pub(super) head: Field<Tip>,
    pub(super) base: Field<Tip>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tip {
    #[serde(rename = "ref")]
    pub(super) reference: Field<String>,
    pub(super) sha: Field<String>,
    pub(super) repo: Field<Repository>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Changes {
    pub(super) new_issue: Field<Issue>,
    pub(super) new_repository: Field<Repository>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MergeGroup {
    pub(super) base_sha: Field<String>,
    pub(super) base_ref: Field<String>,
    pub(super) head_sha: Field<String>,
    pub(super) head_ref: Field<String>,
    pub(super) head_commit: Field<Commit>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Commit {
    pub(super) message: Field<String>,
}
