//! The content of a file, handed to the readers by whoever read it.

/// How large a file may be that is read: 16 MiB.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// What stands where a file was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Nothing of that name, or a link to nothing.
    Missing,
    /// Something of that name that is no regular file.
    Special(Special),
    /// A regular file of more bytes than [`MAX_BYTES`].
    TooLarge(u64),
    /// A regular file that may not be read, and what the system says of it.
    Unreadable(String),
    /// The bytes of a regular file.
    Bytes(Vec<u8>),
}

/// What is no regular file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// A directory.
    Directory,
    /// A link, where links are not followed, or one that leads in a circle.
    Link,
    /// A FIFO, a socket, a device, a submodule.
    Other,
}

impl Special {
    /// Half a sentence: what it is.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Directory => "is a directory",
            Self::Link => "is a link, which is not followed",
            Self::Other => "is no regular file",
        }
    }
}
