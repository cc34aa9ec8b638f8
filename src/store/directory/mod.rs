//! Records as files of a directory, beside what other programs keep there.

mod json;

use std::fs::{self, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Change, Key, Rules, Store, StoreError, Updated, Visit};
use crate::files::{make_directory, write_atomically};
use json::Object;

/// How large a file may be.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// How long a writer waits for the others, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(5);

/// The lock of the directory. Its name is no record's.
const LOCK: &str = ".closeout.lock";

/// The member that says whose file it is.
const REF: &str = "ref";

/// The archive in a directory: `<slug>.json`, one a record.
#[derive(Debug)]
pub struct DirectoryStore {
    root: PathBuf,
    /// The members that are the record; the others belong to other programs.
    sections: &'static [&'static str],
    rules: Rules,
}

/// A file that a record's key leads to.
struct Found {
    path: PathBuf,
    file: Option<Object>,
}

impl DirectoryStore {
    /// The archive in a directory, which is made when the first record is
    /// written. `sections` names the members of a file that are the record.
    #[must_use]
    pub fn new(root: &Path, sections: &'static [&'static str], rules: Rules) -> Self {
        Self {
            root: root.to_owned(),
            sections,
            rules,
        }
    }

    /// The file that holds, or would hold, the record of an item.
    fn find(&self, key: &Key) -> Result<Found, StoreError> {
        let first = self.existing(&key.slug())?;
        let file = load(&first)?;
        match &file {
            Some(object) if !is_of(object, key) => {
                let second = self.existing(&key.second_slug())?;
                let file = load(&second)?;
                if file.as_ref().is_some_and(|object| !is_of(object, key)) {
                    let reason = "its `ref` is another item's; move it away";
                    return Err(StoreError::file(&second, "used", &reason));
                }
                Ok(Found { path: second, file })
            }
            Some(_) => Ok(Found { path: first, file }),
            None => {
                // The other item, whose file stood in the way, may be gone.
                let second = self.existing(&key.second_slug())?;
                match load(&second)? {
                    Some(object) if is_of(&object, key) => Ok(Found {
                        path: second,
                        file: Some(object),
                    }),
                    _ => Ok(Found { path: first, file }),
                }
            }
        }
    }

    /// The path of a file whose name is this one without regard to case.
    fn existing(&self, slug: &str) -> Result<PathBuf, StoreError> {
        let name = format!("{slug}.json");
        let plain = self.root.join(&name);
        if fs::symlink_metadata(&plain).is_ok() {
            return Ok(plain);
        }
        let mut others: Vec<String> = self.names()?;
        others.retain(|other| other.eq_ignore_ascii_case(&name));
        others.sort();
        Ok(others.first().map_or(plain, |other| self.root.join(other)))
    }

    /// The names of the files that may be records.
    fn names(&self) -> Result<Vec<String>, StoreError> {
        let failed = |error: &std::io::Error| StoreError::file(&self.root, "read", error);
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(|error| failed(&error))?.file_name();
            if let Ok(name) = name.into_string()
                && !name.starts_with('.')
                && name.len() > 5
                && name.to_ascii_lowercase().ends_with(".json")
            {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// What of a file is the record, if it has one.
    fn record(&self, object: &Object) -> Option<Vec<u8>> {
        object.text(REF)?;
        Some(object.only(self.sections).write().into_bytes())
    }

    fn lock(&self) -> Result<fs::File, StoreError> {
        let failed = |error: &std::io::Error| StoreError::file(&self.root, "written", error);
        if !self.root.is_dir() {
            make_all(&self.root).map_err(|error| failed(&error))?;
        }
        let path = self.root.join(LOCK);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(StoreError::file(
                &path,
                "used",
                &"it is no regular file; move it away",
            ));
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| failed(&error))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    let reason = "another process has held it for a minute; try again later";
                    return Err(StoreError::file(&path, "locked", &reason));
                }
                Err(TryLockError::Error(error)) => return Err(failed(&error)),
            }
        }
    }
}

