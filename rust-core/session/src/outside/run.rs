//! One start of a program that writes the file.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use vibeue_conversation::{ErrorKind, Result};

use crate::files::Lock;

/// How many runs may have the same time and process id.
const MOST_OF_A_NAME: u32 = 100;

/// The maximum number of bytes of a name.
const MOST_BYTES: usize = 64;

/// One start of a program that writes the file. As long as it runs, it holds the lock of a name
/// next to the file, so that others see which calls are still running.
#[derive(Debug)]
pub(super) struct Run {
    name: String,
    _lock: Lock,
}

impl Run {
    /// Begins a run under a name that no other live run has.
    pub(super) fn begin(file: &Path, now: u64) -> Result<Self> {
        let first = format!("{now}-{}", std::process::id());
        let mut name = first.clone();
        for number in 2..=MOST_OF_A_NAME {
            match hold(file, &name) {
                Err(error) if error.kind() == ErrorKind::Busy => name = format!("{first}-{number}"),
                held => return held.map(|lock| Self { name, _lock: lock }),
            }
        }
        hold(file, &name).map(|lock| Self { name, _lock: lock })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether another run is alive, or may be. This run's own name in an older line was
    /// that of an earlier run.
    pub(super) fn is_beside(&self, file: &Path, name: &str) -> bool {
        name != self.name && hold(file, name).is_err()
    }
}

/// Returns whether a text can be the name of a run, which becomes part of a path.
pub(super) fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= MOST_BYTES && text.bytes().all(is_part)
}

/// Removes the locks that killed programs left.
pub(super) fn clear(file: &Path) {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return };
    let Ok(entries) = fs::read_dir(folder) else { return };
    let beginning = format!("{}.run-", name.to_string_lossy());
    for entry in entries.flatten() {
        let name = entry.file_name();
        let run = name.to_str().and_then(|name| name.strip_prefix(&beginning));
        let run = run.and_then(|run| run.strip_suffix(".lock"));
        if let Some(run) = run.filter(|run| is_name(run)) {
            // Taking and dropping a lock removes its file; one that is held stays.
            drop(hold(file, run));
        }
    }
}

/// Takes the lock of a run.
fn hold(file: &Path, run: &str) -> Result<Lock> {
    let mut target: OsString = file.as_os_str().to_owned();
    target.push(format!(".run-{run}"));
    Lock::take(&PathBuf::from(target))
}
