//! Text from outside, made safe to look at.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_general_category::{GeneralCategory, get_general_category};

/// How many characters of an id are shown; of a longer one the last shown is
/// `…`.
pub const MAX_ID_CHARS: usize = 64;

/// Escapes every character that does not show as itself: control characters,
/// line and paragraph separators, and format characters (the bidirectional
/// overrides among them), as `\u{202e}`; `\n`, `\r` and `\t` by their short
/// names.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(hides) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if hides(c) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Cuts a text to `max` characters, the last of which is then `…`.
#[must_use]
pub fn clip(text: &str, max: usize) -> Cow<'_, str> {
    if text.chars().nth(max).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out: String = text.chars().take(max.saturating_sub(1)).collect();
    out.push('…');
    Cow::Owned(out)
}

fn hides(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(
        get_general_category(c),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_format_characters_are_escaped() {
        assert_eq!(visible("T-1"), "T-1");
        assert_eq!(visible("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(visible("a\r\nb\tc"), "a\\r\\nb\\tc");
        assert_eq!(
            visible("a\u{202e}b\u{2066}c\u{200b}d"),
            "a\\u{202e}b\\u{2066}c\\u{200b}d"
        );
        assert_eq!(
            visible("a\u{2028}b\u{feff}c\u{85}d"),
            "a\\u{2028}b\\u{feff}c\\u{85}d"
        );
        assert_eq!(visible("größe 計画 🚀"), "größe 計画 🚀");
    }

    #[test]
    fn a_long_text_is_cut_to_so_many_characters() {
        assert_eq!(clip("abc", 3), "abc");
        assert_eq!(clip("abcd", 3), "ab…");
        assert_eq!(
            clip(&"ü".repeat(100), MAX_ID_CHARS).chars().count(),
            MAX_ID_CHARS
        );
    }
}
