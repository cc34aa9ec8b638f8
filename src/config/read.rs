//! A file becomes a [`Config`].

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::check::{self, Checked};
use super::error::Problem;
use super::raw::{Raw, RawCleanup, RawGoalCheck, RawIgnore, RawLevel, RawUnmet};
use super::settings::{GoalCheck, Ignore, Settings, TicketPlan, Unmet};
use super::values::{Sources, key};
use super::yaml::{self, At, Entries};
use super::{Config, ConfigError, MAX_BYTES, Origin, contracts};
use crate::files::Links;
use crate::finding::{Code, Place, Position, Severities};
use crate::plan::Special;

/// How long a goal check may take where the file does not say: as in LOOP.yml.
const GOAL_CHECK_SECONDS: u64 = 60;

/// Reads the bytes of a configuration, at most one more than [`MAX_BYTES`].
/// A link is followed only if the caller named the file himself.
///
/// # Errors
///
/// Something that is no regular file, or cannot be read.
pub fn read_file(path: &Path, links: Links) -> Result<Vec<u8>, ConfigError> {
    let fail = |problem| ConfigError {
        place: Some(Place::file(path.to_string_lossy())),
        problem: Box::new(problem),
    };
    let unreadable = |error: &io::Error| fail(Problem::Unreadable(error.to_string()));
    let found = match links {
        Links::Follow => std::fs::metadata(path),
        Links::Refuse => std::fs::symlink_metadata(path),
    };
    let found = found.map_err(|error| unreadable(&error))?;
    if !found.is_file() {
        return Err(fail(Problem::Special(special(found.file_type()).phrase())));
    }
    let file = open(path, links).map_err(|error| unreadable(&error))?;
    // It may have been exchanged since it was looked at.
    let opened = file.metadata().map_err(|error| unreadable(&error))?;
    if !opened.is_file() {
        return Err(fail(Problem::Special(Special::Other.phrase())));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// What is no regular file.
pub(super) fn special(kind: std::fs::FileType) -> Special {
    if kind.is_dir() {
        Special::Directory
    } else if kind.is_symlink() {
        Special::Link
    } else {
        Special::Other
    }
}

#[cfg(unix)]
fn open(path: &Path, links: Links) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;

    // A FIFO that has taken the file's place is not waited for.
    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if links == Links::Refuse {
        flags |= OFlags::NOFOLLOW;
    }
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, _: Links) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// Reads a configuration.
pub(super) fn parse(bytes: &[u8], origin: Origin) -> Result<Config, ConfigError> {
    let path = origin.to_string();
    let fail = |(at, problem)| ConfigError {
        place: Some(Place::at(&path, at)),
        problem: Box::new(problem),
    };
    if bytes.len() > MAX_BYTES {
        return Err(ConfigError {
            place: Some(Place::file(path)),
            problem: Box::new(Problem::TooLarge),
        });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        fail((end_of(good), Problem::NotUtf8))
    })?;
    let raw = yaml::read::<Raw>(text).map_err(fail)?;
    let mut config = Config::default();
    apply(raw.unwrap_or_default(), &mut config).map_err(fail)?;
    config.origin = origin;
    Ok(config)
}

/// The position after these bytes.
fn end_of(bytes: &[u8]) -> Position {
    let text = String::from_utf8_lossy(bytes);
    let line = text.matches('\n').count() + 1;
    let last = text.rsplit('\n').next().unwrap_or_default();
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position {
        line: number(line),
        column: number(last.chars().count() + 1),
    }
}

