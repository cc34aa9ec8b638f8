//! `closeout config`.

use super::Call;
use super::failure::{Exit, Failure};
use super::output;
use super::settings::Settings;
use crate::config::Origin;
use crate::finding::visible;
use crate::report::{self, Plain};

/// Check or show the configuration in force
#[derive(Debug, clap::Subcommand)]
pub(super) enum Config {
    /// Say whether the configuration can be used, and what in it has no effect
    Check,
    /// Show every value in force, and where it came from
    Show,
}

impl Config {
    pub(super) fn run(&self, call: &Call) -> Result<Exit, Failure> {
        let format = call.plain_format()?;
        let settings = Settings::here(call)?;
        let config = &settings.config;
        match self {
            Self::Check => {
                for unused in config.without_effect() {
                    call.output.warn(&format!(
                        "{}: `{}` is accepted, and has no effect in this version",
                        report::at(&unused.place),
                        unused.key
                    ));
                }
                let origin = match config.origin() {
                    Origin::BuiltIn => {
                        "no .closeout.yml: the built-in values are in force".to_owned()
                    }
                    origin => format!("{} is in order", visible(&origin.to_string())),
                };
                let text = match format {
                    Plain::Text => format!("{origin}\n"),
                    Plain::Json => format!(
                        "{}\n",
                        serde_json::json!({ "ok": true, "origin": config.origin().to_string() })
                    ),
                };
                output::report(&text)?;
            }
            Self::Show => {
                output::report(&report::values(
                    &config.values(),
                    format,
                    call.output.look(),
                ))?;
            }
        }
        Ok(Exit::Clean)
    }
}
