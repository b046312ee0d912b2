//! Remembers the token counts of pieces that are too long for
//! [`Memo`](super::memo::Memo): long names, indentation, ruled lines.

/// A cache of `ENTRIES` pieces of at most `WIDTH` bytes. An entry's position is
/// computed from its bytes, and a newer piece replaces an older one there.
#[derive(Debug)]
pub(super) struct LongMemo<const WIDTH: usize, const ENTRIES: usize> {
    entries: Box<[Entry<WIDTH>; ENTRIES]>,
}

#[derive(Debug, Clone, Copy)]
struct Entry<const WIDTH: usize> {
    /// Zero marks an entry that was never used; no piece is empty.
    length: u16,
    count: u16,
    bytes: [u8; WIDTH],
}

impl<const WIDTH: usize, const ENTRIES: usize> LongMemo<WIDTH, ENTRIES> {
    pub(super) fn new() -> Self {
        const { assert!(WIDTH <= u16::MAX as usize && ENTRIES.is_power_of_two()) };
        let empty = Entry { length: 0, count: 0, bytes: [0; WIDTH] };
        let entries = vec![empty; ENTRIES].into_boxed_slice();
        // `try_into` cannot hand back a slice of another length.
        Self { entries: entries.try_into().expect("the slice was made with this length") }
    }

    /// The count of a piece of at most `WIDTH` bytes, computed if it is new.
    #[inline]
    pub(super) fn get_or_count(&mut self, piece: &[u8], count: impl FnOnce() -> usize) -> usize {
        let entry = &mut self.entries[hash(piece) as usize % ENTRIES];
        if usize::from(entry.length) == piece.len() && entry.bytes[..piece.len()] == *piece {
            return usize::from(entry.count);
        }
        let count = count();
        entry.bytes[..piece.len()].copy_from_slice(piece);
        entry.length = piece.len() as u16;
        // A piece has no more tokens than bytes.
        entry.count = count as u16;
        count
    }
}

/// Mixes all bytes of a piece.
#[inline]
fn hash(piece: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    let (words, rest) = piece.as_chunks::<8>();
    let hash =
        words.iter().fold(piece.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let hash = rest.iter().fold(hash, |hash, &byte| mix(hash, u64::from(byte)));
    hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_found_out_once_and_then_remembered() {
        let mut memo = LongMemo::<32, 16>::new();
        assert_eq!(memo.get_or_count(b"seventeen bytes..", || 7), 7);
        assert_eq!(memo.get_or_count(b"seventeen bytes..", || unreachable!()), 7);
    }

    #[test]
    fn pieces_that_share_a_place_are_told_apart() {
        let mut memo = LongMemo::<32, 1>::new();
        assert_eq!(memo.get_or_count(b"one", || 1), 1);
        assert_eq!(memo.get_or_count(b"one\0", || 2), 2);
        assert_eq!(memo.get_or_count(b"one", || 3), 3);
    }
}
