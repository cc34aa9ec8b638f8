//! What must never be shown.

use std::fmt;

/// A token. It is shown nowhere: not by `{}`, not by `{:?}`, so not in an
/// error either.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a token; white space around it, as the newline at the end of a
    /// file, is no part of it. `None` where nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The token itself, for what sends it and nobody else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_shown() {
        let secret = Secret::new("ghs_abc123").unwrap();
        let shown = format!("{secret} {secret:?} {secret:#?} {:?}", Some(&secret));
        assert!(!shown.contains("abc"), "{shown}");
        assert_eq!(secret.reveal(), "ghs_abc123");
    }

    #[test]
    fn the_newline_at_the_end_of_a_file_is_no_part_of_a_token() {
        assert_eq!(Secret::new("t0k3n\r\n").unwrap().reveal(), "t0k3n");
        assert_eq!(Secret::new(" \n"), None);
    }
}
