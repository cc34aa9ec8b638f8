//! What an argument names, and whose records a repository holds.

use crate::cli::Call;
use crate::cli::failure::Failure;
use crate::cli::settings::current_directory;
use crate::item::{Item, Repo, WorkItemRef, parse_argument};
use crate::repo::Repository;

/// The work item that an argument names, which has to be a ref.
pub(in crate::cli) fn item_of(
    call: &Call,
    text: &str,
) -> Result<(WorkItemRef, Option<crate::item::Kind>), Failure> {
    match parse_argument(text, default_repo(call)?.as_ref()) {
        Ok(Item::Ref(item, kind)) => Ok((item, kind)),
        Ok(Item::Spec(id)) => Err(Failure::usage(format!(
            "`{id}` is no ref, and records are kept by ref"
        ))
        .next("write it as github:OWNER/REPO#NUMBER, OWNER/REPO#NUMBER or its address")),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}

/// Where a number alone belongs: the workflow's repository, else the origin of
/// the current directory's.
fn default_repo(call: &Call) -> Result<Option<Repo>, Failure> {
    let workflow = &call.environment.workflow;
    if let (Some(server), Some(repository)) = (&workflow.server_url, &workflow.repository)
        && let Ok(repo) = Repo::parse_remote(&format!("{server}/{repository}"))
    {
        return Ok(Some(repo));
    }
    let here = Repository::discover(&current_directory()?)?;
    let urls = here.map(|here| here.origin_urls()).unwrap_or_default();
    Ok(urls.iter().find_map(|url| Repo::parse_remote(url).ok()))
}

/// Whether a repository is that of an item, by its origin. Every address
/// counts: git fetches from the first, and other programs take the last.
pub(in crate::cli) fn holds(repository: &Repository, item: &WorkItemRef) -> bool {
    let urls = repository.origin_urls();
    let own = |url: &String| Repo::parse_remote(url).is_ok_and(|repo| repo.holds(item));
    !urls.is_empty() && urls.iter().all(own)
}
