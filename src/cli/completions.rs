//! `closeout completions`.

use super::failure::{Exit, Failure};
use super::output;

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell.
    shell: clap_complete::Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "closeout", &mut script);
        output::report(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Clean)
    }
}
