//! What each byte means to the scanner.

pub(super) const LOWER: u16 = 1;
pub(super) const UPPER: u16 = 1 << 1;
pub(super) const DIGIT: u16 = 1 << 2;
pub(super) const UNDERSCORE: u16 = 1 << 3;
pub(super) const DOT: u16 = 1 << 4;
pub(super) const SLASH: u16 = 1 << 5;
pub(super) const BACKSLASH: u16 = 1 << 6;
pub(super) const COLON: u16 = 1 << 7;
pub(super) const DASH: u16 = 1 << 8;
pub(super) const AT: u16 = 1 << 9;
/// Letters of two-byte UTF-8 (Latin, Greek, Cyrillic, …) and all continuation
/// bytes.
pub(super) const HIGH: u16 = 1 << 10;
/// An apostrophe between two letters; never in the table, set by the scanner.
pub(super) const APOSTROPHE: u16 = 1 << 11;
/// A comma between two digits; never in the table, set by the scanner.
pub(super) const COMMA: u16 = 1 << 12;
/// First byte of a three- or four-byte character.
pub(super) const WIDE: u16 = 1 << 14;
/// First byte of the marks and spaces from U+0080 to U+00BF, which are not
/// letters.
pub(super) const MARK: u16 = 1 << 15;

pub(super) const LETTER: u16 = LOWER | UPPER | HIGH;

/// Returns whether a byte of this class continues a chunk: it has a class and is not the first byte
/// of a wide character or mark.
pub(super) fn is_inside(class: u16) -> bool {
    // One comparison: zero wraps around to the greatest number.
    class.wrapping_sub(1) < WIDE - 1
}

/// Class of each byte; 0 ends a chunk.
pub(super) const CLASS: [u16; 256] = {
    let mut table = [0u16; 256];
    let mut byte = 0usize;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            b'.' => DOT,
            b'/' => SLASH,
            b'\\' => BACKSLASH,
            b':' => COLON,
            b'-' => DASH,
            b'@' => AT,
            0xC2 => HIGH | MARK,
            0x80..=0xDF => HIGH,
            0xE0..=0xFF => WIDE,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// The classes of all bytes of a text, combined.
pub(super) fn mask_of(text: &str) -> u16 {
    text.bytes().fold(0, |mask, byte| mask | CLASS[usize::from(byte)])
}

/// The largest index at or below `at` that is a character boundary.
pub(crate) fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The smallest index at or above `at` that is a character boundary.
pub(super) fn ceil_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
