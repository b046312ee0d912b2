//! Credentials in URLs.

use std::ops::Range;

use super::value::is_placeholder;

/// The longest part before the host, in bytes.
const LONGEST: usize = 512;

/// The password of `scheme://user:password@host`, or everything before the host
/// if it is one long word, as in tokens of Git hosts.
pub(super) fn secret(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let end = text.floor_char_boundary(text.len().min(at.end + LONGEST));
    let rest = &text[at.end..end];
    let authority = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\'' | '<' | '>' | '\\' | '`'))
        .map_or(rest, |length| &rest[..length]);
    let user_info = &authority[..authority.rfind('@')?];
    let (start, value) = match user_info.split_once(':') {
        Some((user, password)) if !password.is_empty() => (user.len() + 1, password),
        _ => {
            let token = user_info.trim_end_matches(':');
            let digits = token.bytes().any(|byte| byte.is_ascii_digit());
            (token.len() >= 16 && digits).then_some((0, token))?
        }
    };
    let start = at.end + start;
    (!is_placeholder(value)).then(|| start..start + value.len())
}

/// What follows a webhook's fixed path, if it is long enough to be a secret.
pub(super) fn path_tail(text: &str, at: Range<usize>, least: usize) -> Option<Range<usize>> {
    let length = text[at.end..]
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-/@".contains(byte))
        .count();
    let tail = &text[at.end..at.end + length];
    let digits = tail.bytes().any(|byte| byte.is_ascii_digit());
    (length >= least && digits).then(|| at.end..at.end + length)
}
