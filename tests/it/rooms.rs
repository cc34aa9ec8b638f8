//! Who may import whom: the sources themselves are read, so that the picture
//! in `src/lib.rs` stays true.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What each room may import of this crate.
fn allowed() -> BTreeMap<&'static str, &'static [&'static str]> {
    BTreeMap::from([
        ("finding", &[][..]),
        ("item", &["finding"][..]),
        ("plan", &["item", "finding"]),
        ("judge", &["plan", "item", "finding"]),
        ("archive", &["item", "finding"]),
        ("policy", &["finding"]),
        ("files", &["plan", "finding"]),
        ("repo", &["files", "plan", "finding"]),
        ("store", &["archive", "item", "repo", "files", "finding"]),
        ("checkout", &["item", "repo", "files", "finding"]),
        ("exec", &[]),
        ("context", &["item", "archive", "finding"]),
        ("github", &["finding"]),
        (
            "config",
            &[
                "judge", "plan", "item", "archive", "policy", "files", "finding",
            ],
        ),
        (
            "setup",
            &["config", "repo", "context", "files", "plan", "finding"],
        ),
        (
            "report",
            &[
                "judge", "plan", "item", "archive", "policy", "setup", "config", "finding",
            ],
        ),
    ])
}

const DECIDING: [&str; 6] = ["finding", "item", "plan", "judge", "archive", "policy"];

fn sources(room: &str) -> Vec<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(&source) {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|ext| ext == "rs") {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            found.push((entry.path().display().to_string(), text));
        }
    }
    assert!(!found.is_empty(), "no sources of {room}");
    found
}

/// The rooms that a source names after `crate::`, comments left out; tests
/// count too.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut rooms = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        if let Some(group) = rest.strip_prefix('{') {
            let group = group.split_once('}').map_or(group, |(inside, _)| inside);
            for part in group.split(',') {
                rooms.insert(word(part.trim()));
            }
        } else {
            rooms.insert(word(rest));
        }
    }
    rooms.remove("");
    rooms
}

fn word(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn a_room_imports_only_what_it_may() {
    let allowed = allowed();
    for (room, may) in &allowed {
        for (file, text) in sources(room) {
            for import in imports(&text) {
                assert!(
                    import == *room || may.contains(&import.as_str()),
                    "{file} imports `{import}`, which {room} must not know"
                );
            }
        }
    }
}

#[test]
fn every_room_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: BTreeSet<String> = std::fs::read_dir(root)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(
        rooms.remove("cli"),
        "cli knows everybody and is known by nobody"
    );
    let listed: BTreeSet<String> = allowed().keys().map(|room| (*room).to_owned()).collect();
    assert_eq!(rooms, listed);
}

#[test]
fn a_deciding_room_is_handed_all_it_needs() {
    for room in DECIDING {
        for (file, text) in sources(room) {
            for word in [
                "std::env",
                "std::fs",
                "std::process",
                "std::net",
                "SystemTime",
                "Instant::now",
                "Timestamp::now",
                "Zoned::now",
                "println!",
                "print!(",
                "eprint!",
                "gix",
            ] {
                let code = text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"));
                for line in code {
                    assert!(!line.contains(word), "{file} reaches outside: {line}");
                }
            }
        }
    }
}

#[test]
fn only_repo_imports_gix_or_starts_git() {
    for room in allowed().keys().filter(|room| **room != "repo") {
        for (file, text) in sources(room) {
            assert!(!text.contains("gix::"), "{file} imports gix");
            assert!(!text.contains("Command::new(\"git"), "{file} starts git");
        }
    }
    for (file, text) in sources("cli") {
        assert!(!text.contains("gix::"), "{file} imports gix");
    }
}

#[test]
fn the_imports_of_a_source_are_found() {
    let text = "use crate::plan::Plan;\nuse crate::{judge::Case, finding::Code};\n// crate::cli\nlet x = crate::repo::open();";
    let found: Vec<_> = imports(text).into_iter().collect();
    assert_eq!(found, ["finding", "judge", "plan", "repo"]);
}
