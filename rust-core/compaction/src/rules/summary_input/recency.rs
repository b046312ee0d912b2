//! What a place in the conversation is worth.

use crate::rules::line::rank;

/// What the place of a message adds to the rank of its lines: the more, the
/// later it is.
pub(super) fn recency(at: usize, of: usize) -> u32 {
    (rank::RECENCY as usize * (at + 1) / of.max(1)) as u32
}
