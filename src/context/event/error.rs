//! What keeps an event from being read.

use super::MAX_PAYLOAD_BYTES;

/// Why a payload cannot be acted on. Nothing of what the payload says is in
/// the message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// More bytes than GitHub sends.
    #[error(
        "the event's payload has {bytes} bytes, and GitHub sends {MAX_PAYLOAD_BYTES} at most; \
         give the file that GITHUB_EVENT_PATH names"
    )]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// Not JSON, or not an object.
    #[error(
        "the event's payload is no JSON object: {reason} (line {line}, column {column}); \
         give the file that GITHUB_EVENT_PATH names"
    )]
    NotAnObject {
        /// Where, counted from 1; 0 where there is no place.
        line: usize,
        /// Where, counted from 1; 0 where there is no place.
        column: usize,
        /// What the parser says.
        reason: String,
    },
    /// A field that the event cannot do without is not there, or null.
    #[error(
        "the event's payload has no `{key}`; check that it is the payload of the event that \
         --event-name or GITHUB_EVENT_NAME names"
    )]
    Missing {
        /// The path of the key, from the top.
        key: &'static str,
    },
    /// Such a field is there, and is not what it should be.
    #[error(
        "`{key}` in the event's payload is not what GitHub sends there; check that it is the \
         payload of the event that --event-name or GITHUB_EVENT_NAME names"
    )]
    Wrong {
        /// The path of the key, from the top.
        key: &'static str,
    },
}
