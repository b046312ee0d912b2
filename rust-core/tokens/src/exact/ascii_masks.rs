//! Sorts 64 bytes into classes, one bit for each byte.

/// The number of bytes that are classified together.
pub(super) const WIDTH: usize = 64;

/// For each class, one bit per byte; the lowest bit is the first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AsciiMasks {
    /// `A` to `Z`.
    pub(super) upper: u64,
    /// `a` to `z`.
    pub(super) lower: u64,
    /// `0` to `9`.
    pub(super) digit: u64,
    /// The space itself.
    pub(super) blank: u64,
    /// ASCII white space: tab to carriage return, and the space.
    pub(super) space: u64,
    /// Line feed and carriage return.
    pub(super) newline: u64,
    /// The slash.
    pub(super) slash: u64,
    /// The apostrophe.
    pub(super) apostrophe: u64,
    /// Bytes of characters that are not ASCII.
    pub(super) wide: u64,
}

impl AsciiMasks {
    /// Sorts bytes into classes.
    #[inline]
    pub(super) fn of(bytes: &[u8; WIDTH]) -> Self {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: SSE2 is part of x86-64; every such processor has it.
        return unsafe { Self::of_vectors(bytes) };
        #[cfg(not(target_arch = "x86_64"))]
        return Self::of_words(bytes);
    }

    /// With SSE2, sixteen bytes at a time.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "sse2")]
    fn of_vectors(bytes: &[u8; WIDTH]) -> Self {
        use std::arch::x86_64::{
            __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_movemask_epi8,
            _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
        };
        let mut masks = Self::default();
        for quarter in 0..4 {
            let word = |index: usize| {
                let start = quarter * 16 + index * 8;
                let word = bytes[start..start + 8].try_into().expect("eight bytes");
                i64::from_le_bytes(word)
            };
            let vector = _mm_set_epi64x(word(1), word(0));
            // Bytes above 0x7f are negative here and lie in no range.
            let above = |least: u8| _mm_cmpgt_epi8(vector, _mm_set1_epi8(least as i8 - 1));
            let below = |most: u8| _mm_cmpgt_epi8(_mm_set1_epi8(most as i8 + 1), vector);
            let within = |least, most| _mm_and_si128(above(least), below(most));
            let equal = |byte: u8| _mm_cmpeq_epi8(vector, _mm_set1_epi8(byte as i8));
            let put = |mask: &mut u64, vector: __m128i| {
                *mask |= u64::from(_mm_movemask_epi8(vector) as u32) << (quarter * 16);
            };
            let blank = equal(b' ');
            put(&mut masks.upper, within(b'A', b'Z'));
            put(&mut masks.lower, within(b'a', b'z'));
            put(&mut masks.digit, within(b'0', b'9'));
            put(&mut masks.blank, blank);
            put(&mut masks.space, _mm_or_si128(blank, within(b'\t', b'\r')));
            put(&mut masks.newline, _mm_or_si128(equal(b'\n'), equal(b'\r')));
            put(&mut masks.slash, equal(b'/'));
            put(&mut masks.apostrophe, equal(b'\''));
            put(&mut masks.wide, vector);
        }
        masks
    }

    /// With eight bytes per word, on any processor.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn of_words(bytes: &[u8; WIDTH]) -> Self {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x80 * ONES;
        let mut masks = Self::default();
        for (index, chunk) in bytes.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight bytes"));
            let wide = word & TOPS;
            let low = word & !TOPS;
            // The top bit of each byte says whether its low seven bits are at
            // least `least`; no carry leaves a byte.
            let at_least = |least: u8| low + (0x80 - u64::from(least)) * ONES;
            let within = |least: u8, most: u8| at_least(least) & !at_least(most + 1) & !wide;
            let put = |mask: &mut u64, tops: u64| {
                // Gathers the eight top bits into one byte.
                let byte = ((tops & TOPS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *mask |= byte << (index * 8);
            };
            let blank = within(b' ', b' ');
            put(&mut masks.upper, within(b'A', b'Z'));
            put(&mut masks.lower, within(b'a', b'z'));
            put(&mut masks.digit, within(b'0', b'9'));
            put(&mut masks.blank, blank);
            put(&mut masks.space, blank | within(b'\t', b'\r'));
            put(&mut masks.newline, within(b'\n', b'\n') | within(b'\r', b'\r'));
            put(&mut masks.slash, within(b'/', b'/'));
            put(&mut masks.apostrophe, within(b'\'', b'\''));
            put(&mut masks.wide, wide);
        }
        masks
    }
}

/// ASCII control characters that are not white space, one bit per byte. Few
/// patterns need them, so they are not classified with the rest.
#[inline]
pub(super) fn control_mask(bytes: &[u8; WIDTH]) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, _) = bytes.as_chunks::<8>();
    let mut mask = 0;
    for (index, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word);
        let low = word & !(0x80 * ONES);
        // The top bit of each byte says whether its low seven bits are at least
        // `least`; no carry leaves a byte.
        let at_least = |least: u64| low + (0x80 - least) * ONES;
        let space = at_least(9) & !at_least(14);
        let control = (!at_least(32) & !space | at_least(0x7f)) & !word;
        let byte = ((control & (0x80 * ONES)) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= byte << (index * 8);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_definition(bytes: &[u8; WIDTH]) -> AsciiMasks {
        let mask = |test: &dyn Fn(u8) -> bool| {
            bytes.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(test(byte)))
        };
        AsciiMasks {
            upper: mask(&|byte| byte.is_ascii_uppercase()),
            lower: mask(&|byte| byte.is_ascii_lowercase()),
            digit: mask(&|byte| byte.is_ascii_digit()),
            blank: mask(&|byte| byte == b' '),
            space: mask(&|byte| matches!(byte, 9..=13 | b' ')),
            newline: mask(&|byte| matches!(byte, b'\n' | b'\r')),
            slash: mask(&|byte| byte == b'/'),
            apostrophe: mask(&|byte| byte == b'\''),
            wide: mask(&|byte| byte >= 0x80),
        }
    }

    #[test]
    fn every_byte_is_sorted_into_its_classes_at_every_place() {
        for first in 0..=255u8 {
            let bytes: [u8; WIDTH] =
                std::array::from_fn(|i| first.wrapping_add((i as u8).wrapping_mul(37)));
            let expected = by_definition(&bytes);
            assert_eq!(AsciiMasks::of(&bytes), expected);
            assert_eq!(AsciiMasks::of_words(&bytes), expected);
            let control = (0..WIDTH)
                .filter(|&at| bytes[at].is_ascii_control() && !matches!(bytes[at], 9..=13))
                .fold(0, |mask, at| mask | 1 << at);
            assert_eq!(control_mask(&bytes), control);
        }
    }
}
