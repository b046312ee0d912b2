//! Tokens that are only found when a whole piece equals them.

use hashbrown::HashMap;

/// Tokens that merging never produces, with their ids.
///
/// They were added to their vocabulary other than by merging. The models'
/// tokenizers find them when a whole piece equals one, by looking the piece up
/// before they merge anything. Most vocabularies have none.
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

    /// The id of the token that equals the whole piece, if any.
    #[inline]
    pub(super) fn get(&self, piece: &[u8]) -> Option<u32> {
        if piece.len() > self.longest {
            return None;
        }
        self.ids.get(piece).copied()
    }

    /// The length of the longest of them in bytes; zero if there are none.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }
}
