//! What a model wrote, before it is checked.

use vibeue_compaction::record::Rung;

use crate::prompt::Answer;

/// A model's notes, and who wrote them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notes {
    /// What they say.
    pub(super) answer: Answer,
    /// Whether the model was given everything, or less.
    pub(super) rung: Rung,
    /// The model's id. If others wrote parts before it took over, it had their
    /// notes.
    pub(super) model: String,
}
