//! `closeout explain`.

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use crate::finding::Code;
use crate::report::{self, Format};

/// Explain a finding's code: what it means, an example, how to fix it.
#[derive(Debug, clap::Args)]
pub(super) struct Explain {
    /// The code, such as PLAN_MISSING_AT_COMPLETION [default: list all]
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = match call.global.format {
            Some(Format::Github | Format::Sarif) => {
                return Err(Failure::usage(
                    "a code is no finding: there is nothing to print in that format",
                )
                .next("use --format text, json or markdown"));
            }
            Some(format) => format,
            None => Format::Text,
        };
        let look = call.output.look();
        let text = match &self.code {
            None => report::codes(format, look),
            Some(id) => report::explain(code(id)?, format, look),
        };
        output::report(&text)?;
        Ok(Exit::Clean)
    }
}

fn code(id: &str) -> Result<Code, Failure> {
    Code::from_id(id).ok_or_else(|| {
        let nearest = Code::ALL
            .into_iter()
            .max_by(|a, b| likeness(id, *a).total_cmp(&likeness(id, *b)));
        let failure = Failure::usage(format!("there is no code `{id}`"));
        match nearest {
            Some(nearest) if likeness(id, nearest) > 0.8 => failure.next(format!(
                "did you mean {nearest}? `closeout explain` lists all"
            )),
            _ => failure.next("`closeout explain` lists all"),
        }
    })
}

fn likeness(id: &str, code: Code) -> f64 {
    strsim::jaro_winkler(&id.to_uppercase(), code.id())
}
