//! What a character means to a tokenizer, roughly.

/// The kind of a character, as far as it decides where tokens end and how many
/// bytes a token covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A lower-case Latin letter.
    Lower,
    /// An upper-case Latin letter.
    Upper,
    /// A decimal digit.
    Digit,
    /// ASCII punctuation.
    Mark,
    /// A space, a tab or another blank inside a line.
    Blank,
    /// A carriage return or a line feed.
    Newline,
    /// A Chinese character.
    Han,
    /// A Japanese kana character.
    Kana,
    /// A Korean syllable.
    Hangul,
    /// A letter of an alphabet in which vocabularies know words: Cyrillic,
    /// Greek, Arabic, Hebrew, Devanagari, Thai, …
    Script,
    /// CJK and full-width punctuation.
    WideMark,
    /// Typographic punctuation: dashes, curly quotes, bullets, box drawing.
    Typographic,
    /// Anything else: emoji, control characters, rare scripts. These are split
    /// into bytes.
    Rare,
}

impl Kind {
    /// Returns the kind of a character.
    pub(super) fn of(c: char) -> Self {
        if c.is_ascii() { ASCII[c as usize] } else { Self::beyond_ascii(c) }
    }

    fn beyond_ascii(c: char) -> Self {
        match c as u32 {
            0x00A0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000 => Self::Blank,
            0x2028 | 0x2029 | 0x0085 => Self::Newline,
            0x00C0..=0x024F | 0x1E00..=0x1EFF if c.is_uppercase() => Self::Upper,
            0x00AA | 0x00B5 | 0x00BA | 0x00C0..=0x024F | 0x1E00..=0x1EFF if c.is_alphabetic() => {
                Self::Lower
            }
            0x00A1..=0x00BF | 0x00D7 | 0x00F7 | 0x2010..=0x27BF => Self::Typographic,
            0x3041..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F => Self::Kana,
            0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x3005..=0x3007 => Self::Han,
            0xAC00..=0xD7A3 | 0x1100..=0x11FF | 0x3130..=0x318F => Self::Hangul,
            0x3001..=0x3004 | 0x3008..=0x303F | 0xFF01..=0xFF65 | 0xFFE0..=0xFFEE => Self::WideMark,
            0x0370..=0x0E7F => Self::Script,
            _ => Self::Rare,
        }
    }
}

/// The kinds of the ASCII characters: almost all text is ASCII, and a table
/// look-up is faster than a chain of comparisons.
const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Rare; 128];
    let mut at = 0;
    while at < 128 {
        kinds[at] = match at as u8 {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            b'\r' | b'\n' => Kind::Newline,
            b' ' | b'\t' | 0x0B | 0x0C => Kind::Blank,
            0x21..=0x7E => Kind::Mark,
            _ => Kind::Rare,
        };
        at += 1;
    }
    kinds
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_sorted_by_kind() {
        let kinds: Vec<Kind> =
            "aZ9_ \n漢かé한ж。—🚪\u{7}\u{3000}×ÿ".chars().map(Kind::of).collect();
        use Kind::{
            Blank, Digit, Han, Hangul, Kana, Lower, Mark, Newline, Rare, Script, Typographic,
            Upper, WideMark,
        };
        let expected = [
            Lower,
            Upper,
            Digit,
            Mark,
            Blank,
            Newline,
            Han,
            Kana,
            Lower,
            Hangul,
            Script,
            WideMark,
            Typographic,
            Rare,
            Rare,
            Blank,
            Typographic,
            Lower,
        ];
        assert_eq!(kinds, expected);
    }
}
