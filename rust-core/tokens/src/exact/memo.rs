//! Remembers the token counts of pieces.

/// The longest piece that the memo takes, in bytes.
pub(super) const SHORT: usize = 15;

const BUCKETS_LOG2: u32 = 16;
const BUCKETS: usize = 1 << BUCKETS_LOG2;

/// The bytes of a piece of at most [`SHORT`] bytes, padded with zeros; the
/// topmost byte holds the length, which makes them unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    low: u64,
    high: u64,
}

const MASKS: [Key; 16] = {
    let mut masks = [Key { low: 0, high: 0 }; 16];
    let mut length = 0;
    while length < 16 {
        let mask = (1u128 << (8 * length)) - 1;
        masks[length] = Key { low: mask as u64, high: (mask >> 64) as u64 };
        length += 1;
    }
    masks
};

impl Key {
    /// The key of the first `length` bytes, at most [`SHORT`].
    #[inline]
    pub(super) fn of_prefix(bytes: &[u8; 16], length: usize) -> Self {
        let mask = MASKS[length & 15];
        let bits = u128::from_le_bytes(*bytes);
        Self {
            low: bits as u64 & mask.low,
            high: (bits >> 64) as u64 & mask.high | (length as u64) << 56,
        }
    }

    /// The key of the first `length` bytes of `text`, at most [`SHORT`].
    #[inline]
    pub(super) fn of(text: &[u8], length: usize) -> Self {
        if let Some(bytes) = text.first_chunk() {
            return Self::of_prefix(bytes, length);
        }
        let mut bytes = [0; 16];
        bytes[..text.len()].copy_from_slice(text);
        Self::of_prefix(&bytes, length)
    }

    #[inline]
    fn bucket(self) -> usize {
        let mixed = self.low.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed >> (u64::BITS - BUCKETS_LOG2)) as usize
    }
}

/// A cache of fixed size from pieces to their token counts.
///
/// A bucket holds two entries, the newer one first, in half a cache line. An
/// entry is its key with the count in the topmost four bits: a piece of fifteen
/// bytes has no more than fifteen tokens. An entry that was never used has a
/// length of zero, which no piece has.
#[derive(Debug)]
pub(super) struct Memo {
    buckets: Box<[[u64; 4]; BUCKETS]>,
}

/// Two entries that were never used. They are not all zeros, so that the memory
/// is written when it is taken: a page that is read before it is first written
/// is mapped twice, and the second time stops every core that runs a thread of
/// the program.
const UNUSED: [u64; 4] = [1, 0, 1, 0];

impl Memo {
    pub(super) fn new() -> Self {
        let buckets = vec![UNUSED; BUCKETS].into_boxed_slice();
        Self { buckets: buckets.try_into().expect("the slice was made with this length") }
    }

    /// The remembered count for the key, if any.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<usize> {
        let [low0, high0, low1, high1] = self.buckets[key.bucket()];
        // The shift excludes the count from the comparison.
        let first = (low0 ^ key.low) | (high0 ^ key.high) << 4;
        let second = (low1 ^ key.low) | (high1 ^ key.high) << 4;
        let high = if first == 0 { high0 } else { high1 };
        (first == 0 || second == 0).then_some((high >> 60) as usize)
    }

    /// Remembers a count, at most fifteen.
    pub(super) fn put(&mut self, key: Key, count: usize) {
        let bucket = &mut self.buckets[key.bucket()];
        *bucket = [key.low, key.high | (count as u64) << 60, bucket[0], bucket[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_remembered_for_its_very_bytes() {
        let mut memo = Memo::new();
        memo.put(Key::of(b"word", 4), 3);
        assert_eq!(memo.get(Key::of(b"words", 4)), Some(3));
        assert_eq!(memo.get(Key::of(b"words", 5)), None);
        assert_eq!(memo.get(Key::of(b"word\0", 5)), None);
    }

    #[test]
    fn the_longest_piece_and_the_highest_count_fit() {
        let mut memo = Memo::new();
        let piece = [0xff; 16];
        memo.put(Key::of(&piece, SHORT), 15);
        assert_eq!(memo.get(Key::of_prefix(&piece, SHORT)), Some(15));
        assert_eq!(memo.get(Key::of_prefix(&piece, SHORT - 1)), None);
    }

    #[test]
    fn an_unused_memo_knows_nothing() {
        let memo = Memo::new();
        for piece in [b"\0", b"\x01"] {
            assert_eq!(memo.get(Key::of(piece, 1)), None);
        }
    }
}
