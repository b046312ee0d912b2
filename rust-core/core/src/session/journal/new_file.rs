//! A file that appears whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::{SyncPolicy, folder_of, storage_error};
use crate::{Error, ErrorKind, Result};

/// A journal that is being made under another name.
#[derive(Debug)]
pub(super) struct NewFile {
    path: PathBuf,
    draft: PathBuf,
    file: Option<BufWriter<File>>,
    length: u64,
    lock: Option<Lock>,
}

impl NewFile {
    /// Begins a file, under the lock of its final name.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when the file exists, [`ErrorKind::Busy`] when
    /// somebody else is making it, [`ErrorKind::Io`] when it cannot be made.
    pub(super) fn begin(path: &Path) -> Result<Self> {
        let lock = Lock::take(path)?;
        // A link that leads nowhere is something in the way, too.
        if path.symlink_metadata().is_ok() {
            return Err(Error::new(ErrorKind::Input, "the file exists already")
                .at(path.display().to_string())
                .hint("choose another name, or open it"));
        }
        let mut draft = path.to_path_buf().into_os_string();
        draft.push(".new");
        let draft = PathBuf::from(draft);
        // Under the lock, a draft that lies there is one that a crash left.
        let file = private_file(&draft)
            .map_err(|error| storage_error(&draft, "cannot create the file", &error))?;
        let file = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(Self { path: path.to_path_buf(), draft, file, length: 0, lock: Some(lock) })
    }

    /// Writes behind what was written.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes)
            .map_err(|error| storage_error(&self.draft, "cannot write the file", &error))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Gives the file its name; returns it, open for writing at its end.
    pub(super) fn finish(mut self, sync: SyncPolicy) -> Result<(File, u64, Lock)> {
        let writing =
            |error: &std::io::Error| storage_error(&self.draft, "cannot write the file", error);
        let file = self
            .file
            .take()
            .ok_or_else(|| Error::new(ErrorKind::Internal, "a new file was finished twice"))?
            .into_inner()
            .map_err(|error| writing(error.error()))?;
        if sync != SyncPolicy::Never {
            file.sync_all().map_err(|error| writing(&error))?;
        }
        // Windows renames no file that is open.
        drop(file);
        fs::rename(&self.draft, &self.path)
            .map_err(|error| storage_error(&self.path, "cannot name the new file", &error))?;
        if sync != SyncPolicy::Never {
            sync_folder(&self.path)?;
        }
        let mut file = open_for_writing(&self.path)?;
        super::storage::Storage::cut(&mut file, self.length).map_err(|error| {
            storage_error(&self.path, "cannot reach the end of the file", &error)
        })?;
        let lock = self
            .lock
            .take()
            .ok_or_else(|| Error::new(ErrorKind::Internal, "a new file lost its lock"))?;
        Ok((file, self.length, lock))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Still under the lock. After a successful finish nothing lies there.
        if self.lock.is_some() {
            drop(self.file.take());
            let _ = fs::remove_file(&self.draft);
        }
    }
}

/// Creates a file that only its owner may read: a conversation holds a
/// person's work. Windows gives files the rights of their folder.
fn private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a journal that exists for reading and writing.
pub(super) fn open_for_writing(path: &Path) -> Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .map_err(|error| storage_error(path, "cannot open the journal for writing", &error))
}

/// Brings the name of a new file onto the disk: it is part of the folder.
fn sync_folder(path: &Path) -> Result<()> {
    if !cfg!(unix) {
        // Windows opens no folder as a file; NTFS journals names itself.
        return Ok(());
    }
    let folder = folder_of(path);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| storage_error(folder, "cannot bring the folder onto the disk", &error))
}
