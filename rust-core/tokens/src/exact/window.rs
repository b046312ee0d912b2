//! Finds the pieces in 64 bytes of ASCII at once.
//!
//! The patterns have no look-behind, so a window that begins at the start of a
//! piece needs no other state. In it the starts of all pieces are computed as a
//! bit mask, without a branch for each piece. What the window cannot decide is
//! left: the next window begins at the last start that is certain.

use super::ascii_masks::{AsciiMasks, WIDTH, control_mask};
use super::pattern::{Contractions, Pattern};
use super::pretokenizer::contraction_end;

/// The starts of the pieces in a window that begins at the start of a piece.
///
/// The lowest bit is always set. A set bit is certain to be a start, and no
/// start below the highest set bit is missing, whatever follows the window.
#[inline]
#[expect(clippy::too_many_lines, reason = "one computation over the masks of a window")]
pub(super) fn piece_starts<P: Pattern>(bytes: &[u8; WIDTH]) -> u64 {
    let masks = AsciiMasks::of(bytes);
    let AsciiMasks { upper, lower, digit, blank, space, newline, slash, apostrophe, wide } = masks;
    // How many bytes are usable; at least the first must be ASCII. If control characters are not
    // punctuation, they are rare enough to be excluded as well.
    let left_out = if P::STAGED { wide | control_mask(bytes) } else { wide };
    let known = left_out.trailing_zeros();
    if known == 0 {
        return 1;
    }
    let letter = upper | lower;
    let other = !(letter | digit | space | wide);
    // What the window can be sure of: starts at these bits.
    let mut certain = u64::MAX >> (u64::BITS - known);

    // Line ends directly after punctuation belong to it, and so do slashes
    // directly after those. (Line ends after such slashes are included as well,
    // slashes being punctuation.)
    let taken_newline = run_from(newline, newline & other << 1);
    let mut punctuation = other;
    if P::SLASH_TAIL {
        let taken_slash = run_from(slash, slash & taken_newline << 1);
        punctuation &= !taken_slash;
    }

    // White space is one piece up to the last line end; then all of it but the
    // last character, which goes with what follows.
    let free_newline = newline & !taken_newline;
    let inline = space & !newline;
    let run = inline | free_newline;
    let run_starts = run & !(run << 1);
    let mut indents = inline & free_newline << 1;
    let mut wrong = inline.wrapping_add(indents) & !inline & free_newline;
    while wrong != 0 {
        // This indentation ends in a line end again: an empty line inside the
        // run.
        let below = indents & (lowest(wrong) - 1);
        indents &= !highest(below);
        wrong &= wrong - 1;
    }
    let mut last_inline = inline & !(space >> 1);
    if P::STAGED {
        // Before digits, a text of its own ends with all its white space.
        last_inline &= !(digit >> 1);
    }

    // Punctuation starts a piece, except after a blank, which then starts it. A
    // single character that starts a piece and precedes a letter belongs to the
    // word.
    let punctuation_starts = punctuation & !(punctuation << 1) & !(blank << 1);
    let mut letter_starts = letter & !(letter << 1) & !(inline << 1) & !(punctuation_starts << 1);
    if P::CASED {
        letter_starts |= upper & lower << 1;
    }
    let mut starts = digit_starts::<P>(digit)
        | run_starts
        | indents
        | last_inline
        | punctuation_starts
        | letter_starts;

    // Contractions are rare enough to be checked one by one.
    let mut candidates = apostrophe & letter >> 1;
    match P::CONTRACTIONS {
        Contractions::None => candidates = 0,
        Contractions::Leading => candidates &= punctuation_starts,
        Contractions::Trailing => {
            candidates &= letter << 1;
            // An apostrophe that is the last usable byte might be one.
            certain &= !(apostrophe & letter << 1 & highest(certain)) | 1;
        }
    }
    while candidates != 0 {
        let position = candidates.trailing_zeros();
        candidates &= candidates - 1;
        // At the edge of the usable bytes a window cannot tell.
        if position + 3 >= known {
            certain &= (1u64 << position) - 1;
            break;
        }
        if let Some(end) = contraction_end(bytes, position as usize) {
            let inside = (1u64 << end) - (1u64 << position);
            starts &= !inside;
            starts |= 1u64 << end & letter;
            if P::CONTRACTIONS == Contractions::Leading {
                starts |= 1u64 << position;
            } else {
                // An apostrophe directly after it starts the next piece.
                candidates &= !(1u64 << end);
            }
        }
    }

    // How a run of white space ends that touches the edge is unknown: only its
    // first character is certain.
    let edge = 1u64 << (known - 1);
    if space & edge != 0 {
        let solid = !space & (edge - 1);
        // The run starts after the last byte that is not white space.
        let run_start = if solid == 0 { 1 } else { highest(solid) << 1 };
        certain &= run_start | (run_start - 1);
    }
    starts & certain | 1
}

