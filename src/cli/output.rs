//! Where text leaves the program.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};

use clap::ColorChoice;

use super::failure::Failure;
use crate::finding::visible;
use crate::report::Look;

/// How much is said on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Volume {
    /// Errors only.
    Quiet,
    /// Warnings and hints too.
    Normal,
    /// What was looked at, too.
    Verbose,
}

/// The two streams, and how they are to be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    pub(super) volume: Volume,
    pub(super) color: ColorChoice,
}

impl Output {
    /// A warning: something was not as expected, and nobody fails.
    pub(super) fn warn(self, text: &str) {
        if self.volume > Volume::Quiet {
            line("warning", text);
        }
    }

    /// Something to know.
    pub(super) fn note(self, text: &str) {
        if self.volume > Volume::Quiet {
            line("note", text);
        }
    }

    /// What was looked at.
    pub(super) fn verbose(self, text: &str) {
        if self.volume > Volume::Normal {
            line("debug", text);
        }
    }

    /// How a report on stdout looks.
    pub(super) fn look(self) -> Look {
        let stdout = io::stdout();
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // Knows NO_COLOR, CLICOLOR, CLICOLOR_FORCE and dumb terminals.
            ColorChoice::Auto => {
                anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
            }
        };
        let width = stdout
            .is_terminal()
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(width, _)| width.0);
        Look {
            color,
            width,
            full: false,
        }
    }
}

/// Prints a report, alone and complete, to stdout.
pub(super) fn report(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        // Whoever reads has read enough: `closeout scan | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(unwritten(&error)),
        Ok(()) => Ok(()),
    }
}

/// An error.
pub(super) fn failure(failure: &Failure) {
    raw(&failure.text());
}

fn line(kind: &str, text: &str) {
    raw(&format!("{kind}: {}\n", visible(text)));
}

fn raw(text: &str) {
    // There is nobody left to tell if stderr is gone.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A call that could not be parsed, in clap's own words. It quotes arguments:
/// their control characters are escaped, so that none starts a line.
pub(super) fn refusal(error: &clap::Error) {
    let mut text = error.render().to_string();
    for argument in std::env::args_os().skip(1) {
        let argument = argument.to_string_lossy();
        if let Cow::Owned(shown) = visible(&argument) {
            text = text.replace(&*argument, &shown);
        }
    }
    raw(&text);
}

/// Help, or the version, to stdout.
pub(super) fn help(error: &clap::Error) -> Result<(), Failure> {
    match error.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(&error)),
        _ => Ok(()),
    }
}

fn unwritten(error: &io::Error) -> Failure {
    Failure::surroundings(format!("standard output could not be written: {error}"))
}
