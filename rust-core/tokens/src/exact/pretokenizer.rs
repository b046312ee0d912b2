//! Cuts a text into pieces, one at a time and for any character.
//!
//! This does by hand what a backtracking regular expression engine does with
//! the encoding's pattern: alternatives in order, and greedy repetitions that
//! give characters back. The order of the branches is that of the pattern.

use super::char_class::{Character, HAN, LETTER, LOWER, NEWLINE, NUMBER, SPACE, UPPER};
use super::pattern::{Contractions, Pattern};
use super::runs::{digits_end, space_end};
use super::staged::staged_piece_end;

/// The end of the piece that starts at `start`, which must be inside the text
/// and at the start of a piece.
pub(super) fn piece_end<P: Pattern>(text: &[u8], start: usize) -> usize {
    if P::STAGED {
        return staged_piece_end::<P>(text, start);
    }
    let first = Character::at(text, start);
    if P::CONTRACTIONS == Contractions::Leading
        && let Some(end) = contraction_end(text, start)
    {
        return end;
    }
    if P::HAN_RUNS && first.is(HAN) {
        return run_end(text, start, HAN);
    }
    if let Some(end) = word_end::<P>(text, start, first) {
        return end;
    }
    if first.is(NUMBER) {
        return digits_end::<P>(text, start);
    }
    let punctuation = if text[start] == b' ' { start + 1 } else { start };
    if let Some(end) = punctuation_end::<P>(text, punctuation) {
        return end;
    }
    space_end::<P>(text, start, |end| end == text.len())
}

/// `[^\r\n\p{L}\p{N}]?\p{L}+`, or the cased words of o200k with contractions.
fn word_end<P: Pattern>(text: &[u8], start: usize, first: Character) -> Option<usize> {
    let prefixed = !first.is(LETTER | NUMBER | NEWLINE);
    let after = start + first.length;
    if !P::CASED {
        let letters = if prefixed { after } else { start };
        let end = run_end(text, letters, LETTER);
        return (end > letters).then_some(end);
    }
    let whole = prefixed.then(|| CasedWord::at::<P>(text, after));
    // A mark can be a prefix as well as a first character.
    let bare = first.is(UPPER | LOWER).then(|| CasedWord::at::<P>(text, start));
    let end = (whole.and_then(|word| word.with_lower))
        .or_else(|| bare.and_then(|word| word.with_lower))
        .or_else(|| whole.and_then(|word| word.with_upper))
        .or_else(|| bare.and_then(|word| word.with_upper))?;
    if P::CONTRACTIONS == Contractions::Trailing {
        return Some(contraction_end(text, end).unwrap_or(end));
    }
    Some(end)
}

/// Where a cased word that starts at some position can end.
#[derive(Debug, Clone, Copy)]
struct CasedWord {
    /// The end by `UPPER* LOWER+`.
    with_lower: Option<usize>,
    /// The end by `UPPER+ LOWER*` if the first form does not match.
    with_upper: Option<usize>,
}

