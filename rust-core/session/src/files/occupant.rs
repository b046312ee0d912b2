//! What is at a path.

use std::fs::Metadata;
use std::io;
use std::path::Path;

use super::storage_error;
use vibeue_conversation::{Error, ErrorKind, Result};

/// What is at a path that may hold a conversation.
#[derive(Debug)]
pub enum Occupant {
    /// Nothing: a file may be created.
    Nothing,
    /// An ordinary file, perhaps through links, with its metadata.
    File(Metadata),
}

impl Occupant {
    /// Returns whether there is a file.
    pub fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }
}

/// Finds out what is at a path, without opening it.
///
/// # Errors
/// [`ErrorKind::Io`] naming what it is if it is something other than a file: a folder, a device, a
/// pipe, a socket, a dangling link; and if the system cannot tell.
pub fn occupant(path: &Path) -> Result<Occupant> {
    match path.metadata() {
        Ok(facts) => match not_a_file(&facts) {
            None => Ok(Occupant::File(facts)),
            Some(refusal) => Err(refusal.at(path.display().to_string())),
        },
        // Also if a part of the path is a file: creating the folder reports it.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            if path.symlink_metadata().is_ok_and(|facts| facts.is_symlink()) {
                return Err(Error::new(ErrorKind::Io, "this is a dangling link")
                    .at(path.display().to_string())
                    .hint("create the file it points to, or remove the link"));
            }
            Ok(Occupant::Nothing)
        }
        Err(error) => Err(storage_error(path, "cannot look at the file", &error)),
    }
}

/// Why something is not a file.
pub(super) fn not_a_file(facts: &Metadata) -> Option<Error> {
    if facts.is_file() {
        return None;
    }
    let (what, hint) = if facts.is_dir() {
        ("this is a directory", "name a file inside it")
    } else {
        (kind_of(facts), "name an ordinary file; devices and pipes cannot store anything")
    };
    Some(Error::new(ErrorKind::Io, what).hint(hint))
}

#[cfg(unix)]
fn kind_of(facts: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = facts.file_type();
    if kind.is_fifo() {
        "this is a pipe (FIFO), not a file"
    } else if kind.is_socket() {
        "this is a socket, not a file"
    } else if kind.is_char_device() || kind.is_block_device() {
        "this is a device, not a file"
    } else {
        "this is not a file"
    }
}

#[cfg(not(unix))]
fn kind_of(_: &Metadata) -> &'static str {
    "this is not a file"
}
