//! The table of token pairs that merge.

use super::vocabulary::{BYTE_TOKENS, Token, Vocabulary};

const ID_BITS: u32 = 21;
const EMPTY: u64 = u64::MAX;
const FILTER_BITS: u32 = 21;

/// Finds the token that two adjacent tokens merge into.
///
/// Merging by rank only ever produces a token from the two parts of its own
/// last merge: with any other boundary, the same merges would have run on its
/// bytes alone. So one pair per token is enough.
#[derive(Debug)]
pub(super) struct Pairs {
    /// Open addressing: left, right and merged token in 21 bits each.
    slots: Vec<u64>,
    shift: u32,
    /// One bit for each hash that occurs. Most look-ups find nothing and are
    /// answered by this much smaller table.
    filter: Box<[u64; 1 << (FILTER_BITS - 6)]>,
}

impl Pairs {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        assert!(vocabulary.len() < 1 << ID_BITS, "a token id needs more than 21 bits");
        let size = (vocabulary.len() * 2).next_power_of_two();
        let shift = u64::BITS - size.trailing_zeros();
        let mut slots = vec![EMPTY; size];
        let filter = vec![0; 1 << (FILTER_BITS - 6)].into_boxed_slice();
        let mut filter: Box<[u64; _]> = filter.try_into().expect("made with this length");
        for (token, &[left, right]) in (0u64..).zip(&vocabulary.parts).skip(BYTE_TOKENS as usize) {
            let key = key(left, right);
            let mut index = (hash(key) >> shift) as usize;
            while slots[index] != EMPTY {
                index = (index + 1) & (size - 1);
            }
            slots[index] = key << ID_BITS | token;
            let bit = (hash(key) >> (u64::BITS - FILTER_BITS)) as usize;
            filter[bit / 64] |= 1 << (bit % 64);
        }
        Self { slots, shift, filter }
    }

    /// The token that `left` and `right` merge into.
    #[inline]
    pub(super) fn merged(&self, left: Token, right: Token) -> Option<Token> {
        let key = key(left, right);
        let hash = hash(key);
        let bit = (hash >> (u64::BITS - FILTER_BITS)) as usize;
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        let mut index = (hash >> self.shift) as usize;
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
