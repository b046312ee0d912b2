//! A second opinion: the same texts counted by tiktoken-rs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde::Serialize;
use tiktoken_rs::CoreBPE;
use vibeue_core::conversation::{Message, ToolResult};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::{Counter, TokenizerKind};

use crate::failure::{Failure, Result};

/// Our count of texts compared with the reference's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(super) struct SecondOpinion {
    /// How many texts were compared: words, arguments of calls, results.
    pub(super) texts: u64,
    /// Of these, texts on which the two differ.
    pub(super) differences: u64,
    /// Texts that the reference could not count: it panics on long runs of blanks.
    pub(super) given_up: u64,
    /// Our tokens for the texts that both counted.
    pub(super) tokens: u64,
    /// The reference's.
    pub(super) reference_tokens: u64,
    /// How long we took, in milliseconds.
    pub(super) ms: f64,
    /// How long the reference took, without loading its vocabulary.
    pub(super) reference_ms: f64,
}

impl SecondOpinion {
    /// Has texts counted by both.
    ///
    /// # Errors
    /// If there is no reference for this tokenizer.
    pub(super) fn ask<'a>(counter: &Counter, texts: impl Iterator<Item = &'a str>) -> Result<Self> {
        let reference = reference(counter)?;
        counter.warm();
        let mut opinion = Self::default();
        let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
        for text in texts {
            let begun = Instant::now();
            let own = counter.text(text).tokens;
            ours += begun.elapsed();
            let begun = Instant::now();
            let other =
                catch_unwind(AssertUnwindSafe(|| reference.encode_ordinary(text).len() as u64));
            theirs += begun.elapsed();
            opinion.add(own, other.ok());
        }
        (opinion.ms, opinion.reference_ms) = (ms(ours), ms(theirs));
        Ok(opinion)
    }

    fn add(&mut self, own: u64, other: Option<u64>) {
        self.texts += 1;
        match other {
            None => self.given_up += 1,
            Some(other) => {
                self.tokens += own;
                self.reference_tokens += other;
                self.differences += u64::from(own != other);
            }
        }
    }
}

/// The texts of a conversation that are counted by the tokenizer.
pub(super) fn texts_of(messages: &[Message]) -> impl Iterator<Item = &str> {
    messages.iter().flat_map(|message| {
        let arguments = message.tool_calls().map(|call| call.arguments.as_str());
        let results = message.tool_results().flat_map(ToolResult::texts);
        message.texts().chain(arguments).chain(results)
    })
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn reference(counter: &Counter) -> Result<CoreBPE> {
    let loaded = match counter.kind() {
        TokenizerKind::Exact(Encoding::O200kBase) => tiktoken_rs::o200k_base(),
        TokenizerKind::Exact(Encoding::O200kHarmony) => tiktoken_rs::o200k_harmony(),
        TokenizerKind::Exact(Encoding::Cl100kBase) => tiktoken_rs::cl100k_base(),
        _ => {
            let what = format!("--check has no reference for the tokenizer {}", counter.name());
            let hint =
                "o200k_base, o200k_harmony and cl100k_base have one: choose one with --encoding";
            return Err(Failure::input(what, hint));
        }
    };
    loaded.map_err(|error| {
        Failure::input(format!("the reference cannot be loaded: {error}"), "omit --check")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_counts_and_a_text_that_was_given_up_counts_for_neither() {
        let mut opinion = SecondOpinion::default();
        opinion.add(3, Some(3));
        opinion.add(4, Some(5));
        opinion.add(9, None);
        assert_eq!(
            opinion,
            SecondOpinion {
                texts: 3,
                differences: 1,
                given_up: 1,
                tokens: 7,
                reference_tokens: 8,
                ..SecondOpinion::default()
            }
        );
    }
}
