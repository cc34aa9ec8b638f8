mod closures;
mod hostile;
mod others;

use super::{Defaults, Event, EventError, read};

/// As a workflow on a server of its own would fill in.
const DEFAULTS: Defaults<'static> = Defaults {
    server_url: Some("https://ghe.example"),
    repository: Some("octo/site"),
};

macro_rules! payload {
    ($name:literal) => {
        include_str!(concat!("../../../../tests/data/events/", $name, ".json"))
    };
}
use payload;

fn event(name: &str, payload: &str) -> Event {
    read(name, payload.as_bytes(), DEFAULTS).unwrap()
}

fn error(name: &str, payload: &serde_json::Value) -> EventError {
    read(name, payload.to_string().as_bytes(), Defaults::default()).unwrap_err()
}

/// The payload with the value at `pointer` taken out or replaced.
fn edited(payload: &str, pointer: &str, value: Option<serde_json::Value>) -> serde_json::Value {
    let mut payload: serde_json::Value = serde_json::from_str(payload).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = payload
        .pointer_mut(parent)
        .unwrap()
        .as_object_mut()
        .unwrap();
    match value {
        Some(value) => parent.insert(key.to_owned(), value),
        None => parent.remove(key),
    };
    payload
}
