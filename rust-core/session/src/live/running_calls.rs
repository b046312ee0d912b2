//! The calls that the host has begun, in a file next to the journal.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::files::resolved;
use vibeue_conversation::Result;
use vibeue_conversation::pairing::{NO_RESULT, cut_off, never_began};

/// The maximum number of bytes that are read of what an earlier program left.
const MOST: u64 = 1024 * 1024;

/// Notes each call before it runs, so that after a crash the next program that opens the
/// conversation can say which tool was running.
///
/// The file exists as long as the session: it has the journal's name, with `.running` appended, and
/// belongs to the holder of the journal's lock. If one is found on opening, the program that left
/// it was killed or crashed.
#[derive(Debug, Default)]
pub(in crate::live) struct RunningCalls {
    open: Mutex<Option<(PathBuf, File)>>,
}

/// What an earlier program left of its calls.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::live) enum LeftBehind {
    /// Nothing is known: it ended normally, or noted nothing.
    Nothing,
    /// It was killed, or crashed; these calls had begun.
    Begun(HashSet<String>),
}

impl LeftBehind {
    /// The text that replaces a result that does not exist.
    pub(in crate::live) fn placeholder(&self, call_id: &str, name: &str) -> String {
        match self {
            Self::Nothing => NO_RESULT.to_owned(),
            Self::Begun(begun) if begun.contains(call_id) => cut_off(name),
            Self::Begun(_) => never_began(name),
        }
    }
}

impl RunningCalls {
    /// Reads what an earlier program left, and begins to note calls; the caller holds the journal's
    /// lock. If the file cannot be written, calls are not noted: the conversation itself is in the
    /// journal.
    pub(in crate::live) fn begin(&self, journal: &Path) -> LeftBehind {
        let Ok(path) = place(journal) else { return LeftBehind::Nothing };
        let left = read(&path);
        let made = make(&path)
            .inspect_err(|error| tracing::warn!("{}: cannot be made: {error}", path.display()));
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) =
            made.ok().map(|file| (path, file));
        left
    }

    /// Notes that a call begins.
    pub(in crate::live) fn add(&self, call_id: &str) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, file)) = open.as_mut() {
            let line = format!("{}\n", serde_json::Value::from(call_id));
            if let Err(error) = file.write_all(line.as_bytes()) {
                tracing::warn!("{}: cannot be written: {error}", path.display());
            }
        }
    }

    /// Ends normally: the next program finds nothing.
    pub(in crate::live) fn end(&self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((path, file)) = open {
            drop(file);
            let _ = fs::remove_file(path);
        }
    }
}

fn place(journal: &Path) -> Result<PathBuf> {
    let mut path = resolved(journal)?.into_os_string();
    path.push(".running");
    Ok(path.into())
}

fn read(path: &Path) -> LeftBehind {
    let Ok(file) = crate::files::open_to_read(path) else { return LeftBehind::Nothing };
    let mut text = Vec::new();
    if file.take(MOST).read_to_end(&mut text).is_err() {
        return LeftBehind::Nothing;
    }
    // The last line may be incomplete; in that case its call had not begun.
    let lines = text.split(|byte| *byte == b'\n');
    LeftBehind::Begun(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}

/// Creates the file, readable only by its owner, replacing one that was left.
fn make(path: &Path) -> std::io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(ids: &[&str]) -> LeftBehind {
        LeftBehind::Begun(ids.iter().map(|id| (*id).to_owned()).collect())
    }

    #[test]
    fn what_began_is_there_after_a_crash_and_nothing_after_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("talk.jsonl");
        let first = RunningCalls::default();
        assert_eq!(first.begin(&journal), LeftBehind::Nothing);
        first.add("a");
        first.add("b\n\"c");
        drop(first);
        let second = RunningCalls::default();
        assert_eq!(second.begin(&journal), begun(&["a", "b\n\"c"]));
        drop(second);
        let third = RunningCalls::default();
        assert_eq!(third.begin(&journal), begun(&[]));
        third.add("d");
        third.end();
        third.add("e");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(RunningCalls::default().begin(&journal), LeftBehind::Nothing);
    }

    #[test]
    fn a_torn_note_and_what_is_not_a_note_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("talk.jsonl");
        fs::write(folder.path().join("talk.jsonl.running"), b"\"a\"\n7\n\xff\n\"b").unwrap();
        assert_eq!(RunningCalls::default().begin(&journal), begun(&["a"]));
        fs::create_dir(folder.path().join("other.jsonl.running")).unwrap();
        let other = RunningCalls::default();
        assert_eq!(other.begin(&folder.path().join("other.jsonl")), LeftBehind::Nothing);
        other.add("a");
        other.end();
    }

    #[test]
    fn each_call_is_said_to_have_begun_or_not() {
        let left = begun(&["a"]);
        assert_eq!(
            left.placeholder("a", "run_python"),
            "(no result: the program ended while run_python ran; what it did until then is not known)"
        );
        assert_eq!(
            left.placeholder("b", "save_assets"),
            "(not run: the program ended before save_assets began)"
        );
        assert_eq!(LeftBehind::Nothing.placeholder("a", "run_python"), NO_RESULT);
    }
}
