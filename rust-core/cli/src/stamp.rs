//! By what a file is recognized.

use std::fs::{File, Metadata};
use std::time::SystemTime;

/// By what a file is recognized that was not written since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    length: u64,
    modified: SystemTime,
}

impl Stamp {
    /// The stamp of an open file; `None` if reading it a second time need not
    /// give the same.
    pub(crate) fn of(file: &File) -> Option<Self> {
        let metadata = file.metadata().ok().filter(Metadata::is_file)?;
        Some(Self { length: metadata.len(), modified: metadata.modified().ok()? })
    }

    /// How many bytes the file says that it has.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }
}
