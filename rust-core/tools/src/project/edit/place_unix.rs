//! A file's location, by its open parent folder: a program that replaces a folder on the way by a
//! link cannot change where this reads and writes.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, fchmod, fstat, fsync, mkdirat, openat,
    renameat, renameat_with, unlinkat,
};
use rustix::io::Errno;

use super::place::{Content, PlaceError, beside};
use crate::project::FileHash;

/// A file's place: the folder that it is or will be in, open, and its name.
#[derive(Debug)]
pub(in crate::project) struct Place {
    parent: OwnedFd,
    name: OsString,
}

const FOLDER: OFlags =
    OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::RDONLY);

impl Place {
    /// Opens a file's parent folder. `inside` is relative to the root and has only normal
    /// components. `None` if a folder on the way is missing; with `make`, missing folders are
    /// created and recorded, the outermost first.
    pub(in crate::project) fn open(
        root: &Path,
        inside: &Path,
        mut make: Option<&mut Vec<PathBuf>>,
    ) -> Result<Option<Self>, PlaceError> {
        let mut at = openat(CWD, root, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
            .map_err(io::Error::from)?;
        let mut names = Vec::new();
        for part in inside.components() {
            let Component::Normal(name) = part else { return Err(PlaceError::Moved) };
            names.push(name);
        }
        let name = names.pop().ok_or(PlaceError::NotAFile)?.to_owned();
        let mut so_far = PathBuf::new();
        for folder in names {
            so_far.push(folder);
            let mut next = openat(&at, folder, FOLDER, Mode::empty());
            if matches!(next, Err(Errno::NOENT)) {
                let Some(made) = &mut make else { return Ok(None) };
                match mkdirat(&at, folder, Mode::from_raw_mode(0o777)) {
                    Ok(()) => made.push(so_far.clone()),
                    Err(Errno::EXIST) => {}
                    Err(error) => return Err(io::Error::from(error).into()),
                }
                next = openat(&at, folder, FOLDER, Mode::empty());
            }
            at = match next {
                Ok(next) => next,
                Err(Errno::LOOP | Errno::NOTDIR) => return Err(PlaceError::Moved),
                Err(error) => return Err(io::Error::from(error).into()),
            };
        }
        Ok(Some(Self { parent: at, name }))
    }

    /// Reads the file, of at most `most` bytes; `None` if there is none.
    pub(in crate::project) fn read(&self, most: u64) -> Result<Option<Content>, PlaceError> {
        // Without waiting: a pipe would never open.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = match openat(&self.parent, &self.name, flags, Mode::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP | Errno::NXIO) => return Err(PlaceError::NotAFile),
            Err(error) => return Err(io::Error::from(error).into()),
        };
        let facts = fstat(&file).map_err(io::Error::from)?;
        if FileType::from_raw_mode(facts.st_mode) != FileType::RegularFile {
            return Err(PlaceError::NotAFile);
        }
        let size = u64::try_from(facts.st_size).unwrap_or(0);
        if size > most {
            return Err(PlaceError::TooLarge(size));
        }
        let mut bytes = Vec::new();
        File::from(file).take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(PlaceError::TooLarge(bytes.len() as u64));
        }
        #[allow(clippy::useless_conversion, reason = "some systems have fewer bits")]
        let mode = u32::from(facts.st_mode) & 0o7777;
        Ok(Some(Content { bytes, mode, read_only: mode & 0o200 == 0 }))
    }

    /// Replaces the file's content, whole or not at all, if it is still what was expected; reads it
    /// back.
    pub(in crate::project) fn write(
        &self,
        bytes: &[u8],
        mode: Option<u32>,
        expected: Option<&FileHash>,
        most: u64,
    ) -> Result<(), PlaceError> {
        let beside = beside();
        let put = || -> Result<(), PlaceError> {
            let flags =
                OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // The system's mode for a new file, or that of the old one.
            let first = Mode::from_raw_mode(if mode.is_some() { 0o600 } else { 0o666 });
            let file = openat(&self.parent, &beside, flags, first).map_err(io::Error::from)?;
            let mut file = File::from(file);
            file.write_all(bytes)?;
            if let Some(mode) = mode {
                fchmod(&file, Mode::from_raw_mode(mode as _)).map_err(io::Error::from)?;
            }
            file.sync_all()?;
            Content::check(self.read(most)?.as_ref(), expected)?;
            self.put_in_place(&beside, expected.is_none())
        };
        if let Err(error) = put() {
            let _ = unlinkat(&self.parent, &beside, AtFlags::empty());
            return Err(error);
        }
        // Some file systems cannot flush a folder to the disk.
        let _ = fsync(&self.parent);
        let there = self.read(most.max(bytes.len() as u64)).ok().flatten();
        Content::check_kept(there.as_ref(), bytes)
    }

    /// Removes the file, if it still is what was expected.
    pub(in crate::project) fn remove(
        &self,
        expected: &FileHash,
        most: u64,
    ) -> Result<(), PlaceError> {
        Content::check(self.read(most)?.as_ref(), Some(expected))?;
        unlinkat(&self.parent, &self.name, AtFlags::empty()).map_err(io::Error::from)?;
        let _ = fsync(&self.parent);
        Ok(())
    }

    fn put_in_place(&self, beside: &str, new: bool) -> Result<(), PlaceError> {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        if new {
            let keep = RenameFlags::NOREPLACE;
            match renameat_with(&self.parent, beside, &self.parent, &self.name, keep) {
                Ok(()) => return Ok(()),
                Err(Errno::EXIST) => return Err(PlaceError::Changed),
                // A file system that cannot do this; it was checked a moment ago.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                Err(error) => return Err(io::Error::from(error).into()),
            }
        }
        let _ = new;
        renameat(&self.parent, beside, &self.parent, &self.name).map_err(io::Error::from)?;
        Ok(())
    }
}