fn apply(raw: Raw, config: &mut Config) -> Checked<()> {
    let sources = &mut config.sources;
    if let Some(entries) = raw.contracts {
        contracts::apply(entries.value, &mut config.contracts, sources)?;
    }
    if let Some(name) = raw.contract {
        let unknown = || super::unknown_contract(&name.value.0, &config.contracts);
        if !config.contracts.contains_key(&name.value.0) {
            return Err((name.at, unknown()));
        }
        sources.replaced("contract".to_owned(), name.at);
        config.contract = name.value.0;
    }
    if let Some(list) = raw.checklists {
        sources.replaced("checklists".to_owned(), list.at);
        config.checklists = check::globs(list.value.iter().map(|entry| &entry.value.files))?;
    }
    if let Some(list) = raw.ignore {
        sources.replaced("ignore".to_owned(), list.at);
        config.ignore = ignore(&list.value)?;
    }
    if let Some(entries) = raw.severities {
        config.severities = severities(&entries.value, sources)?;
    }
    let mut settings = Settings::default();
    if let Some(list) = raw.promises {
        sources.replaced("promises".to_owned(), list.at);
        settings.promises = Some(check::all_said(&list.value)?);
    }
    if let Some(list) = raw.tickets {
        sources.replaced("tickets".to_owned(), list.at);
        for ticket in &list.value {
            settings.tickets.push(TicketPlan {
                reader: check::ticket_reader(&ticket.value.reader)?,
                path: check::ticket_glob(&ticket.value.path)?,
            });
        }
    }
    if let Some(raw) = raw.goal_check {
        sources.replaced("goal_check".to_owned(), raw.at);
        settings.goal_check = Some(goal_check(&raw.value)?);
    }
    if let Some(root) = raw.spec_root {
        sources.replaced("spec_root".to_owned(), root.at);
        settings.spec_root = Some(check::path(&root.value.0, root.at)?);
    }
    if let Some(list) = raw.graphs {
        sources.replaced("graphs".to_owned(), list.at);
        settings.graphs = check::globs(list.value.iter())?;
    }
    if let Some(archive) = raw.archive {
        sources.replaced("archive".to_owned(), archive.at);
        settings.archive = Some(check::archive(&archive)?);
    }
    if let Some(raw) = raw.cleanup {
        sources.replaced("cleanup".to_owned(), raw.at);
        cleanup(&raw.value, &mut settings, sources)?;
    }
    if let Some(hooks) = raw.hooks {
        sources.replaced("hooks".to_owned(), hooks.at);
        if let Some(pre_push) = hooks.value.pre_push {
            sources.replaced("hooks.pre_push".to_owned(), pre_push.at);
            settings.pre_push = Some(pre_push.value.0);
        }
    }
    if let Some(branch) = raw.default_branch {
        sources.replaced("default_branch".to_owned(), branch.at);
        settings.default_branch = Some(check::branch(&branch)?);
    }
    config.settings = settings;
    Ok(())
}

fn ignore(list: &[At<RawIgnore>]) -> Checked<Ignore> {
    let reasons = list.iter().map(|entry| check::said(&entry.value.reason));
    Ok(Ignore {
        reasons: reasons.collect::<Result<_, _>>()?,
        globs: check::globs(list.iter().map(|entry| &entry.value.path))?,
    })
}

fn severities(entries: &Entries<RawLevel>, sources: &mut Sources) -> Checked<Severities> {
    let mut severities = Severities::default();
    let mut lines: BTreeMap<Code, u32> = BTreeMap::new();
    for (name, level) in &entries.0 {
        let Some(code) = Code::from_id(&name.value) else {
            let known = Code::ALL.iter().map(|code| code.id());
            return Err((name.at, Problem::unknown("code", &name.value, known)));
        };
        if let Some(first) = lines.insert(code, name.at.line) {
            let what = format!("the code `{code}`");
            return Err((name.at, Problem::Twice { what, first }));
        }
        sources.replaced(key(&["severities", code.id()]), name.at);
        severities.set(code, level.0);
    }
    Ok(severities)
}

fn goal_check(raw: &RawGoalCheck) -> Checked<GoalCheck> {
    let run = check::argument_list(&raw.run)?;
    let timeout = match &raw.timeout {
        Some(text) => check::duration(&text.value.0, text.at)?,
        None => std::time::Duration::from_secs(GOAL_CHECK_SECONDS),
    };
    let unmet = match &raw.unmet {
        None => Unmet::default(),
        Some(At { value, at }) => match value {
            RawUnmet::Word(word) => check::nonzero(word, *at)?,
            RawUnmet::Codes(codes) => check::codes(codes, *at)?,
        },
    };
    Ok(GoalCheck {
        run,
        timeout,
        unmet,
    })
}

fn cleanup(raw: &RawCleanup, settings: &mut Settings, sources: &mut Sources) -> Checked<()> {
    if let Some(list) = &raw.actors {
        sources.replaced("cleanup.actors".to_owned(), list.at);
        let logins = list.value.iter().map(check::login);
        settings.cleanup_actors = logins.collect::<Result<_, _>>()?;
    }
    if let Some(keep) = &raw.keep_checkout_on_close {
        sources.replaced("cleanup.keep_checkout_on_close".to_owned(), keep.at);
        settings.keep_checkout_on_close = Some(keep.value);
    }
    Ok(())
}
