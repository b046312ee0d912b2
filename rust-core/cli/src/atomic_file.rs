//! Writing a file as a whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use vibeue_core::{Error, ErrorKind};

use crate::failure::Result;

/// A file that appears under its name when it is complete.
///
/// It is written beside its place and renamed at the end: whoever looks sees
/// the old file or the new one. Dropped before, it leaves nothing.
pub(crate) struct AtomicFile {
    shown: PathBuf,
    target: PathBuf,
    file: NamedTempFile,
}

impl AtomicFile {
    /// Begins a file.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] when something that is no file has the name, or the
    /// folder cannot be written to.
    pub(crate) fn begin(path: &Path) -> Result<Self> {
        // Through a link to the file behind it: renaming would replace the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(refused(path, "this is a directory", "name a file inside it"));
        }
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            let hint = "name a file; devices and pipes cannot be replaced";
            return Err(refused(path, "this is not a file", hint));
        }
        if existing.as_ref().is_some_and(|metadata| metadata.permissions().readonly()) {
            return Err(refused(path, "the file is write-protected", "name another file"));
        }
        let folder = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if target.file_name().is_none() {
            return Err(refused(path, "this names no file", "name a file"));
        }
        let mut builder = Builder::new();
        builder.prefix(".vibeue-").suffix(".tmp");
        match &existing {
            Some(metadata) => builder.permissions(metadata.permissions()),
            None => with_usual_permissions(&mut builder),
        };
        let file = builder.tempfile_in(folder).map_err(|error| unwritable(path, &error))?;
        Ok(Self { shown: path.to_owned(), target, file })
    }

    /// Writes a piece.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result {
        self.file.write_all(bytes).map_err(|error| unwritable(&self.shown, &error).into())
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// [`ErrorKind::Io`]; what stood there before stays.
    pub(crate) fn finish(self) -> Result {
        let Self { shown, target, file } = self;
        file.as_file().sync_all().map_err(|error| unwritable(&shown, &error))?;
        file.persist(&target).map_err(|error| unwritable(&shown, &error.error))?;
        Ok(())
    }
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// As [`AtomicFile::begin`], [`AtomicFile::write`] and [`AtomicFile::finish`].
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result {
    let mut file = AtomicFile::begin(path)?;
    file.write(bytes)?;
    file.finish()
}

/// Those of any new file, less what the user's mask takes away; files for
/// temporary use are for their owner only otherwise.
fn with_usual_permissions<'b, 'p, 's>(builder: &'b mut Builder<'p, 's>) -> &'b mut Builder<'p, 's> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

fn refused(path: &Path, what: &str, hint: &str) -> crate::failure::Failure {
    Error::new(ErrorKind::Io, what).at(path.display().to_string()).hint(hint).into()
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    let (what, hint) = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            ("its folder does not exist".to_owned(), "make the folder first")
        }
        io::ErrorKind::PermissionDenied => {
            ("the file may not be written".to_owned(), "check the permissions of its folder")
        }
        io::ErrorKind::StorageFull => ("the disk is full".to_owned(), "make room"),
        _ => (format!("cannot write the file: {error}"), "name another file"),
    };
    Error::new(ErrorKind::Io, what).at(path.display().to_string()).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::begin(&path).unwrap();
        file.write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["out.json"]);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = AtomicFile::begin(&folder.path().join("out.json")).unwrap();
        file.write(b"half").unwrap();
        drop(file);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_the_file_behind_it_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out.json"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_the_old_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn what_is_no_file_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"x").is_err());
        assert!(write(&folder.path().join("no/such/folder"), b"x").is_err());
        #[cfg(unix)]
        assert!(write(Path::new("/dev/null"), b"x").is_err());
    }
}
