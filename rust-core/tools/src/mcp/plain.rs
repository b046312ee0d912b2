//! External text, as one line.

/// The maximum number of characters of external text in an error or a state.
pub(super) const MOST_WORDS: usize = 600;

/// External text, on one line and not too long.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    crate::schema::shortened(text.trim(), MOST_WORDS)
}
