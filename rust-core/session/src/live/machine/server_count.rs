//! What the server said about the size of the next request.

/// What the server said about the request as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServerCount {
    /// It was not asked.
    NotAsked,
    /// It was asked, and the request has not changed since.
    Asked,
    /// It could not tell.
    Unknown,
    /// This many tokens.
    Known(u64),
}
