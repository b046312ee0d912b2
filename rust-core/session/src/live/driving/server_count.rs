//! What the server said of the size of the next request.

/// What the server said of the request as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServerCount {
    /// It was not asked.
    NotAsked,
    /// It was asked, and the request has not changed since.
    Asked,
    /// It could not tell.
    Unknown,
    /// So many tokens.
    Known(u64),
}
