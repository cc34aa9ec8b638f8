//! Where the states of work items are read.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::Call;
use super::failure::Failure;
use super::settings::{Settings, current_directory};
use crate::config::Config;
use crate::files::{Files, Links, Node, WorkingTree};
use crate::finding::RelPath;
use crate::item::{
    Artifact, Graph, Graphs, Item, OLD_STATE_FILE, Repo, STATE_FILE, SpecId, StateFile,
    parse_argument,
};
use crate::plan::Content;
use crate::repo::{Repository, Revision};

/// The directory of the specifications if none is configured.
const SPEC_ROOT: [&str; 2] = ["docs", "specs"];

/// A directory of this machine, and the repository that it is in, if any.
pub(super) struct Place {
    directory: PathBuf,
    /// Whether the caller named it.
    named: bool,
    repository: Option<Repository>,
}

impl Place {
    /// The directory that the caller named, else the current one.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let directory = match named {
            Some(directory) => directory.to_owned(),
            None => current_directory()?,
        };
        if named.is_some() && !directory.is_dir() {
            return Err(
                Failure::usage(format!("{} is no directory", directory.display()))
                    .next("name the checkout of a repository, or a directory in it, with --repo"),
            );
        }
        Ok(Self {
            named: named.is_some(),
            repository: Repository::discover(&directory)?,
            directory,
        })
    }

    /// What an argument names: a number alone is one of the workflow's
    /// repository, else of the origin of this one.
    pub(super) fn item(&self, call: &Call, text: &str) -> Result<Item, Failure> {
        let workflow = &call.environment.workflow;
        let server = workflow.server_url.as_deref();
        let server = server.unwrap_or("https://github.com");
        let default = workflow
            .repository
            .as_ref()
            .and_then(|repository| Repo::parse_remote(&format!("{server}/{repository}")).ok())
            .or_else(|| self.origins().into_iter().next());
        parse_argument(text, default.as_ref()).map_err(|error| Failure::usage(error.to_string()))
    }

    /// The repositories that the origin names.
    fn origins(&self) -> Vec<Repo> {
        let urls = self.repository.as_ref().map(Repository::origin_urls);
        let urls = urls.unwrap_or_default();
        urls.iter()
            .filter_map(|url| Repo::parse_remote(url).ok())
            .collect()
    }

    /// The repository that this is a checkout of, where that is another one
    /// than the item's. An origin that names none does not tell.
    pub(super) fn foreign(&self, item: &Item) -> Option<String> {
        let Item::Ref(item, _) = item else {
            return None;
        };
        let origins = self.origins();
        let other = origins.first()?;
        (!origins.iter().any(|origin| origin.holds(item))).then(|| other.to_string())
    }

    /// Whether the caller named the directory.
    pub(super) fn is_named(&self) -> bool {
        self.named
    }

    /// The revision of that name.
    pub(super) fn revision(&self, rev: Option<&str>) -> Result<Option<Revision>, Failure> {
        let Some(rev) = rev else {
            return Ok(None);
        };
        match &self.repository {
            Some(repository) => Ok(Some(repository.revision(rev)?)),
            None => Err(Failure::usage(format!(
                "{} is in no repository, and --rev needs one",
                self.directory.display()
            ))
            .next("name the checkout of a repository with --repo")),
        }
    }

    /// What stands here, in the working tree or in a revision.
    pub(super) fn items(
        &self,
        call: &Call,
        revision: Option<&Revision>,
    ) -> Result<Items<'_>, Failure> {
        let both = self.repository.as_ref().zip(revision);
        let config = Settings::of_directory(call, &self.directory, both)?.config;
        let files: Box<dyn Files> = if let Some((repository, revision)) = both {
            call.output.verbose(&format!(
                "items: read in {} of {}",
                revision.name(),
                repository.git_dir().display()
            ));
            Box::new(repository.tree(revision))
        } else {
            let root = self.root()?;
            call.output
                .verbose(&format!("items: read in {}", root.display()));
            Box::new(WorkingTree {
                root: root.to_owned(),
                links: Links::Refuse,
            })
        };
        let graphs = graphs(&config, &*files)?;
        let spec_root = config.settings.spec_root.unwrap_or_else(|| {
            let parts = SPEC_ROOT.into_iter();
            parts.fold(RelPath::root(), |path, part| path.join(part.as_bytes()))
        });
        Ok(Items {
            files,
            spec_root,
            graphs,
        })
    }

    /// Where the paths of the working tree start.
    pub(super) fn root(&self) -> Result<&Path, Failure> {
        match &self.repository {
            None => Ok(&self.directory),
            Some(repository) => repository.root().ok_or_else(|| {
                Failure::usage("this repository is bare: it has no working tree to read")
                    .next("name a revision with --rev")
            }),
        }
    }
}

