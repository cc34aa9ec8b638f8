//! A path below some root, as git spells it.

use std::fmt;
use std::path::PathBuf;

use bstr::{BStr, BString, ByteSlice};

/// A path relative to a root: parts between `/`, none of them empty, `.` or
/// `..`. The empty path is the root itself. Bytes, since git and Unix have no
/// encoding of names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RelPath(BString);

/// Why a text is no [`RelPath`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It starts at the root of the file system, or with a drive letter.
    #[error("is absolute; give a path below the workspace")]
    Absolute,
    /// It has a part that is empty, `.` or `..`, or that names another place
    /// on some system.
    #[error("has an empty, `.`, `..` or otherwise special part; give plain names with `/` between")]
    Special,
}

impl RelPath {
    /// The root itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a plain relative path.
    ///
    /// # Errors
    ///
    /// [`PathError`] where the text could lead outside of the root, on any
    /// system: a backslash, a colon and a NUL are refused along with `..`.
    pub fn new(text: &str) -> Result<Self, PathError> {
        if text.starts_with(['/', '\\']) || text.as_bytes().get(1) == Some(&b':') {
            return Err(PathError::Absolute);
        }
        let plain = |part: &str| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
        };
        if text.split('/').all(plain) {
            Ok(Self(text.into()))
        } else {
            Err(PathError::Special)
        }
    }

    /// The path of `name` below this one. `name` is one part as a directory
    /// listing or a tree gave it.
    #[must_use]
    pub fn join(&self, name: &[u8]) -> Self {
        if self.is_root() {
            return Self(name.into());
        }
        // One allocation: a listing asks this for every file of a tree.
        let mut path = Vec::with_capacity(self.0.len() + 1 + name.len());
        path.extend_from_slice(&self.0);
        path.push(b'/');
        path.extend_from_slice(name);
        Self(path.into())
    }

    /// The path of another relative path below this one.
    #[must_use]
    pub fn join_path(&self, path: &Self) -> Self {
        if path.is_root() {
            self.clone()
        } else {
            self.join(path.as_bytes())
        }
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The directory that this stands in; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        let end = self.0.rfind_byte(b'/').unwrap_or(0);
        Some(Self(self.0.get(..end).unwrap_or_default().into()))
    }

    /// The last part; empty for the root.
    #[must_use]
    pub fn name(&self) -> &BStr {
        let start = self.0.rfind_byte(b'/').map_or(0, |at| at + 1);
        self.0.get(start..).unwrap_or_default().as_bstr()
    }

    /// Whether this is the other one, or stands somewhere below it.
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        match self.0.strip_prefix(other.as_bytes()) {
            _ if other.is_root() => true,
            Some(rest) => rest.is_empty() || rest.starts_with(b"/"),
            None => false,
        }
    }

    /// Its parts, from the root.
    pub fn parts(&self) -> impl Iterator<Item = &BStr> {
        self.0
            .split_str(b"/")
            .filter(|part| !part.is_empty())
            .map(ByteSlice::as_bstr)
    }

    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As a path of this system. Where the system's paths are no bytes, bytes
    /// that are no UTF-8 are replaced.
    #[must_use]
    pub fn to_path(&self) -> PathBuf {
        self.0.to_path_lossy().into_owned()
    }

    /// For people: bytes that are no UTF-8 are replaced. Not escaped.
    #[must_use]
    pub fn display(&self) -> String {
        self.0.to_str_lossy().into_owned()
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_relative_path_is_one() {
        let path = RelPath::new("out/plan.json").unwrap();
        assert_eq!(path.name(), "plan.json");
        assert_eq!(path.parent().unwrap(), RelPath::new("out").unwrap());
        assert_eq!(path.parent().unwrap().parent().unwrap(), RelPath::root());
        assert_eq!(RelPath::root().parent(), None);
        assert_eq!(path.parts().count(), 2);
    }

    #[test]
    fn below_goes_by_whole_parts() {
        let path = |text| RelPath::new(text).unwrap();
        assert!(path("a/b").is_below(&path("a")));
        assert!(path("a").is_below(&path("a")));
        assert!(path("a").is_below(&RelPath::root()));
        assert!(!path("ab").is_below(&path("a")));
        assert!(!path("a").is_below(&path("a/b")));
    }

    #[test]
    fn what_could_lead_outside_is_refused() {
        for text in [
            "/etc/passwd",
            "..",
            "a/../b",
            "./a",
            "a//b",
            "",
            "a/",
            "\\\\host\\share",
            "C:/x",
            "a\\..\\b",
            "a\0b",
            "file:stream",
        ] {
            assert!(RelPath::new(text).is_err(), "{text:?}");
        }
    }
}
