//! The files of conversations: which file it is, who may write it, and how one
//! takes the place of another.
//!
//! Journals, exports and compacted copies all go through here, whichever room
//! writes them, so that the same holds for each:
//!
//! - **Only ordinary files.** A folder, a device, a pipe, a socket and a link
//!   that leads nowhere are refused with their name before they are opened, so
//!   that nothing waits for a pipe's other end ([`occupant()`],
//!   [`open_to_read()`]).
//! - **One writer.** A writer holds the [`Lock`] of the file's name, by
//!   whatever links it was found; a journal that is open for writing is locked
//!   itself as well (on Unix), so that a hard link of it is the same journal.
//! - **A journal is never replaced.** An [`OutputFile`] refuses to take the
//!   place of a file that is a journal, whatever the caller allows.
//! - **Whole or not at all.** An output is written beside its place, under a
//!   name that begins with a dot and ends in `.vibeue-new`, and gets its own
//!   name at the end. What a killed program left under that name is removed by
//!   the next writer.
//! - **As private as its source.** A draft is its owner's alone; the finished
//!   file can be read by nobody who could not read what it was made of
//!   ([`Readers`]).

mod draft;
mod file_id;
mod lock;
mod occupant;
mod open;
mod output_file;
mod recognize;
mod storage_error;

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

/// The place of a folder whose real name the system does not tell: some drives
/// of Windows (RAM disks, network shares of others) have none, and Wine knows
/// none beyond 260 letters. Without links the two are the same.
fn absolute(folder: &Path, error: io::Error) -> io::Result<PathBuf> {
    if folder.is_dir() { std::path::absolute(folder) } else { Err(error) }
}

/// The file behind all links; one that does not exist yet is in the folder behind them.
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
