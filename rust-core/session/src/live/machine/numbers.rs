//! The numbers that are handed out.

use super::input::TaskId;
use crate::live::SummaryId;

/// Numbers of tasks and summaries, each counted from 1.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    tasks: u64,
    summaries: u64,
}

impl Numbers {
    pub(super) fn task(&mut self) -> TaskId {
        self.tasks += 1;
        TaskId(self.tasks)
    }

    pub(super) fn summary(&mut self) -> SummaryId {
        self.summaries += 1;
        SummaryId(self.summaries)
    }
}
