//! Names and texts that want to be more than text.

use serde_json::Value;

use crate::program::{PENDING, Ran, closeout, completed};
use crate::support::{GitRepo, Sandbox};

const FORMATS: [&str; 5] = ["text", "json", "github", "markdown", "sarif"];

/// Directories as an attacker would name them.
const NAMES: [&[u8]; 8] = [
    b"line\n::error file=x::owned",
    b"::error::owned",
    b"\x1b[31mred\x1b[0m",
    b"##[error]owned",
    "right\u{202e}left".as_bytes(),
    b"<img src=x> @octocat closes #1 `x` |",
    b"not \xff utf-8",
    b"%0A::error::owned",
];

/// A revision that holds a spurious run of each name, its task's id as bad.
fn hostile(sandbox: &Sandbox) -> GitRepo {
    let repo = sandbox.init("repo");
    let id = "T\\n::error::owned\\u001b[31m\\u202e##[error]<b>@octocat fixes #2";
    let plan = format!("{{\"pendingTasks\": [{{\"id\": \"{id}\", \"title\": \"{id}\"}}]}}");
    let plan = repo.forge("blob", plan.as_bytes());
    let state = repo.forge("blob", completed("x\\n::error::y").as_bytes());
    let mut entries = Vec::new();
    for name in NAMES {
        entries.push((plan.as_str(), [name, b"/plan.json"].concat()));
        entries.push((state.as_str(), [name, b"/state.json"].concat()));
    }
    let entries: Vec<_> = entries
        .iter()
        .map(|(id, path)| ("100644", *id, path.as_slice()))
        .collect();
    repo.commit_entries(&entries);
    repo
}

/// Nothing in it acts on a terminal, and no line but ours is a command.
#[track_caller]
fn tame(ran: &Ran, format: &str) {
    for c in ran.stdout.chars() {
        let shown = c == '\n' || !(c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
        assert!(shown, "{format}: {c:?} in {}", ran.stdout);
    }
    for line in ran.stdout.lines() {
        // What the runner has read as a command it does not read once more in
        // the old form.
        if format == "github" && line.starts_with("::error file=") {
            continue;
        }
        assert!(!line.trim_start().starts_with("::"), "{format}: {line}");
        assert!(!line.contains("##["), "{format}: {line}");
    }
}

#[test]
fn names_stay_text_in_every_format() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    for format in FORMATS {
        let ran = closeout(repo.root(), &["scan", "--rev", "main", "--format", format]);
        assert_eq!(ran.code, 1, "{format}: {}", ran.stderr);
        tame(&ran, format);
    }
}

#[test]
fn json_keeps_the_names_and_every_workspace() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    let ran = closeout(repo.root(), &["scan", "--rev", "main", "--format", "json"]);
    let report = ran.json(1);
    let workspaces = report["workspaces"].as_array().unwrap();
    assert_eq!(workspaces.len(), NAMES.len());
    let paths: Vec<&str> = workspaces
        .iter()
        .map(|w| w["path"].as_str().unwrap())
        .collect();
    for name in NAMES
        .iter()
        .filter_map(|name| std::str::from_utf8(name).ok())
    {
        assert!(paths.contains(&name), "{name:?} is not in {paths:?}");
    }
    for workspace in workspaces {
        assert_eq!(workspace["verdict"], "spurious", "{workspace}");
    }
}

#[test]
fn every_annotation_is_one_line_and_one_command() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    let ran = closeout(
        repo.root(),
        &["scan", "--rev", "main", "--format", "github"],
    );
    let commands = ran.text(1).lines().filter(|line| line.starts_with("::"));
    assert_eq!(commands.count(), NAMES.len());
}

#[test]
fn sarif_stays_whole() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    let ran = closeout(repo.root(), &["scan", "--rev", "main", "--format", "sarif"]);
    let log: Value = serde_json::from_str(ran.text(1)).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), NAMES.len());
    for result in results {
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        let uri = uri.as_str().unwrap();
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"<>\"`|^\\{}[]".contains(&byte);
        assert!(uri.bytes().all(plain), "{uri}");
    }
}

#[test]
fn markdown_is_neither_html_nor_a_mention_nor_a_closing_keyword() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    let ran = closeout(
        repo.root(),
        &["scan", "--rev", "main", "--format", "markdown"],
    );
    // Code spans are taken out: what is left is live.
    let mut live = String::new();
    for line in ran.text(1).lines() {
        let mut rest = line;
        while let Some(start) = rest.find('`') {
            let fence = rest[start..].chars().take_while(|c| *c == '`').count();
            let ticks = "`".repeat(fence);
            live.push_str(&rest[..start]);
            let inside = &rest[start + fence..];
            let end = inside.find(&ticks).expect("a code span that ends");
            rest = &inside[end + fence..];
        }
        live.push_str(rest);
        live.push('\n');
    }
    for bad in ["<img", "<b>", "@octocat", "closes #1", "fixes #2"] {
        assert!(!live.contains(bad), "{bad} is live in {live}");
    }
}

#[cfg(unix)]
#[test]
fn so_do_those_of_a_working_tree() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    for name in NAMES {
        let directory = repo.root().join(OsStr::from_bytes(name));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("plan.json"), PENDING).unwrap();
        std::fs::write(directory.join("state.json"), completed("plan")).unwrap();
    }
    for format in FORMATS {
        let ran = closeout(repo.root(), &["scan", "--format", format]);
        assert_eq!(ran.code, 1, "{format}: {}", ran.stderr);
        tame(&ran, format);
    }
    let report = closeout(repo.root(), &["scan", "--format", "json"]).json(1);
    assert_eq!(report["summary"]["spurious"], NAMES.len());
}

#[test]
fn an_error_shows_names_as_text_too() {
    let sandbox = Sandbox::new();
    let repo = sandbox.init("repo");
    repo.commit("one");
    let ran = closeout(repo.root(), &["scan", "--rev", "x\u{1b}[31m\n::error::y"]);
    ran.fails(2, &["\\u{1b}"]);
    for line in ran.stderr.lines() {
        assert!(!line.trim_start().starts_with("::"), "{}", ran.stderr);
    }
    assert!(!ran.stderr.contains('\u{1b}'));
}

#[test]
fn reasons_and_notes_of_a_configuration_are_text_too() {
    let sandbox = Sandbox::new();
    let repo = hostile(&sandbox);
    let config = sandbox.path("c.yml");
    let text =
        "ignore: [{path: \"**\", reason: \"\\e[31m\\n::error::x ##[error] <b> @octocat\"}]\n";
    std::fs::write(&config, text).unwrap();
    for format in FORMATS {
        let args = [
            "scan",
            "--rev",
            "main",
            "--config",
            config.to_str().unwrap(),
        ];
        let ran = closeout(repo.root(), &[&args[..], &["--format", format]].concat());
        assert_eq!(ran.code, 0, "{format}: {}{}", ran.stdout, ran.stderr);
        tame(&ran, format);
    }
}
