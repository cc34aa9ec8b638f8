//! One file a verb: options in, one domain call, the outcome to a renderer.

#![expect(
    clippy::doc_markdown,
    reason = "clap prints these comments as help, where backticks would be noise"
)]

mod archive;
mod baseline;
mod check;
mod cleanup;
mod completions;
mod config;
mod detect;
mod doctor;
mod explain;
mod failure;
mod gather;
mod graph;
mod help;
mod items;
mod man;
mod output;
mod readers;
mod record;
mod records;
mod scan;
mod schema;
mod settings;
mod state_copy;
mod track;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory as _, Parser, Subcommand};

use crate::context::Environment;
use crate::finding::Finding;
use crate::report::{Format, Plain};
use failure::Failure;
use output::{Output, Volume};

/// How wide help is at most, in columns.
const MAX_WIDTH: usize = 100;

/// Did this work really end, and how?
///
/// Closeout flags completions that are not true: a run says that it is
/// complete, and the plan that it owed is missing, empty, or full of pending
/// tasks.
#[derive(Debug, Parser)]
#[command(
    name = "closeout",
    version,
    max_term_width = MAX_WIDTH,
    subcommand_help_heading = "Verbs",
    subcommand_value_name = "VERB"
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Args)]
struct Global {
    /// How reports are printed [default: text; github in a workflow]
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// The configuration to use [default: $CLOSEOUT_CONFIG, else the nearest .closeout.yml]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Colour in text
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// Say nothing on stderr but errors
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say on stderr what was looked at
    #[arg(long, short, global = true)]
    verbose: bool,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Detect(detect::Detect),
    Baseline(baseline::Baseline),
    Scan(scan::Scan),
    Check(check::Check),
    #[command(subcommand)]
    Graph(graph::Graph),
    Record(record::Record),
    Track(track::Track),
    Cleanup(cleanup::Cleanup),
    #[command(subcommand)]
    Archive(archive::Archive),
    Explain(explain::Explain),
    Doctor(doctor::Doctor),
    #[command(subcommand)]
    Config(config::Config),
    Schema(schema::Schema),
    Readers(readers::Readers),
    Completions(completions::Completions),
    Man(man::Man),
}

/// What every verb is given.
struct Call {
    environment: Environment,
    global: Global,
    output: Output,
}

impl Call {
    /// The format of reports.
    fn format(&self) -> Format {
        self.global
            .format
            .unwrap_or(if self.environment.in_workflow {
                Format::Github
            } else {
                Format::Text
            })
    }

    /// Where a directory stands below the workflow's workspace, which is what
    /// the paths of annotations are relative to; `None` where reports are no
    /// annotations, or it stands elsewhere.
    fn annotation_base(&self, directory: &Path) -> Option<PathBuf> {
        if self.format() != Format::Github {
            return None;
        }
        let workspace = self.environment.github_workspace.as_ref()?;
        let workspace = workspace.canonicalize().ok()?;
        let directory = directory.canonicalize().ok()?;
        directory.strip_prefix(workspace).ok().map(Path::to_owned)
    }

    /// The format of what is no report of findings: text, or json.
    fn plain_format(&self) -> Result<Plain, Failure> {
        match self.global.format {
            None | Some(Format::Text) => Ok(Plain::Text),
            Some(Format::Json) => Ok(Plain::Json),
            Some(_) => Err(Failure::usage(
                "this verb prints no findings, so there is nothing to print in that format",
            )
            .next("use --format text or --format json")),
        }
    }
}

/// Runs the program: parses, dispatches, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let Cli { global, verb } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // To stdout and 0 for --help, to stderr and 2 for a wrong call.
            let error = help::grouped(error);
            let told = if error.use_stderr() {
                output::refusal(&error);
                Ok(())
            } else {
                output::help(&error)
            };
            return match told {
                Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
                Err(failure) => {
                    output::failure(&failure);
                    ExitCode::from(failure.exit as u8)
                }
            };
        }
    };
    let output = Output {
        color: global.color,
        volume: match (global.quiet, global.verbose) {
            (true, _) => Volume::Quiet,
            (false, false) => Volume::Normal,
            (false, true) => Volume::Verbose,
        },
    };
    let call = Call {
        environment: Environment::read(),
        global,
        output,
    };
    let done = match verb {
        Verb::Detect(verb) => verb.run(&call),
        Verb::Baseline(verb) => verb.run(&call),
        Verb::Scan(verb) => verb.run(&call),
        Verb::Check(verb) => verb.run(&call),
        Verb::Graph(verb) => verb.run(&call),
        Verb::Record(verb) => verb.run(&call),
        Verb::Track(verb) => verb.run(&call),
        Verb::Cleanup(verb) => verb.run(&call),
        Verb::Archive(verb) => verb.run(&call),
        Verb::Explain(verb) => verb.run(&call),
        Verb::Doctor(verb) => verb.run(&call),
        Verb::Config(verb) => verb.run(&call),
        Verb::Schema(verb) => verb.run(),
        Verb::Readers(verb) => verb.run(&call),
        Verb::Completions(verb) => verb.run(),
        Verb::Man(verb) => verb.run(),
    };
    let exit = done.unwrap_or_else(|failure| {
        output::failure(&failure);
        failure.exit
    });
    ExitCode::from(exit as u8)
}

/// The whole command line, for completions and the man page.
fn command() -> clap::Command {
    Cli::command()
}

/// A finding in one line, for stderr.
fn one_line(finding: &Finding) -> String {
    let place = &finding.place;
    let at = place
        .position
        .map(|at| format!(":{}:{}", at.line, at.column))
        .unwrap_or_default();
    format!("{}{at}: {}: {}", place.path, finding.code, finding.message)
}
