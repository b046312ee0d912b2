//! Private key blocks.

use std::ops::Range;

/// The longest block, in bytes; one without an end is taken this far.
const LONGEST: usize = 64 * 1024;
/// The longest line that begins a block.
const LONGEST_HEAD: usize = 80;

/// The contents of a private key block, between its markers.
pub(super) fn secret(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let end = text.floor_char_boundary(text.len().min(at.start + LONGEST));
    if text[at.clone()].eq_ignore_ascii_case("private-lines:") {
        let rest = &text[at.end..end];
        let length = rest.find("Private-MAC").unwrap_or(rest.len());
        return Some(at.end..at.end + rest[..length].trim_end().len());
    }
    let head_end = text.floor_char_boundary(text.len().min(at.end + LONGEST_HEAD));
    let head = &text[at.end..head_end];
    let close = head.find("-----")?;
    let label = &head[..close];
    let plain =
        label.bytes().all(|byte| byte.is_ascii_uppercase() || b"0123456789 ".contains(&byte));
    if !plain || !label.contains("PRIVATE KEY") {
        return None;
    }
    let start = at.end + close + "-----".len();
    let length = text[start..end.max(start)].find("-----END").unwrap_or(end.max(start) - start);
    Some(start..start + length)
}
