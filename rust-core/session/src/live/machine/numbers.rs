//! The numbers that are handed out.

use crate::live::SummaryId;

/// Numbers of summaries, counted from 1.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    summaries: u64,
}

impl Numbers {
    pub(super) fn summary(&mut self) -> SummaryId {
        self.summaries += 1;
        SummaryId(self.summaries)
    }
}
