//! What a journal needs from a file.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::files::FileId;

/// A file that grows at its end. A trait, so that tests can make it fail.
pub(super) trait Storage: Debug + Send + Sync {
    /// Writes at the end; if it fails, a part may have been written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Truncates the file; later writes go to the new end.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Flushes everything written to the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// What other programs find under the file's name.
    fn seen_from_outside(&self, path: &Path) -> io::Result<Seen>;
}

/// What other programs find under a file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// The file itself, with this length in bytes.
    Itself(u64),
    /// Another file.
    Another,
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

    fn seen_from_outside(&self, path: &Path) -> io::Result<Seen> {
        if FileId::of_path(path)? != FileId::of_file(self)? {
            return Ok(Seen::Another);
        }
        self.metadata().map(|facts| Seen::Itself(facts.len()))
    }
}

#[cfg(test)]
pub(super) mod faulty {
    //! A disk with limited room that fails on demand.

    use std::io;
    use std::path::Path;
    use std::sync::{Arc, Mutex};

    use super::{Seen, Storage};

    /// What is on the disk, and how the disk behaves.
    #[derive(Debug, Default)]
    pub(in super::super) struct Disk {
        pub(in super::super) bytes: Vec<u8>,
        pub(in super::super) room: usize,
        pub(in super::super) cut_fails: bool,
        pub(in super::super) sync_fails: bool,
        pub(in super::super) syncs: usize,
        /// Another file takes the name with the next write.
        pub(in super::super) exchanged_at_write: bool,
        pub(in super::super) exchanged: bool,
    }

    /// A file on it.
    #[derive(Debug, Clone, Default)]
    pub(in super::super) struct FaultyStorage(pub(in super::super) Arc<Mutex<Disk>>);

    impl Storage for FaultyStorage {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            let mut disk = self.0.lock().unwrap();
            let taken = bytes.len().min(disk.room - disk.bytes.len());
            disk.bytes.extend_from_slice(&bytes[..taken]);
            disk.exchanged |= disk.exchanged_at_write;
            if taken < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            let mut disk = self.0.lock().unwrap();
            if disk.cut_fails {
                return Err(io::Error::other("the disk is gone"));
            }
            disk.bytes.truncate(length as usize);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            let mut disk = self.0.lock().unwrap();
            disk.syncs += 1;
            if disk.sync_fails { Err(io::Error::other("the disk is gone")) } else { Ok(()) }
        }

        fn seen_from_outside(&self, _: &Path) -> io::Result<Seen> {
            let disk = self.0.lock().unwrap();
            Ok(if disk.exchanged { Seen::Another } else { Seen::Itself(disk.bytes.len() as u64) })
        }
    }
}
