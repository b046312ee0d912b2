//! A file that was read, for writing it once more as it is.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use vibeue_core::{Error, ErrorKind};

use crate::failure::Result;
use crate::input;
use crate::stamp::Stamp;

/// The bytes of a file that was read.
///
/// A command that compacts a conversation needs the file itself only if nothing
/// changes, and memory is what it is short of: it reads the file a second time if
/// that gives the same bytes.
#[derive(Debug)]
pub(crate) enum Original {
    /// It cannot be read again: it came through a pipe, or it is a journal, to
    /// which another program may append.
    Kept(Vec<u8>),
    /// A file, and what it is recognized by.
    File(PathBuf, Stamp),
}

impl Original {
    /// Takes a file that was read; its bytes only if they must be kept.
    pub(crate) fn new(path: &Path, bytes: Vec<u8>, stamp: Option<Stamp>) -> Self {
        // Files under /proc say that they have 0 bytes.
        match stamp.filter(|stamp| stamp.length() == bytes.len() as u64) {
            Some(stamp) => Self::File(path.to_owned(), stamp),
            None => Self::Kept(bytes),
        }
    }

    /// The file as it was when it was read.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if it has been written since; those of reading
    /// it.
    pub(crate) fn bytes(&self) -> Result<Cow<'_, [u8]>> {
        let (path, stamp) = match self {
            Self::Kept(bytes) => return Ok(Cow::Borrowed(bytes)),
            Self::File(path, stamp) => (path, stamp),
        };
        let (bytes, now) = input::read_stamped(path)?;
        if now != Some(*stamp) || bytes.len() as u64 != stamp.length() {
            let what = "the file was changed while this command worked on it";
            return Err(Error::new(ErrorKind::Conflict, what)
                .at(input::shown(path))
                .hint("run the command again")
                .into());
        }
        Ok(Cow::Owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::Duration;

    use super::*;
    use crate::failure::Failure;

    /// A file, and what is left of it after it was read.
    fn read(path: &Path) -> Original {
        let (bytes, stamp) = input::read_stamped(path).unwrap();
        Original::new(path, bytes, stamp)
    }

    #[test]
    fn a_file_is_read_again_unless_it_was_written_since() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.json");
        fs::write(&path, "[1]").unwrap();
        let original = read(&path);
        assert!(matches!(original, Original::File(..)));
        assert_eq!(*original.bytes().unwrap(), *b"[1]");

        let refused = |original: &Original| match original.bytes() {
            Err(Failure::Error(error)) => error.kind(),
            other => panic!("{other:?}"),
        };
        fs::write(&path, "[1, 2]").unwrap();
        assert_eq!(refused(&original), ErrorKind::Conflict);
        // Of the same length, but later.
        fs::write(&path, "[2]").unwrap();
        let later = fs::metadata(&path).unwrap().modified().unwrap() + Duration::from_secs(2);
        File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(refused(&original), ErrorKind::Conflict);
        fs::remove_file(&path).unwrap();
        assert_eq!(refused(&original), ErrorKind::Io);
    }

    #[test]
    fn what_cannot_be_read_again_is_kept() {
        let kept = Original::new(Path::new("-"), b"[1]".to_vec(), None);
        assert_eq!(*kept.bytes().unwrap(), *b"[1]");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_hides_its_length_is_kept() {
        let path = Path::new("/proc/self/cmdline");
        let original = read(path);
        assert!(matches!(&original, Original::Kept(bytes) if !bytes.is_empty()), "{original:?}");
    }
}
