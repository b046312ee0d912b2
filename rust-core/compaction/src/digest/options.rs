//! How long a digest may be.

/// How long a digest may be and what it must keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestOptions {
    /// The longest digest, in characters, error details not counted; at least
    /// [`DigestOptions::MIN_CHARS`] are always used.
    pub max_chars: usize,
    /// Error lines with their codes and places are added behind the digest, as
    /// many as fit [`DigestOptions::MAX_ERROR_CHARS`]; what is left out is
    /// counted.
    pub preserve_error_details: bool,
}

impl DigestOptions {
    /// Less than this tells nothing.
    pub const MIN_CHARS: usize = 40;
    /// The most that error details add, in characters.
    pub const MAX_ERROR_CHARS: usize = 1200;
}

impl Default for DigestOptions {
    /// 240 characters, about 60 tokens, and the error details.
    fn default() -> Self {
        Self { max_chars: 240, preserve_error_details: true }
    }
}
