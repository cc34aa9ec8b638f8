//! Text from outside in Markdown: always a code span.
//!
//! GitHub looks for mentions, references, bare addresses and emoji in the text
//! that Markdown leaves behind, so escapes of Markdown do not keep `@name` or
//! `#1` from coming alive. In code it looks for none of them.

use super::outside::outside;

/// A code span that shows this text and that the text cannot end.
pub(super) fn span(text: &str) -> String {
    // No control character is left after this, and so no newline.
    fenced(&outside(text))
}

/// The same in a cell of a table. A pipe ends a cell even in a code span, and
/// whether `\|` does depends on the backslashes before it; so it is written as
/// other characters that are not safe to show.
pub(super) fn cell(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    fenced(&outside(text).replace('|', "\\u{7c}"))
}

fn fenced(text: &str) -> String {
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // Of a span that starts and ends with a space Markdown takes one from each
    // end; and a backtick must not touch the fence.
    let at_edge = |c: char| c == '`' || c == ' ';
    if text.is_empty() || text.starts_with(at_edge) || text.ends_with(at_edge) {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fence_is_longer_than_any_run_of_backticks_inside() {
        assert_eq!(span("plain"), "`plain`");
        assert_eq!(span("a`b"), "``a`b``");
        assert_eq!(span("``a```b"), "```` ``a```b ````");
        assert_eq!(span("`"), "`` ` ``");
        assert_eq!(span(""), "`  `");
        assert_eq!(span(" a "), "`  a  `");
    }

    #[test]
    fn no_text_ends_its_line_or_its_cell() {
        assert_eq!(span("a\n- b"), "`a\\n- b`");
        assert_eq!(cell("a|b\\|c"), "`a\\u{7c}b\\\\u{7c}c`");
        assert_eq!(cell(""), "");
    }
}
