//! What a model thought, as much of it as is kept and shown.

use vibeue_conversation::{Message, Part};
use vibeue_tools::capped;

/// The maximum number of bytes of what a model thought before an answer that are kept for the user
/// alone, and shown: head and tail of a longer text, with a line between that says how many are
/// missing.
pub const MOST_REASONING_BYTES: usize = 64 * 1024;

/// What the model thought before an answer, in words for the user and no longer than that; empty if
/// that is unknown.
pub fn shown_reasoning(message: &Message) -> String {
    bounded(message.reasoning_text().into_owned())
}

/// The text, or its head and tail.
pub(in crate::live) fn bounded(text: String) -> String {
    // What was cut before has the line in between, which must not make it too long.
    if text.len() <= MOST_REASONING_BYTES + ROOM_FOR_LINE {
        return text;
    }
    match capped(vec![Part::text(text)], MOST_REASONING_BYTES).pop() {
        Some(Part::Text { text, .. }) => text,
        _ => String::new(),
    }
}

/// More than the line in between takes.
const ROOM_FOR_LINE: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_thought_keeps_its_head_and_its_tail_and_is_cut_once() {
        let long = format!("First.{}Last.", "é".repeat(MOST_REASONING_BYTES));
        let cut = bounded(long);
        assert!(cut.starts_with("First.é") && cut.ends_with("éLast."));
        assert!(cut.contains("é\n[… 65548 of 131083 bytes were left out here …]\né"));
        assert!(cut.len() <= MOST_REASONING_BYTES + ROOM_FOR_LINE, "{}", cut.len());
        assert_eq!(bounded(cut.clone()), cut);
        assert_eq!(bounded("Hm.".to_owned()), "Hm.");
    }
}
