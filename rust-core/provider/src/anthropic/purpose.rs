//! What a body is for.

/// What a body is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose<'a> {
    /// An answer.
    Chat,
    /// A count of the request's tokens.
    Count,
    /// The provider's own summary, under these instructions.
    Compact(Option<&'a str>),
}
