//! Revisions: a name becomes a commit and its tree.

use gix::objs::{CommitRefIter, Kind, TagRefIter};
use gix::revision::spec::parse::{self, ObjectKindHint};

use super::error::{RepoError, reason, shown};
use super::{ObjectId, Repository};
use crate::finding::visible;
use crate::plan::MAX_BYTES;

/// A commit, by the name that somebody gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    name: String,
    commit: ObjectId,
    tree: ObjectId,
}

impl Revision {
    /// The name as it was given, not escaped.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The commit.
    #[must_use]
    pub fn commit(&self) -> ObjectId {
        self.commit
    }

    /// The commit's tree.
    #[must_use]
    pub fn tree(&self) -> ObjectId {
        self.tree
    }
}

impl Repository {
    /// Looks up a revision as `git rev-parse REV^{commit}` does: a branch, a
    /// tag (peeled), a commit id or an unambiguous start of one, `HEAD~3`.
    ///
    /// # Errors
    ///
    /// [`RepoError::Unborn`], [`RepoError::NoSuchRevision`],
    /// [`RepoError::NotOneRevision`] and [`RepoError::NotACommit`] where the
    /// name is at fault, [`RepoError::MissingObject`], [`RepoError::BeyondCut`]
    /// and [`RepoError::Unreadable`] where the repository is.
    pub fn revision(&self, rev: &str) -> Result<Revision, RepoError> {
        let id = self.rev_parse(rev)?;
        match self.commit_at(rev, id) {
            // The parent that a shallow commit names, and no more.
            Err(error @ RepoError::MissingObject { .. }) => {
                Err(self.fault_on_the_way(rev).unwrap_or(error))
            }
            found => found,
        }
    }

    fn rev_parse(&self, rev: &str) -> Result<gix::ObjectId, RepoError> {
        // With this hint gix looks at the kind of an object only. Peeling is
        // left to `commit_at`, since gix panics at a tag that is no tag.
        let options = parse::Options {
            object_kind_hint: Some(ObjectKindHint::Commit),
            ..parse::Options::default()
        };
        let (name, path) = (visible(rev).into_owned(), shown(self.git_dir()));
        match gix::revision::Spec::from_bstr(rev, &self.gix, options) {
            Ok(spec) => match spec.detach() {
                gix::revision::plumbing::Spec::Include(id) => Ok(id),
                _ => Err(RepoError::NotOneRevision {
                    rev: name,
                    path,
                    reason: "it is a range".to_owned(),
                }),
            },
            Err(_) if self.is_unborn(rev) => Err(RepoError::Unborn { rev: name, path }),
            Err(error) => Err(self
                .fault_on_the_way(rev)
                .unwrap_or_else(|| self.fault_of_name(rev, &error))),
        }
    }

    fn fault_of_name(&self, rev: &str, error: &gix::Error) -> RepoError {
        let (rev, path) = (visible(rev).into_owned(), shown(self.git_dir()));
        let reason = match error.downcast_any_ref::<parse::Error>() {
            Some(parse::Error::MissingReference { .. }) => {
                return RepoError::NoSuchRevision { rev, path };
            }
            Some(ambiguous) => visible(&ambiguous.to_string()).into_owned(),
            None => reason(error),
        };
        RepoError::NotOneRevision { rev, path, reason }
    }

    /// Whether `rev` starts from a `HEAD` without a commit.
    fn is_unborn(&self, rev: &str) -> bool {
        let start = rev.split(['^', '~']).next();
        matches!(start, Some("HEAD" | "@")) && self.gix.head().is_ok_and(|head| head.is_unborn())
    }

    /// The commit that an object is, or that a tag leads to.
    pub(super) fn commit_at(
        &self,
        rev: &str,
        mut id: gix::ObjectId,
    ) -> Result<Revision, RepoError> {
        let hash = self.gix.object_hash();
        loop {
            let what = format!("object {id}");
            let header = self.gix.try_find_header(id);
            let header = header
                .map_err(|error| self.unreadable(&what, &error))?
                .ok_or_else(|| self.missing(rev, id))?;
            if matches!(header.kind(), Kind::Tree | Kind::Blob) {
                return Err(RepoError::NotACommit {
                    rev: visible(rev).into_owned(),
                    path: shown(self.git_dir()),
                    found: header.kind().to_string(),
                });
            }
            if header.size() > MAX_BYTES {
                return Err(RepoError::Unreadable {
                    what,
                    path: shown(self.git_dir()),
                    reason: format!("it has {} bytes", header.size()),
                });
            }
            let object = self.gix.try_find_object(id);
            let object = object
                .map_err(|error| self.unreadable(&what, &error))?
                .ok_or_else(|| self.missing(rev, id))?;
            if object.kind == Kind::Tag {
                id = TagRefIter::from_bytes(&object.data, hash)
                    .target_id()
                    .map_err(|error| self.unreadable(&what, &error))?;
                continue;
            }
            let tree = CommitRefIter::from_bytes(&object.data, hash)
                .tree_id()
                .map_err(|error| self.unreadable(&what, &error))?;
            return Ok(Revision {
                name: rev.to_owned(),
                commit: ObjectId(id),
                tree: ObjectId(tree),
            });
        }
    }
}
