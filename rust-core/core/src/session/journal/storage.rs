//! What a journal needs of a file.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A file that grows at its end. A trait, so that tests can let it fail.
pub(super) trait Storage: Debug + Send + Sync {
    /// Writes at the end; may have written a part of it when it fails.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file and writes at the new end from then on.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Brings all that was written onto the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(|_| ())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}
