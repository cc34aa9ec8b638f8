//! The hash of a JSON value: what two texts share that say the same.
//!
//! Taken over tokens with a stack of its own, so that depth costs nothing.
//! White space, the order of keys, the spelling of escapes and all but the
//! last of a repeated key make no difference; the spelling of a number does.

use serde::Deserializer as _;
use serde::de::{Error, Visitor};
use sha2::{Digest as _, Sha256};

type Digest = [u8; 32];

/// After so many elements an array's digests are folded into one, so that a
/// wide array costs no memory.
const FOLD: usize = 1_024;

struct Frame {
    object: bool,
    start: usize,
}

/// The SHA-256 of the value of a JSON text without a byte order mark.
///
/// `None` where the text is no JSON in a way that is noticed; the caller has
/// parsed it before.
pub(super) fn hash(json: &str) -> Option<Digest> {
    let bytes = json.as_bytes();
    let mut frames: Vec<Frame> = Vec::new();
    let mut digests: Vec<Digest> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => at += 1,
            b'[' | b'{' => {
                frames.push(Frame {
                    object: byte == b'{',
                    start: digests.len(),
                });
                at += 1;
                continue;
            }
            b']' | b'}' => {
                let frame = frames.pop()?;
                let digest = close(&frame, digests.get(frame.start..)?);
                digests.truncate(frame.start);
                digests.push(digest);
                at += 1;
            }
            b'"' => {
                let end = string_end(bytes, at)?;
                digests.push(string(bytes.get(at..end)?)?);
                at = end;
            }
            _ => {
                let rest = bytes.get(at..)?;
                let length = rest
                    .iter()
                    .position(|byte| b",]} \t\r\n".contains(byte))
                    .unwrap_or(rest.len());
                digests.push(tagged(b'#', rest.get(..length)?));
                at += length;
            }
        }
        if let Some(Frame {
            object: false,
            start,
        }) = frames.last()
            && digests.len() - start >= FOLD
        {
            let folded = fold(b'+', digests.get(*start..)?);
            digests.truncate(*start);
            digests.push(folded);
        }
    }
    match (digests.as_slice(), frames.is_empty()) {
        ([digest], true) => Some(*digest),
        _ => None,
    }
}

fn close(frame: &Frame, digests: &[Digest]) -> Digest {
    if !frame.object {
        return fold(b'[', digests);
    }
    let (pairs, _) = digests.as_chunks::<2>();
    let mut members: Vec<(&Digest, usize, &Digest)> = pairs
        .iter()
        .enumerate()
        .map(|(number, [key, value])| (key, number, value))
        .collect();
    members.sort_unstable();
    let mut hasher = Sha256::new();
    hasher.update(b"{");
    for (number, (key, _, value)) in members.iter().enumerate() {
        // The last of a repeated key wins.
        if members
            .get(number + 1)
            .is_some_and(|(next, ..)| next == key)
        {
            continue;
        }
        hasher.update(key);
        hasher.update(value);
    }
    hasher.finalize().into()
}

fn fold(tag: u8, digests: &[Digest]) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update([tag]);
    for digest in digests {
        hasher.update(digest);
    }
    hasher.finalize().into()
}

fn tagged(tag: u8, bytes: &[u8]) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update([tag]);
    hasher.update(bytes);
    hasher.finalize().into()
}

/// Where the string that starts at `at` ends, its closing quote included.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'"' => return Some(end + 1),
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
}

fn string(quoted: &[u8]) -> Option<Digest> {
    if !quoted.contains(&b'\\') {
        return Some(tagged(b'"', quoted.get(1..quoted.len() - 1)?));
    }
    // As bytes, serde_json accepts a lone surrogate.
    serde_json::Deserializer::from_slice(quoted)
        .deserialize_bytes(StringBytes)
        .ok()
}

struct StringBytes;

impl Visitor<'_> for StringBytes {
    type Value = Digest;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Digest, E> {
        Ok(tagged(b'"', bytes))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_same_value_has_the_same_hash() {
        for (a, b) in [
            (
                "{\"a\":1,\"b\":[true,null]}",
                " { \"b\" : [ true , null ] ,\n\"a\" : 1 } ",
            ),
            ("\"\\u00fc\\/\"", "\"ü/\""),
            ("\"\\ud83d\\ude80\"", "\"🚀\""),
            ("{\"a\":0,\"a\":1}", "{\"a\":1}"),
            ("{\"\\u0061\":1}", "{\"a\":1}"),
        ] {
            assert!(hash(a).is_some(), "{a}");
            assert_eq!(hash(a), hash(b), "{a} {b}");
        }
    }

    #[test]
    fn another_value_has_another_hash() {
        let texts = [
            "1",
            "1.0",
            "1e0",
            "-1",
            "\"1\"",
            "true",
            "null",
            "\"null\"",
            "[]",
            "{}",
            "[1]",
            "[[1]]",
            "[1,2]",
            "[2,1]",
            "[12]",
            "[[1],2]",
            "{\"a\":1}",
            "{\"a\":2}",
            "{\"b\":1}",
            "[\"a\",1]",
            "\"\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "{\"a\":{\"b\":1}}",
            "{\"a\":[\"b\",1]}",
            "1e999",
            "1e9999",
        ];
        let hashes: std::collections::BTreeSet<_> =
            texts.iter().map(|text| hash(text).unwrap()).collect();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn depth_and_width_cost_no_stack() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(hash(&deep).is_some());
        let wide = |first: &str| format!("[{first}{}]", ",0".repeat(50_000));
        assert_ne!(hash(&wide("0")), hash(&wide("1")));
    }

    proptest! {
        #[test]
        fn any_text_is_hashed_or_refused(text in ".*") {
            let _ = hash(&text);
        }

        #[test]
        fn any_value_hashes_as_it_does_when_written_again(text in "[\\[\\]{}\",:0-9a-z\\\\ ]{0,60}") {
            if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
                prop_assume!(!text.contains('.') && !text.contains('e'));
                let pretty = serde_json::to_string_pretty(&value).unwrap();
                prop_assert_eq!(hash(&text), hash(&pretty));
            }
        }
    }
}
