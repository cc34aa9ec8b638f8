//! The README is true: each of its `console` blocks is run as it stands, in
//! the root of the checkout, and must print what it shows.
//!
//! `UPDATE_README=1 cargo test readme` writes what was printed into it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::environment;

const FENCE: &str = "```";

/// The directory in which the program of this build is called `closeout`.
fn bin() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("closeout")
        .parent()
        .unwrap()
        .to_owned()
}

/// Runs a command and gives all that it prints, in the order in which it does.
fn run(command: &str) -> String {
    let path = format!("{}:{}", bin().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_clear()
        .envs(environment())
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The text with every `console` block as it should be, and how many commands
/// it has.
fn executed(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut commands = 0;
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            commands += 1;
            out.push_str(line);
            out.push_str(&run(command));
        } else if line.trim_end() == format!("{FENCE}console") {
            in_block = true;
            out.push_str(line);
        } else if line.starts_with(FENCE) {
            in_block = false;
            out.push_str(line);
        } else if !in_block {
            out.push_str(line);
        }
    }
    (out, commands)
}

#[cfg(unix)]
#[test]
fn every_block_prints_what_it_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (as_it_should_be, commands) = executed(&text);
    assert!(commands >= 5, "only {commands} commands were found");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, as_it_should_be).unwrap();
    } else {
        assert_eq!(text, as_it_should_be, "UPDATE_README=1 cargo test readme");
    }
}

#[test]
fn a_block_that_lies_is_found() {
    let lie = format!("text\n{FENCE}console\n$ printf 'a\\nb\\n'\na\nc\n{FENCE}\nmore\n");
    let (truth, commands) = executed(&lie);
    assert_eq!(commands, 1);
    assert_eq!(truth, lie.replace("c\n```", "b\n```"));
}
