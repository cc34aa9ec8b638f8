//! What a value may be.

use std::time::Duration;

use super::error::Problem;
use super::settings::{Archive, TICKET_READERS, Unmet};
use super::yaml::{At, START, Text};
use crate::finding::{Globs, Position, RelPath};

/// What a check says of a value: the place is where the value stands.
pub(super) type Checked<T> = Result<T, (Position, Problem)>;

/// How many patterns one list may have, and how many bytes each. Compiling
/// them takes time and memory; nobody needs as many.
pub(super) const MAX_GLOBS: usize = 256;
const MAX_GLOB_BYTES: usize = 256;

/// The longest time limit: a week.
const MAX_SECONDS: u64 = 7 * 24 * 60 * 60;

const WRITE_TIME: &str = "Write a number and its unit, such as `60s`, `10m` or `2h`.";
const WRITE_GLOB: &str = "Write the pattern from the repository's root, such as `docs/plans/*.md`, without a leading `/` or `./` and without `..`.";
const WRITE_TEXT: &str = "Write what is meant, or remove the entry.";
const WRITE_BRANCH: &str = "Write the branch's short name, such as `main`, without `refs/heads/`.";

/// A text that says something.
pub(super) fn said(text: &At<Text>) -> Checked<String> {
    let value = &text.value.0;
    if value.trim().is_empty() || value.contains('\0') {
        let problem = Problem::value(value, "says nothing", WRITE_TEXT);
        return Err((text.at, problem));
    }
    Ok(value.clone())
}

/// Texts that say something.
pub(super) fn all_said(texts: &[At<Text>]) -> Checked<Vec<String>> {
    texts.iter().map(said).collect()
}

/// A command as an argument list: a program that is named, and its arguments,
/// which may be empty.
pub(super) fn argument_list(list: &At<Vec<At<Text>>>) -> Checked<Vec<String>> {
    let help = "Write the program and its arguments as a list, such as `[./goal.sh]`.";
    let Some(program) = list.value.first() else {
        return Err((list.at, Problem::value("[]", "names no program", help)));
    };
    said(program)?;
    let argument = |text: &At<Text>| {
        let value = &text.value.0;
        let problem = || Problem::value(value, "has a NUL in it", help);
        (!value.contains('\0'))
            .then(|| value.clone())
            .ok_or_else(|| (text.at, problem()))
    };
    list.value.iter().map(argument).collect()
}

/// A plain relative path.
pub(super) fn path(text: &str, at: Position) -> Checked<RelPath> {
    RelPath::new(text.strip_suffix('/').unwrap_or(text)).map_err(|error| {
        let help = "Write a relative path, such as `out/plan.json`.";
        (at, Problem::value(text, error.to_string(), help))
    })
}

/// Globs from the repository's root.
pub(super) fn globs<'a>(texts: impl Iterator<Item = &'a At<Text>>) -> Checked<Globs> {
    let mut patterns = Vec::new();
    let mut places = Vec::new();
    for text in texts {
        let pattern = text.value.0.as_str();
        let fail = |reason: &str, help| (text.at, Problem::value(pattern, reason, help));
        if patterns.len() == MAX_GLOBS {
            let help = "Use `**` or `{a,b}` to say more with one pattern.";
            return Err(fail("is one pattern too many: a list may have 256", help));
        }
        if pattern.len() > MAX_GLOB_BYTES {
            return Err(fail("is longer than 256 bytes", WRITE_GLOB));
        }
        let outside =
            pattern.starts_with(['/', '\\']) || pattern.split('/').any(|part| part == "..");
        if outside || pattern.trim().is_empty() || pattern.starts_with("./") {
            return Err(fail(
                "matches nothing below the repository's root",
                WRITE_GLOB,
            ));
        }
        patterns.push(pattern);
        places.push(text.at);
    }
    Globs::new(patterns.iter().copied()).map_err(|error| {
        let wrong = patterns.iter().position(|p| *p == error.pattern);
        let at = wrong
            .and_then(|number| places.get(number))
            .or(places.first());
        (at.copied().unwrap_or(START), Problem::glob(&error))
    })
}

/// The glob of a ticket's plan, in which `{n}` is the number.
pub(super) fn ticket_glob(text: &At<Text>) -> Checked<String> {
    let pattern = &text.value.0;
    if !pattern.contains("{n}") {
        let help = "Write `{n}` where the ticket's number stands, as in `specs/{n}-*`.";
        let reason = "is the same plan for every ticket";
        return Err((text.at, Problem::value(pattern, reason, help)));
    }
    globs(std::iter::once(text))?;
    Ok(pattern.clone())
}

