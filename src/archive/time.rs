//! Points in time, as RFC 3339 spells them.

use std::fmt;

use jiff::Timestamp;

/// No RFC 3339 time that anybody writes is longer.
const MAX_CHARS: usize = 40;

/// A point in time. Shown in UTC with a `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

impl Time {
    /// Reads an RFC 3339 time with an offset. `None` for anything else, a day
    /// that no calendar has included.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !shaped(text) {
            return None;
        }
        text.parse().ok().map(Self)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Whether a text is a real RFC 3339 time.
#[must_use]
pub fn is_time(text: &str) -> bool {
    Time::parse(text).is_some()
}

/// The grammar of RFC 3339, section 5.6. jiff reads more than that: zone
/// names in brackets, times without seconds, a space for the `T`.
fn shaped(text: &str) -> bool {
    if text.len() > MAX_CHARS {
        return false;
    }
    let Some((date_time, rest)) = text.as_bytes().split_at_checked(19) else {
        return false;
    };
    let fraction = match rest.split_first() {
        Some((b'.', digits)) => digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count(),
        _ => 0,
    };
    let offset = match fraction {
        0 => rest,
        digits => rest.get(digits + 1..).unwrap_or_default(),
    };
    fits(date_time, b"dddd-dd-ddTdd:dd:dd")
        && match offset {
            [b'Z' | b'z'] => true,
            // The hours of an offset are those of a day.
            [b'+' | b'-', hour @ .., b':', _, _] => {
                fits(offset, b"sdd:dd") && hour <= b"23".as_slice()
            }
            _ => false,
        }
}

/// `d` is a digit, `T` a `t` of either case, `s` anything, all else itself.
fn fits(bytes: &[u8], shape: &[u8]) -> bool {
    bytes.len() == shape.len()
        && bytes.iter().zip(shape).all(|(byte, wanted)| match wanted {
            b'd' => byte.is_ascii_digit(),
            b'T' => byte.eq_ignore_ascii_case(&b't'),
            b's' => true,
            _ => byte == wanted,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc_3339_times_are_read_and_shown_in_utc() {
        for (text, shown) in [
            ("2026-10-02T22:29:41Z", "2026-10-02T22:29:41Z"),
            ("2026-10-02t22:29:41z", "2026-10-02T22:29:41Z"),
            ("2026-10-02T22:29:41+00:00", "2026-10-02T22:29:41Z"),
            ("2026-10-02T22:29:41-00:00", "2026-10-02T22:29:41Z"),
            ("2026-10-02T00:29:41+02:30", "2026-10-01T21:59:41Z"),
            ("2026-10-02T22:29:41.120Z", "2026-10-02T22:29:41.12Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
        ] {
            let time = Time::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(time.to_string(), shown);
            assert_eq!(Time::parse(shown), Some(time));
        }
    }

    #[test]
    fn what_is_no_rfc_3339_time_is_none() {
        for text in [
            "",
            "yesterday",
            "2026-10-02",
            "2026-10-02T22:29:41",
            "2026-10-02 22:29:41Z",
            "2026-10-02T22:29Z",
            "2026-10-02T22:29:41+0000",
            "2026-10-02T22:29:41+00",
            "2026-10-02T22:29:41+24:00",
            "2026-10-02T22:29:41+00:60",
            "2026-10-02T22:29:41.Z",
            "2026-10-02T22:29:41,5Z",
            "2026-10-02T22:29:41Z[UTC]",
            "2026-10-02T22:29:41[UTC]",
            "2026-10-02T24:00:00Z",
            "2026-10-02T22:60:00Z",
            "2026-13-02T22:29:41Z",
            "2026-02-30T22:29:41Z",
            "2025-02-29T22:29:41Z",
            "+02026-10-02T22:29:41Z",
            " 2026-10-02T22:29:41Z",
            "2026-10-02T22:29:41Z\n",
            "２026-10-02T22:29:41Z",
            "1759444181",
        ] {
            assert!(!is_time(text), "{text}");
        }
        assert!(!is_time(&format!(
            "2026-10-02T22:29:41.{}Z",
            "0".repeat(1_000_000)
        )));
    }
}
