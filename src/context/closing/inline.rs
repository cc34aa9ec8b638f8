//! What is prose within one paragraph.

use std::collections::HashMap;

/// Stands for what was taken out, so that what was before it and after it
/// never meets.
const GAP: char = '\u{fffc}';

/// The paragraph without its code spans and comments, as `CommonMark` 0.31
/// sections 6.1 and 6.6 have them.
pub(super) fn inline(paragraph: &str) -> String {
    let runs = Runs::of(paragraph);
    let mut out = String::with_capacity(paragraph.len());
    let mut rest = paragraph;
    let mut comments_end = true;
    while let Some(special) = rest.find(['\\', '`', '<']) {
        out.push_str(rest.get(..special).unwrap_or_default());
        rest = rest.get(special..).unwrap_or_default();
        let at = paragraph.len() - rest.len();
        let (taken, is_prose) = if rest.starts_with('\\') {
            (escape(rest), true)
        } else if rest.starts_with('`') {
            let length = run_length(rest);
            match runs.next(length, at + length) {
                Some(end) => (end - at, false),
                None => (length, true),
            }
        } else if comments_end && rest.starts_with("<!--") {
            if let Some(length) = comment(rest) {
                (length, false)
            } else {
                // Nor does a later one end: this is looked for once.
                comments_end = false;
                (1, true)
            }
        } else {
            (1, true)
        };
        if is_prose {
            out.push_str(rest.get(..taken).unwrap_or_default());
        } else {
            out.push(GAP);
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// A backslash and what it escapes: a backtick so begins no code.
fn escape(text: &str) -> usize {
    let escaped = text.chars().nth(1);
    1 + usize::from(escaped.is_some_and(|c| c.is_ascii_punctuation()))
}

/// How many bytes the comment has that `text` begins with. `<!-->` is a whole
/// one.
pub(super) fn comment(text: &str) -> Option<usize> {
    let end = text.get(2..)?.find("-->")?;
    Some(2 + end + 3)
}

fn run_length(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b'`').count()
}

/// Where the runs of backticks begin, by their length: a code span ends at the
/// next run that is exactly as long as the one that began it.
struct Runs(HashMap<usize, Vec<usize>>);

impl Runs {
    fn of(text: &str) -> Self {
        let mut runs: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut rest = text;
        while let Some(start) = rest.find('`') {
            rest = rest.get(start..).unwrap_or_default();
            let length = run_length(rest);
            runs.entry(length)
                .or_default()
                .push(text.len() - rest.len());
            rest = rest.get(length..).unwrap_or_default();
        }
        Self(runs)
    }

    /// The end of the first run of this length at or after `from`.
    fn next(&self, length: usize, from: usize) -> Option<usize> {
        let starts = self.0.get(&length)?;
        let next = starts.partition_point(|start| *start < from);
        starts.get(next).map(|start| start + length)
    }
}
