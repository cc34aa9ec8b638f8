//! `closeout check`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Call;
use super::failure::{Exit, Failure};
use super::items::{Items, Place};
use super::output;
use super::records::Chosen;
use super::settings::Settings;
use crate::archive::{Archived, Asked};
use crate::item::{FailOn, Ground, Item, SpecId, Standing, State};
use crate::report::{self, Position};

/// Say where a work item stands, and what is not done that should be.
///
/// Every node of its graph up to the current one is looked at: whether its
/// outcome is recorded, and whether the files that it owes are there.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// A ref (github:o/r#3, o/r#3, #3, an address) or the name of a spec directory
    #[arg(required_unless_present = "all")]
    item: Option<String>,
    #[command(flatten)]
    from: ReadFrom,
    #[command(flatten)]
    archive: Chosen,
    /// What fails the call: any node that is not met, only one that blocks, or nothing
    #[arg(long, value_enum, default_value_t = Fail::Unmet, value_name = "WHAT")]
    fail_on: Fail,
    /// Go by the files alone: neither the pointer nor recorded outcomes count
    #[arg(long)]
    recompute: bool,
    /// Report every spec directory
    #[arg(long, conflicts_with = "item")]
    all: bool,
}

/// Where states are read.
#[derive(Debug, clap::Args)]
pub(super) struct ReadFrom {
    /// The checkout to read [default: the current directory]
    #[arg(long, value_name = "DIR")]
    pub(super) repo: Option<PathBuf>,
    /// Read this revision's tree instead of the working tree; nothing is checked out
    #[arg(long, value_name = "REV")]
    pub(super) rev: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Fail {
    Unmet,
    Block,
    Never,
}

impl Fail {
    fn on(self) -> FailOn {
        match self {
            Self::Unmet => FailOn::Unmet,
            Self::Block => FailOn::Block,
            Self::Never => FailOn::Never,
        }
    }
}

/// Where an item stands, and where that was read.
pub(super) struct Live {
    pub(super) id: SpecId,
    /// The path of its state file, whether it is there or not.
    pub(super) state_path: String,
    /// What the file says; `None` where there is none.
    pub(super) state: Option<State>,
    pub(super) standing: Standing,
}

impl Live {
    pub(super) fn position(&self) -> Position<'_> {
        Position {
            item: self.id.as_str(),
            state_path: &self.state_path,
            state_found: self.state.is_some(),
            standing: &self.standing,
        }
    }
}

impl Check {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let place = Place::find(self.from.repo.as_deref())?;
        let revision = self.from.revision(&place)?;
        let items = place.items(call, revision.as_ref())?;
        let fail_on = self.fail_on.on();
        let look = call.output.look();
        let (text, flagged) = if let Some(argument) = &self.item {
            let item = place.item(call, argument)?;
            let id = item.spec_id();
            let own = self.from.is_own(call, &place, &item);
            let live = live(&items, id, self.recompute, own)?;
            // The files alone are asked for: where some may be, they answer.
            let by_files = self.recompute
                && (revision.is_some()
                    || place
                        .root()?
                        .join(items.directory(&live.id).to_path())
                        .is_dir());
            if !by_files && let Some(archived) = self.archived(call, &item, &live)? {
                return self.tell(&archived, call);
            }
            let text = report::position(&live.position(), format, look);
            (text, live.standing.is_flagged(fail_on))
        } else {
            let all = self.everything(call, &items)?;
            let flagged = all.iter().any(|live| live.standing.is_flagged(fail_on));
            let positions: Vec<_> = all.iter().map(Live::position).collect();
            (report::positions(&positions, format, look), flagged)
        };
        output::report(&text)?;
        Ok(if flagged { Exit::Flagged } else { Exit::Clean })
    }

    /// The archive's answer, where no state was found: only for a ref, since
    /// records are kept by ref, and never over a state that is there.
    fn archived(&self, call: &Call, item: &Item, live: &Live) -> Result<Option<Archived>, Failure> {
        let Item::Ref(reference, _) = item else {
            return Ok(None);
        };
        let settings = Settings::here(call)?;
        let Some(records) = self.archive.of_item(call, &settings, reference)? else {
            return Ok(None);
        };
        let Some(record) = records.read(reference)? else {
            return Ok(None);
        };
        let asked = Asked {
            work_item: live.id.as_str(),
            state_path: &live.state_path,
        };
        let archived = Archived::of(&record, asked);
        if live.state.is_some() {
            if archived.is_some() {
                call.output.note(&format!(
                    "the archive has a stamp for {reference}; the state that stands here is what is reported"
                ));
            }
            return Ok(None);
        }
        Ok(archived)
    }

    fn tell(&self, archived: &Archived, call: &Call) -> Result<Exit, Failure> {
        let look = call.output.look();
        output::report(&report::archived(archived, call.plain_format()?, look))?;
        let flagged = !archived.is_ok() && matches!(self.fail_on, Fail::Unmet);
        Ok(if flagged { Exit::Flagged } else { Exit::Clean })
    }

    fn everything(&self, call: &Call, items: &Items<'_>) -> Result<Vec<Live>, Failure> {
        let (mut ids, others) = items.all()?;
        for other in others {
            call.output
                .warn(&format!("{other} was passed over: it is no spec directory"));
        }
        ids.sort_by_cached_key(|id| natural(id.as_str()));
        ids.into_iter()
            .map(|id| live(items, id, self.recompute, true))
            .collect()
    }
}

