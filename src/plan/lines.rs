//! From byte offsets to lines and columns.

use crate::finding::Position;

/// The positions of `offsets` (bytes into `text`, ascending) in one pass.
pub(super) fn positions(text: &str, offsets: &[usize]) -> Vec<Position> {
    let mut found = Vec::with_capacity(offsets.len());
    let bytes = text.as_bytes();
    let mut line = 1;
    let mut line_start = 0;
    let mut seen = 0;
    for &offset in offsets {
        let offset = offset.min(bytes.len());
        for at in bstr::ByteSlice::find_iter(bytes.get(seen..offset).unwrap_or_default(), b"\n") {
            line += 1;
            line_start = seen + at + 1;
        }
        seen = seen.max(offset);
        let before = bytes.get(line_start..offset).unwrap_or_default();
        // A character is its first byte; the others are 10xxxxxx.
        let characters = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        found.push(Position {
            line,
            column: u32::try_from(characters + 1).unwrap_or(u32::MAX),
        });
    }
    found
}
