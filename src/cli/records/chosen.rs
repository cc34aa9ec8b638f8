//! Which archive is in force: by option, environment or configuration.

use std::path::{Path, PathBuf};

use super::names::holds;
use super::{Place, Records};
use crate::cli::Call;
use crate::cli::failure::Failure;
use crate::cli::settings::{Settings, current_directory};
use crate::config::{Archive, Config, Origin};
use crate::item::WorkItemRef;
use crate::repo::Repository;

/// Which archive is used.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Chosen {
    /// Where records are kept: git, git:PATH or dir:PATH [default: $CLOSEOUT_ARCHIVE, else the configuration's, else git]
    #[arg(long, value_name = "STORE")]
    pub(in crate::cli) archive: Option<String>,
}

impl Chosen {
    /// The archive that holds, or would hold, the record of an item. `None`:
    /// no repository is named, and the current directory is in none of the
    /// item's.
    pub(in crate::cli) fn of_item(
        &self,
        call: &Call,
        settings: &Settings,
        item: &WorkItemRef,
    ) -> Result<Option<Records>, Failure> {
        let Archive::Git = self.named(call, &settings.config)? else {
            return self.any(call, settings).map(Some);
        };
        let here = Repository::discover(&current_directory()?)?;
        let place = here.filter(|repository| holds(repository, item));
        if place.is_none() {
            call.output.verbose(&format!(
                "archive: the current directory is in no repository of {item}"
            ));
        }
        let place = place.map(Box::new).map(Place::Git);
        Ok(place.map(|place| Records::at(call, place)))
    }

    /// The same where there has to be one.
    pub(in crate::cli) fn needed(
        &self,
        call: &Call,
        settings: &Settings,
        item: &WorkItemRef,
    ) -> Result<Records, Failure> {
        self.of_item(call, settings, item)?.ok_or_else(|| {
            Failure::usage(format!(
                "the current directory is in no repository whose origin is that of {item}, so it is not known where its record is kept"
            ))
            .next("run closeout in a clone of it, or name the archive: --archive git:PATH or --archive dir:PATH")
        })
    }

    /// The archive, whoever's records it holds.
    pub(in crate::cli) fn any(&self, call: &Call, settings: &Settings) -> Result<Records, Failure> {
        let place = match self.named(call, &settings.config)? {
            Archive::Git => {
                let current = current_directory()?;
                let here = Repository::discover(&current)?.map(Box::new);
                Place::Git(here.ok_or_else(|| {
                    Failure::usage(format!(
                        "{} is in no repository, and no archive is named",
                        current.display()
                    ))
                    .next("run closeout in a repository, or name the archive: --archive git:PATH or --archive dir:PATH")
                })?)
            }
            named => Place::open(&named)?,
        };
        Ok(Records::at(call, place))
    }

    fn named(&self, call: &Call, config: &Config) -> Result<Archive, Failure> {
        if let Some(text) = &self.archive {
            return parsed("--archive", text);
        }
        if let Some(text) = &call.environment.archive {
            return parsed("CLOSEOUT_ARCHIVE", &text.to_string_lossy());
        }
        // A path in a file starts from where the file stands.
        let base = match config.origin() {
            Origin::File(path) => Path::new(path).parent().unwrap_or(Path::new("")).to_owned(),
            _ => PathBuf::new(),
        };
        let below = |path: &String| base.join(path).to_string_lossy().into_owned();
        Ok(match &config.settings.archive {
            None | Some(Archive::Git) => Archive::Git,
            Some(Archive::GitAt(path)) => Archive::GitAt(below(path)),
            Some(Archive::Directory(path)) => Archive::Directory(below(path)),
        })
    }
}

/// An archive as somebody names it.
pub(super) fn parsed(who: &str, text: &str) -> Result<Archive, Failure> {
    match text.split_once(':') {
        None if text == "git" => Ok(Archive::Git),
        Some(("git", path)) if !path.is_empty() => Ok(Archive::GitAt(path.to_owned())),
        Some(("dir", path)) if !path.is_empty() => Ok(Archive::Directory(path.to_owned())),
        _ => Err(Failure::usage(format!("{who} names no archive: {text:?}"))
            .next("write git, git:PATH or dir:PATH")),
    }
}
