//! From byte offsets to lines and columns.

use bstr::ByteSlice;

use crate::finding::Position;

/// The positions of `offsets` (bytes into `text`, ascending) in one pass. A
/// line ends with its `\n`; a byte order mark is the caller's to take away.
pub(super) fn positions(text: &str, offsets: &[usize]) -> Vec<Position> {
    let mut found = Vec::with_capacity(offsets.len());
    let mut rest = text.as_bytes();
    let mut seen = 0;
    let mut line = 1;
    let mut column = 1;
    for &offset in offsets {
        let (before, after) = rest
            .split_at_checked(offset.saturating_sub(seen))
            .unwrap_or((rest, &[]));
        let breaks = before.find_iter(b"\n").count();
        if breaks > 0 {
            line += u32::try_from(breaks).unwrap_or(u32::MAX);
            column = 1;
        }
        // Columns are counted on from the last offset, not from the start of
        // the line: a plan may be one line of many megabytes.
        let line_start = before.rfind_byte(b'\n').map_or(0, |at| at + 1);
        let tail = before.get(line_start..).unwrap_or_default();
        column += u32::try_from(characters(tail)).unwrap_or(u32::MAX);
        found.push(Position { line, column });
        rest = after;
        seen += before.len();
    }
    found
}

/// The position of one offset.
pub(super) fn position(text: &str, offset: usize) -> Option<Position> {
    positions(text, &[offset]).pop()
}

/// A character is its first byte; the others are 10xxxxxx.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(text: &str, offsets: &[usize]) -> Vec<(u32, u32)> {
        positions(text, offsets)
            .into_iter()
            .map(|position| (position.line, position.column))
            .collect()
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(pairs("", &[0]), [(1, 1)]);
        assert_eq!(
            pairs("ab\ncd\n", &[0, 1, 2, 3, 5, 6]),
            [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1)]
        );
    }

    #[test]
    fn a_carriage_return_is_a_column_and_no_line() {
        assert_eq!(pairs("a\r\n\r\nb", &[1, 3, 5]), [(1, 2), (2, 1), (3, 1)]);
        assert_eq!(pairs("a\rb", &[2]), [(1, 3)]);
    }

    #[test]
    fn a_column_counts_characters_not_bytes() {
        let text = "größe: 計画 🚀 x\nü";
        let x = text.find('x').unwrap();
        assert_eq!(pairs(text, &[x, text.len()]), [(1, 13), (2, 2)]);
    }

    #[test]
    fn the_same_offset_twice_and_one_past_the_end() {
        assert_eq!(pairs("a\nb", &[2, 2, 99]), [(2, 1), (2, 1), (2, 2)]);
    }

    proptest! {
        #[test]
        fn many_at_once_are_the_same_as_each_alone(text in "[a\u{fc}\u{1f680}\r\n]{0,60}", step in 1_usize..5) {
            let offsets: Vec<usize> = (0..=text.len()).step_by(step).filter(|at| text.is_char_boundary(*at)).collect();
            let expected: Vec<(u32, u32)> = offsets
                .iter()
                .map(|at| {
                    let before = text.get(..*at).unwrap();
                    let line = before.matches('\n').count() + 1;
                    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                    (u32::try_from(line).unwrap(), u32::try_from(column).unwrap())
                })
                .collect();
            prop_assert_eq!(pairs(&text, &offsets), expected);
        }
    }
}
