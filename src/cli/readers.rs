//! `closeout readers`.

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use crate::plan::READERS;
use crate::report;

/// List the plan formats that can be read.
#[derive(Debug, clap::Args)]
pub(super) struct Readers;

impl Readers {
    // One shape for all verbs: see `Verb` in `mod.rs`.
    #[expect(clippy::unused_self)]
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        output::report(&report::readers(READERS, format, call.output.look()))?;
        Ok(Exit::Clean)
    }
}
