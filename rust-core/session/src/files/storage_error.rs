//! Errors of the operating system, in words that help.

use std::io;
use std::path::Path;

use vibeue_conversation::{Error, ErrorKind};

/// Turns an error of the operating system into one of ours.
pub(crate) fn storage_error(path: &Path, doing: &str, error: &io::Error) -> Error {
    let hint = match error.kind() {
        io::ErrorKind::NotFound => "check the path; missing folders are not created",
        io::ErrorKind::NotADirectory => "check the path: a part of it is a file, not a folder",
        io::ErrorKind::PermissionDenied => "check the permissions of the file and its folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space on the disk and try again"
        }
        io::ErrorKind::FileTooLarge => "the file cannot grow any further here; start a new one",
        io::ErrorKind::ReadOnlyFilesystem => "choose a writable location",
        io::ErrorKind::InvalidFilename => "choose a shorter name",
        io::ErrorKind::Unsupported => "this file system has no locks; use a local disk",
        _ => "check the disk and try again",
    };
    Error::new(ErrorKind::Io, format!("{doing}: {error}")).at(path.display().to_string()).hint(hint)
}
