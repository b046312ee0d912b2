//! A small file of the user, which several sessions and programs read and change.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use vibeue_conversation::{Error, ErrorKind, Result};

/// The maximum number of bytes of such a file.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// Only one thread of this process changes such a file at a time; a lock file keeps other processes
/// out.
static TURN: Mutex<()> = Mutex::new(());

/// How long another process may hold the file; each needs some milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that is read, changed and written as a whole, under a lock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnFile<'a> {
    path: &'a Path,
    /// What it contains, as named in errors: `the permissions`.
    holds: &'static str,
    /// What follows for the user if it cannot be read or written.
    hint: Option<&'static str>,
}

impl<'a> OwnFile<'a> {
    pub(crate) fn new(path: &'a Path, holds: &'static str) -> Self {
        Self { path, holds, hint: None }
    }

    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Its content; `None` if it does not exist yet.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if it cannot be read.
    pub(crate) fn read(self) -> Result<Option<String>> {
        let mut text = String::new();
        match File::open(self.path) {
            Ok(open) => open.take(MOST_BYTES).read_to_string(&mut text).map(|_| Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
        .map_err(|error| self.failed("read", &error))
    }

    /// Changes it: `change` gets the content and returns the new one, and nobody else changes it
    /// meanwhile.
    ///
    /// # Errors
    /// The error of `change`; [`ErrorKind::Io`] if the file cannot be read or written, or another
    /// program holds it.
    pub(crate) fn change<T>(
        self,
        change: impl FnOnce(Option<String>) -> Result<(String, T)>,
    ) -> Result<T> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let _held = self.hold(PATIENCE)?;
        let (text, made) = change(self.read()?)?;
        self.write(&text)?;
        Ok(made)
    }

    /// Keeps other processes from changing the file until the result is dropped: an editor may
    /// renew a sign-in that a terminal signs out of.
    fn hold(self, patience: Duration) -> Result<File> {
        let beside = self.path.with_extension("lock");
        let open = || -> io::Result<File> {
            self.make_folder()?;
            options().create(true).truncate(false).open(&beside)
        };
        let held = open().map_err(|error| self.failed("locked", &error))?;
        let since = Instant::now();
        loop {
            match held.try_lock() {
                Ok(()) => return Ok(held),
                Err(TryLockError::WouldBlock) if since.elapsed() < patience => {
                    thread::sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => {
                    let what = format!("{} are being changed by another program", self.holds);
                    return Err(Error::new(ErrorKind::Io, what)
                        .at(beside.display().to_string())
                        .hint("try again; close other VibeUE programs that hang"));
                }
                // File systems without locks: the file is still replaced as a whole.
                Err(TryLockError::Error(error)) if has_no_locks(&error) => return Ok(held),
                Err(TryLockError::Error(error)) => return Err(self.failed("locked", &error)),
            }
        }
    }

    /// Replaces the file as a whole or not at all.
    fn write(self, text: &str) -> Result<()> {
        let beside = self.unfinished();
        let put = || -> io::Result<()> {
            self.make_folder()?;
            // A file that a crash left there may be readable by others.
            let _ = fs::remove_file(&beside);
            let mut open = options().create_new(true).open(&beside)?;
            open.write_all(text.as_bytes())?;
            open.sync_all()?;
            fs::rename(&beside, self.path)
        };
        put().map_err(|error| {
            let _ = fs::remove_file(&beside);
            self.failed("written", &error)
        })
    }

    /// Where it is written before it is renamed: a name that no other thread or process uses, in
    /// case a file system has no locks.
    fn unfinished(self) -> PathBuf {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        self.path.with_extension(format!("{}-{count}.new", std::process::id()))
    }

    fn make_folder(self) -> io::Result<()> {
        self.path.parent().map_or(Ok(()), fs::create_dir_all)
    }

    fn failed(self, what: &str, error: &io::Error) -> Error {
        let failure =
            Error::new(ErrorKind::Io, format!("{} cannot be {what}: {error}", self.holds))
                .at(self.path.display().to_string());
        match self.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// A file that only its owner can read.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Returns whether this error means that the file system has no locks, as some network file systems
/// have none.
fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_without_locks_is_none_that_refuses() {
        assert!(has_no_locks(&io::ErrorKind::Unsupported.into()));
        assert!(!has_no_locks(&io::ErrorKind::PermissionDenied.into()));
        #[cfg(target_os = "linux")]
        assert!(has_no_locks(&io::Error::from_raw_os_error(37)));
    }

    #[test]
    fn what_another_program_is_changing_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/words.json");
        let file = OwnFile::new(&path, "the words");
        let other = file.hold(Duration::ZERO).unwrap();
        let error = file.hold(Duration::ZERO).unwrap_err();
        assert!(error.to_string().contains("the words are being changed by another"), "{error}");
        drop(other);
        file.hold(Duration::ZERO).unwrap();
    }

    #[test]
    fn of_many_that_add_something_at_once_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.txt");
        let add = |word: usize| {
            let file = OwnFile::new(&path, "the words");
            file.change(|text| Ok((format!("{}{word}\n", text.unwrap_or_default()), ()))).unwrap();
        };
        thread::scope(|scope| {
            for of in 0..8 {
                scope.spawn(move || (0..10).for_each(|at| add(of * 10 + at)));
            }
        });
        let text = fs::read_to_string(&path).unwrap();
        let mut words: Vec<usize> = text.lines().map(|line| line.parse().unwrap()).collect();
        words.sort_unstable();
        assert_eq!(words, (0..80).collect::<Vec<_>>());
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["words.lock", "words.txt"]);
    }
}
