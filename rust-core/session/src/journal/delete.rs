//! Deletes a journal.

use std::fs;
use std::io::ErrorKind as IoKind;
use std::path::Path;

use crate::files::{Lock, occupant, storage_error};
use vibeue_conversation::Result;

/// Deletes a journal for good; nothing is done where there is none. What a
/// journal holds is not read: a damaged one can be deleted, too.
///
/// # Errors
/// [`ErrorKind::Busy`](vibeue_conversation::ErrorKind::Busy) while somebody has
/// it open for writing: what is said there would be lost without a word.
/// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) when it is not an
/// ordinary file, or the system does not let it go.
pub fn delete(path: &Path) -> Result<()> {
    if !occupant(path)?.is_file() {
        return Ok(());
    }
    let lock = Lock::take(path)?;
    match fs::remove_file(path) {
        Ok(()) => {}
        Err(error) if error.kind() == IoKind::NotFound => {}
        Err(error) => return Err(storage_error(path, "cannot delete the file", &error)),
    }
    drop(lock);
    Ok(())
}
