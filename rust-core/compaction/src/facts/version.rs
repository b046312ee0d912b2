//! Version numbers.

use super::class::{DASH, DIGIT, DOT, LETTER, mask_of};

/// Recognizes a version number: `v0.12`, `1.2.3-rc1`, `5.6.1+build`.
pub(super) fn is_version(text: &str) -> bool {
    let bare = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let digits = bare.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let dots = bare.bytes().take(digits).filter(|byte| *byte == b'.').count();
    if digits == 0 || !bare.as_bytes()[0].is_ascii_digit() {
        return false;
    }
    let tail = &bare[digits..];
    if tail.is_empty() {
        return bare.len() < text.len() || dots >= 2;
    }
    dots >= 1
        && tail.starts_with('-')
        && tail.len() <= 24
        && mask_of(tail) & !(LETTER | DIGIT | DOT | DASH) == 0
        && tail.bytes().any(|byte| byte.is_ascii_alphabetic())
}
