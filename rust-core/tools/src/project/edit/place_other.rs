//! A file's location on systems where folders cannot be held open: its path is checked again before
//! each step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use super::place::{Content, PlaceError, beside};
use crate::project::FileHash;
use crate::project::spelling::has_colon;

/// A file's place: the folder that it is or will be in, and its name.
#[derive(Debug)]
pub(in crate::project) struct Place {
    parent: PathBuf,
    path: PathBuf,
}

impl Place {
    /// Opens a file's parent folder. `inside` is relative to the root and has only normal
    /// components, none of them with a colon: on Windows that is a part of another file. `None` if a
    /// folder on the way is missing; with `make`, missing folders are created and recorded, the
    /// outermost first.
    pub(in crate::project) fn open(
        root: &Path,
        inside: &Path,
        mut make: Option<&mut Vec<PathBuf>>,
    ) -> Result<Option<Self>, PlaceError> {
        if !inside.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(PlaceError::Moved);
        }
        if has_colon(inside) {
            return Err(PlaceError::NotAFile);
        }
        let folder = inside.parent().unwrap_or(Path::new(""));
        // Links on the way to the root are the user's.
        let mut at = root.canonicalize()?;
        let mut so_far = PathBuf::new();
        for name in folder.components() {
            so_far.push(name);
            at.push(name);
            match fs::symlink_metadata(&at) {
                Ok(facts) if facts.is_dir() => {}
                Ok(_) => return Err(PlaceError::Moved),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let Some(made) = &mut make else { return Ok(None) };
                    fs::create_dir(&at)?;
                    made.push(so_far.clone());
                }
                Err(error) => return Err(error.into()),
            }
        }
        let name = inside.file_name().ok_or(PlaceError::NotAFile)?;
        let place = Self { path: at.join(name), parent: at };
        place.same()?;
        Ok(Some(place))
    }

    /// Checks that the folder is where it was.
    fn same(&self) -> Result<(), PlaceError> {
        if self.parent.canonicalize()? == self.parent { Ok(()) } else { Err(PlaceError::Moved) }
    }

    /// Reads the file, of at most `most` bytes; `None` if there is none.
    pub(in crate::project) fn read(&self, most: u64) -> Result<Option<Content>, PlaceError> {
        self.same()?;
        let facts = match fs::symlink_metadata(&self.path) {
            Ok(facts) => facts,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if !facts.is_file() {
            return Err(PlaceError::NotAFile);
        }
        if facts.len() > most {
            return Err(PlaceError::TooLarge(facts.len()));
        }
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(PlaceError::TooLarge(bytes.len() as u64));
        }
        Ok(Some(Content { bytes, mode: 0, read_only: facts.permissions().readonly() }))
    }

    /// Replaces the file's content, whole or not at all, if it is still what was expected; reads it
    /// back.
    pub(in crate::project) fn write(
        &self,
        bytes: &[u8],
        _mode: Option<u32>,
        expected: Option<&FileHash>,
        most: u64,
    ) -> Result<(), PlaceError> {
        let beside = self.parent.join(beside());
        let put = || -> Result<(), PlaceError> {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            drop(file);
            Content::check(self.read(most)?.as_ref(), expected)?;
            fs::rename(&beside, &self.path)?;
            Ok(())
        };
        if let Err(error) = put() {
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
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
        fs::remove_file(&self.path)?;
        Ok(())
    }
}
