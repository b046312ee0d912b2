//! Opens files without blocking on what only looks like one.

use std::fs::{File, OpenOptions};
use std::path::Path;

use super::occupant::{Occupant, not_a_file, occupant};
use super::storage_error;
use vibeue_conversation::{Error, ErrorKind, Result};

/// Opens an ordinary file for reading.
///
/// # Errors
/// As for [`occupant()`]; [`ErrorKind::Io`] also if there is no file or it may not be read.
pub fn open_to_read(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    open(path, &mut options, "cannot open the file")
}

/// Opens an existing ordinary file for reading and writing.
pub(crate) fn open_to_write(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    open(path, &mut options, "cannot open the file for writing")
}

/// Opens an ordinary file at its end; if there is none, creates one that only its owner can access.
#[cfg(feature = "served")]
pub(crate) fn open_to_append(path: &Path) -> Result<File> {
    let doing = "cannot open the file for writing";
    if let Occupant::Nothing = occupant(path)? {
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match without_following(&mut options).open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => return made.map_err(|error| storage_error(path, doing, &error)),
        }
    }
    let mut options = OpenOptions::new();
    options.append(true);
    open(path, &mut options, doing)
}

fn open(path: &Path, options: &mut OpenOptions, doing: &str) -> Result<File> {
    // Checked without opening first, because opening some devices already has effects.
    if let Occupant::Nothing = occupant(path)? {
        return Err(Error::new(ErrorKind::Io, "there is no such file")
            .at(path.display().to_string())
            .hint("check the path; missing folders are not created"));
    }
    let file =
        without_waiting(options).open(path).map_err(|error| storage_error(path, doing, &error))?;
    // The file may have been replaced meanwhile.
    let facts = file.metadata().map_err(|error| storage_error(path, doing, &error))?;
    match not_a_file(&facts) {
        None => Ok(file),
        Some(refusal) => Err(refusal.at(path.display().to_string())),
    }
}

/// Opening a pipe waits for its other end unless this flag is set; it has no effect on ordinary
/// files.
#[cfg(unix)]
pub(super) fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed())
}

#[cfg(not(unix))]
pub(super) fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// As [`without_waiting`], but does not follow a link at the end of the path.
#[cfg(unix)]
pub(super) fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW;
    options.custom_flags(flags.bits().cast_signed())
}

#[cfg(not(unix))]
pub(super) fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
