//! `closeout track`.

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::records::{Chosen, Now, item_of};
use super::settings::Settings;
use crate::archive::ItemRecord;
use crate::report::{self, Recorded};
use crate::store::Updated;

/// Keep a record of a work item from now on: only then is its end recorded.
#[derive(Debug, clap::Args)]
pub(super) struct Track {
    /// The work item: github:OWNER/REPO#NUMBER, OWNER/REPO#NUMBER, its address, or its number here
    #[arg(value_name = "REF")]
    item: String,
    /// Who tracks it [default: $GITHUB_ACTOR]
    #[arg(long, value_name = "LOGIN")]
    by: Option<String>,
    #[command(flatten)]
    archive: Chosen,
}

impl Track {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let (item, _) = item_of(call, &self.item)?;
        let settings = Settings::here(call)?;
        let records = self.archive.needed(call, &settings, &item)?;
        let now = Now::read()?;
        let by = self
            .by
            .as_ref()
            .or(call.environment.workflow.actor.as_ref());
        let by = by.map(String::as_str).unwrap_or_default();
        let updated = records.change(&item, now, |old| {
            let known = old.is_some_and(|old| old.tracking().is_some());
            (!known).then(|| ItemRecord::tracked(item.clone(), now.time, by))
        })?;
        let written = updated == Updated::Written;
        let record = records.read(&item)?;
        output::report(&report::recorded(
            &Recorded {
                reference: Some(&item),
                record: record.as_ref(),
                written,
                said: if written {
                    "tracked from now on"
                } else {
                    "was tracked before"
                },
            },
            format,
        ))?;
        Ok(Exit::Clean)
    }
}
