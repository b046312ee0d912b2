//! The character classes that pretokenizer patterns are made of.

/// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`: what may be in the head of a cased word.
pub(super) const UPPER: u8 = 1;
/// `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`: what may be in the tail of a cased word.
pub(super) const LOWER: u8 = 2;
/// `\p{L}`.
pub(super) const LETTER: u8 = 4;
/// `\p{N}`.
pub(super) const NUMBER: u8 = 8;
/// `\s`.
pub(super) const SPACE: u8 = 16;
/// `[\r\n]`.
pub(super) const NEWLINE: u8 = 32;
/// `\p{Han}`: ideographs, with some numbers and signs.
pub(super) const HAN: u8 = 64;
/// `[\p{P}\p{S}]`.
pub(super) const PUNCTUATION: u8 = 128;

const BLOCK: usize = 128;
const BLOCKS: usize = 0x11_0000 / BLOCK;

/// Block numbers of all code points, then the blocks; made by `cargo xtask vocab`
/// from the Unicode tables of the regex engine that the reference uses.
static TABLE: &[u8] = include_bytes!("../../assets/vocab/classes.bin");

/// The classes of a code point, as bits.
#[inline]
pub(super) fn classes(code: u32) -> u8 {
    let code = code as usize;
    let block = usize::from(TABLE[code / BLOCK]);
    TABLE[BLOCKS + block * BLOCK + code % BLOCK]
}

/// A character of a text and what there is to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Character {
    /// Its classes, as bits; none at the end of the text.
    pub(super) classes: u8,
    /// Its length in bytes; zero at the end of the text.
    pub(super) length: usize,
}

impl Character {
    /// Whether the character has one of the classes.
    #[inline]
    pub(super) fn is(self, classes: u8) -> bool {
        self.classes & classes != 0
    }

    /// Reads the character that starts at `position` of a valid UTF-8 text.
    // Called from so many places that it would be left out of line, which the
    // patterns' loops over ideographs pay for.
    #[inline(always)]
    pub(super) fn at(text: &[u8], position: usize) -> Self {
        let Some(&first) = text.get(position) else { return Self { classes: 0, length: 0 } };
        if first < 0x80 {
            return Self { classes: classes(u32::from(first)), length: 1 };
        }
        let (code, length) = code_point(text, position, first);
        Self { classes: classes(code), length }
    }
}

/// Decodes a character of two to four bytes.
#[inline]
fn code_point(text: &[u8], position: usize, first: u8) -> (u32, usize) {
    // The text is valid UTF-8, so the bytes are there; zero keeps this total.
    let next = |index: usize| u32::from(text.get(position + index).copied().unwrap_or(0) & 0x3f);
    let first = u32::from(first);
    match first {
        0..0xe0 => ((first & 0x1f) << 6 | next(1), 2),
        0xe0..0xf0 => ((first & 0x0f) << 12 | next(1) << 6 | next(2), 3),
        _ => (((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)) % 0x11_0000, 4),
    }
}
