//! A compaction as the history remembers it.

use vibeue_compaction::{Compaction, Extent};

/// A text that a summary had before a person edited it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierText {
    /// The sequence number of the event that wrote it: the compaction or an
    /// edit.
    pub event: u64,
    /// The text, without our tags.
    pub text: String,
}

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
    /// The texts that its summary had before, oldest first.
    pub earlier: Vec<EarlierText>,
}

impl CompactionEntry {
    /// Tells whether the view is shaped by this compaction.
    pub fn in_force(&self) -> bool {
        self.undone_by.is_none()
    }
}
