//! Remembers summaries that were paid for.

/// Remembers the latest summaries that models wrote, so that the same span is
/// not paid for twice: a preview and then the real thing, a retry after a
/// conflict.
#[derive(Debug, Default)]
pub struct SummaryCache {}

impl SummaryCache {
    /// Remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }
}
