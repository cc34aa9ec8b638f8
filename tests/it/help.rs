//! What `--help`, the completions and the manual pages say of the verbs.

use std::path::Path;

use crate::program::closeout;

/// The verbs, under the moments that they serve.
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

fn verbs() -> Vec<&'static str> {
    GROUPS
        .iter()
        .flat_map(|(_, verbs)| verbs.iter().copied())
        .collect()
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The headings of a help text, and the first word of each indented line
/// below.
fn sections(help: &str) -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for line in help.lines() {
        if let Some(heading) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            sections.push((heading.to_owned(), Vec::new()));
        } else if let (Some(entry), Some((_, verbs))) =
            (line.strip_prefix("  "), sections.last_mut())
            && let Some(word) = entry.split(' ').next().filter(|word| !word.is_empty())
        {
            verbs.push(word.to_owned());
        }
    }
    sections
}

#[test]
fn help_groups_the_verbs_and_lists_each_once() {
    for flag in ["--help", "-h", "help"] {
        let ran = closeout(here(), &[flag]);
        let sections = sections(ran.text(0));
        let expected: Vec<(String, Vec<String>)> = GROUPS
            .iter()
            .map(|(group, verbs)| {
                let verbs = verbs.iter().map(|verb| (*verb).to_owned()).collect();
                ((*group).to_owned(), verbs)
            })
            .collect();
        assert_eq!(
            &sections[..GROUPS.len()],
            expected,
            "{flag}: {}",
            ran.stdout
        );
        let headings: Vec<&str> = sections.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            headings,
            ["Judge", "Record", "Tell", "Set up", "Options"],
            "{flag}"
        );
        for verb in verbs() {
            let listed = sections.iter().flat_map(|(_, words)| words);
            assert_eq!(listed.filter(|word| *word == verb).count(), 1, "{verb}");
        }
    }
}

#[test]
fn help_says_what_each_verb_does() {
    let help = closeout(here(), &["--help"]).stdout;
    for verb in verbs() {
        let own = closeout(here(), &[verb, "-h"]);
        let about = own.text(0).lines().next().unwrap().to_owned();
        let first = about.split(": ").next().unwrap();
        let words: Vec<&str> = first.split_whitespace().take(3).collect();
        let line = format!("  {verb} ");
        let found = help.lines().find(|l| l.starts_with(&line)).unwrap();
        assert!(found.contains(&words.join(" ")), "{verb}: {found}");
    }
}

#[test]
fn the_help_of_a_verb_has_its_options_alone() {
    let ran = closeout(here(), &["scan", "--help"]);
    let help = ran.text(0);
    for option in [
        "--rev <REV>",
        "--base <REV>",
        "--path <GLOB>",
        "--format <FORMAT>",
    ] {
        assert!(help.contains(option), "{option}");
    }
    assert!(!help.contains("Judge:"), "{help}");
    let config = closeout(here(), &["config", "--help"]);
    assert!(config.text(0).contains("check"), "{}", config.stdout);
    assert!(!config.stdout.contains("Judge:"), "{}", config.stdout);
}

#[test]
fn a_call_without_a_verb_is_helped() {
    let ran = closeout(here(), &[]);
    ran.fails(2, &["Judge:", "detect", "Usage: closeout"]);
}

#[test]
fn help_leaves_no_line_wide() {
    let ran = closeout(here(), &["--help"]);
    for line in ran.text(0).lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let ran = closeout(here(), &["--version"]);
    let expected = format!("closeout {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(ran.text(0), expected);
}

#[test]
fn completions_know_the_verbs_in_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = closeout(here(), &["completions", shell]);
        let script = ran.text(0);
        for word in verbs().into_iter().chain(["--base", "--format"]) {
            let word = word.trim_start_matches("--");
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    closeout(here(), &["completions", "tcsh"]).fails(2, &["tcsh", "bash"]);
}

#[test]
fn bash_takes_the_completions() {
    let script = closeout(here(), &["completions", "bash"]).stdout;
    let ran = assert_cmd::Command::new("bash")
        .args(["--noprofile", "--norc"])
        .write_stdin(format!(
            "{script}\nCOMP_WORDS=(closeout sc) COMP_CWORD=1\n_closeout closeout sc closeout\necho \"${{COMPREPLY[@]}}\"\n"
        ))
        .assert()
        .success();
    let found = String::from_utf8_lossy(&ran.get_output().stdout).into_owned();
    assert_eq!(
        found.trim().split(' ').collect::<Vec<_>>(),
        ["scan", "schema"]
    );
}

#[test]
fn the_manual_has_a_page_for_the_program_and_each_verb() {
    let root = closeout(here(), &["man"]);
    assert!(root.text(0).contains(".TH closeout 1"), "{}", root.stdout);
    for verb in verbs() {
        let name = format!("closeout\\-{verb}");
        assert!(root.stdout.contains(&name), "{verb} is not in the page");
        let page = closeout(here(), &["man", verb]);
        let page = page.text(0);
        let version = concat!("\"closeout ", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(version), "{verb}: {page}");
        assert!(page.starts_with(".ie"), "{verb}: {page}");
        assert!(
            page.contains(&format!(".TH closeout-{verb} 1")),
            "{verb}: {page}"
        );
        assert!(page.contains(".SH SYNOPSIS"), "{verb}");
    }
    closeout(here(), &["man", "scna"]).fails(2, &["`scna`", "scan", "detect"]);
}
