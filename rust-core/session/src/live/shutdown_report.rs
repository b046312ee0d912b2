//! How a session ended.

use std::time::Duration;

/// What a session did when it was shut down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShutdownReport {
    /// No thread of the session is left.
    pub complete: bool,
    /// A turn was under way and was cancelled.
    pub turn_cancelled: bool,
    /// A summarization was under way and was cancelled.
    pub summary_cancelled: bool,
    /// Submitted messages that were not sent any more. They wait in the
    /// journal: a session that opens it again shows them as unsent.
    pub unsent: usize,
    /// The journal could not be brought onto the disk.
    pub unsynced: bool,
    /// How long it took.
    pub took: Duration,
}
