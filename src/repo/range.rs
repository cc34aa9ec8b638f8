//! Ranges: what is judged when a base is given.

use super::error::{RepoError, shown};
use super::{History, Repository, Revision};
use crate::finding::visible;

/// From where to where a change goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// Whose version of the configuration is in force.
    pub base: Revision,
    /// The merge base: what the change started from.
    pub from: Revision,
    /// What it led to.
    pub to: RangeEnd,
}

/// What a change led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RangeEnd {
    /// A commit.
    Revision(Revision),
    /// Whatever stands in the work tree now.
    WorkingTree,
}

impl Repository {
    /// The range from the merge base of `base` and `to` up to `to`; without
    /// `to`, from the merge base of `base` and `HEAD` up to the work tree.
    /// Every range comes from here. Of several merge bases one is taken: all
    /// of them are in both histories.
    ///
    /// # Errors
    ///
    /// Those of [`Repository::revision`]; [`RepoError::Bare`] where there is
    /// neither `to` nor a work tree; [`RepoError::CutOff`] and
    /// [`RepoError::Unrelated`] where no merge base is in sight. A range is
    /// never empty for want of one.
    pub fn range(&self, base: &str, to: Option<&str>) -> Result<Range, RepoError> {
        if to.is_none() && self.root().is_none() {
            return Err(RepoError::Bare {
                path: shown(self.git_dir()),
            });
        }
        let base = self.revision(base)?;
        let tip = self.revision(to.unwrap_or("HEAD"))?;
        let from = self.merge_base(&base, &tip)?;
        let to = match to {
            Some(_) => RangeEnd::Revision(tip),
            None => RangeEnd::WorkingTree,
        };
        Ok(Range { base, from, to })
    }

    fn merge_base(&self, base: &Revision, to: &Revision) -> Result<Revision, RepoError> {
        let name = format!("merge base of {} and {}", base.name(), to.name());
        // The commit graph saves time. A broken one must not cost the answer.
        let cache = self.gix.commit_graph_if_enabled().ok().flatten();
        let mut graph = self.gix.revision_graph(cache.as_ref());
        let found = self
            .gix
            .merge_base_with_graph(base.commit().0, to.commit().0, &mut graph)
            .map_err(|error| self.unreadable("the history", &error))?;
        if let Some(id) = found {
            return self.commit_at(&name, id.detach());
        }
        let [base, to] = [base, to].map(|rev| visible(rev.name()).into_owned());
        let path = shown(self.git_dir());
        Err(match self.history()? {
            History::Shallow => RepoError::CutOff { base, to, path },
            History::Whole => RepoError::Unrelated { base, to, path },
        })
    }
}
