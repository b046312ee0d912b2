//! An index of all journals of a library, so that they need not be read for lists and searches.
//!
//! One file in the library, `conversations.index`, holds for each journal what a list shows, the
//! positions of its messages and their words. Each use brings it up to date first: a journal of the
//! same size and time is assumed to be unchanged; if one has grown, only the new lines are read;
//! any other is read again.

mod branch_map;
mod record;
mod scan;
mod store;
mod words;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::UNIX_EPOCH;

pub use record::Speaker;
pub(super) use record::{Document, Facts, Record};

use record::Stamp;
use vibeue_conversation::{Error, ErrorKind, Result};

/// Reads one journal without an index.
pub(super) fn read(path: &Path, id: String) -> Facts {
    scan::scan(path, id, stamp_of(path), None).facts
}

/// The file's name in the library.
pub(super) const FILE: &str = "conversations.index";

/// This many bytes of journals are read again each time rather than writing the
/// index for them.
const UNWRITTEN: u64 = 256 << 10;

/// How many threads read journals at a time at most.
const THREADS: usize = 4;

/// A journal that is to be read.
struct Task {
    id: String,
    path: PathBuf,
    stamp: Stamp,
    before: Option<Record>,
}

/// Brings the index of these journals up to date; the most recently changed comes first.
///
/// # Errors
/// [`ErrorKind::Cancelled`].
pub(super) fn update(
    folder: &Path,
    journals: Vec<(String, PathBuf)>,
    cancelled: &(impl Fn() -> bool + Sync),
) -> Result<Vec<Record>> {
    let file = folder.join(FILE);
    let loaded = store::load(&file);
    let mut is_stale = loaded.is_none();
    let mut known: HashMap<String, Record> =
        loaded.into_iter().flatten().map(|it| (it.facts.id.clone(), it)).collect();
    let mut records = Vec::with_capacity(journals.len());
    let mut tasks = Vec::new();
    let mut fresh = 0;
    for (id, path) in journals {
        let stamp = stamp_of(&path);
        let before = known.remove(&id);
        match before {
            Some(record) if record.facts.stamp == stamp && !record.is_uncertain() => {
                records.push(record);
            }
            before => {
                let read = before.as_ref().and_then(|it| it.facts.reached).map_or(0, |it| it.end);
                fresh += stamp.bytes.saturating_sub(read);
                is_stale |= before.is_none();
                tasks.push(Task { id, path, stamp, before });
            }
        }
    }
    // Removed journals leave no words behind.
    is_stale |= !known.is_empty() || fresh >= UNWRITTEN;
    let some = !records.is_empty() || !tasks.is_empty();
    records.append(&mut read_all(tasks, cancelled));
    records.sort_by(|a, b| {
        (Reverse(a.facts.changed), &a.facts.id).cmp(&(Reverse(b.facts.changed), &b.facts.id))
    });
    if is_stale && (some || file.exists()) {
        // Also what was read before the cancellation, so that it need not be read again.
        let all: Vec<&Record> = records.iter().collect();
        if let Err(error) = store::save(&file, &all) {
            tracing::warn!(target: "vibeue::session", "the conversation list is not saved: {error}");
        }
    }
    if cancelled() {
        return Err(Error::new(ErrorKind::Cancelled, "reading the conversations was cancelled"));
    }
    Ok(records)
}

/// Removes deleted journals from the index; if that fails, removes the index.
pub(super) fn forget_missing(folder: &Path) {
    let file = folder.join(FILE);
    let Some(known) = store::load(&file) else {
        let _ = fs::remove_file(&file);
        return;
    };
    let is_there = |it: &&Record| folder.join(format!("{}.jsonl", it.facts.id)).exists();
    let there: Vec<&Record> = known.iter().filter(is_there).collect();
    if there.len() < known.len() && store::save(&file, &there).is_err() {
        let _ = fs::remove_file(&file);
    }
}

impl Record {
    /// What the system refused before may be allowed now.
    fn is_uncertain(&self) -> bool {
        self.facts.fault.as_ref().is_some_and(|fault| fault.is_io)
    }
}

/// Reads journals, several at a time.
fn read_all(tasks: Vec<Task>, cancelled: &(impl Fn() -> bool + Sync)) -> Vec<Record> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(THREADS).min(tasks.len());
    let tasks = Mutex::new(tasks);
    let next = || match tasks.lock() {
        Ok(mut tasks) if !cancelled() => tasks.pop(),
        _ => None,
    };
    let work = || {
        let mut records = Vec::new();
        while let Some(Task { id, path, stamp, before }) = next() {
            records.push(scan::scan(&path, id, stamp, before));
        }
        records
    };
    if threads <= 1 {
        return work();
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    })
}

fn stamp_of(path: &Path) -> Stamp {
    let facts = fs::metadata(path);
    let bytes = facts.as_ref().map_or(0, fs::Metadata::len);
    let written = facts.and_then(|facts| facts.modified()).ok();
    let written = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let written = written.and_then(|time| u64::try_from(time.as_nanos()).ok()).unwrap_or(0);
    Stamp { bytes, written }
}

#[cfg(test)]
mod tests;
