//! Patterns of paths.

use bstr::ByteSlice;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::RelPath;

/// Globs from a root, as the configuration and `--path` give them: `*` and `?`
/// stay within one part of a path, `**` does not, `{a,b}` and `[ab]` choose.
#[derive(Debug, Clone)]
pub struct Globs {
    set: GlobSet,
    patterns: Vec<String>,
}

/// A pattern that is no glob, or that no path can match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` {reason}")]
pub struct GlobError {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it: half a sentence.
    pub reason: String,
}

impl Default for Globs {
    fn default() -> Self {
        Self {
            set: GlobSet::empty(),
            patterns: Vec::new(),
        }
    }
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        self.patterns == other.patterns
    }
}

impl Eq for Globs {}

impl Globs {
    /// Compiles patterns.
    ///
    /// # Errors
    ///
    /// The first pattern that is no glob, or that no path can match.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, GlobError> {
        let mut set = GlobSetBuilder::new();
        let mut kept = Vec::new();
        for pattern in patterns {
            let error = |error: &globset::Error| GlobError {
                pattern: pattern.to_owned(),
                reason: format!("is no glob: {}", error.kind()),
            };
            // Such a pattern would silently choose nothing.
            let no_name = |part| matches!(part, "" | "." | "..");
            if pattern.starts_with('\\') || pattern.split('/').any(no_name) {
                return Err(GlobError {
                    pattern: pattern.to_owned(),
                    reason: "matches nothing: a path has no `/` at its ends, and no empty part, `.` or `..`".to_owned(),
                });
            }
            let glob = GlobBuilder::new(pattern)
                .literal_separator(true)
                .backslash_escape(true)
                .build()
                .map_err(|e| error(&e))?;
            set.add(glob);
            kept.push(pattern.to_owned());
        }
        let set = set.build().map_err(|error| GlobError {
            pattern: kept.join(", "),
            reason: format!("are too much together: {}", error.kind()),
        })?;
        Ok(Self {
            set,
            patterns: kept,
        })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The patterns as they were given.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Whether one of them matches the whole of this path.
    #[must_use]
    pub fn matches(&self, path: &RelPath) -> bool {
        !self.is_empty() && self.set.is_match(path.as_bytes().to_path_lossy())
    }

    /// The number of the first pattern that matches, from 0.
    #[must_use]
    pub fn first_match(&self, path: &RelPath) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        self.set
            .matches(path.as_bytes().to_path_lossy())
            .into_iter()
            .min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RelPath {
        RelPath::new(text).unwrap()
    }

    #[test]
    fn a_star_stays_within_one_part() {
        let globs = Globs::new(["docs/*.md", "runs/**"]).unwrap();
        assert!(globs.matches(&path("docs/a.md")));
        assert!(!globs.matches(&path("docs/a/b.md")));
        assert!(globs.matches(&path("runs/a/b")));
        assert_eq!(globs.first_match(&path("runs/a")), Some(1));
        assert!(!globs.matches(&path("x/runs/a")));
    }

    #[test]
    fn a_pattern_that_no_path_can_match_is_refused() {
        for pattern in [
            "",
            "/",
            "examples/",
            "/examples",
            "./a",
            "a/../b",
            "a//b",
            "\\a",
        ] {
            assert_eq!(Globs::new([pattern]).unwrap_err().pattern, pattern);
        }
    }

    #[test]
    fn a_pattern_that_is_no_glob_is_named() {
        let error = Globs::new(["ok/*", "a[b"]).unwrap_err();
        assert_eq!(error.pattern, "a[b");
    }
}
