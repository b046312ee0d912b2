//! Whether the request has to shrink, and how far.

use super::{Ladder, portion};
use crate::measure::Measure;

/// In a budget of fewer tokens the next message compacts again anyway: what
/// matters may have all of it.
const TINY: u64 = 1_000;

impl<M: Measure> Ladder<'_, M> {
    /// Returns whether the request is so large that the next one would start a compaction again:
    /// then it has to shrink, even if that means cutting.
    pub(super) fn is_pressing(&self, total: u64, goal: u64) -> bool {
        total > goal && total > self.below_threshold()
    }

    /// The largest request that does not start a compaction.
    pub(super) fn below_threshold(&self) -> u64 {
        portion(self.request.settings.threshold, self.request.available).saturating_sub(1)
    }

    /// The maximum number of tokens that a compaction may leave: if the request would start the
    /// next compaction, what is left must not.
    pub(super) fn limit(&self) -> u64 {
        let (goal, available) = (self.goal(), self.request.available);
        let is_tiny = available < TINY && self.layout.total() > available;
        if self.spends_budget || is_tiny || !self.is_pressing(self.layout.total(), goal) {
            return available;
        }
        self.below_threshold().max(goal)
    }
}
