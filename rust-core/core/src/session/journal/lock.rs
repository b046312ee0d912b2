//! One writer at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::storage_error;
use crate::{Error, ErrorKind, Result};

/// The right to write a journal; given back when it is dropped, and by the
/// operating system when the program ends in whatever way.
#[derive(Debug)]
pub(super) struct Lock {
    /// The lock hangs on the open file.
    _file: File,
}

impl Lock {
    /// Takes the lock of a journal, which need not exist yet; its folder must.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] when another writer has it, [`ErrorKind::Io`] when
    /// the lock's file cannot be opened or locked.
    pub(super) fn take(journal: &Path) -> Result<Self> {
        let path = lock_path(journal)?;
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| storage_error(&path, "cannot open the lock", &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(Error::new(ErrorKind::Busy, "another program is writing this journal")
                    .at(journal.display().to_string())
                    .hint("close the conversation there, or open it for reading"))
            }
            Err(TryLockError::Error(error)) => {
                Err(storage_error(&path, "cannot lock the journal", &error))
            }
        }
    }
}

/// The place of a folder whose real name the system does not tell: some drives
/// of Windows (RAM disks, network shares of others) have none, and Wine knows
/// none beyond 260 letters. Without links the two are the same.
fn absolute(folder: &Path, error: io::Error) -> io::Result<PathBuf> {
    if folder.is_dir() { std::path::absolute(folder) } else { Err(error) }
}

/// The lock's file beside the journal, the same one by whatever links the
/// journal was found.
fn lock_path(journal: &Path) -> Result<PathBuf> {
    let real = match journal.canonicalize() {
        Ok(real) => real,
        // It is about to be created; only its folder has links to follow.
        Err(_) => {
            let Some(name) = journal.file_name() else {
                return Err(Error::new(
                    ErrorKind::Input,
                    "the path of the journal has no file name",
                )
                .at(journal.display().to_string()));
            };
            let folder = super::folder_of(journal);
            folder
                .canonicalize()
                .or_else(|error| absolute(folder, error))
                .map_err(|error| storage_error(folder, "cannot find the folder", &error))?
                .join(name)
        }
    };
    let mut path = real.into_os_string();
    path.push(".lock");
    Ok(path.into())
}
