//! Runs of digits and of white space, which all patterns have in common.

use super::char_class::{Character, NEWLINE, NUMBER, SPACE};
use super::pattern::Pattern;

/// `\p{N}{1,3}`, or as many as the pattern allows.
pub(super) fn digits_end<P: Pattern>(text: &[u8], start: usize) -> usize {
    let mut position = start;
    for _ in 0..P::DIGITS {
        let character = Character::at(text, position);
        if !character.is(NUMBER) {
            break;
        }
        position += character.length;
    }
    position
}

/// `\s++$|\s*[\r\n]+|\s+(?!\S)|\s+`, the first only if the pattern has it; `is_end` returns whether
/// the text that is being cut ends at a position.
pub(super) fn space_end<P: Pattern>(
    text: &[u8],
    start: usize,
    is_end: impl FnOnce(usize) -> bool,
) -> usize {
    let mut position = start;
    let mut last_start = start;
    let mut newline_end = None;
    loop {
        let character = Character::at(text, position);
        if !character.is(SPACE) {
            break;
        }
        last_start = position;
        position += character.length;
        if character.is(NEWLINE) {
            newline_end = Some(position);
        }
    }
    let at_end = is_end(position);
    match newline_end {
        _ if at_end && P::WHOLE_TRAILING_SPACE => position,
        Some(end) => end,
        // Something other than white space follows: the last character is left
        // to it.
        None if !at_end && last_start > start => last_start,
        None => position,
    }
}
