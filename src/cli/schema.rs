//! `closeout schema`.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::failure::{Exit, Failure};
use super::output;
use crate::{config, report};

/// The schema of the configuration; the others are those of reports.
const CONFIG: &str = "config";

/// Print the JSON Schema of `.closeout.yml`, or of a report of --format json.
#[derive(Debug, clap::Args)]
pub(super) struct Schema {
    /// `config` for .closeout.yml, else the verb whose report it describes
    #[arg(value_parser = names())]
    name: String,
}

fn names() -> impl clap::builder::TypedValueParser<Value = String> {
    let names = std::iter::once(CONFIG).chain(report::SCHEMAS);
    PossibleValuesParser::new(names).map(|name| name)
}

impl Schema {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let schema = if self.name == CONFIG {
            Some(format!("{:#}\n", config::schema()))
        } else {
            report::schema(&self.name)
        };
        let schema = schema.ok_or_else(|| Failure::usage(format!("no schema `{}`", self.name)))?;
        output::report(&schema)?;
        Ok(Exit::Clean)
    }
}
