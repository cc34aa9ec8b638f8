//! `closeout man`.

use super::failure::{Exit, Failure};
use super::output;

/// Print the manual page, or that of one verb, in roff.
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The verb, such as `scan` or `config`.
    verb: Option<String>,
}

impl Man {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let mut command = super::command();
        command.build();
        let page = match &self.verb {
            None => command,
            Some(verb) => {
                let known: Vec<_> = command
                    .get_subcommands()
                    .map(|verb| verb.get_name().to_owned())
                    .collect();
                let found = command.find_subcommand(verb).cloned();
                found.ok_or_else(|| {
                    Failure::usage(format!("there is no verb `{verb}`"))
                        .next(format!("the verbs are: {}", known.join(", ")))
                })?
            }
        };
        let mut roff = Vec::new();
        clap_mangen::Man::new(page)
            .source(concat!("closeout ", env!("CARGO_PKG_VERSION")))
            .render(&mut roff)
            .map_err(|error| {
                Failure::surroundings(format!("the page could not be made: {error}"))
            })?;
        output::report(&String::from_utf8_lossy(&roff))?;
        Ok(Exit::Clean)
    }
}