/// One of these names.
pub(super) fn name_among(
    kind: &'static str,
    text: &At<Text>,
    known: &[&'static str],
) -> Checked<String> {
    let name = &text.value.0;
    if known.contains(&name.as_str()) {
        return Ok(name.clone());
    }
    let problem = Problem::unknown(kind, name, known.iter().copied());
    Err((text.at, problem))
}

/// The reader of a ticket's plan.
pub(super) fn ticket_reader(text: &At<Text>) -> Checked<String> {
    name_among("reader", text, &TICKET_READERS)
}

/// `60s`, `10m`, `2h`: at least a second, at most a week.
pub(super) fn duration(text: &str, at: Position) -> Checked<Duration> {
    let fail = |reason| (at, Problem::value(text, reason, WRITE_TIME));
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 60 * 60,
        _ => return Err(fail("is no time with a unit")),
    };
    let number = text.trim_end_matches(['s', 'm', 'h']);
    let plain = number.len() + 1 == text.len()
        && (1..=9).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = number
        .parse::<u64>()
        .ok()
        .filter(|_| plain)
        .ok_or_else(|| fail("is no time with a unit"))?
        .saturating_mul(unit);
    if (1..=MAX_SECONDS).contains(&seconds) {
        Ok(Duration::from_secs(seconds))
    } else {
        Err(fail("is not between a second and a week"))
    }
}

/// Exit statuses of a goal that is not met.
pub(super) fn codes(list: &[At<i64>], at: Position) -> Checked<Unmet> {
    let help = "List statuses from 1 to 255 without 126 and 127, which say that nothing ran; or write `nonzero` for 1 to 125.";
    if list.is_empty() {
        return Err((at, Problem::value("[]", "leaves no way to be unmet", help)));
    }
    let mut codes = Vec::new();
    for code in list {
        let value = u8::try_from(code.value)
            .ok()
            .filter(|value| !matches!(value, 0 | 126 | 127));
        let problem = || Problem::value(&code.value.to_string(), "is no status of a check", help);
        codes.push(value.ok_or_else(|| (code.at, problem()))?);
    }
    Ok(Unmet::Codes(codes))
}

/// The word instead of a list of exit statuses.
pub(super) fn nonzero(word: &str, at: Position) -> Checked<Unmet> {
    if word == "nonzero" {
        return Ok(Unmet::NonZero);
    }
    Err((at, Problem::unknown("value", word, ["nonzero"])))
}

/// Where records are kept.
pub(super) fn archive(text: &At<Text>) -> Checked<Archive> {
    let value = &text.value.0;
    let plain = |path: &str| !path.trim().is_empty() && !path.chars().any(char::is_control);
    match value.split_once(':') {
        None if value == "git" => Ok(Archive::Git),
        Some(("git", path)) if plain(path) => Ok(Archive::GitAt(path.to_owned())),
        Some(("dir", path)) if plain(path) => Ok(Archive::Directory(path.to_owned())),
        _ => {
            let help = "Write `git`, `git:PATH` or `dir:PATH`.";
            Err((text.at, Problem::value(value, "names no archive", help)))
        }
    }
}

/// A login as GitHub writes it, with `[bot]` or without.
pub(super) fn login(text: &At<Text>) -> Checked<String> {
    let value = &text.value.0;
    let name = value.strip_suffix("[bot]").unwrap_or(value);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if starts && name.len() <= 99 && name.bytes().all(plain) {
        return Ok(value.clone());
    }
    let help = "Write the login alone, without `@`, such as `octocat` or `dependabot[bot]`.";
    Err((text.at, Problem::value(value, "is no login", help)))
}

/// The short name of a branch: what `git check-ref-format --branch` allows.
pub(super) fn branch(text: &At<Text>) -> Checked<String> {
    let value = &text.value.0;
    let odd = |c: char| {
        c.is_control() || c.is_whitespace() || matches!(c, '~' | '^' | ':' | '?' | '*' | '[' | '\\')
    };
    let part_ok = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.as_bytes().ends_with(b".lock")
    };
    let fine = !value.starts_with('-')
        && !value.starts_with("refs/")
        && !value.ends_with('.')
        && !["@", "HEAD"].contains(&value.as_str())
        && !value.contains("..")
        && !value.contains("@{")
        && !value.contains(odd)
        && value.split('/').all(part_ok);
    if fine {
        return Ok(value.clone());
    }
    Err((
        text.at,
        Problem::value(value, "is no name of a branch", WRITE_BRANCH),
    ))
}
