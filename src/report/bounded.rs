//! A text that grows in whole blocks, up to a limit.

/// A text and how many bytes of it there may be.
#[derive(Debug)]
pub(super) struct Bounded {
    text: String,
    limit: usize,
    full: bool,
}

impl Bounded {
    /// An empty text of at most `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            text: String::new(),
            limit,
            full: false,
        }
    }

    /// Appends a block if it fits. Once one did not, none does: what is shown
    /// is the start of the whole, without holes.
    pub(super) fn push(&mut self, block: &str) -> bool {
        self.full |= self.text.len() + block.len() > self.limit;
        if !self.full {
            self.text.push_str(block);
        }
        !self.full
    }

    /// Sets another limit, up to which there is room again.
    pub(super) fn widen(&mut self, limit: usize) {
        self.limit = limit;
        self.full = false;
    }

    /// The text.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
