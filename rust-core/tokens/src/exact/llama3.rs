//! Llama 3's vocabulary, which is not stored in this repository.
//!
//! It is licensed under Meta's own terms; the crate `tiktoken` provides it, and
//! its merges are reconstructed when it is loaded.

use super::ranked;
use super::vocabulary::Vocabulary;
use super::whole_tokens::WholeTokens;

/// Builds the vocabulary from the crate's tokens.
///
/// # Panics
/// See [`ranked::from_ranks`].
pub(super) fn vocabulary() -> (Vocabulary, WholeTokens) {
    let encoding = tiktoken::encoding::llama3();
    let ranks = 0..encoding.vocab_size() as u32;
    let tokens: Vec<Vec<u8>> = ranks.map(|rank| encoding.decode(&[rank])).collect();
    ranked::from_ranks(&tokens)
}
