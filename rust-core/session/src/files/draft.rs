//! A file that appears whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::occupant::{Occupant, occupant};
use super::{folder_of, resolved, storage_error};
use vibeue_conversation::{Error, ErrorKind, Result};

/// Whether a finished draft may replace a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The place must be free.
    New,
    /// An existing file is replaced.
    Taken,
}

/// A file that is being written under another name, next to its final place. Dropped before it is
/// finished, it leaves nothing.
///
/// The caller holds the lock of the target: the draft's name is always the same, so what a killed
/// program left is found and removed.
#[derive(Debug)]
pub(crate) struct Draft {
    target: PathBuf,
    path: PathBuf,
    file: Option<BufWriter<File>>,
    length: u64,
}

impl Draft {
    /// The permissions of a file that only its owner can access. On Windows files inherit the
    /// rights of their folder.
    pub(crate) const PRIVATE: u32 = 0o600;

    /// Begins a file, with permissions reduced by the user's umask. A link at the target is
    /// followed.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if it cannot be created.
    pub(crate) fn begin(target: &Path, mode: u32) -> Result<Self> {
        let target = resolved(target)?;
        let path = draft_path(&target)?;
        // Under the lock, anything here was left by a killed program: a file, or a second name of a
        // finished one. Only the name is removed, the content is not touched.
        remove_leftover(&target)?;
        let file = create(&path, mode)
            .map_err(|error| storage_error(&target, "cannot create the file", &error))?;
        let file = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(Self { target, path, file, length: 0 })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes)
            .map_err(|error| storage_error(&self.target, "cannot write the file", &error))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Gives the file its final name; returns it, open for writing at its end, and its length.
    /// `sync` flushes its content to the disk before and its name after.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if a place that must be free is taken, [`ErrorKind::Io`] otherwise;
    /// what was there stays.
    pub(crate) fn finish(mut self, place: Place, sync: bool) -> Result<(File, u64)> {
        let writing =
            |error: &io::Error| storage_error(&self.target, "cannot write the file", error);
        let file = self
            .file
            .take()
            .ok_or_else(|| Error::new(ErrorKind::Internal, "a new file was completed twice"))?
            .into_inner()
            .map_err(|error| writing(error.error()))?;
        if sync {
            file.sync_all().map_err(|error| writing(&error))?;
        }
        let named = match place {
            Place::New => name_new(&self.path, &self.target),
            Place::Taken => fs::rename(&self.path, &self.target),
        };
        named.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.target),
            _ => storage_error(&self.target, "cannot name the new file", &error),
        })?;
        if sync {
            sync_folder(&self.target)?;
        }
        Ok((file, self.length))
    }

    /// Sets the permissions, regardless of the user's umask. Does nothing on Windows.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub(crate) fn set_mode(&self, mode: u32) -> Result<()> {
        #[cfg(unix)]
        if let Some(file) = &self.file {
            use std::os::unix::fs::PermissionsExt as _;
            file.get_ref().set_permissions(fs::Permissions::from_mode(mode)).map_err(|error| {
                storage_error(&self.target, "cannot set who may read the file", &error)
            })?;
        }
        let _ = mode;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a successful finish nothing has this name.
        drop(self.file.take());
        let _ = fs::remove_file(&self.path);
    }
}

/// Refuses a place that is taken.
///
/// # Errors
/// [`ErrorKind::Input`] if a file is there, [`ErrorKind::Io`] naming what it is if it is anything
/// else.
pub(crate) fn refuse_taken(path: &Path) -> Result<()> {
    match occupant(path)? {
        Occupant::Nothing => Ok(()),
        Occupant::File(_) => Err(exists(path)),
    }
}

/// The error if the place of a new file is taken.
pub(super) fn exists(path: &Path) -> Error {
    Error::new(ErrorKind::Input, "the file already exists")
        .at(path.display().to_string())
        .hint("choose another name, or open it")
}

/// Removes what a killed program left of a file that it was writing. The caller holds the lock of
/// that file.
///
/// # Errors
/// [`ErrorKind::Io`] if it exists and cannot be removed.
pub(crate) fn remove_leftover(target: &Path) -> Result<()> {
    let path = draft_path(&resolved(target)?)?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(storage_error(&path, "cannot remove what a killed program left behind", &error))
        }
        _ => Ok(()),
    }
}

/// The name of the draft: one that no other program would use.
fn draft_path(target: &Path) -> Result<PathBuf> {
    let Some(name) = target.file_name() else {
        return Err(Error::new(ErrorKind::Input, "the path has no file name")
            .at(target.display().to_string())
            .hint("name a file"));
    };
    let mut draft = std::ffi::OsString::from(".");
    draft.push(name);
    draft.push(".vibeue-new");
    Ok(target.with_file_name(draft))
}

/// Creates a file if nothing is there, not even a link.
fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    let _ = mode;
    options.open(path)
}

/// Gives a file an unused name, atomically if the system can.
fn name_new(draft: &Path, target: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, draft, CWD, target, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(()),
            // The file system does not support it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            Err(error) => return Err(error.into()),
        }
    }
    match fs::hard_link(draft, target) {
        // The second name is removed next; if the program is killed in between, the next writer
        // removes it.
        Ok(()) => fs::remove_file(draft),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without hard links: the lock keeps other writers of ours away.
        Err(_) if target.symlink_metadata().is_err() => fs::rename(draft, target),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Flushes the name of a new file to the disk: it is part of the folder.
fn sync_folder(path: &Path) -> Result<()> {
    if !cfg!(unix) {
        // Windows cannot open a folder as a file; NTFS journals names itself.
        return Ok(());
    }
    let folder = folder_of(path);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| storage_error(folder, "cannot sync the folder to disk", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_takes_a_place_only_as_it_was_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        let draft = |text: &str| {
            let mut draft = Draft::begin(&path, Draft::PRIVATE).unwrap();
            draft.write(text.as_bytes()).unwrap();
            draft
        };
        draft("one").finish(Place::New, true).unwrap();
        let error = draft("two").finish(Place::New, true).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::Input, "the file already exists"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        draft("three").finish(Place::Taken, true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        drop(draft("four"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_second_name_that_a_killed_program_left_loses_its_name_and_not_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("talk.jsonl"), folder.path().join("other"));
        fs::write(&other, "the conversation").unwrap();
        let left = draft_path(&path).unwrap();
        fs::hard_link(&other, &left).unwrap();
        drop(Draft::begin(&path, Draft::PRIVATE).unwrap());
        assert!(!left.exists());
        assert_eq!(fs::read_to_string(&other).unwrap(), "the conversation");
    }

    #[cfg(unix)]
    #[test]
    fn a_draft_is_never_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("talk.jsonl"), folder.path().join("other"));
        fs::write(&other, "somebody's").unwrap();
        std::os::unix::fs::symlink(&other, draft_path(&path).unwrap()).unwrap();
        let mut draft = Draft::begin(&path, Draft::PRIVATE).unwrap();
        draft.write(b"ours").unwrap();
        draft.finish(Place::New, false).unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), "somebody's");
        assert_eq!(fs::read_to_string(&path).unwrap(), "ours");
        assert!(!path.symlink_metadata().unwrap().is_symlink());
    }
}
