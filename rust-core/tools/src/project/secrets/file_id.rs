//! Identifies a file, whatever its name.

use std::path::Path;

/// A file with several names (hard links).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileId {
    volume: u64,
    file: u64,
}

impl FileId {
    /// Identifies the file; `None` if it has only one name, or cannot be examined.
    #[cfg(unix)]
    pub(super) fn of_linked(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let metadata = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
        (metadata.nlink() > 1).then(|| Self { volume: metadata.dev(), file: metadata.ino() })
    }

    /// The same on Windows.
    #[cfg(windows)]
    pub(super) fn of_linked(path: &Path) -> Option<Self> {
        use std::os::windows::io::AsRawHandle as _;
        use windows_sys::Win32::Storage::FileSystem::{
            BY_HANDLE_FILE_INFORMATION, GetFileInformationByHandle,
        };
        let file = std::fs::File::open(path).ok()?;
        let mut info = BY_HANDLE_FILE_INFORMATION::default();
        // SAFETY: the file is open while the call lasts, and what it reports is
        // written to a structure of the kind that the call asks for.
        let is_known = unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut info) } != 0;
        (is_known && info.nNumberOfLinks > 1).then(|| Self {
            volume: u64::from(info.dwVolumeSerialNumber),
            file: (u64::from(info.nFileIndexHigh) << 32) | u64::from(info.nFileIndexLow),
        })
    }

    /// Not known on other systems.
    #[cfg(not(any(unix, windows)))]
    pub(super) fn of_linked(_: &Path) -> Option<Self> {
        None
    }
}
