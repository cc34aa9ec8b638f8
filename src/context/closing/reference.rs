//! `#n`, `o/r#n`, or an address.

use super::super::event::{Kind, host_of, is_name};
use super::{Closing, Target};

/// A longer address is none.
const MAX_URL_BYTES: usize = 2048;

/// The reference that `text` begins with, and what comes after it.
pub(super) fn reference(text: &str) -> Option<(Closing, &str)> {
    if let Some(after) = text.strip_prefix('#') {
        let (number, tail) = whole_number(after)?;
        let target = Target::Here;
        return Some((Closing { target, number }, tail));
    }
    address(text.strip_prefix('<').unwrap_or(text)).or_else(|| elsewhere(text))
}

/// `o/r#n`
fn elsewhere(text: &str) -> Option<(Closing, &str)> {
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let (path, after) = text.split_at_checked(text.find(|c| !named(c))?)?;
    let (owner, name) = path.split_once('/')?;
    let (number, tail) = whole_number(after.strip_prefix('#')?)?;
    let target = Target::Repository {
        owner: owner.to_owned(),
        name: name.to_owned(),
    };
    (is_name(owner) && is_name(name)).then_some((Closing { target, number }, tail))
}

/// `https://host/o/r/issues/n`, or `pull`, or `pulls` as Gitea writes it. A
/// query, a fragment and a slash at the end fall away.
fn address(text: &str) -> Option<(Closing, &str)> {
    let end = text
        .find(|c: char| {
            !c.is_ascii_graphic() || matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | '"' | '\'')
        })
        .unwrap_or(text.len());
    if end > MAX_URL_BYTES {
        return None;
    }
    let (url, tail) = text.split_at_checked(end)?;
    // What ends a sentence ends no address.
    let url = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_', '~', '`', '|']);
    let host = host_of(url)?;
    let (_, after_scheme) = url.split_once("://")?;
    let path = after_scheme.split(['?', '#']).next()?;
    let mut parts = path.strip_suffix('/').unwrap_or(path).split('/').skip(1);
    let (owner, name) = (parts.next()?, parts.next()?);
    let kind = match parts.next()? {
        "issues" => Kind::Issue,
        "pull" | "pulls" => Kind::PullRequest,
        _ => return None,
    };
    let (number, "") = whole_number(parts.next()?)? else {
        return None;
    };
    if parts.next().is_some() || !is_name(owner) || !is_name(name) {
        return None;
    }
    let target = Target::Url {
        host,
        owner: owner.to_owned(),
        name: name.to_owned(),
        kind,
    };
    Some((Closing { target, number }, tail))
}

/// The number that `text` begins with, at least 1 and written plainly; a word
/// that only begins with digits is none.
fn whole_number(text: &str) -> Option<(u64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, tail) = text.split_at_checked(end)?;
    if digits.starts_with('0') || tail.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    Some((digits.parse().ok()?, tail))
}
