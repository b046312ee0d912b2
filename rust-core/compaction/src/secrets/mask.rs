//! What a secret is replaced by.

/// What replaces a secret.
pub const MASK: &str = "[secret]";
