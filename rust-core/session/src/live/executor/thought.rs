//! What a model thinks while it answers.

use std::time::{Duration, Instant};

use crate::live::reasoning::bounded;
use vibeue_conversation::Reasoning;

/// What a model has thought so far, and how long that took until it began to answer.
#[derive(Debug, Default)]
pub(super) struct Thought {
    text: String,
    began: Option<Instant>,
    took: Option<Duration>,
}

impl Thought {
    /// Adds words.
    pub(super) fn add(&mut self, words: &str) {
        self.began.get_or_insert_with(Instant::now);
        self.text.push_str(words);
    }

    /// Notes that the answer has begun; what is thought later takes no more time.
    pub(super) fn finish(&mut self) {
        if self.took.is_none() {
            self.took = self.began.map(|began| began.elapsed());
        }
    }

    /// Takes what is kept of it; none if the model showed nothing.
    pub(super) fn take(&mut self) -> Option<Reasoning> {
        self.finish();
        let Self { text, took, .. } = std::mem::take(self);
        let took_ms = took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
        (!text.trim().is_empty()).then(|| Reasoning { text: bounded(text), took_ms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::MOST_REASONING_BYTES;

    #[test]
    fn what_is_thought_is_taken_once_bounded_and_with_its_time() {
        let mut thought = Thought::default();
        assert_eq!(thought.take(), None);
        thought.add(" \n");
        assert_eq!(thought.take(), None, "nothing to read");

        thought.add("First weigh it.");
        thought.finish();
        let took = thought.took;
        thought.add(" Then look.");
        thought.finish();
        assert_eq!(thought.took, took, "it ends with the first word of the answer");
        let text = "First weigh it. Then look.".to_owned();
        let took_ms = took.map(|it| it.as_millis() as u64);
        assert_eq!(thought.take(), Some(Reasoning { text, took_ms }));
        assert_eq!(thought.take(), None);

        let long = "round and round ".repeat(100_000);
        thought.add(&long);
        let kept = thought.take().unwrap();
        assert!(kept.text.len() < MOST_REASONING_BYTES + 128, "{}", kept.text.len());
        assert_eq!(kept.text, bounded(long));
    }
}
