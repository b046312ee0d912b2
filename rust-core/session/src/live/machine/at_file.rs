//! What waits for the file of a long result, and its content.

use super::after::AfterResult;
use crate::live::CallEnd;
use vibeue_conversation::{Part, WholeText};
use vibeue_tools::MOST_RESULT_BYTES;

/// A result that becomes a message.
#[derive(Debug)]
pub(super) struct NewResult {
    pub(super) call_id: String,
    pub(super) name: String,
    /// Texts and pictures.
    pub(super) parts: Vec<Part>,
    pub(super) end: CallEnd,
    /// How long the call ran, in milliseconds, if that is known.
    pub(super) ran_ms: Option<u64>,
    /// The file that has all of it, if `parts` do not.
    pub(super) whole: Option<Box<WholeText>>,
    pub(super) then: AfterResult,
}

impl NewResult {
    /// Returns whether its texts have more bytes than a message may have.
    pub(super) fn is_too_long(&self) -> bool {
        let bytes = |part: &Part| match part {
            Part::Text { text, .. } => text.len(),
            _ => 0,
        };
        self.parts.iter().map(bytes).sum::<usize>() > MOST_RESULT_BYTES
    }

    /// Takes its texts out, joined into one: offsets refer to that.
    pub(super) fn take_text(&mut self) -> String {
        let parts = std::mem::take(&mut self.parts);
        let (texts, others): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| matches!(part, Part::Text { .. }));
        self.parts = others;
        let mut texts = texts.into_iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text),
            _ => None,
        });
        let mut all = texts.next().unwrap_or_default();
        for text in texts {
            all.push('\n');
            all.push_str(&text);
        }
        all
    }
}

/// A call of our own tool.
#[derive(Debug)]
pub(super) struct LookUp {
    pub(super) id: Box<str>,
    pub(super) name: Box<str>,
    pub(super) arguments: String,
}

/// What is done when a file is written or read.
#[derive(Debug)]
pub(super) enum AtFile {
    /// The result is written with head and tail of its text.
    Keeping(NewResult),
    /// The call is answered.
    Reading(LookUp),
}
