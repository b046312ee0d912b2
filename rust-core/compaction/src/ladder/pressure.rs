//! Whether something has to give way, and how far.

use super::{Ladder, portion};
use crate::measure::Measure;

impl<M: Measure> Ladder<'_, M> {
    /// Tells whether the request is so large that the next one starts a
    /// compaction again: then something has to give way, whatever its shape.
    pub(super) fn is_pressing(&self, total: u64, goal: u64) -> bool {
        total > goal && total > self.below_threshold()
    }

    /// The largest request that does not start a compaction.
    pub(super) fn below_threshold(&self) -> u64 {
        portion(self.request.settings.threshold, self.request.available).saturating_sub(1)
    }

    /// The most tokens that a compaction may leave: never more than the budget,
    /// and of a request within it no more than what does not start the next one.
    pub(super) fn limit(&self) -> u64 {
        let (available, goal) = (self.request.available, self.goal());
        if self.layout.total() > available || !self.is_pressing(self.layout.total(), goal) {
            return available;
        }
        self.below_threshold().max(goal)
    }
}
