//! The table of the pairs of tokens that merge.

use super::vocabulary::{BYTE_TOKENS, Token, Vocabulary};

const ID_BITS: u32 = 21;
const EMPTY: u64 = u64::MAX;

/// Finds the token that two adjacent tokens merge into.
///
/// Merging by rank never joins two tokens into a third in any other way than in
/// the third one's own last merge: had they other boundaries, the same merges
/// would have run when its bytes stand alone. So one pair per token suffices.
#[derive(Debug)]
pub(super) struct Pairs {
    /// Open addressing: left, right and merged token in 21 bits each.
    slots: Vec<u64>,
    shift: u32,
}

impl Pairs {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        assert!(vocabulary.len() < 1 << ID_BITS, "a token id needs more than 21 bits");
        let size = (vocabulary.len() * 2).next_power_of_two();
        let shift = u64::BITS - size.trailing_zeros();
        let mut slots = vec![EMPTY; size];
        for (token, &[left, right]) in (0u64..).zip(&vocabulary.parts).skip(BYTE_TOKENS as usize) {
            let key = key(left, right);
            let mut index = (hash(key) >> shift) as usize;
            while slots[index] != EMPTY {
                index = (index + 1) & (size - 1);
            }
            slots[index] = key << ID_BITS | token;
        }
        Self { slots, shift }
    }

    /// The token that `left` and `right` merge into.
    #[inline]
    pub(super) fn merged(&self, left: Token, right: Token) -> Option<Token> {
        let key = key(left, right);
        let mut index = (hash(key) >> self.shift) as usize;
        loop {
            let slot = self.slots[index];
            if slot >> ID_BITS == key {
                return Some((slot & ((1 << ID_BITS) - 1)) as Token);
            }
            if slot == EMPTY {
                return None;
            }
            index = (index + 1) & (self.slots.len() - 1);
        }
    }
}

#[inline]
fn key(left: Token, right: Token) -> u64 {
    u64::from(left) << ID_BITS | u64::from(right)
}

#[inline]
fn hash(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
