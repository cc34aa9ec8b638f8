//! From the content of a file to its text.

use super::{Absence, Content, Defect, MAX_BYTES, Produced, lines};

/// The byte order mark, which Windows programs write before UTF-8.
const BOM: char = '\u{feff}';

/// The text of a file without its byte order mark, never blank.
///
/// # Errors
///
/// What became of a file that holds no text.
pub(super) fn text<T>(content: &Content) -> Result<&str, Produced<T>> {
    let bytes = match content {
        Content::Missing => return Err(Produced::Missing(Absence::NoSuchFile)),
        Content::Special(special) => {
            return Err(Produced::Missing(Absence::Special(*special)));
        }
        Content::TooLarge(size) => return Err(too_large(*size)),
        Content::Unreadable(reason) => {
            return Err(defect(format!(
                "cannot be read: {}",
                crate::finding::visible(reason)
            )));
        }
        Content::Bytes(bytes) => bytes,
    };
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > MAX_BYTES {
        return Err(too_large(size));
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(not_utf8(bytes, error.valid_up_to())),
    };
    if text.chars().all(|c| c.is_whitespace() || c == BOM) {
        return Err(Produced::Empty);
    }
    Ok(text.strip_prefix(BOM).unwrap_or(text))
}

fn too_large<T>(size: u64) -> Produced<T> {
    let limit = MAX_BYTES / (1024 * 1024);
    defect(format!(
        "is too large to be read: {size} bytes, the limit is {limit} MiB"
    ))
}

fn not_utf8<T>(bytes: &[u8], valid: usize) -> Produced<T> {
    // What PowerShell writes unless told otherwise.
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return defect("is UTF-16, not UTF-8".to_owned());
    }
    let before = bytes.get(..valid).unwrap_or_default();
    let before = str::from_utf8(before).unwrap_or_default();
    let before = before.strip_prefix(BOM).unwrap_or(before);
    Produced::Unparseable(Defect {
        reason: "is not UTF-8".to_owned(),
        position: lines::position(before, before.len()),
    })
}

fn defect<T>(reason: String) -> Produced<T> {
    Produced::Unparseable(Defect {
        reason,
        position: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Position;
    use crate::plan::Special;

    fn of(bytes: &[u8]) -> Result<String, Produced<()>> {
        text(&Content::Bytes(bytes.to_vec())).map(str::to_owned)
    }

    fn reason(content: &Content) -> (String, Option<Position>) {
        match text::<()>(content) {
            Err(Produced::Unparseable(defect)) => (defect.reason, defect.position),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_no_regular_file_is_missing() {
        assert_eq!(
            text::<()>(&Content::Missing),
            Err(Produced::Missing(Absence::NoSuchFile))
        );
        for special in [Special::Directory, Special::Link, Special::Other] {
            assert_eq!(
                text::<()>(&Content::Special(special)),
                Err(Produced::Missing(Absence::Special(special)))
            );
        }
    }

    #[test]
    fn white_space_and_byte_order_marks_alone_are_empty() {
        for blank in [
            "",
            " ",
            "\n\r\n\t ",
            "\u{feff}",
            "\u{feff}\n",
            " \u{feff}",
            "\u{a0}",
        ] {
            assert_eq!(of(blank.as_bytes()), Err(Produced::Empty), "{blank:?}");
        }
        assert!(of(b"\0").is_ok());
    }

    #[test]
    fn one_byte_order_mark_is_taken_away() {
        assert_eq!(of("\u{feff}{}".as_bytes()), Ok("{}".to_owned()));
        assert_eq!(
            of("\u{feff}\u{feff}{}".as_bytes()),
            Ok("\u{feff}{}".to_owned())
        );
    }

    #[test]
    fn bytes_that_are_no_utf8_are_named_with_their_place() {
        let (reason, position) = reason(&Content::Bytes(b"\xEF\xBB\xBFab\n\xC3\xBCc\xFF".to_vec()));
        assert_eq!(reason, "is not UTF-8");
        assert_eq!(position, Some(Position { line: 2, column: 3 }));
    }

    #[test]
    fn utf16_is_named() {
        let (reason, _) = reason(&Content::Bytes(b"\xFF\xFE{\0}\0".to_vec()));
        assert_eq!(reason, "is UTF-16, not UTF-8");
    }

    #[test]
    fn the_limit_is_said() {
        let limit = usize::try_from(MAX_BYTES).unwrap();
        assert!(of(&vec![b'x'; limit]).is_ok());
        let over = reason(&Content::Bytes(vec![b'x'; limit + 1])).0;
        assert!(
            over.contains("16777217 bytes, the limit is 16 MiB"),
            "{over}"
        );
        assert_eq!(over, reason(&Content::TooLarge(MAX_BYTES + 1)).0);
    }

    #[test]
    fn what_the_system_says_is_shown_safely() {
        let (reason, _) = reason(&Content::Unreadable("denied\u{1b}[2J".to_owned()));
        assert_eq!(reason, "cannot be read: denied\\u{1b}[2J");
    }
}
