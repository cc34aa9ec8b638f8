//! What of a Markdown text is prose: neither code, nor a quote, nor a comment.
//!
//! The block rules are those of `CommonMark` 0.31, line by line, each line looked at
//! once. A parser proper gives a tree, and takes quadratic time where lists
//! are nested without end; this needs to know of lists only how far they
//! indent.

use super::inline::{comment, inline};

/// The paragraphs of `text` and its headings, without what is no prose.
pub(super) fn prose(text: &str) -> Vec<String> {
    let mut scanner = Scanner::default();
    for line in text.lines() {
        scanner.line(line);
    }
    scanner.end_paragraph();
    scanner.blocks
}

/// How deep lists nest; what is deeper is taken as text. Each level looks at
/// the rest of its line, so that without an end to it a line of nothing but
/// marks would take quadratic time.
const MAX_DEPTH: usize = 16;

#[derive(Default)]
struct Scanner {
    /// What is done.
    blocks: Vec<String>,
    /// The lines of the paragraph that goes on.
    paragraph: String,
    /// The fenced code that goes on.
    fence: Option<Fence>,
    /// Whether a comment that began at the start of a line goes on.
    in_comment: bool,
    /// The columns at which the contents of the open list items begin.
    items: Vec<usize>,
    quote: Quote,
}

/// What is open in the block quote that goes on.
#[derive(Default)]
struct Quote {
    fence: Option<Fence>,
    /// A paragraph: a line of text without `>` still belongs to it.
    paragraph: bool,
}

/// Fenced code.
#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
    /// The column at which the contents of its list item begin.
    base: usize,
}

/// What a line begins with, after its indentation.
enum Start<'a> {
    Quote,
    Fence(Fence),
    Comment,
    /// A heading, or a line across the page.
    Alone,
    /// A list item: how wide its mark is, and what comes after that.
    Item(usize, &'a str),
    Text,
}

impl Scanner {
    fn line(&mut self, line: &str) {
        if self.in_comment {
            self.html(line);
            return;
        }
        let mut rest = line.trim_end();
        let mut column = 0;
        loop {
            let (indent, text) = indentation(rest, column);
            if text.is_empty() {
                if self.fence.is_none() {
                    self.end_paragraph();
                    self.quote.paragraph = false;
                }
                return;
            }
            if let Some(fence) = self.fence {
                if indent >= fence.base {
                    if fence.ends_with(indent, text) {
                        self.fence = None;
                    }
                    return;
                }
                self.fence = None;
            }
            let depth = self.items.partition_point(|item| *item <= indent);
            let base = depth
                .checked_sub(1)
                .and_then(|last| self.items.get(last))
                .copied()
                .unwrap_or(0);
            let goes_on = !self.paragraph.is_empty() || self.quote.paragraph;
            let is_code = indent - base >= 4;
            let start = if is_code || depth >= MAX_DEPTH {
                Start::Text
            } else {
                start(text, base, goes_on)
            };
            if goes_on && matches!(start, Start::Text) {
                if !self.quote.paragraph {
                    self.append(text);
                }
                return;
            }
            self.end_paragraph();
            self.items.truncate(depth);
            if !matches!(start, Start::Quote) {
                self.quote = Quote::default();
            }
            match start {
                Start::Text if is_code => return,
                Start::Text => return self.append(text),
                Start::Quote => return self.quote(text),
                Start::Fence(fence) => {
                    self.fence = Some(fence);
                    return;
                }
                Start::Comment => return self.html(text),
                Start::Alone => {
                    self.append(text);
                    return self.end_paragraph();
                }
                Start::Item(width, after) => {
                    column = indent + width;
                    let (content, text) = indentation(after, column);
                    // Five spaces are one, and then indented code.
                    let deep = text.is_empty() || content > column + 4;
                    self.items.push(if deep { column + 1 } else { content });
                    rest = after;
                }
            }
        }
    }

