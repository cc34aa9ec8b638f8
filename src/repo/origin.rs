//! Where a repository says that it comes from.

use bstr::ByteSlice;
use gix::config::Source;

use super::Repository;

impl Repository {
    /// The addresses that `remote.origin.url` has in the repository's own
    /// configuration, as they are written there: before any `insteadOf`, and
    /// without what the user's own files say. May hold credentials.
    #[must_use]
    pub fn origin_urls(&self) -> Vec<String> {
        let config = self.gix.config_snapshot();
        let own = |meta: &gix::config::file::Metadata| {
            matches!(meta.source, Source::Local | Source::Worktree)
        };
        let urls = config.plumbing().strings_filter("remote.origin.url", own);
        let urls = urls.unwrap_or_default();
        urls.iter()
            .map(|url| url.to_str_lossy().into_owned())
            .collect()
    }

    /// Whether the repository has any remote of its own.
    #[must_use]
    pub fn has_remote(&self) -> bool {
        let config = self.gix.config_snapshot();
        let mut remotes = config.plumbing().sections_by_name("remote");
        remotes.as_mut().is_some_and(|remotes| {
            remotes.any(|remote| matches!(remote.meta().source, Source::Local | Source::Worktree))
        })
    }
}
