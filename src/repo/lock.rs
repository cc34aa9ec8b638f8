//! One writer of the archive at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::time::{Duration, Instant};

use super::Repository;
use super::error::{RepoError, shown};
use crate::files::make_directory;

/// How long a writer waits for the others. Each holds the lock for
/// milliseconds, a fold for a second or so.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it looks.
const PAUSE: Duration = Duration::from_millis(5);

/// The right to write the archive, until it is dropped. The system takes it
/// back from a process that dies.
#[derive(Debug)]
pub struct WriteLock {
    _file: File,
}

impl Repository {
    /// Waits for its turn to write the archive of this repository.
    ///
    /// # Errors
    ///
    /// [`RepoError::Busy`] after a minute; [`RepoError::NotWritten`] where the
    /// lock cannot be made.
    pub fn lock_for_writing(&self) -> Result<WriteLock, RepoError> {
        let directory = self.common_dir().join("closeout");
        let path = directory.join("lock");
        let failed = |error: &io::Error| self.not_synced(&shown(&path), error);
        make_directory(&directory).or_else(|error| {
            // Another process may have made it meanwhile.
            if directory.is_dir() {
                Ok(())
            } else {
                Err(failed(&error))
            }
        })?;
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(failed(&io::Error::other(
                "something that is no file stands there",
            )));
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
                Ok(()) => return Ok(WriteLock { _file: file }),
                Err(TryLockError::Error(error)) => return Err(failed(&error)),
                Err(TryLockError::WouldBlock) if start.elapsed() >= PATIENCE => {
                    return Err(RepoError::Busy {
                        path: shown(&path),
                        seconds: PATIENCE.as_secs(),
                    });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            }
        }
    }
}
