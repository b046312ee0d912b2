//! What others wrote, as one line.

/// The most characters of what others wrote in an error or a state.
pub(super) const MOST_WORDS: usize = 600;

/// What others wrote, on one line and not too long.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    crate::schema::shortened(text.trim(), MOST_WORDS)
}
