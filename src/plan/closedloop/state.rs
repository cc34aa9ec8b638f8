//! `state.json`: what a run says of itself.

use crate::plan::json::{Json, top};
use crate::plan::{Content, State, lines, text::text};

/// Reads a `state.json`: nothing, unless it is an object.
#[must_use]
pub fn read_state(content: &Content) -> Option<State> {
    let text = text::<()>(content).ok()?;
    let [status, command] = top(text, ["status", "command"]).ok()?;
    let status = status.and_then(|json| {
        let status = json.string()?.into_owned();
        Some((status, lines::position(text, json.offset_in(text))?))
    });
    let command = command.and_then(Json::string).map(Into::into);
    Some(State { status, command })
}

/// Whether a `state.json` is an object with a `status`, of whatever kind.
pub(super) fn has_status(content: &Content) -> bool {
    text::<()>(content)
        .ok()
        .and_then(|text| top(text, ["status"]).ok())
        .is_some_and(|[status]| status.is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::finding::Position;

    fn state(text: &str) -> Option<State> {
        read_state(&Content::Bytes(text.as_bytes().to_vec()))
    }

    fn status(text: &str) -> Option<String> {
        state(text).unwrap().status.map(|(status, _)| status)
    }

    #[test]
    fn status_and_command_are_read_with_their_place() {
        let text =
            "\u{feff}{\r\n  \"command\": \"plan\",\n  \"ü\": 1, \"status\": \"COMPLETED\"\n}\n";
        assert_eq!(
            state(text),
            Some(State {
                status: Some((
                    "COMPLETED".to_owned(),
                    Position {
                        line: 3,
                        column: 21
                    }
                )),
                command: Some("plan".to_owned()),
            })
        );
    }

    #[test]
    fn what_is_no_string_is_not_said() {
        for value in [
            "1",
            "null",
            "true",
            "[\"COMPLETED\"]",
            "{\"status\": \"COMPLETED\"}",
        ] {
            let text = format!("{{\"status\": {value}, \"command\": {value}}}");
            assert_eq!(state(&text), Some(State::default()), "{value}");
        }
    }

    #[test]
    fn the_last_duplicate_wins_however_it_is_spelled() {
        assert_eq!(
            status(r#"{"status": "COMPLETED", "st\u0061tus": "AWAITING_USER"}"#).as_deref(),
            Some("AWAITING_USER")
        );
        assert_eq!(status(r#"{"status": "COMPLETED", "status": null}"#), None);
    }

    #[test]
    fn a_status_spelled_with_escapes_is_the_same() {
        assert_eq!(
            status(r#"{"status": "AWAITING\u005fUSER"}"#).as_deref(),
            Some("AWAITING_USER")
        );
    }

    #[test]
    fn an_odd_state_says_nothing() {
        for text in [
            "",
            " ",
            "\u{feff}",
            "[]",
            "\"x\"",
            "{\"status\": \"COMPLETED\"",
            "{} x",
            "{'status': 1}",
        ] {
            assert_eq!(state(text), None, "{text:?}");
        }
        assert_eq!(read_state(&Content::Missing), None);
        assert_eq!(read_state(&Content::TooLarge(1 << 30)), None);
        assert_eq!(
            read_state(&Content::Bytes(b"{\"status\": \"\xFF\"}".to_vec())),
            None
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let content = Content::Bytes(bytes);
            prop_assert!(read_state(&content).is_some() || !has_status(&content));
        }
    }
}
