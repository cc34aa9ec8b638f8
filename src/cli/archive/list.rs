//! `closeout archive list`.

use crate::archive::{ItemRecord, Outcome, Time, read_record};
use crate::cli::Call;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::cli::records::{Chosen, Now, of_key};
use crate::cli::settings::Settings;
use crate::report::{self, Listed};

/// List the records, a line each
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct List {
    /// Only those with this outcome
    #[arg(long, value_enum, value_name = "OUTCOME")]
    outcome: Option<OutcomeWord>,
    /// Only those of this owner's repositories
    #[arg(long, value_name = "OWNER")]
    owner: Option<String>,
    /// Only those that have ended since: 2026-10-02, a time, or 12h, 30d, 4w ago
    #[arg(long, value_name = "DATE|DURATION")]
    since: Option<String>,
    #[command(flatten)]
    archive: Chosen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum OutcomeWord {
    Completed,
    Cancelled,
    ClosedExternally,
    Unknown,
}

impl List {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let since = self.since.as_deref().map(since).transpose()?;
        let records = self.archive.any(call, &Settings::here(call)?)?;
        let mut rows = Vec::new();
        let mut exit = Exit::Clean;
        records.each(&mut |key, text| {
            let record = text
                .and_then(|text| read_record(&text, None).map_err(|error| of_key(&key, &error)));
            match record {
                Ok(record) if self.wants(&record, since) => {
                    rows.push((key, Listed::of(&record)));
                }
                Ok(_) => {}
                Err(failure) => {
                    exit = Exit::Surroundings;
                    call.output.warn(failure.what());
                }
            }
        })?;
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        let rows: Vec<Listed> = rows.into_iter().map(|(_, row)| row).collect();
        output::report(&report::listed(&rows, format, call.output.look()))?;
        Ok(exit)
    }

    fn wants(&self, record: &ItemRecord, since: Option<Time>) -> bool {
        let owner = record.reference().owner();
        let ended = record.ended();
        self.owner
            .as_ref()
            .is_none_or(|wanted| wanted.eq_ignore_ascii_case(owner))
            && self
                .outcome
                .is_none_or(|wanted| ended.is_some_and(|ended| ended.outcome == wanted.outcome()))
            && since.is_none_or(|since| ended.and_then(|ended| ended.at) >= Some(since))
    }
}

impl OutcomeWord {
    fn outcome(self) -> Outcome {
        match self {
            Self::Completed => Outcome::Completed,
            Self::Cancelled => Outcome::Cancelled,
            Self::ClosedExternally => Outcome::ClosedExternally,
            Self::Unknown => Outcome::Unknown,
        }
    }
}

/// A time, a date (its start in UTC), or how long ago.
fn since(text: &str) -> Result<Time, Failure> {
    Time::parse(text)
        .or_else(|| Time::parse(&format!("{text}T00:00:00Z")))
        .map_or_else(|| ago(text), |time| Ok(Some(time)))?
        .ok_or_else(|| {
            Failure::usage(format!("--since: {text:?} is no date and no duration"))
                .next("write it as 2026-10-02, 2026-10-02T22:29:41Z, 12h, 30d or 4w")
        })
}

fn ago(text: &str) -> Result<Option<Time>, Failure> {
    let now = Now::read()?;
    let units = [("h", 3_600), ("d", 86_400), ("w", 604_800)];
    let length = units.into_iter().find_map(|(unit, seconds)| {
        let number: u32 = text.strip_suffix(unit)?.parse().ok()?;
        i64::from(number).checked_mul(seconds)
    });
    let start = length.and_then(|length| now.seconds.checked_sub(length));
    let start = start.and_then(|start| jiff::Timestamp::from_second(start).ok());
    Ok(start.and_then(|start| Time::parse(&start.to_string())))
}
