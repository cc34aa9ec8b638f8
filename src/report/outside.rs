//! Text from outside on its way into a terminal or a log.
//!
//! A log of a workflow step is read by the runner, which takes two kinds of
//! lines for commands: those that start with `::` after white space, and those
//! that hold `##[` anywhere. It compares as .NET does by default, which passes
//! over characters that have no width; so characters outside of ASCII do not
//! count here either.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::finding::visible;

/// Text from outside, safe anywhere but at the start of a line.
pub(super) fn outside(text: &str) -> String {
    without_brackets(&visible(text), "\\u{5b}").into_owned()
}

/// A whole report, none of whose lines is a command. For formats that never
/// mean one.
pub(super) fn without_commands(report: &str) -> String {
    let mut out = String::with_capacity(report.len());
    for line in report.split_inclusive('\n') {
        let rest = line.trim_start_matches(|c: char| c.is_whitespace() || !c.is_ascii());
        match rest.strip_prefix("::") {
            Some(tail) => {
                let lead = line.strip_suffix(rest).unwrap_or_default();
                out.push_str(lead);
                out.push_str("\\u{3a}:");
                out.push_str(tail);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Writes `[` after `##` as `bracket`.
fn without_brackets<'a>(text: &'a str, bracket: &str) -> Cow<'a, str> {
    if !text.contains('[') || !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut hashes = 0;
    for c in text.chars() {
        if c == '[' && hashes > 1 {
            out.push_str(bracket);
        } else {
            out.push(c);
        }
        match c {
            '#' => hashes += 1,
            c if c.is_ascii() => hashes = 0,
            _ => {}
        }
    }
    Cow::Owned(out)
}

/// One line of JSON that is as safe in a terminal and in a log as text is, and
/// has the same value: what would not show is written as `\u`. Such characters
/// stand in strings only, since all else in compact JSON is plain ASCII.
pub(super) fn plain_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 1);
    let mut utf8 = [0; 4];
    let mut utf16 = [0; 2];
    for c in without_brackets(json, "\\u005b").chars() {
        if matches!(visible(c.encode_utf8(&mut utf8)), Cow::Borrowed(_)) {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut utf16) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_form_of_a_workflow_command_is_broken_wherever_it_stands() {
        assert_eq!(outside("a ##[error]x"), "a ##\\u{5b}error]x");
        assert_eq!(outside("###[group]"), "###\\u{5b}group]");
        assert_eq!(
            outside("#\u{34f}#\u{fe0f}[x]"),
            "#\u{34f}#\u{fe0f}\\u{5b}x]"
        );
        assert_eq!(outside("#[derive] # #[x]"), "#[derive] # #[x]");
    }

    #[test]
    fn no_line_starts_with_the_new_form() {
        assert_eq!(
            without_commands("a ::b\n::error::x\n \t::y\n\u{34f}::z\n"),
            "a ::b\n\\u{3a}:error::x\n \t\\u{3a}:y\n\u{34f}\\u{3a}:z\n"
        );
    }

    #[test]
    fn json_keeps_its_value_and_hides_nothing() {
        let text = "a\u{9b}31m\u{202e}\u{7f}##[error]\u{e0001}ü";
        let plain = plain_json(&serde_json::to_string(text).unwrap());
        assert_eq!(
            plain,
            "\"a\\u009b31m\\u202e\\u007f##\\u005berror]\\udb40\\udc01ü\"\n"
        );
        assert_eq!(serde_json::from_str::<String>(&plain).unwrap(), text);
    }
}
