//! A compaction as the history remembers it.

use vibeue_compaction::{Compaction, Extent, SummaryRecord};
use vibeue_conversation::Message;

/// A text that a summary had before the user edited it.
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
    /// The sequence number of its event, which an undo names.
    pub seq: u64,
    /// What it did. The summary and the record are the edited ones, if the user edited them.
    pub compaction: Compaction,
    /// What it did to the messages that the model saw, in numbers.
    pub extent: Extent,
    /// The sequence number of the event that undid it.
    pub undone_by: Option<u64>,
    /// The sequence number of the edit that wrote its summary as it is; `None` if no edit is in
    /// force.
    pub edited_by: Option<u64>,
    /// The texts that its summary had before, oldest first; those that were undone are not among
    /// them.
    pub earlier: Vec<EarlierText>,
    /// The forms of these texts, for undoing edits.
    pub(crate) before: Vec<WrittenForm>,
    /// The forms that undone edits gave it, the last undone one last.
    pub(crate) undone: Vec<WrittenForm>,
    /// The version at which an edit, an undo or a redo of one last changed it.
    pub(crate) rewritten: Option<u64>,
}

/// A summary as an event wrote it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WrittenForm {
    /// The sequence number of the event: the compaction or an edit.
    pub(crate) event: u64,
    pub(crate) summary: Message,
    pub(crate) record: Option<SummaryRecord>,
}

impl CompactionEntry {
    /// Returns whether the view is shaped by this compaction.
    pub fn in_force(&self) -> bool {
        self.undone_by.is_none()
    }
}
