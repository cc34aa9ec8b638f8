//! Writing a file so that a crash leaves the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file: a temporary file beside it, synced, renamed over it, and the
/// directory synced. What stands there before, a link too, is replaced and
/// never written through.
///
/// # Errors
///
/// What the system says; the file is then as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    refuse_special(path)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".closeout-");
    open_to_the_mask(&mut builder);
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_directory(directory)
}

/// A rename would turn a device or a FIFO into a file.
fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() || found.is_symlink() => Ok(()),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "something that is no regular file stands there",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a directory, if there is none. A link in its place is refused: it
/// could lead anywhere.
///
/// # Errors
///
/// What the system says, or that something else stands there.
pub fn make_directory(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "something that is no directory stands there",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir(path),
        Err(error) => Err(error),
    }
}

/// Temporary files are private; this one becomes a file like any other, as far
/// as the user's mask allows.
fn open_to_the_mask(builder: &mut tempfile::Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = builder;
}

/// A rename outlives a crash only once its directory is synced; Windows has no
/// such thing.
fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}
