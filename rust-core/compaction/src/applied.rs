//! One finished compaction, as data: it can be previewed, applied, journaled
//! and undone.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Account, Rung, SummaryRecord};
use vibeue_conversation::{Message, MessageId};

/// What a compaction does to the messages that the model sees.
///
/// The originals are not stored here: the history keeps them, so undoing a
/// compaction means no longer applying it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compaction {
    /// Why it ran, with its arithmetic, in words for the user.
    pub reason: String,
    /// How far down the ladder it went.
    pub rung: Rung,
    /// The messages that are removed, oldest first; an older summary may be
    /// among them.
    pub replaced: Vec<MessageId>,
    /// What replaces them, at the position of the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Message>,
    /// What is known about the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<SummaryRecord>,
    /// What it kept and what it cost, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Box<Account>>,
    /// Messages that stay in a shorter form: same id, same call/result pairs,
    /// with tool results or texts replaced by placeholders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shortened: Vec<Message>,
    /// Tokens of the whole request before. In a session this is the figure that
    /// the meter shows: its own count, corrected by what the server reports.
    pub tokens_before: u64,
    /// Tokens of the whole request after, on the same scale.
    pub tokens_after: u64,
}

impl Compaction {
    /// One that changes nothing yet, and counts nothing.
    pub fn new(reason: impl Into<String>, rung: Rung) -> Self {
        Self {
            reason: reason.into(),
            rung,
            replaced: Vec::new(),
            summary: None,
            record: None,
            account: None,
            shortened: Vec::new(),
            tokens_before: 0,
            tokens_after: 0,
        }
    }

    /// The request after as a share of the request before; 1 if it was empty.
    pub fn ratio(&self) -> f64 {
        ratio(self.tokens_before, self.tokens_after)
    }

    /// Returns what the model sees afterwards.
    ///
    /// Messages that this compaction does not name stay as they are, including
    /// those added after it was planned.
    pub fn apply(&self, messages: &[Message]) -> Vec<Message> {
        let gone: HashSet<MessageId> = self.replaced.iter().copied().collect();
        let shortened: HashMap<MessageId, &Message> =
            self.shortened.iter().map(|m| (m.id, m)).collect();
        let mut summary = self.summary.as_ref();
        // A handful, of a hundred thousand.
        let left = messages.len().saturating_sub(gone.len());
        let mut after = Vec::with_capacity(left + usize::from(summary.is_some()));
        for message in messages {
            if gone.contains(&message.id) {
                after.extend(summary.take().cloned());
            } else if let Some(short) = shortened.get(&message.id) {
                after.push((*short).clone());
            } else {
                after.push(message.clone());
            }
        }
        after
    }
}

/// The tokens after as a share of the tokens before; 1 if there were none.
pub fn ratio(before: u64, after: u64) -> f64 {
    if before == 0 { 1.0 } else { after as f64 / before as f64 }
}