/// The graphs in force: those built in, and those that the configuration
/// declares.
fn graphs(config: &Config, files: &dyn Files) -> Result<Graphs, Failure> {
    let globs = &config.settings.graphs;
    let mut declared = Vec::new();
    if !globs.is_empty() {
        let listing = files.list(&|path, node| match node {
            Node::Directory => path.name() != ".git",
            Node::File => globs.matches(path),
        })?;
        for directory in listing.directories {
            for name in &directory.files {
                let path = directory.path.join(name);
                let shown = path.display();
                let bytes = bytes(&shown, files.read(&path)?)?.unwrap_or_default();
                let graph = Graph::compile(&shown, &bytes);
                let graph = graph.map_err(|error| Failure::usage(error.to_string()))?;
                declared.push((shown, graph));
            }
        }
    }
    Graphs::new(declared).map_err(|error| Failure::usage(error.to_string()))
}

/// The content of a file that must be readable, if it is there.
fn bytes(path: &str, content: Content) -> Result<Option<Vec<u8>>, Failure> {
    let why = match content {
        Content::Missing => return Ok(None),
        Content::Bytes(bytes) => return Ok(Some(bytes)),
        Content::Special(special) => special.phrase().to_owned(),
        Content::TooLarge(size) => {
            format!("is too large to be read: {size} bytes, the limit is 16 MiB")
        }
        Content::Unreadable(reason) => format!("cannot be read: {reason}"),
    };
    Err(Failure::usage(format!("{path} {why}")).next("put a regular file in its place"))
}

/// The work items of a working tree or a revision.
pub(super) struct Items<'repo> {
    files: Box<dyn Files + 'repo>,
    /// The directory of the specifications.
    pub(super) spec_root: RelPath,
    /// The graphs that they may walk.
    pub(super) graphs: Graphs,
}

/// A state file that was found.
pub(super) struct Found {
    /// Its path from the root.
    pub(super) path: String,
    pub(super) file: StateFile,
}

impl Items<'_> {
    /// The directory of an item.
    pub(super) fn directory(&self, id: &SpecId) -> RelPath {
        self.spec_root.join(id.as_str().as_bytes())
    }

    /// The path of an item's state file, whether it is there or not.
    pub(super) fn state_path(&self, id: &SpecId) -> RelPath {
        self.directory(id).join(STATE_FILE.as_bytes())
    }

    /// The state file of an item. What stands there and cannot be read is an
    /// error that names it: it is not taken for an item that has not started.
    pub(super) fn state(&self, id: &SpecId) -> Result<Option<Found>, Failure> {
        for name in [STATE_FILE, OLD_STATE_FILE] {
            let path = self.directory(id).join(name.as_bytes());
            let shown = path.display();
            let Some(bytes) = bytes(&shown, self.files.read(&path)?)? else {
                continue;
            };
            let file = StateFile::parse(&bytes).map_err(|why| {
                Failure::usage(format!("{shown} {why}"))
                    .next("mend it, or restore it from history; closeout never removes it")
            })?;
            return Ok(Some(Found { path: shown, file }));
        }
        Ok(None)
    }

    /// Asks about the files of an item, and gives the answer only where every
    /// one of them could be looked at.
    pub(super) fn with_artifacts<T>(
        &self,
        id: &SpecId,
        ask: impl FnOnce(&dyn Fn(&RelPath) -> Artifact) -> T,
    ) -> Result<T, Failure> {
        let directory = self.directory(id);
        let failed: RefCell<Option<Failure>> = RefCell::new(None);
        let answer = ask(&|path: &RelPath| {
            let path = directory.join_path(path);
            let failure = match self.files.read(&path) {
                Ok(Content::Bytes(bytes)) if bytes.trim_ascii().is_empty() => {
                    return Artifact::Empty;
                }
                Ok(Content::Bytes(_) | Content::TooLarge(_)) => return Artifact::Present,
                // A link is not followed: what it leads to is no file of ours.
                Ok(Content::Missing | Content::Special(_)) => return Artifact::Missing,
                Ok(Content::Unreadable(reason)) => {
                    Failure::surroundings(format!("{} cannot be read: {reason}", path.display()))
                }
                Err(error) => error.into(),
            };
            failed.borrow_mut().get_or_insert(failure);
            Artifact::Missing
        });
        match failed.into_inner() {
            Some(failure) => Err(failure),
            None => Ok(answer),
        }
    }

    /// The names of all spec directories, in no order, and those that are no
    /// plain names.
    pub(super) fn all(&self) -> Result<(Vec<SpecId>, Vec<String>), Failure> {
        let is_spec = |path: &RelPath| path.parent().as_ref() == Some(&self.spec_root);
        let listing = self.files.list(&|path, node| {
            node == Node::Directory
                && path.name() != ".git"
                && (self.spec_root.is_below(path) || is_spec(path))
        })?;
        let mut ids = Vec::new();
        let mut others = Vec::new();
        for directory in listing.directories {
            if is_spec(&directory.path) {
                let name = str::from_utf8(directory.path.name()).ok();
                match name.and_then(|name| SpecId::new(name).ok()) {
                    Some(id) => ids.push(id),
                    None => others.push(directory.path.display()),
                }
            }
        }
        for (path, reason) in listing.unreadable {
            others.push(format!("{} ({reason})", path.display()));
        }
        Ok((ids, others))
    }
}
