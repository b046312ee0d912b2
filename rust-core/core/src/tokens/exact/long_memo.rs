//! Remembers the token counts of pieces that [`Memo`](super::memo::Memo) is too
//! narrow for.

/// The shortest and the longest piece that can be remembered, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=32;

const ENTRIES_LOG2: u32 = 13;
const ENTRIES: usize = 1 << ENTRIES_LOG2;

/// A piece of 16 to 32 bytes: its first and its last 16 bytes, which overlap, and
/// its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LongKey {
    words: [u64; 4],
    length: u64,
}

impl LongKey {
    /// The key of a piece; `None` when its length is out of range.
    #[inline]
    pub(super) fn of(piece: &[u8]) -> Option<Self> {
        if !LENGTHS.contains(&piece.len()) {
            return None;
        }
        let word = |start: usize| {
            let bytes = piece[start..start + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        let last = piece.len() - 16;
        let words = [word(0), word(8), word(last), word(last + 8)];
        Some(Self { words, length: piece.len() as u64 })
    }

    fn index(&self) -> usize {
        let [a, b, c, d] = self.words;
        let mixed = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            ^ c.wrapping_mul(0x1656_67b1_9e37_79f9)
            ^ (d ^ self.length).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed >> (u64::BITS - ENTRIES_LOG2)) as usize
    }
}

/// A cache of a fixed size from longer pieces to their token counts.
#[derive(Debug)]
pub(super) struct LongMemo {
    /// The key's words, then its length and the count.
    entries: Box<[[u64; 5]; ENTRIES]>,
}

impl LongMemo {
    pub(super) fn new() -> Self {
        let entries = vec![[0; 5]; ENTRIES].into_boxed_slice();
        Self { entries: entries.try_into().expect("the slice was made with this length") }
    }

    /// The count that was remembered for the key.
    pub(super) fn get(&self, key: &LongKey) -> Option<usize> {
        let [a, b, c, d, last] = self.entries[key.index()];
        let same = [a, b, c, d] == key.words && last >> 8 == key.length;
        same.then_some((last & 0xff) as usize)
    }

    /// Remembers a count, at most one for each byte.
    pub(super) fn put(&mut self, key: &LongKey, count: usize) {
        let [a, b, c, d] = key.words;
        self.entries[key.index()] = [a, b, c, d, key.length << 8 | count as u64];
    }
}
