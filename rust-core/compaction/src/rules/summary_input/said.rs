//! The line of what the user said.

/// Recognizes the line of what the user said in one message.
pub(in crate::rules) fn is_said(line: &str) -> bool {
    line.starts_with('m') && line.contains(" user: \"")
}
