//! What a text from a state file or from the archive may look like. Whole
//! strings, ASCII classes; the same on the way in and on the way out.

use std::collections::BTreeSet;

/// How many names of evidence are kept.
pub const MAX_EVIDENCE: usize = 50;

/// The longest scalar.
const MAX_SCALAR: usize = 128;

/// The longest login: one character and 98 more.
const MAX_LOGIN: usize = 99;

/// The longest path, and the longest name in one, in bytes. No system that
/// runs closeout has longer names.
const MAX_PATH: usize = 1_024;
const MAX_NAME: usize = 255;

/// `[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}`.
#[must_use]
pub fn is_scalar(text: &str) -> bool {
    text.len() <= MAX_SCALAR
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._:/@+-".contains(&byte))
}

/// A login: `[A-Za-z0-9][A-Za-z0-9_-]{0,98}`, with or without `[bot]`.
#[must_use]
pub fn is_login(text: &str) -> bool {
    let name = text.strip_suffix("[bot]").unwrap_or(text);
    name.len() <= MAX_LOGIN
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Segments `[A-Za-z0-9._-]+`, none of them `.` or `..`, with `/` between.
#[must_use]
pub fn is_plain_path(text: &str) -> bool {
    let plain = |segment: &str| {
        !matches!(segment, "" | "." | "..")
            && segment.len() <= MAX_NAME
            && segment
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    text.len() <= MAX_PATH && text.split('/').all(plain)
}

/// An object id or a SHA-256 in lower case: 40 or 64 hexadecimal digits.
pub(super) fn is_oid(text: &str) -> bool {
    matches!(text.len(), 40 | 64)
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// The text if it passes, else the empty one.
pub(super) fn keep(text: &str, passes: impl Fn(&str) -> bool) -> String {
    if passes(text) {
        text.to_owned()
    } else {
        String::new()
    }
}

/// The names of evidence that a record keeps: plain paths, sorted, each once,
/// the first [`MAX_EVIDENCE`].
#[must_use]
pub fn evidence_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut kept = BTreeSet::new();
    for name in names {
        add_evidence(&mut kept, name);
    }
    kept.into_iter().collect()
}

/// One more name, so that a long list never stands in memory.
pub(super) fn add_evidence(kept: &mut BTreeSet<String>, name: &str) {
    if is_plain_path(name) {
        kept.insert(name.to_owned());
        if kept.len() > MAX_EVIDENCE {
            kept.pop_last();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_match_as_a_whole() {
        for text in ["a", "7", "gpt-5.1:high", "o/r@main+x", &"a".repeat(128)] {
            assert!(is_scalar(text), "{text}");
        }
        for text in [
            "",
            "-a",
            ".a",
            "/a",
            "a b",
            "a\n",
            "\na",
            "é",
            "a\u{1b}[31m",
            "a`",
            &"a".repeat(129),
        ] {
            assert!(!is_scalar(text), "{text:?}");
        }
    }

    #[test]
    fn logins_match_as_a_whole() {
        let longest = "a".repeat(99);
        for text in ["octocat", "a_b-c", "0x", "github-actions[bot]", &longest] {
            assert!(is_login(text), "{text}");
        }
        for text in [
            "",
            "[bot]",
            "-a",
            "a[bot][bot]",
            "a[Bot]",
            "a.b",
            "@a",
            "a\n",
            "é",
            &"a".repeat(100),
        ] {
            assert!(!is_login(text), "{text:?}");
        }
    }

    #[test]
    fn paths_are_plain() {
        for text in ["a", "docs/specs/issue-3", ".hidden", "...", "a..b/-c_"] {
            assert!(is_plain_path(text), "{text}");
        }
        for text in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "a/../b",
            "./a",
            "a b",
            "a\\b",
            "a:b",
            "é",
            "a\u{202e}b",
            "a\n",
        ] {
            assert!(!is_plain_path(text), "{text:?}");
        }
        assert!(!is_plain_path(&"a".repeat(256)));
        assert!(!is_plain_path(&"a/".repeat(600)));
    }

    #[test]
    fn the_first_fifty_names_of_evidence_stay_in_order() {
        let names: Vec<String> = (0..1_500).rev().map(|n| format!("{n:04}.png")).collect();
        let kept = evidence_names(names.iter().map(String::as_str));
        assert_eq!(kept.len(), 50);
        assert_eq!(kept.first().unwrap(), "0000.png");
        assert_eq!(kept.last().unwrap(), "0049.png");
        let kept = evidence_names(["b", "a", "b", "../x", "a b", "\u{1b}[2J"]);
        assert_eq!(kept, ["a", "b"]);
    }

    #[test]
    fn object_ids_are_hexadecimal() {
        assert!(is_oid(&"a0".repeat(20)));
        assert!(is_oid(&"a0".repeat(32)));
        for text in [
            "",
            "a0",
            &"A0".repeat(20),
            &"g0".repeat(20),
            &"a0".repeat(33),
        ] {
            assert!(!is_oid(text), "{text}");
        }
    }
}
