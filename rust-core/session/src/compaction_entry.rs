//! A compaction as the history remembers it.

use vibeue_compaction::{Compaction, Extent};

/// One compaction that happened, still in force or undone.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactionEntry {
    /// The sequence number of its event: how it is named when undone.
    pub seq: u64,
    /// What it did. The summary and the record are the edited ones, where a
    /// person edited them.
    pub compaction: Compaction,
    /// What it did to the messages that the model saw, in numbers.
    pub extent: Extent,
    /// The sequence number of the event that undid it.
    pub undone_by: Option<u64>,
    /// The sequence number of the last edit of its summary.
    pub edited_by: Option<u64>,
}

impl CompactionEntry {
    /// Tells whether the view is shaped by this compaction.
    pub fn in_force(&self) -> bool {
        self.undone_by.is_none()
    }
}
