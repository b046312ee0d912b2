//! String literals of Python at the ends of a text.

/// Reads a string literal at the head of a text; none that is filled in when
/// the script runs.
pub(super) fn literal(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let filled = text.starts_with('f');
    let text =
        text.strip_prefix(['r', 'f', 'b']).filter(|t| t.starts_with(['"', '\''])).unwrap_or(text);
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let body = &text[1..];
    let end = body.bytes().take(400).position(|byte| byte == quote as u8 || byte == b'\n')?;
    let names = end > 0 && !(filled && body[..end].contains('{'));
    (body.as_bytes()[end] == quote as u8 && names).then(|| (&body[..end], &body[end + 1..]))
}

/// The string literal at the end of a text.
pub(super) fn last_literal(text: &str) -> Option<&str> {
    let quote = text.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
    let body = &text[..text.len() - 1];
    let length = body.bytes().rev().take(400).position(|byte| byte == quote as u8)?;
    (length > 0).then(|| &body[body.len() - length..])
}
