//! Identifies a file, whatever its path.

use std::fs::File;
use std::io;
use std::path::Path;

/// Identifies a file: device and inode, on Windows the volume's serial number and the file's index.
///
/// Two paths with the same id lead to the same file, by links, hard links or another spelling. An
/// id is reliable only while the file is open or has a name: afterwards the system may reuse it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileId {
    volume: u64,
    file: u64,
}

impl FileId {
    /// The id of an open file.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn of_file(file: &File) -> io::Result<Self> {
        Self::of_open(file)
    }

    /// The id of the file that a path leads to, through links. On Unix this opens no file.
    ///
    /// # Errors
    /// The operating system's error; [`io::ErrorKind::NotFound`] if there is nothing.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        Self::at(path)
    }

    #[cfg(unix)]
    fn of_open(file: &File) -> io::Result<Self> {
        file.metadata().map(|facts| Self::of_facts(&facts))
    }

    #[cfg(unix)]
    fn at(path: &Path) -> io::Result<Self> {
        path.metadata().map(|facts| Self::of_facts(&facts))
    }

    #[cfg(unix)]
    fn of_facts(facts: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { volume: facts.dev(), file: facts.ino() }
    }

    #[cfg(windows)]
    fn of_open(file: &File) -> io::Result<Self> {
        let facts = winapi_util::file::information(file)?;
        Ok(Self { volume: facts.volume_serial_number(), file: facts.file_index() })
    }

    #[cfg(windows)]
    fn at(path: &Path) -> io::Result<Self> {
        let handle = winapi_util::Handle::from_path_any(path)?;
        let facts = winapi_util::file::information(&handle)?;
        Ok(Self { volume: facts.volume_serial_number(), file: facts.file_index() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_name_of_a_file_has_its_id_and_a_copy_has_another() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("talk"), "x").unwrap();
        fs::hard_link(at("talk"), at("hard")).unwrap();
        fs::copy(at("talk"), at("copy")).unwrap();
        fs::create_dir(at("sub")).unwrap();
        let id = FileId::of_file(&File::open(at("talk")).unwrap()).unwrap();
        assert_eq!(FileId::of_path(&at("talk")).unwrap(), id);
        assert_eq!(FileId::of_path(&at("hard")).unwrap(), id);
        assert_eq!(FileId::of_path(&at("sub").join("..").join("talk")).unwrap(), id);
        assert_ne!(FileId::of_path(&at("copy")).unwrap(), id);
        fs::rename(at("copy"), at("talk")).unwrap();
        assert_ne!(FileId::of_path(&at("talk")).unwrap(), id);
        let gone = FileId::of_path(&at("none")).unwrap_err();
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_has_the_id_of_what_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("talk"), folder.path().join("link"));
        fs::write(&file, "x").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(FileId::of_path(&link).unwrap(), FileId::of_path(&file).unwrap());
    }
}