/// The starts of the groups of digits.
#[inline]
fn digit_starts<P: Pattern>(digit: u64) -> u64 {
    if P::DIGITS == 1 {
        return digit;
    }
    let mut starts = digit & !(digit << 1);
    // Positions where a group can be followed by another one.
    let mut full = digit;
    for distance in 1..=P::DIGITS {
        full &= digit << distance;
    }
    let mut frontier = starts;
    loop {
        frontier = frontier << P::DIGITS & full;
        if frontier == 0 {
            return starts;
        }
        starts |= frontier;
    }
}

/// The bits of `run` from each of `starts` to the end of its run of ones. There
/// may be at most one start in each run.
#[inline]
fn run_from(run: u64, starts: u64) -> u64 {
    run & !run.wrapping_add(starts)
}

#[inline]
fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// The highest set bit, or zero.
#[inline]
fn highest(mask: u64) -> u64 {
    if mask == 0 { 0 } else { 1 << (63 - mask.leading_zeros()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pattern::{Cl100k, DeepSeek, Llama3, O200k, Qwen2, Tekken};
    use crate::exact::pretokenizer::piece_end;

    /// The starts in the window, found the slow way, up to and including the
    /// last certain one.
    fn by_pieces<P: Pattern>(text: &[u8], last: u32) -> u64 {
        let (mut starts, mut start) = (0, 0);
        while start <= last as usize {
            starts |= 1 << start;
            start = piece_end::<P>(text, start);
        }
        starts
    }

    fn check<P: Pattern>(window: &[u8; WIDTH], text: &[u8]) {
        let starts = piece_starts::<P>(window);
        let last = 63 - starts.leading_zeros();
        assert_eq!(starts, by_pieces::<P>(text, last), "{:?}", String::from_utf8_lossy(text));
    }

    #[test]
    fn starts_are_those_of_the_slow_way_whatever_follows() {
        let alphabets: [&[u8]; 5] = [
            b" \n\r\t'/aAsSlLeE01.;",
            b"'''sStTmMdDlLrReEvV xX",
            b"/\n;=/ a1",
            b"  \n\n\tx1.",
            b"\x01\x7f aa11..  \n    bb",
        ];
        let ends = ["", " ", "\n", "a", "S", "'s", "1", ".", "/", "\u{e9}", "\u{4e2d}A", "\u{85}"];
        let mut state = 1u64;
        let mut random = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        for round in 0..20_000 {
            let alphabet = alphabets[round % alphabets.len()];
            let window: [u8; WIDTH] = std::array::from_fn(|_| alphabet[random(alphabet.len())]);
            let mut text = window.to_vec();
            for _ in 0..3 {
                text.extend(ends[random(ends.len())].bytes());
            }
            check::<O200k>(&window, &text);
            check::<Cl100k>(&window, &text);
            check::<Qwen2>(&window, &text);
            check::<Tekken>(&window, &text);
            check::<Llama3>(&window, &text);
            check::<DeepSeek>(&window, &text);
        }
    }

    #[test]
    fn a_window_of_prose_is_found_up_to_its_last_word() {
        let text = b"It's 12345 words; see\n\n  FooBar.baz(x) and so on till the very end of it";
        let window = text.first_chunk().unwrap();
        let starts = piece_starts::<O200k>(window);
        let starts: Vec<usize> = (0..WIDTH).filter(|bit| starts >> bit & 1 == 1).collect();
        assert_eq!(
            starts,
            [0, 4, 5, 8, 10, 16, 17, 21, 23, 24, 28, 31, 35, 37, 38, 42, 45, 48, 53, 57, 62]
        );
    }

    #[test]
    fn only_the_first_start_is_certain_in_a_window_of_blanks_or_of_wide_characters() {
        assert_eq!(piece_starts::<O200k>(&[b' '; WIDTH]), 1);
        assert_eq!(piece_starts::<O200k>(&[0xe4; WIDTH]), 1);
    }
}
