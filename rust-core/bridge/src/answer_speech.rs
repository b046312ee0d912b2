//! An answer as it is read aloud.

use vibeue_core::markdown::Speech;

use crate::fence::fenced;

/// An answer that is read aloud while it is being written.
#[derive(Debug, Default)]
pub struct AnswerSpeech(Speech);

/// Begins to read an answer aloud.
pub(crate) fn new_answer_speech() -> Box<AnswerSpeech> {
    Box::default()
}

impl AnswerSpeech {
    /// Adds what was written since, and returns the whole sentences that have
    /// become certain.
    pub fn hear(&mut self, piece: &str) -> String {
        fenced(|_| String::new(), || self.0.hear(piece))
    }

    /// Ends the answer, and returns the rest that was not read yet.
    pub fn finish(&mut self) -> String {
        fenced(|_| String::new(), || self.0.finish())
    }
}
