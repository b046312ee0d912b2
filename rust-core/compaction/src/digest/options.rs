//! How long a digest may be.

/// How long a digest may be and what it must keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestOptions {
    /// The longest digest, in characters, not counting error details; values
    /// below [`DigestOptions::MIN_CHARS`] count as that.
    pub max_chars: usize,
    /// Append error lines with their codes and places to the digest, as many as
    /// fit into [`DigestOptions::MAX_ERROR_CHARS`]; the rest are counted.
    pub preserve_error_details: bool,
}

impl DigestOptions {
    /// The fewest characters in which a digest says anything.
    pub const MIN_CHARS: usize = 40;
    /// The most that error details may add, in characters.
    pub const MAX_ERROR_CHARS: usize = 1200;
}

impl Default for DigestOptions {
    /// 240 characters, about 60 tokens, plus the error details.
    fn default() -> Self {
        Self { max_chars: 240, preserve_error_details: true }
    }
}
