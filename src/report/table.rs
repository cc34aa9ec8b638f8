//! The table of a scan, as text.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};

use super::outside::outside;
use super::{Look, words};
use crate::finding::clip;
use crate::judge::Scan;

/// How many characters of a path or of a reason a cell holds.
const CELL: usize = 100;

/// The narrowest table: below this, cells of a few letters a line would be
/// harder to read than lines that the terminal wraps.
const NARROW: u16 = 80;

/// One line a workspace, where the width allows; each ends with a newline.
pub(super) fn table(scan: &Scan, look: Look) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    // Without a width nothing wraps: a line of a log or a pipe is a workspace.
    table.set_content_arrangement(match look.width {
        Some(_) => ContentArrangement::Dynamic,
        None => ContentArrangement::Disabled,
    });
    if let Some(width) = look.width {
        table.set_width(width.max(NARROW));
    }
    table.set_header(["workspace", "reader", "verdict", "tasks", "reason"]);
    for workspace in &scan.workspaces {
        let (word, reason) = words::standing(&workspace.standing);
        table.add_row([
            cell(words::path(&workspace.path)),
            cell(workspace.reader),
            word.to_owned(),
            words::tasks(workspace.tasks),
            cell(&reason),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        // Only paths and reasons wrap.
        if (1..4).contains(&column.index) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    let mut out = String::new();
    for line in table.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn cell(text: &str) -> String {
    clip(&outside(text), CELL).into_owned()
}
