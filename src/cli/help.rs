//! `--help` lists the verbs under the moments that they serve. clap has one
//! list of subcommands; so each group is rendered by itself, and the lists are
//! put into a template.

use std::fmt::Write as _;

use clap::error::ErrorKind;
use clap::{Command, Error};

/// Each verb once: a test says so.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Judge", &["detect", "baseline", "scan"]),
    ("Record", &["record", "track", "cleanup", "archive"]),
    ("Tell", &["check", "graph", "explain"]),
    (
        "Set up",
        &[
            "doctor",
            "config",
            "schema",
            "readers",
            "completions",
            "man",
        ],
    ),
];

/// The same, with the verbs in groups where it is a help text. Only then is
/// the template built.
pub(super) fn grouped(error: Error) -> Error {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let call = std::env::args_os();
            command().try_get_matches_from(call).err().unwrap_or(error)
        }
        _ => error,
    }
}

/// The command line, its verbs in groups.
fn command() -> Command {
    let command = super::command();
    let header = *command.get_styles().get_header();
    let mut template = "{before-help}{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (heading, verbs) in GROUPS {
        let verbs = verbs
            .iter()
            .filter_map(|verb| command.find_subcommand(verb));
        let group = Command::new("closeout")
            .styles(command.get_styles().clone())
            .max_term_width(super::MAX_WIDTH)
            .disable_help_subcommand(true)
            .help_template("{subcommands}")
            .subcommands(verbs.cloned())
            .render_help();
        let list = group.ansi().to_string();
        let _ = write!(
            template,
            "{header}{heading}:{header:#}\n{}\n\n",
            list.trim_end()
        );
    }
    let _ = write!(
        template,
        "{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_verb_is_in_one_group() {
        let command = super::super::command();
        let verbs: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        let listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, verbs)| *verbs)
            .copied()
            .collect();
        assert_eq!(listed.len(), verbs.len(), "{listed:?}");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), verbs);
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
        super::super::command().debug_assert();
    }
}