    fn append(&mut self, text: &str) {
        if !self.paragraph.is_empty() {
            self.paragraph.push('\n');
        }
        self.paragraph.push_str(text);
    }

    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            self.blocks.push(inline(&self.paragraph));
            self.paragraph.clear();
        }
    }

    /// A line that begins with a comment, or within one.
    fn html(&mut self, line: &str) {
        let mut rest = line;
        if self.in_comment {
            let Some((_, after)) = rest.split_once("-->") else {
                return;
            };
            self.in_comment = false;
            rest = after;
        }
        while let Some((before, _)) = rest.split_once("<!--") {
            self.block(before);
            rest = rest.get(before.len()..).unwrap_or_default();
            let Some(length) = comment(rest) else {
                self.in_comment = true;
                return;
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        self.block(rest);
    }

    fn block(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.blocks.push(inline(text));
        }
    }

    /// A line of a quote: nothing of it counts but how it goes on.
    fn quote(&mut self, line: &str) {
        let mut rest = line;
        while let Some(after) = rest.trim_start_matches([' ', '\t']).strip_prefix('>') {
            rest = after;
        }
        let (indent, text) = indentation(rest.strip_prefix(' ').unwrap_or(rest), 0);
        let quote = &mut self.quote;
        if let Some(fence) = quote.fence {
            if fence.ends_with(indent, text) {
                quote.fence = None;
            }
        } else if text.is_empty() || (indent >= 4 && !quote.paragraph) {
            quote.paragraph = false;
        } else if indent < 4 {
            match start(text, 0, quote.paragraph) {
                Start::Fence(fence) => {
                    quote.fence = Some(fence);
                    quote.paragraph = false;
                }
                Start::Alone | Start::Comment => quote.paragraph = false,
                Start::Quote | Start::Item(..) | Start::Text => quote.paragraph = true,
            }
        }
    }
}

impl Fence {
    /// Whether a line ends it: as many marks or more, and nothing else.
    fn ends_with(&self, indent: usize, text: &str) -> bool {
        let marks = text.trim_end();
        indent < self.base + 4
            && marks.len() >= self.length
            && marks.chars().all(|c| c == self.mark)
    }
}

/// The column at which the text of a line begins, and the text. A tab goes to
/// the next column that four divides.
fn indentation(line: &str, column: usize) -> (usize, &str) {
    let mut column = column;
    let text = line.trim_start_matches([' ', '\t']);
    for byte in line.bytes().take(line.len() - text.len()) {
        column += if byte == b'\t' { 4 - column % 4 } else { 1 };
    }
    (column, text)
}

/// What a line begins, of which the paragraph before `goes_on` or not.
fn start(text: &str, base: usize, goes_on: bool) -> Start<'_> {
    if text.starts_with('>') {
        Start::Quote
    } else if text.starts_with("<!--") {
        Start::Comment
    } else if let Some(fence) = fence(text, base) {
        Start::Fence(fence)
    } else if is_heading(text) || is_break(text) {
        Start::Alone
    } else if let Some((width, after)) = item(text, goes_on) {
        Start::Item(width, after)
    } else {
        Start::Text
    }
}

fn fence(text: &str, base: usize) -> Option<Fence> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    // With a backtick after it, this is a code span.
    let is_fence = length >= 3 && !(mark == '`' && info.contains('`'));
    is_fence.then_some(Fence { mark, length, base })
}

fn is_heading(text: &str) -> bool {
    let after = text.trim_start_matches('#');
    (1..=6).contains(&(text.len() - after.len()))
        && (after.is_empty() || after.starts_with([' ', '\t']))
}

/// `---`, `* * *`
fn is_break(text: &str) -> bool {
    let Some(mark) = text.chars().next().filter(|c| matches!(c, '-' | '*' | '_')) else {
        return false;
    };
    let mut marks = 0usize;
    text.chars().all(|c| {
        marks += usize::from(c == mark);
        c == mark || c == ' ' || c == '\t'
    }) && marks >= 3
}

/// The mark of a list item. One that interrupts a paragraph is not empty, and
/// where it is a number, it is 1.
fn item(text: &str, interrupts: bool) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let width = match digits {
        0 => 1,
        1..=9 => digits + 1,
        _ => return None,
    };
    let (mark, after) = text.split_at_checked(width)?;
    let is_mark = if digits == 0 {
        matches!(mark, "-" | "*" | "+")
    } else {
        mark.ends_with(['.', ')']) && (!interrupts || matches!(mark, "1." | "1)"))
    };
    let fits = is_mark
        && (after.starts_with([' ', '\t']) || after.is_empty())
        && !(interrupts && after.trim().is_empty());
    fits.then_some((width, after))
}
