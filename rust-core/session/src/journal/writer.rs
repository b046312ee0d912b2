//! Appending to a journal.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::storage::{Seen, Storage};
use super::{SyncPolicy, line, storage_error};
use crate::Event;
use crate::cost_ledger::CostLedger;
use crate::files::Lock;
use vibeue_conversation::{Error, ErrorKind, Result};

/// A buffer that grew beyond this for one huge event is freed afterwards.
const KEPT_BUFFER_BYTES: usize = 1 << 20;

/// The end of a journal, open for appending.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    storage: Box<dyn Storage>,
    end: u64,
    sync: SyncPolicy,
    buffer: Vec<u8>,
    /// Whether something was written since the last flush to the disk.
    unsynced: bool,
    /// Whether the file may hold something other than we believe.
    failed: bool,
    _lock: Option<Lock>,
}

impl Writer {
    /// Appends to a file from its known end.
    pub(super) fn new(path: &Path, file: File, end: u64, sync: SyncPolicy, lock: Lock) -> Self {
        // The host may change its working directory while we write.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        Self::on(&path, Box::new(file), end, sync, Some(lock))
    }

    pub(super) fn on(
        path: &Path,
        storage: Box<dyn Storage>,
        end: u64,
        sync: SyncPolicy,
        lock: Option<Lock>,
    ) -> Self {
        let path = path.to_path_buf();
        Self {
            path,
            storage,
            end,
            sync,
            buffer: Vec::new(),
            unsynced: true,
            failed: false,
            _lock: lock,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Writes one event. If that fails, the file is as it was before.
    pub(crate) fn append(
        &mut self,
        seq: u64,
        at: u64,
        event: &Event,
        spent: Option<&CostLedger>,
    ) -> Result<()> {
        self.refuse_after_failure()?;
        self.refuse_when_replaced(self.end)?;
        let encoded = line::encode_spent(&mut self.buffer, seq, at, event, spent);
        let written = encoded.and_then(|()| self.write(self.sync.applies_to(event)));
        if self.buffer.capacity() > KEPT_BUFFER_BYTES {
            self.buffer = Vec::new();
        }
        written
    }

    fn write(&mut self, sync: bool) -> Result<()> {
        let mut done = self.storage.append(&self.buffer);
        if done.is_ok() && sync {
            done = self.storage.sync();
            // After a failed sync the system may have discarded pages that it still shows: only
            // reading the file again reveals its content.
            self.failed = done.is_err();
        }
        let done = done
            .map_err(|error| storage_error(&self.path, "cannot write to the journal", &error))
            // Checked again after writing: an event counts as stored only if it is in the file that
            // other programs find.
            .and_then(|()| self.refuse_when_replaced(self.end + self.buffer.len() as u64));
        match done {
            Ok(()) => {
                self.end += self.buffer.len() as u64;
                self.unsynced = !sync;
                Ok(())
            }
            Err(error) => {
                self.failed |= self.storage.cut(self.end).is_err();
                Err(error)
            }
        }
    }

    /// Truncates what comes after the last complete line.
    pub(super) fn cut_tail(&mut self) -> Result<()> {
        let mut done = self.storage.cut(self.end);
        if done.is_ok() && self.sync != SyncPolicy::Never {
            done = self.storage.sync();
        }
        done.map_err(|error| {
            storage_error(&self.path, "cannot remove the truncated end of the journal", &error)
        })
    }

    /// Closes a last line that lacks its line break.
    pub(super) fn close_line(&mut self) -> Result<()> {
        self.buffer.clear();
        self.buffer.push(b'\n');
        self.write(self.sync != SyncPolicy::Never)
    }

    /// Flushes everything written to the disk, unless it is already there.
    pub(crate) fn sync(&mut self) -> Result<()> {
        self.refuse_after_failure()?;
        if self.unsynced {
            self.storage.sync().map_err(|error| {
                self.failed = true;
                storage_error(&self.path, "cannot sync the journal to disk", &error)
            })?;
            self.unsynced = false;
        }
        Ok(())
    }

    /// Flushes unless the policy leaves that to the operating system.
    pub(crate) fn rest(&mut self) -> Result<()> {
        if self.sync == SyncPolicy::Never || self.failed { Ok(()) } else { self.sync() }
    }

    /// A file that was deleted or exchanged (by the user, a synchronized folder, version control)
    /// would take events that nobody could find again.
    fn refuse_when_replaced(&self, expected: u64) -> Result<()> {
        let (message, hint) = match self.storage.seen_from_outside(&self.path) {
            Ok(Seen::Itself(length)) if length == expected => return Ok(()),
            Ok(Seen::Itself(length)) => (
                format!(
                    "the journal was changed by another program: \
                     it has {length} bytes, not {expected}"
                ),
                "put the file back as it was, or export the conversation and start another one",
            ),
            Ok(Seen::Another) => (
                "another file has replaced the journal; nothing was written to it".to_owned(),
                "put the journal back, or export the conversation and open the new file",
            ),
            Err(error) => (
                format!("the journal can no longer be found: {error}"),
                "put the journal back, or export the conversation and start another one",
            ),
        };
        Err(Error::new(ErrorKind::Io, message).at(self.path.display().to_string()).hint(hint))
    }

    fn refuse_after_failure(&self) -> Result<()> {
        if self.failed {
            return Err(Error::new(
                ErrorKind::Io,
                "an earlier write failed and it is unknown what the file contains",
            )
            .at(self.path.display().to_string())
            .hint("close the conversation and open it again"));
        }
        Ok(())
    }
}
