//! The files of conversations: identifying, locking and replacing them.
//!
//! Journals, exports and compacted copies all go through here, whichever module writes them, so the
//! same rules hold for each:
//!
//! - **Only ordinary files.** A folder, a device, a pipe, a socket and a link that leads nowhere
//!   are refused by name before they are opened, so that nothing waits for a pipe's other end
//!   ([`occupant()`], [`open_to_read()`]).
//! - **One writer.** A writer holds the [`Lock`] of the file's name, whichever links lead to it; a
//!   journal that is open for writing is also locked itself (on Unix), which covers its hard links.
//! - **A journal is never replaced.** An [`OutputFile`] never replaces a journal, whatever the
//!   caller allows.
//! - **Whole or not at all.** An output is written next to its final place, under a name that
//!   begins with a dot and ends in `.vibeue-new`, and is renamed at the end. The next writer
//!   removes what a killed program left under that name.
//! - **As private as its source.** Only its owner can access a draft; the finished file can be read
//!   only by those who could read its source ([`Readers`]).

mod draft;
mod file_id;
mod lock;
mod occupant;
mod open;
mod output_file;
mod recognize;
mod storage_error;
#[cfg(test)]
mod testing;

pub(crate) use draft::{Draft, Place, refuse_taken, remove_leftover};
pub use file_id::FileId;
pub use lock::Lock;
pub(crate) use lock::busy;
pub use occupant::{Occupant, occupant};
#[cfg(feature = "served")]
pub(crate) use open::open_to_append;
pub use open::open_to_read;
pub(crate) use open::open_to_write;
pub use output_file::{OutputFile, Readers, Replacing};
pub use recognize::is_journal;
pub(crate) use storage_error::storage_error;

use std::io;
use std::path::{Path, PathBuf};

use vibeue_conversation::{Error, ErrorKind, Result};

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The absolute path of a folder for which the system has no canonical path: some Windows drives
/// (RAM disks, remote network shares) have none, and Wine has none beyond 260 characters. Without
/// links the two are the same.
fn absolute(folder: &Path, error: io::Error) -> io::Result<PathBuf> {
    if folder.is_dir() { std::path::absolute(folder) } else { Err(error) }
}

/// Resolves all links of a path; for a file that does not exist yet, those of its folder.
pub(crate) fn resolved(path: &Path) -> Result<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    let Some(name) = path.file_name() else {
        return Err(Error::new(ErrorKind::Input, "the path has no file name")
            .at(path.display().to_string())
            .hint("name a file"));
    };
    let folder = folder_of(path);
    let real = folder
        .canonicalize()
        .or_else(|error| absolute(folder, error))
        .map_err(|error| storage_error(folder, "cannot find the folder", &error))?;
    Ok(real.join(name))
}
