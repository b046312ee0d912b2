//! Finds where, in a run of ideographs, no token can cross.
//!
//! Chinese and Japanese have no blanks, so their pieces are whole clauses that
//! no memo has seen before. But two characters that are not adjacent in any
//! token of the vocabulary never merge: between them the piece can be cut into
//! short segments whose tokens are independent, and such segments do repeat.

use super::vocabulary::{Token, Vocabulary};

const PAIR_BITS: u32 = 20;

/// Knows which three-byte characters may be adjacent in a token.
///
/// The answer may err on the side of "may join": then a segment is longer than
/// necessary, but its count is the same.
#[derive(Debug)]
pub(super) struct Joints {
    /// One bit for each hash of two characters that a token contains
    /// completely.
    whole: Box<[u64; 1 << (PAIR_BITS - 6)]>,
    /// One bit for the last two bytes of the left character and the first byte
    /// of the right one, where a token contains only part of one of them.
    partial: Box<[u64; 1 << 10]>,
}

impl Joints {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let mut joints = Self { whole: zeros(), partial: zeros() };
        for token in 0..vocabulary.len() as Token {
            let bytes = vocabulary.bytes(token);
            for border in 1..bytes.len() {
                if is_lead(bytes[border]) {
                    joints.note(&bytes[..border], &bytes[border..]);
                }
            }
        }
        joints
    }

    /// Records what a token contains on both sides of the start of a character.
    fn note(&mut self, left: &[u8], right: &[u8]) {
        let tail = left.iter().rev().take_while(|&&byte| is_continuation(byte)).count();
        let tail_bits = left[left.len() - tail..]
            .iter()
            .fold(0, |bits, &byte| bits << 6 | u32::from(byte & 0x3f));
        let first = u32::from(right[0] & 0xf);
        match (left.len() - tail, tail) {
            // The token starts inside the left character.
            (0, 1) => (0..64).for_each(|middle| self.note_partial(middle << 6 | tail_bits, first)),
            (0, 2) => self.note_partial(tail_bits, first),
            (lead @ 1.., 2) if is_lead(left[lead - 1]) => match *right {
                [_, second, third, ..] => {
                    let a = u32::from(left[lead - 1] & 0xf) << 12 | tail_bits;
                    let b = first << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
                    let (word, bit) = whole_place(a, b);
                    self.whole[word] |= bit;
                }
                _ => self.note_partial(tail_bits, first),
            },
            // The left character has another length: this is never looked up.
            _ => {}
        }
    }

    fn note_partial(&mut self, tail_bits: u32, first: u32) {
        let (word, bit) = partial_place(tail_bits, first);
        self.partial[word] |= bit;
    }

    /// Whether a token may contain parts of both characters side by side.
    #[inline]
    fn may_join(&self, left: u32, right: u32) -> bool {
        let (word, bit) = whole_place(left, right);
        let whole = self.whole[word] & bit;
        let (word, bit) = partial_place(left & 0xfff, right >> 12);
        whole | self.partial[word] & bit != 0
    }

    /// The end of the first segment of a piece that is not empty.
    #[inline]
    pub(super) fn segment_end(&self, piece: &[u8]) -> usize {
        let mut position = 0;
        let mut left = None;
        while position < piece.len() {
            let byte = piece[position];
            let right = match piece[position..] {
                [first, second, third, ..] if is_lead(first) => Some(
                    u32::from(first & 0xf) << 12
                        | u32::from(second & 0x3f) << 6
                        | u32::from(third & 0x3f),
                ),
                _ => None,
            };
            if let (Some(left), Some(right)) = (left, right)
                && !self.may_join(left, right)
            {
                return position;
            }
            left = right;
            position += match byte {
                0..0x80 => 1,
                0x80..0xe0 => 2,
                0xe0..0xf0 => 3,
                _ => 4,
            };
        }
        piece.len()
    }
}

/// The position of the bit for two whole characters.
#[inline]
fn whole_place(left: u32, right: u32) -> (usize, u64) {
    let hash = (u64::from(left) << 16 | u64::from(right)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let index = (hash >> (u64::BITS - PAIR_BITS)) as usize;
    (index / 64, 1 << (index % 64))
}

/// The position of the bit for the left character's last and the right one's
/// first byte.
#[inline]
fn partial_place(tail_bits: u32, first: u32) -> (usize, u64) {
    let index = ((tail_bits & 0xfff) << 4 | first & 0xf) as usize;
    (index / 64, 1 << (index % 64))
}

/// Whether the byte starts a character of three bytes.
#[inline]
fn is_lead(byte: u8) -> bool {
    byte & 0xf0 == 0xe0
}

#[inline]
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn zeros<const N: usize>() -> Box<[u64; N]> {
    vec![0; N].into_boxed_slice().try_into().expect("made with this length")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joints() -> Joints {
        let asset = include_bytes!("../../assets/vocab/cl100k_base.bpe");
        Joints::new(&Vocabulary::unpack(asset))
    }

    #[test]
    fn characters_that_no_token_joins_part() {
        let joints = joints();
        let piece = "鱻麤龘靐".as_bytes();
        let ends: Vec<usize> = (0..4).map(|at| joints.segment_end(&piece[3 * at..])).collect();
        assert_eq!(ends, [3; 4]);
    }

    #[test]
    fn no_token_lies_across_a_joint() {
        let asset = include_bytes!("../../assets/vocab/cl100k_base.bpe");
        let vocabulary = Vocabulary::unpack(asset);
        let joints = joints();
        for token in 0..vocabulary.len() as Token {
            let bytes = vocabulary.bytes(token);
            if let Ok(text) = std::str::from_utf8(bytes) {
                assert_eq!(joints.segment_end(bytes), bytes.len(), "{text:?}");
            }
        }
    }

    #[test]
    fn characters_of_other_lengths_never_part() {
        let joints = joints();
        for piece in ["слово", "plain ascii", "𠀀𠀁𠀂", ""] {
            assert_eq!(joints.segment_end(piece.as_bytes()), piece.len());
        }
    }
}