impl CasedWord {
    fn at<P: Pattern>(text: &[u8], start: usize) -> Self {
        let mut position = start;
        // Caseless letters and marks are in both classes: if no lower-case
        // letter follows the run, it is given back up to the last of them.
        let mut last_caseless = None;
        loop {
            let character = Character::at(text, position);
            if !character.is(UPPER) || P::HAN_RUNS && character.is(HAN) {
                break;
            }
            position += character.length;
            if character.is(LOWER) {
                last_caseless = Some(position);
            }
        }
        let mut end = position;
        loop {
            let character = Character::at(text, end);
            if !character.is(LOWER) || P::HAN_RUNS && character.is(HAN) {
                break;
            }
            end += character.length;
        }
        Self {
            with_lower: if end > position { Some(end) } else { last_caseless },
            with_upper: (end > start).then_some(end),
        }
    }
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at `start`; the long s folds to s.
pub(super) fn contraction_end(text: &[u8], start: usize) -> Option<usize> {
    let rest = &text[start..];
    if rest.first() != Some(&b'\'') {
        return None;
    }
    let first = rest.get(1)?.to_ascii_lowercase();
    let length = match (first, rest.get(2).map(u8::to_ascii_lowercase)) {
        (b's' | b't' | b'm' | b'd', _) => 2,
        (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => 3,
        (0xc5, Some(0xbf)) => 3,
        _ => return None,
    };
    Some(start + length)
}

/// `[^\s\p{L}\p{N}]+` and the line ends (and slashes) after it.
fn punctuation_end<P: Pattern>(text: &[u8], start: usize) -> Option<usize> {
    let mut position = start;
    loop {
        let character = Character::at(text, position);
        if character.length == 0 || character.is(SPACE | LETTER | NUMBER) {
            break;
        }
        position += character.length;
    }
    if position == start {
        return None;
    }
    while let Some(b'\r' | b'\n') | Some(b'/') = text.get(position) {
        if text[position] == b'/' && !P::SLASH_TAIL {
            break;
        }
        position += 1;
    }
    Some(position)
}

/// The end of the run of characters in these classes from `start` on.
fn run_end(text: &[u8], start: usize, classes: u8) -> usize {
    let mut position = start;
    loop {
        let character = Character::at(text, position);
        if !character.is(classes) {
            return position;
        }
        position += character.length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pattern::{Cl100k, Kimi, O200k, Qwen2, Tekken};

    fn pieces<P: Pattern>(text: &str) -> Vec<&str> {
        let (mut pieces, mut start) = (Vec::new(), 0);
        while start < text.len() {
            let end = piece_end::<P>(text.as_bytes(), start);
            pieces.push(&text[start..end]);
            start = end;
        }
        pieces
    }

    #[test]
    fn contractions_belong_where_the_pattern_has_them() {
        let text = "I'll it'ſx";
        assert_eq!(pieces::<O200k>(text), ["I'll", " it'ſ", "x"]);
        assert_eq!(pieces::<Cl100k>(text), ["I", "'ll", " it", "'ſ", "x"]);
        assert_eq!(pieces::<Tekken>(text), ["I", "'ll", " it", "'ſx"]);
    }

    #[test]
    fn cased_words_end_before_a_new_capital() {
        let text = "fooBar HTTPServer XML";
        assert_eq!(pieces::<O200k>(text), ["foo", "Bar", " HTTPServer", " XML"]);
        assert_eq!(pieces::<Cl100k>(text), ["fooBar", " HTTPServer", " XML"]);
        // Capitals after a caseless letter are given back.
        assert_eq!(pieces::<O200k>("あABあb"), ["あABあb"]);
        assert_eq!(pieces::<O200k>("あAB."), ["あ", "AB", "."]);
    }

    #[test]
    fn white_space_leaves_its_last_character_to_what_follows() {
        assert_eq!(pieces::<O200k>("a   b"), ["a", "  ", " b"]);
        assert_eq!(pieces::<O200k>("a \n \n  b"), ["a", " \n \n", " ", " b"]);
        assert_eq!(pieces::<O200k>("a\n  "), ["a", "\n", "  "]);
        assert_eq!(pieces::<Cl100k>("a\n  "), ["a", "\n  "]);
        assert_eq!(pieces::<O200k>("a\u{3000}\u{3000}b"), ["a", "\u{3000}", "\u{3000}b"]);
    }

    #[test]
    fn punctuation_takes_the_line_ends_and_slashes_behind_it() {
        assert_eq!(pieces::<O200k>(" };\n//!x"), [" };\n//", "!x"]);
        assert_eq!(pieces::<Cl100k>(" };\n//!x"), [" };\n", "//!", "x"]);
    }

    #[test]
    fn digits_stand_in_groups() {
        assert_eq!(pieces::<O200k>("12345½"), ["123", "45½"]);
        assert_eq!(pieces::<Qwen2>("123"), ["1", "2", "3"]);
    }

    #[test]
    fn runs_of_han_are_pieces_of_their_own_for_kimi() {
        assert_eq!(pieces::<Kimi>("x中文〇ab"), ["x", "中文〇", "ab"]);
        assert_eq!(pieces::<O200k>("x中文〇ab"), ["x中文", "〇", "ab"]);
    }
}