impl Store for DirectoryStore {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self.find(key)?;
        Ok(found.file.and_then(|object| self.record(&object)))
    }

    fn change(&self, key: &Key, _seconds: i64, change: &Change<'_>) -> Result<Updated, StoreError> {
        let _lock = self.lock()?;
        let Found { path, file } = self.find(key)?;
        let before = file.as_ref().and_then(|object| self.record(object));
        let Some(change) = change(before.as_deref()) else {
            return Ok(Updated::Unchanged);
        };
        let text = (self.rules.merge)(before.as_deref().unwrap_or(&change), &change);
        let failed = |reason: &dyn std::fmt::Display| StoreError::file(&path, "written", reason);
        let record = Object::read(&String::from_utf8_lossy(&text))
            .map_err(|error| failed(&format!("the record is no JSON object ({error})")))?;
        let mut next = record.only(self.sections);
        if before.as_deref() == Some(next.write().as_bytes()) {
            return Ok(Updated::Unchanged);
        }
        next.extend(
            file.map(|object| object.without(self.sections))
                .unwrap_or_default(),
        );
        write_atomically(&path, next.write().as_bytes()).map_err(|error| failed(&error))?;
        Ok(Updated::Written)
    }

    fn each(&self, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        for name in self.names()? {
            let path = self.root.join(&name);
            // What has no `ref` of an item is not ours to complain about.
            let Ok(Some(object)) = load(&path) else {
                continue;
            };
            let Some(key) = object.text(REF).and_then(|text| Key::from_ref(&text)) else {
                continue;
            };
            // A file under a name that a lookup would not find is a copy.
            let text = match self.find(&key) {
                Ok(found) if found.path == path => self.record(&object).map(Ok),
                Ok(_) => None,
                Err(error) => Some(Err(error)),
            };
            if let Some(text) = text
                && let ControlFlow::Break(()) = visit(key, text)
            {
                break;
            }
        }
        Ok(())
    }

    fn remove(&self, key: &Key, _seconds: i64) -> Result<bool, StoreError> {
        let _lock = self.lock()?;
        let Found { path, file } = self.find(key)?;
        let Some(object) = file.filter(|object| self.record(object).is_some()) else {
            return Ok(false);
        };
        let failed = |error: &std::io::Error| StoreError::file(&path, "written", error);
        // What other programs keep in the file stays, with the ref that says
        // whose it is.
        let rest = object.without(self.sections);
        if rest.is_empty() {
            fs::remove_file(&path).map_err(|error| failed(&error))?;
            if cfg!(unix) {
                let root = fs::File::open(&self.root).and_then(|root| root.sync_all());
                root.map_err(|error| failed(&error))?;
            }
        } else {
            write_atomically(&path, rest.write().as_bytes()).map_err(|error| failed(&error))?;
        }
        Ok(true)
    }
}

fn load(path: &Path) -> Result<Option<Object>, StoreError> {
    let failed = |reason: &dyn std::fmt::Display| StoreError::file(path, "read", reason);
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&error)),
    };
    if !metadata.is_file() {
        return Err(failed(&"it is no regular file; move it away"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(failed(&format!("it has {} bytes", metadata.len())));
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&error)),
    };
    let object = Object::read(&text).map_err(|error| {
        failed(&format!(
            "it is no JSON object ({error}); mend it or move it away"
        ))
    })?;
    Ok(Some(object))
}

/// Whether a file is this item's. One that says no item is anybody's.
fn is_of(object: &Object, key: &Key) -> bool {
    match object.text(REF) {
        Some(text) => Key::from_ref(&text).as_ref() == Some(key),
        None => true,
    }
}

/// Makes a directory and those above it.
fn make_all(path: &Path) -> std::io::Result<()> {
    let missing: Vec<&Path> = path
        .ancestors()
        .take_while(|above| !above.exists())
        .collect();
    for directory in missing.into_iter().rev() {
        // Another process may be making it, too.
        make_directory(directory).or_else(|error| {
            if directory.is_dir() {
                Ok(())
            } else {
                Err(error)
            }
        })?;
    }
    Ok(())
}
