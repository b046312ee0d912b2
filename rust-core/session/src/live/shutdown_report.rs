//! How a session ended.

use std::time::Duration;

/// What a session did when it was shut down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShutdownReport {
    /// Whether all threads of the session have ended.
    pub complete: bool,
    /// Whether a running turn was cancelled.
    pub turn_cancelled: bool,
    /// Whether a running summarization was cancelled.
    pub summary_cancelled: bool,
    /// Submitted messages that were not sent. They wait in the journal: the next session shows them
    /// as unsent.
    pub unsent: usize,
    /// Whether the journal could not be flushed to the disk.
    pub unsynced: bool,
    /// How long it took.
    pub took: Duration,
}
