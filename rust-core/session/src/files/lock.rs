//! One writer at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::occupant::not_a_file;
use super::open::without_following;
use super::{FileId, resolved, storage_error};
use vibeue_conversation::{Error, ErrorKind, Result};

/// How often the lock file may vanish between opening and locking before the lock counts as taken.
/// Each time, another process held the lock and released it.
const ATTEMPTS: u32 = 100;

/// The exclusive right to write a file; released when it is dropped, and by the operating system
/// however the program ends.
///
/// It locks a separate file, with `.lock` appended to the name, because Windows would keep readers
/// from a file that is itself locked, and because a lock on a file is lost when another file takes
/// its name. The lock file is empty and is removed with the lock; one that a killed program left
/// behind is not locked and is reused.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// The lock lasts as long as the file is open.
    file: File,
}

impl Lock {
    /// Takes the lock of a file, which need not exist yet; its folder must.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if another writer has it; [`ErrorKind::Input`] if something else has the
    /// lock's name; [`ErrorKind::Io`] if the lock file cannot be created or locked.
    pub fn take(target: &Path) -> Result<Self> {
        let path = lock_path(target)?;
        for attempt in 1..=ATTEMPTS {
            let file = match open(&path) {
                // Windows keeps the name of a file that is being removed until its last handle is
                // closed, and nobody can open it.
                Err(error) if cfg!(windows) && error.kind() == ErrorKind::Io => {
                    if attempt == ATTEMPTS {
                        return Err(error);
                    }
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    continue;
                }
                opened => opened?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(busy(target)),
                Err(TryLockError::Error(error)) => {
                    return Err(storage_error(&path, "cannot lock the file", &error));
                }
            }
            // Its last holder may have removed it after we opened it: then nobody else would see
            // this lock.
            if is_at(&file, &path) {
                return Ok(Self { path, file });
            }
        }
        Err(busy(target))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still held: nobody else can have taken it, and whoever opened it will
        // find its name gone.
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The error if another process has the lock.
pub(crate) fn busy(target: &Path) -> Error {
    Error::new(ErrorKind::Busy, "another program is writing this file")
        .at(target.display().to_string())
        .hint("close the conversation there, or name another file")
}

/// Opens the lock file, and creates it if it is missing.
fn open(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let refused = |error: &io::Error| match path.symlink_metadata() {
        Ok(facts) if !facts.is_file() => foreign(path),
        _ => storage_error(path, "cannot open the lock", error),
    };
    let file = without_following(&mut options).open(path).map_err(|error| refused(&error))?;
    let facts = file.metadata().map_err(|error| refused(&error))?;
    // Ours is empty. One that is not belongs to something else (`Cargo.lock`), and would be removed
    // with the lock.
    if not_a_file(&facts).is_some() || facts.len() > 0 {
        return Err(foreign(path));
    }
    Ok(file)
}

fn foreign(path: &Path) -> Error {
    Error::new(ErrorKind::Input, "this file has the name of a VibeUE lock but is not one")
        .at(path.display().to_string())
        .hint("move it away, or give the conversation another name")
}

/// Returns whether a path names exactly this open file, not through a link.
fn is_at(file: &File, path: &Path) -> bool {
    let linked = path.symlink_metadata().is_ok_and(|facts| facts.is_symlink());
    match (FileId::of_file(file), FileId::of_path(path)) {
        (Ok(ours), Ok(there)) => ours == there && !linked,
        _ => false,
    }
}

/// The lock file next to the target: the same one, whichever links lead to the target.
fn lock_path(target: &Path) -> Result<PathBuf> {
    let mut path = resolved(target)?.into_os_string();
    path.push(".lock");
    Ok(path.into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::testing::names;
    use super::*;

    #[test]
    fn a_lock_is_taken_once_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        let lock = Lock::take(&path).unwrap();
        assert_eq!(names(folder.path()), ["talk.jsonl.lock"]);
        assert_eq!(Lock::take(&path).unwrap_err().kind(), ErrorKind::Busy);
        drop(lock);
        assert_eq!(names(folder.path()), [""; 0]);
        drop(Lock::take(&path).unwrap());
    }

    #[test]
    fn what_a_killed_program_left_is_used_again_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("talk.jsonl.lock"), "").unwrap();
        drop(Lock::take(&folder.path().join("talk.jsonl")).unwrap());
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn a_file_of_somebody_else_with_the_name_of_a_lock_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Cargo.lock"), "version = 4").unwrap();
        let error = Lock::take(&folder.path().join("Cargo")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        fs::create_dir(folder.path().join("talk.lock")).unwrap();
        let error = Lock::take(&folder.path().join("talk")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert_eq!(names(folder.path()), ["Cargo.lock", "talk.lock"]);
        assert_eq!(fs::read_to_string(folder.path().join("Cargo.lock")).unwrap(), "version = 4");
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_is_not_taken_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (other, link) = (folder.path().join("other"), folder.path().join("talk.lock"));
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let error = Lock::take(&folder.path().join("talk")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert!(!other.exists(), "nothing was made behind the link");
    }

    #[test]
    fn a_lock_that_is_given_back_all_the_time_is_never_held_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Ok(lock) = Lock::take(&path) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "held twice");
                        taken.fetch_add(1, Ordering::SeqCst);
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1, "held twice");
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.load(Ordering::SeqCst) > 0);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