impl ReadFrom {
    pub(super) fn revision(&self, place: &Place) -> Result<Option<crate::repo::Revision>, Failure> {
        place.revision(self.rev.as_deref())
    }

    /// Whether a state that stands here is the item's. In a checkout of another
    /// repository it is that of another item of the same number, unless the
    /// caller said where to look.
    pub(super) fn is_own(&self, call: &Call, place: &Place, item: &Item) -> bool {
        let Some(other) = place.foreign(item) else {
            return true;
        };
        let told = place.is_named() || self.rev.is_some();
        call.output.warn(&if told {
            format!("this is a checkout of {other}, not of the item's repository")
        } else {
            format!(
                "this is a checkout of {other}, not of the item's repository: its state is not read; name the checkout with --repo"
            )
        });
        told
    }
}

/// Where an item stands by its state file here; one without stands at the
/// start. `own`: a state file here is that of the item.
pub(super) fn live(
    items: &Items<'_>,
    id: SpecId,
    recompute: bool,
    own: bool,
) -> Result<Live, Failure> {
    let found = if own { items.state(&id)? } else { None };
    let (state_path, state) = match found {
        Some(found) => (found.path, Some(found.file.state().clone())),
        None => (items.state_path(&id).display(), None),
    };
    let nothing = State::default();
    let said = state.as_ref().unwrap_or(&nothing);
    let standing = items.with_artifacts(&id, |files| {
        let missing = |_: &_| crate::item::Artifact::Missing;
        let ground = Ground {
            graph: items.graphs.of(said),
            state: said,
            artifact: if own { files } else { &missing },
        };
        if recompute {
            ground.recomputed()
        } else {
            ground.standing()
        }
    })?;
    Ok(Live {
        id,
        state_path,
        state,
        standing,
    })
}

/// A piece of a name: digits are compared as a number, before any text. Two
/// spellings of one number differ in the last member.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(usize, String, usize),
    Text(String),
}

/// The key by which `issue-9` comes before `issue-10`.
fn natural(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits);
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push(if digits {
            let number = piece.trim_start_matches('0');
            Piece::Number(number.len(), number.to_owned(), piece.len())
        } else {
            Piece::Text(piece.to_owned())
        });
        rest = after;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_ordered_as_numbers() {
        let sorted = [
            "2",
            "10",
            "a",
            "issue-1",
            "issue-9",
            "issue-09",
            "issue-10",
            "issue-10b",
            "login",
            "v99999999999999999999998",
            "v99999999999999999999999",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, sorted);
    }
}
