//! What a person signed in with, kept beside the permissions.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::Forgotten;
use super::grant::Grant;

/// The most bytes of the file.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// One reads and writes at a time, in this process; a lock file holds for
/// others.
static TURN: Mutex<()> = Mutex::new(());

/// How long another process may hold the file; each needs some milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a person signed in with at servers of tools: one file of the person's
/// own (0600), outside of every project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIns {
    file: PathBuf,
}

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Stored {
    /// By the server's address.
    #[serde(default)]
    servers: BTreeMap<String, Grant>,
}

impl SignIns {
    /// The name of the file, beside that of the permissions.
    pub const FILE_NAME: &'static str = "sign-ins.json";

    /// Those that are kept in a file, which need not be there yet.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    /// Where they are kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Forgets what a person signed in with at an address, and gives it to be
    /// revoked; `None` where nobody was signed in.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] when the file cannot be read or written,
    /// [`ErrorKind::Input`] when it is not one of sign-ins.
    pub fn forget(&self, address: &str) -> Result<Option<Forgotten>> {
        let mut had = None;
        self.change(|servers| had = servers.remove(address))?;
        Ok(had.map(|grant| Forgotten::new(address, grant)))
    }

    /// What is kept for an address.
    ///
    /// # Errors
    /// As [`SignIns::forget`].
    pub(super) fn get(&self, address: &str) -> Result<Option<Grant>> {
        Ok(read(&self.file)?.servers.remove(address))
    }

    /// Keeps what was granted for an address.
    ///
    /// # Errors
    /// As [`SignIns::forget`].
    pub(super) fn put(&self, address: &str, grant: Grant) -> Result<()> {
        self.change(|servers| {
            servers.insert(address.to_owned(), grant);
        })
    }

    /// Keeps what was renewed for an address; tells whether anything was still
    /// kept there: otherwise somebody signed out meanwhile.
    ///
    /// # Errors
    /// As [`SignIns::forget`].
    pub(super) fn replace(&self, address: &str, grant: Grant) -> Result<bool> {
        let mut had = false;
        self.change(|servers| {
            if let Some(kept) = servers.get_mut(address) {
                *kept = grant;
                had = true;
            }
        })?;
        Ok(had)
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, Grant>)) -> Result<()> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let _held = hold(&self.file, PATIENCE)?;
        let mut stored = read(&self.file)?;
        change(&mut stored.servers);
        write(&self.file, &stored)
    }
}

fn read(file: &Path) -> Result<Stored> {
    let mut text = String::new();
    match File::open(file) {
        Ok(open) => open.take(MOST_BYTES).read_to_string(&mut text).map(|_| ()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Stored::default()),
        Err(error) => Err(error),
    }
    .map_err(|error| failed(file, "read", &error))?;
    // The parser's words may hold a piece of the file.
    serde_json::from_str(&text).map_err(|error| {
        let what = format!("the sign-ins cannot be read: line {} is not as written", error.line());
        Error::new(ErrorKind::Input, what)
            .at(file.display().to_string())
            .hint("remove the file and sign in again")
    })
}

/// Keeps other processes from changing the file until the result is dropped:
/// an editor renews what a terminal signs out of.
fn hold(file: &Path, patience: Duration) -> Result<File> {
    let beside = file.with_extension("lock");
    let open = || -> io::Result<File> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&beside)
    };
    let held = open().map_err(|error| failed(&beside, "locked", &error))?;
    let since = Instant::now();
    loop {
        match held.try_lock() {
            Ok(()) => return Ok(held),
            Err(TryLockError::WouldBlock) if since.elapsed() < patience => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => {
                let what = "the sign-ins are being changed by another program";
                return Err(Error::new(ErrorKind::Io, what)
                    .at(beside.display().to_string())
                    .hint("try again; end other programs of VibeUE that hang"));
            }
            // File systems without locks: the file is replaced as a whole.
            Err(TryLockError::Error(error)) if has_no_locks(&error) => return Ok(held),
            Err(TryLockError::Error(error)) => return Err(failed(&beside, "locked", &error)),
        }
    }
}

/// Tells whether a file system answers so that has no locks, as some that are
/// reached over a network.
fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Replaces the file as a whole or not at all.
fn write(file: &Path, stored: &Stored) -> Result<()> {
    let text = serde_json::to_string_pretty(stored).unwrap_or_default();
    let beside = file.with_extension(format!("{}.new", std::process::id()));
    let put = || -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // What a crash left there may be open to others.
        let _ = fs::remove_file(&beside);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut open = options.open(&beside)?;
        open.write_all(text.as_bytes())?;
        open.sync_all()?;
        fs::rename(&beside, file)
    };
    put().map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(file, "written", &error)
    })
}

fn failed(file: &Path, what: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("the sign-ins cannot be {what}: {error}"))
        .at(file.display().to_string())
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
        let file = folder.path().join(SignIns::FILE_NAME);
        let other = hold(&file, Duration::ZERO).unwrap();
        let error = hold(&file, Duration::ZERO).unwrap_err();
        assert!(error.to_string().contains("being changed by another program"), "{error}");
        drop(other);
        hold(&file, Duration::ZERO).unwrap();
        assert!(SignIns::new(&file).forget("https://tools.example/mcp").unwrap().is_none());
    }
}
