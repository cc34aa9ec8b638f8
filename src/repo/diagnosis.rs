//! Where the repository is at fault that a revision leads nowhere.

use gix::objs::CommitRefIter;
use gix::refs::PartialName;
use gix::revision::spec::parse::Options;

use super::Repository;
use super::error::{RepoError, shown};
use crate::finding::visible;

impl Repository {
    /// What of the repository keeps `rev` from leading to a commit: a reference
    /// or a commit on the way that cannot be read, or a history that is cut
    /// off. `None` where nothing does, and so the name is at fault. gix tells
    /// these apart only in words.
    pub(super) fn fault_on_the_way(&self, rev: &str) -> Option<RepoError> {
        let end = rev.find(['^', '~']).unwrap_or(rev.len());
        let (start, steps) = rev.split_at_checked(end)?;
        let mut id = match self.start(start)? {
            Ok(id) => id,
            Err(error) => return Some(error),
        };
        id = match self.commit_at(rev, id) {
            Ok(found) => found.commit().0,
            // A name of the wrong kind is the caller's business.
            Err(RepoError::NotACommit { .. }) => return None,
            Err(error) => return Some(error),
        };
        let shallow = match self.gix.shallow_commits() {
            Ok(shallow) => shallow,
            Err(error) => return Some(self.unreadable("the list of shallow commits", &error)),
        };
        for (generations, parent) in parse_steps(steps) {
            for _ in 0..generations {
                if shallow.as_ref().is_some_and(|cut| cut.contains(&id)) {
                    return Some(RepoError::BeyondCut {
                        rev: visible(rev).into_owned(),
                        id: id.to_string(),
                        path: shown(self.git_dir()),
                    });
                }
                let object = self.gix.find_object(id).ok()?;
                let parents = CommitRefIter::from_bytes(&object.data, self.gix.object_hash());
                let next = parents.parent_ids().nth(parent)?;
                id = match self.commit_at(rev, next) {
                    Ok(found) => found.commit().0,
                    Err(error) => return Some(error),
                };
            }
        }
        None
    }

    /// The object that a name without steps stands for; `None` where it stands
    /// for none.
    fn start(&self, name: &str) -> Option<Result<gix::ObjectId, RepoError>> {
        let full = if name == "@" { "HEAD" } else { name };
        if let Ok(partial) = PartialName::try_from(full) {
            let what = || match full {
                "HEAD" => full.to_owned(),
                _ => format!("the reference `{}`", visible(full)),
            };
            let unreadable = |error: &gix::Error| self.unreadable(&what(), error);
            match self.gix.try_find_reference(partial.as_ref()) {
                Ok(Some(mut found)) => {
                    let id = found.follow_to_object().map(gix::Id::detach);
                    return Some(id.map_err(|error| unreadable(&error)));
                }
                Ok(None) => {}
                Err(error) => return Some(Err(unreadable(&error))),
            }
        }
        let spec = gix::revision::Spec::from_bstr(name, &self.gix, Options::default()).ok()?;
        Some(Ok(spec.single()?.detach()))
    }
}

/// The steps of `~3^2`: how many generations back, and by which parent, from
/// 0. What is no such step ends them.
fn parse_steps(mut text: &str) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    while let Some(rest) = text.strip_prefix(['^', '~']) {
        let ancestor = text.starts_with('~');
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some((number, after)) = rest.split_at_checked(digits) else {
            break;
        };
        if number.is_empty() && !matches!(after.bytes().next(), None | Some(b'^' | b'~')) {
            break;
        }
        // More than any history has.
        let number = match number {
            "" => 1,
            _ => number.parse().unwrap_or(usize::MAX),
        };
        steps.push(match (ancestor, number.checked_sub(1)) {
            (true, _) => (number, 0),
            (false, Some(parent)) => (1, parent),
            (false, None) => (0, 0),
        });
        text = after;
    }
    steps
}
