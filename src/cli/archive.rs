//! `closeout archive`.

mod list;

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::records::{Chosen, Now, Records, item_of};
use super::settings::Settings;
use crate::archive::ItemRecord;
use crate::item::WorkItemRef;
use crate::report::{self, Change};
use crate::store::Updated;
use list::List;

/// Look at the records of work items, and keep their archive in order
#[derive(Debug, clap::Subcommand)]
pub(super) enum Archive {
    List(List),
    /// Show the record of a work item
    Show(OfItem),
    /// List the changes of a record, the newest first; a directory keeps none
    Log(OfItem),
    /// Fold the records of a repository into one reference, so that it has few
    Fold(Chosen),
    /// Take a record out; the history of a repository keeps it
    Forget(OfItem),
    /// Merge all records into another archive
    Export(Other),
    /// Merge all records of another archive into this one
    Import(Other),
}

/// A record.
#[derive(Debug, clap::Args)]
pub(super) struct OfItem {
    /// The work item: github:OWNER/REPO#NUMBER, OWNER/REPO#NUMBER, its address, or its number here
    #[arg(value_name = "REF")]
    item: String,
    #[command(flatten)]
    archive: Chosen,
}

/// Another archive.
#[derive(Debug, clap::Args)]
pub(super) struct Other {
    /// The other archive: git, git:PATH or dir:PATH
    #[arg(value_name = "STORE")]
    store: String,
    #[command(flatten)]
    archive: Chosen,
}

impl Archive {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        match self {
            Self::List(list) => list.run(call),
            Self::Show(of) => show(call, of),
            Self::Log(of) => log(call, of),
            Self::Fold(archive) => fold(call, archive),
            Self::Forget(of) => forget(call, of),
            Self::Export(other) => {
                let (own, there) = other.both(call)?;
                copy(call, &own, &there)
            }
            Self::Import(other) => {
                let (own, there) = other.both(call)?;
                copy(call, &there, &own)
            }
        }
    }
}

impl OfItem {
    fn find(&self, call: &Call) -> Result<(WorkItemRef, Records), Failure> {
        let (item, _) = item_of(call, &self.item)?;
        let settings = Settings::here(call)?;
        let records = self.archive.needed(call, &settings, &item)?;
        Ok((item, records))
    }
}

impl Other {
    fn both(&self, call: &Call) -> Result<(Records, Records), Failure> {
        let own = self.archive.any(call, &Settings::here(call)?)?;
        Ok((own, Records::named(call, &self.store)?))
    }
}

fn no_record(item: &WorkItemRef) -> Failure {
    Failure::usage(format!("the archive has no record of {item}"))
        .next("`closeout archive list` lists those that there are; --archive names another archive")
}

fn show(call: &Call, of: &OfItem) -> Result<Exit, Failure> {
    let format = call.plain_format()?;
    let (item, records) = of.find(call)?;
    let record = records.read(&item)?.ok_or_else(|| no_record(&item))?;
    output::report(&report::record(&record, format))?;
    Ok(Exit::Clean)
}

fn log(call: &Call, of: &OfItem) -> Result<Exit, Failure> {
    let format = call.plain_format()?;
    let (item, records) = of.find(call)?;
    let entries = records.log(&item)?;
    if entries.is_empty() {
        return Err(no_record(&item));
    }
    let changes: Vec<Change> = entries
        .into_iter()
        .map(|entry| Change {
            commit: entry.commit.to_string(),
            at: jiff::Timestamp::from_second(entry.seconds)
                .map(|at| at.to_string())
                .unwrap_or_default(),
            record: crate::archive::read_record(&entry.text, Some(&item)).ok(),
        })
        .collect();
    output::report(&report::changes(&changes, format))?;
    Ok(Exit::Clean)
}

fn fold(call: &Call, archive: &Chosen) -> Result<Exit, Failure> {
    let format = call.plain_format()?;
    let records = archive.any(call, &Settings::here(call)?)?;
    let folded = records.fold()?;
    for (key, error) in &folded.skipped {
        call.output.warn(&format!("{key} is not folded: {error}"));
    }
    output::report(&report::count("folded", folded.records, format))?;
    Ok(whole(folded.skipped.is_empty()))
}

fn forget(call: &Call, of: &OfItem) -> Result<Exit, Failure> {
    let format = call.plain_format()?;
    let (item, records) = of.find(call)?;
    let removed = records.forget(&item, Now::read()?)?;
    if removed && records.repository().is_some() {
        call.output.note(
            "the history of the repository keeps it until that is rewritten, and so does every clone that has fetched it",
        );
    }
    let said = if removed {
        "taken out"
    } else {
        "there is no record"
    };
    output::report(&report::recorded(
        &report::Recorded {
            reference: Some(&item),
            record: None::<&ItemRecord>,
            written: removed,
            said,
        },
        format,
    ))?;
    Ok(Exit::Clean)
}

/// Merges every record of an archive into another one.
fn copy(call: &Call, from: &Records, to: &Records) -> Result<Exit, Failure> {
    let format = call.plain_format()?;
    let now = Now::read()?;
    let (mut changed, mut all) = (0, true);
    from.each(
        &mut |key, text| match text.and_then(|text| to.take(&key, now, &text)) {
            Ok(updated) => changed += usize::from(updated == Updated::Written),
            Err(failure) => {
                all = false;
                call.output.warn(failure.what());
            }
        },
    )?;
    output::report(&report::count("changed", changed, format))?;
    Ok(whole(all))
}

/// What was passed over was said.
fn whole(all: bool) -> Exit {
    if all { Exit::Clean } else { Exit::Surroundings }
}
