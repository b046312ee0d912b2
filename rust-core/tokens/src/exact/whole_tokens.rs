//! The tokens that only a whole piece can be.

use hashbrown::HashMap;

/// Tokens that merging cannot reach, with their ids.
///
/// They got into their vocabulary otherwise than by merging, and the models'
/// tokenizers find them where a piece is one of them as a whole, by looking the
/// piece up before they merge anything. Most vocabularies have none.
#[derive(Debug, Default)]
pub(super) struct WholeTokens {
    ids: HashMap<Box<[u8]>, u32>,
    longest: usize,
}

impl WholeTokens {
    /// Adds a token.
    #[cfg(feature = "llama3")]
    pub(super) fn insert(&mut self, bytes: &[u8], id: u32) {
        self.longest = self.longest.max(bytes.len());
        self.ids.insert(bytes.into(), id);
    }

    /// The id of the token that a piece is as a whole.
    #[inline]
    pub(super) fn get(&self, piece: &[u8]) -> Option<u32> {
        if piece.len() > self.longest {
            return None;
        }
        self.ids.get(piece).copied()
    }

    /// The length of the longest of them in bytes; zero where there are none.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }
}
