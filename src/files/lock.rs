//! One writer of a file at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a waiting writer looks.
const PAUSE: Duration = Duration::from_millis(5);

/// The right to write, until it is dropped. The system takes it back from a
/// process that dies.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Waits for the lock that this file is, which is made where it is missing and
/// stays. `None`: another process did not let go of it in time.
///
/// # Errors
///
/// What the system says, or that something that is no file stands there: a
/// link could lead anywhere.
pub fn lock(path: &Path, patience: Duration) -> io::Result<Option<Lock>> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("something that is no file stands there"));
    }
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    super::tree::open_flags(&mut options, super::Links::Refuse);
    let file = options.open(path)?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(Lock { _file: file })),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if start.elapsed() >= patience => return Ok(None),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}
