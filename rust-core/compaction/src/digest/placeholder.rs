//! The placeholder for a pruned tool result.

use super::{DigestOptions, Known, digest_knowing};
use vibeue_conversation::{MessageId, ToolCall, ToolResult};

const LEAD: &str = "[archived as ";

/// Writes the placeholder for a pruned tool result: the archived message from
/// which it can be recalled, and its digest.
///
/// `[archived as m12] [✓ read_file: File: Source/Door.cpp | Lines: 120]`
///
/// Returns `None` when that would not be shorter than the result, or when the
/// result already is a placeholder; then the result stays as it is.
pub fn placeholder(
    call: Option<&ToolCall>,
    result: &ToolResult,
    archived: MessageId,
    options: &DigestOptions,
) -> Option<String> {
    placeholder_knowing(call, result, archived, options, Known::default())
}

/// Like [`placeholder`], for when more is known of the round.
pub(crate) fn placeholder_knowing(
    call: Option<&ToolCall>,
    result: &ToolResult,
    archived: MessageId,
    options: &DigestOptions,
    known: Known<'_>,
) -> Option<String> {
    let length: usize = result.texts().map(str::len).sum();
    let images = result.parts.len() > result.texts().count();
    if result.texts().any(is_placeholder) {
        return None;
    }
    let shorter = |line: &String| images || line.len() < length;
    let full = format!("{LEAD}{archived}] {}", digest_knowing(call, result, options, known));
    if shorter(&full) {
        return Some(full);
    }
    // An error's text is never dropped, so only the digest itself shrinks.
    [length * 2 / 3, length / 3, 0].into_iter().find_map(|target| {
        let max_chars = target.saturating_sub(LEAD.len() + 8).max(DigestOptions::MIN_CHARS);
        let small =
            DigestOptions { max_chars: max_chars.min(options.max_chars), ..options.clone() };
        Some(format!("{LEAD}{archived}] {}", digest_knowing(call, result, &small, known)))
            .filter(shorter)
    })
}

/// Returns whether a text is one of our placeholders.
pub fn is_placeholder(text: &str) -> bool {
    text.strip_prefix(LEAD).and_then(|rest| rest.strip_prefix('m')).is_some_and(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest[digits..].starts_with("] [")
    })
}

/// The archived message that a placeholder names.
pub fn archived_id(text: &str) -> Option<MessageId> {
    if !is_placeholder(text) {
        return None;
    }
    text[LEAD.len()..].split(']').next()?.parse().ok()
}
