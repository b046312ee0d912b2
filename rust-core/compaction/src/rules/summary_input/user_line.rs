//! The line of a user's message.

/// Recognizes the line of a user's message.
pub(in crate::rules) fn is_user_line(line: &str) -> bool {
    line.starts_with('m') && line.contains(" user: \"")
}
