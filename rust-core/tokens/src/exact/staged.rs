//! Cuts a text into the pieces of DeepSeek's tokenizer.
//!
//! Its published configuration splits three times: first into groups of digits
//! (`\p{N}{1,3}`), then into runs of ideographs and kana (`[一-龥\u3040-ゟ゠-ヿ]+`),
//! and then each of the parts by one more expression. To the next split a part
//! is a text of its own: nothing after its end is considered. What an
//! expression does not match is kept as a piece, up to where it matches again.

use super::char_class::{Character, LETTER, LOWER, NEWLINE, NUMBER, PUNCTUATION, SPACE, UPPER};
use super::pattern::Pattern;
use super::runs::{digits_end, space_end};

/// `[\p{L}\p{M}]`.
const WORD: u8 = LETTER | UPPER | LOWER;

/// The end of the piece that starts at `start`, which must be inside the text
/// and at the start of a piece.
pub(super) fn staged_piece_end<P: Pattern>(text: &[u8], start: usize) -> usize {
    let first = Character::at(text, start);
    if first.is(NUMBER) {
        return digits_end::<P>(text, start);
    }
    let part = Part { text, ideographs: is_ideograph(text, start) };
    if let Some(end) = mark_and_letters_end(text, start).or_else(|| part.word_end(start, first)) {
        return end;
    }
    let punctuation = if text[start] == b' ' { start + 1 } else { start };
    let end = part.run_end(punctuation, PUNCTUATION);
    if end > punctuation {
        return part.run_end(end, NEWLINE);
    }
    if first.is(SPACE) {
        return space_end::<P>(text, start, |end| part.at(end).length == 0);
    }
    part.unmatched_end(start + first.length)
}

/// ``[!-/:-@\[-`{-~][A-Za-z]+``.
fn mark_and_letters_end(text: &[u8], start: usize) -> Option<usize> {
    let [first, rest @ ..] = &text[start..] else { return None };
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    (first.is_ascii_punctuation() && letters > 0).then_some(start + 1 + letters)
}

/// A part left by the first two splits: ideographs, or neither ideographs nor
/// numbers.
#[derive(Debug, Clone, Copy)]
struct Part<'a> {
    text: &'a [u8],
    ideographs: bool,
}

impl Part<'_> {
    /// The character at a position; past the end of the part, as at the end of
    /// a text.
    fn at(self, position: usize) -> Character {
        let character = Character::at(self.text, position);
        if character.is(NUMBER) || is_ideograph(self.text, position) != self.ideographs {
            return Character { classes: 0, length: 0 };
        }
        character
    }

    /// The end of the run of characters in these classes from `start` on.
    fn run_end(self, start: usize, classes: u8) -> usize {
        let mut position = start;
        loop {
            let character = self.at(position);
            if !character.is(classes) {
                return position;
            }
            position += character.length;
        }
    }

    /// `[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+`.
    fn word_end(self, start: usize, first: Character) -> Option<usize> {
        // A mark may also be taken as the prefix: the end is the same.
        let prefixed = !first.is(WORD | PUNCTUATION | NEWLINE);
        let letters = if prefixed { start + first.length } else { start };
        let end = self.run_end(letters, WORD);
        (end > letters).then_some(end)
    }

    /// The end of the run of characters that begin no match (control characters, private and
    /// unassigned ones), if the one before `position` is one.
    fn unmatched_end(self, mut position: usize) -> usize {
        loop {
            let character = self.at(position);
            if character.length == 0 || character.is(WORD | PUNCTUATION | SPACE) {
                return position;
            }
            let after = position + character.length;
            if self.at(after).is(WORD) {
                return position;
            }
            position = after;
        }
    }
}

/// `[一-龥\u3040-ゟ゠-ヿ]`.
#[inline]
fn is_ideograph(text: &[u8], position: usize) -> bool {
    match text.get(position..) {
        Some(&[first @ 0xe3..=0xe9, second, third, ..]) => {
            let character = [first, second, third];
            // U+3040 to U+30FF, U+4E00 to U+9FA5.
            ([0xe3, 0x81, 0x80]..=[0xe3, 0x83, 0xbf]).contains(&character)
                || ([0xe4, 0xb8, 0x80]..=[0xe9, 0xbe, 0xa5]).contains(&character)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pattern::DeepSeek;

    fn pieces(text: &str) -> Vec<&str> {
        let (mut pieces, mut start) = (Vec::new(), 0);
        while start < text.len() {
            let end = staged_piece_end::<DeepSeek>(text.as_bytes(), start);
            pieces.push(&text[start..end]);
            start = end;
        }
        pieces
    }

    #[test]
    fn digits_and_ideographs_are_parts_of_their_own() {
        assert_eq!(pieces("x12345y"), ["x", "123", "45", "y"]);
        assert_eq!(pieces("x中文かなy"), ["x", "中文かな", "y"]);
        assert_eq!(pieces("カ・カ\n"), ["カ", "・", "カ", "\n"]);
        assert_eq!(pieces("。\n"), ["。\n"]);
    }

    #[test]
    fn white_space_before_a_part_is_at_its_end() {
        assert_eq!(pieces("a   b"), ["a", "  ", " b"]);
        assert_eq!(pieces("a   1"), ["a", "   ", "1"]);
        assert_eq!(pieces("a   中"), ["a", "   ", "中"]);
        assert_eq!(pieces("a \n  1"), ["a", " \n", "  ", "1"]);
    }

    #[test]
    fn one_mark_takes_the_plain_letters_behind_it() {
        assert_eq!(
            pieces("don't ((foo) .bar_bazé"),
            ["don", "'t", " ((", "foo", ")", " .", "bar", "_baz", "é"]
        );
        assert_eq!(pieces("};\r\n//x"), ["};\r\n", "//", "x"]);
    }

    #[test]
    fn what_nothing_matches_is_kept_together() {
        assert_eq!(pieces("\u{200b}\u{200b}a"), ["\u{200b}", "\u{200b}a"]);
        assert_eq!(
            pieces("\u{1}\u{2} \u{1}1\u{1}."),
            ["\u{1}\u{2}", " ", "\u{1}", "1", "\u{1}", "."]
        );
        assert_eq!(pieces("\u{301}\u{e000}\u{301}"), ["\u{301}", "\u{e000}\u{301}"]);
    }
}
