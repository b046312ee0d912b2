//! An answer as it is read out to those who hear it.

use vibeue_core::markdown::Speech;

use crate::fence::fenced;

/// An answer that is read out while it is being written.
#[derive(Debug, Default)]
pub struct AnswerSpeech(Speech);

/// Begins to read an answer out.
pub(crate) fn new_answer_speech() -> Box<AnswerSpeech> {
    Box::default()
}

impl AnswerSpeech {
    /// Adds what was written since, and returns the whole sentences that have
    /// become certain.
    pub fn hear(&mut self, piece: &str) -> String {
        fenced(|_| String::new(), || self.0.hear(piece))
    }

    /// Ends the answer, and returns what was not said of it.
    pub fn finish(&mut self) -> String {
        fenced(|_| String::new(), || self.0.finish())
    }
}
