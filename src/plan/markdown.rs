//! Task list items of Markdown, read line by line.
//!
//! Looser than Markdown where that counts more: a task that is counted too
//! much is seen and can be configured away, one that is not counted is not
//! missed by anybody. So items in code count, and so do items at an
//! indentation or in a nesting that Markdown would take for something else.

/// One item with a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TaskItem<'a> {
    /// The byte at which its list marker stands.
    pub(super) offset: usize,
    /// Whether its box is not checked.
    pub(super) open: bool,
    /// The id that it starts with.
    pub(super) id: Option<&'a str>,
    /// The id, where it stands in bold: `**T-1.1** ...`.
    pub(super) bold_id: Option<&'a str>,
    /// Its text, after the id.
    pub(super) title: &'a str,
}

/// The items of a text.
pub(super) fn task_items(text: &str) -> impl Iterator<Item = TaskItem<'_>> {
    let mut comments = Comments::new(text);
    let mut offset = 0;
    // A lone `\r` ends a line of Markdown too.
    text.split_inclusive(['\n', '\r']).filter_map(move |line| {
        let start = offset;
        offset += line.len();
        if comments.hide(start, line) {
            return None;
        }
        item(start, line)
    })
}

/// Which lines stand in HTML comments.
///
/// Only a `<!--` that a line starts with can hide other lines: Markdown ends a
/// paragraph where a list starts, and what was open in it is text. In fenced
/// code it opens nothing, and where nothing closes it, it hides nothing.
struct Comments<'a> {
    text: &'a str,
    /// The lines that start before this byte are hidden.
    hidden_until: usize,
    /// That there is no other `-->` is looked up once.
    none_closes: bool,
    /// The fence that is open: its character and its length.
    fence: Option<(char, usize)>,
}

impl<'a> Comments<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            hidden_until: 0,
            none_closes: false,
            fence: None,
        }
    }

    fn hide(&mut self, start: usize, line: &str) -> bool {
        if start < self.hidden_until {
            return true;
        }
        let content = line.trim_start_matches(is_indentation);
        if let Some((mark, length)) = self.fence {
            let (run, info) = fence(content, mark);
            if run >= length && info.trim().is_empty() {
                self.fence = None;
            }
            return false;
        }
        let inner = markers(line).map_or(content, |(_, rest)| rest);
        if !inner.starts_with(['`', '~', '<']) {
            return false;
        }
        for mark in ['`', '~'] {
            let (run, info) = fence(inner, mark);
            if run >= 3 && !(mark == '`' && info.contains('`')) {
                self.fence = Some((mark, run));
                return false;
            }
        }
        if !content.starts_with("<!--") || self.none_closes {
            return false;
        }
        // `<!-->` is a whole comment, so the dashes may be the same.
        let opening = start + (line.len() - content.len()) + "<!".len();
        let rest = self.text.get(opening..).unwrap_or_default();
        match rest.find("-->") {
            Some(at) => self.hidden_until = opening + at + "-->".len(),
            None => self.none_closes = true,
        }
        start < self.hidden_until
    }
}

/// The length of the run of `mark` that a text starts with, and the rest.
fn fence(text: &str, mark: char) -> (usize, &str) {
    let rest = text.trim_start_matches(mark);
    (text.len() - rest.len(), rest)
}

/// A quoted list is a list.
fn is_indentation(c: char) -> bool {
    c.is_whitespace() || c == '>'
}

/// The item of a line that starts at byte `start`.
fn item(start: usize, line: &str) -> Option<TaskItem<'_>> {
    let (marker, rest) = markers(line)?;
    let inner = rest.strip_prefix('[')?;
    let (open, rest) = match inner.strip_prefix(['x', 'X']) {
        Some(rest) => (false, rest),
        None => (true, inner.trim_start_matches(char::is_whitespace)),
    };
    if rest.len() == inner.len() {
        return None;
    }
    let rest = rest.strip_prefix(']')?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let text = rest.trim();
    let (id, bold, title) = match leading_id(text) {
        Some(found) => (Some(found.id), found.bold, found.rest),
        None => (None, false, text),
    };
    Some(TaskItem {
        offset: start + marker,
        open,
        id,
        bold_id: id.filter(|_| bold),
        title,
    })
}

/// Where the last list marker that a line starts with stands, and what comes
/// after it: a list may start in the first line of an item, `- - [ ] a`.
fn markers(line: &str) -> Option<(usize, &str)> {
    let mut found = None;
    let mut rest = line.trim_start_matches(is_indentation);
    while let Some(after) = marker(rest) {
        found = Some(line.len() - rest.len());
        rest = after.trim_start_matches(is_indentation);
    }
    found.map(|at| (at, rest))
}

/// What comes after a list marker: `-`, `*`, `+`, `1.` or `1)`, and a blank.
fn marker(text: &str) -> Option<&str> {
    let after = text.strip_prefix(['-', '*', '+']).or_else(|| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (digits.len() < text.len())
            .then(|| digits.strip_prefix(['.', ')']))
            .flatten()
    })?;
    after.starts_with(char::is_whitespace).then_some(after)
}

/// An id that a text starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeadingId<'a> {
    /// The id.
    pub(super) id: &'a str,
    /// Whether it is the text in bold, or what stands before a colon in it.
    pub(super) bold: bool,
    /// What comes after it and the marks between.
    pub(super) rest: &'a str,
}

/// The id that a text starts with: `**T-1.1** ...`, `T001 ...`, `T-3: ...`,
/// `1.2 ...`, `4. ...`.
pub(super) fn leading_id(text: &str) -> Option<LeadingId<'_>> {
    let (inner, closing) = ["**", "__"]
        .into_iter()
        .find_map(|mark| Some((text.strip_prefix(mark)?, mark)))
        .map_or((text, None), |(inner, mark)| (inner, Some(mark)));
    let end = inner
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | '_'))
        .unwrap_or(inner.len());
    let word = inner.get(..end)?.trim_end_matches(['.', '-', '_']);
    let after = inner.get(word.len()..)?;
    let separated = after.trim_start_matches(['.', ':', ')']);
    let marked = separated.len() < after.len();
    let bold = closing.is_some_and(|mark| separated.starts_with(mark) || after.starts_with(':'));
    let apart = separated.is_empty() || separated.starts_with(char::is_whitespace);
    let is_id = if bold {
        is_numbered(word) || is_number(word)
    } else {
        apart && (is_upper_numbered(word) || is_number(word) && (marked || word.contains('.')))
    };
    is_id.then(|| LeadingId {
        id: word,
        bold,
        rest: after
            .trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, '*' | '_' | '.' | ':' | ')' | '-' | '–' | '—')
            })
            .trim_end(),
    })
}

/// A letter, then somewhere a digit: `T-1.1`, `task_3`.
fn is_numbered(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.contains(|c: char| c.is_ascii_digit())
}

/// The same in capitals, with the digits at the end, so that no word of a
/// sentence is an id: `T001`, `AUTH-12`, `T-1.1`, `T-3a`.
fn is_upper_numbered(word: &str) -> bool {
    let stem = word
        .strip_suffix(|c: char| c.is_ascii_lowercase())
        .unwrap_or(word);
    is_numbered(stem)
        && stem.ends_with(|c: char| c.is_ascii_digit())
        && !stem.contains(|c: char| c.is_ascii_lowercase())
}

/// Digits, in parts: `3`, `1.2`.
fn is_number(word: &str) -> bool {
    word.split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
