//! A file's location in the folder, held while something is done there.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::project::FileHash;

#[cfg(not(unix))]
pub(in crate::project) use super::place_other::Place;
#[cfg(unix)]
pub(in crate::project) use super::place_unix::Place;

/// The maximum number of bytes of a file that is edited, before and after.
pub(in crate::project) const MOST_EDITED: u64 = 4 * 1024 * 1024;

/// A name that no other program uses.
pub(super) fn beside() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!(".vibeue-{}-{}.tmp", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::project) struct Content {
    /// Its bytes.
    pub(in crate::project) bytes: Vec<u8>,
    /// Its permissions, as bits of Unix; 0 elsewhere.
    pub(in crate::project) mode: u32,
    /// Whether it is write-protected.
    pub(in crate::project) read_only: bool,
}

impl Content {
    pub(in crate::project) fn hash(&self) -> FileHash {
        FileHash::of(&self.bytes)
    }

    /// Checks that what is there still is what was expected.
    pub(super) fn check(
        there: Option<&Self>,
        expected: Option<&FileHash>,
    ) -> Result<(), PlaceError> {
        let hash = there.map(Self::hash);
        if hash.as_ref() == expected { Ok(()) } else { Err(PlaceError::Changed) }
    }

    /// Checks that what is there is what was written.
    pub(super) fn check_kept(there: Option<&Self>, bytes: &[u8]) -> Result<(), PlaceError> {
        if there.is_some_and(|it| it.bytes == bytes) { Ok(()) } else { Err(PlaceError::NotKept) }
    }
}

/// Why something could not be done at a location.
#[derive(Debug)]
pub(in crate::project) enum PlaceError {
    /// A folder on the way has become a link or a file.
    Moved,
    /// It is a link, a folder, a pipe or a device.
    NotAFile,
    /// It has more bytes than allowed.
    TooLarge(u64),
    /// Its content has changed since this was decided.
    Changed,
    /// Another program has it open.
    InUse,
    /// What was read back is not what was written.
    NotKept,
    /// The system refused.
    Io(io::Error),
}

impl From<io::Error> for PlaceError {
    fn from(error: io::Error) -> Self {
        // Windows: a sharing violation, a locked region.
        if cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33)) {
            return Self::InUse;
        }
        Self::Io(error)
    }
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved => f.write_str(
                "a folder on the way to it is a link or was replaced meanwhile; look with \
                 list_files where it is",
            ),
            Self::NotAFile => f.write_str("it is a link, a folder or a device, not a regular file"),
            Self::TooLarge(bytes) => write!(f, "it has {bytes} bytes, more than can be edited"),
            Self::Changed => f.write_str(
                "somebody else changed it at this very moment; read it again, then edit",
            ),
            Self::InUse => f.write_str(
                "it is locked: another program has it open; ask the user to close it there",
            ),
            Self::NotKept => f.write_str(
                "what was read back is not what was written: somebody else wrote it at the same \
                 time; read it again",
            ),
            Self::Io(error) => write!(f, "the system refused: {error}"),
        }
    }
}
