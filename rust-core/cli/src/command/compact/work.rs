//! The input of a compaction.

use vibeue_core::tokens::Budget;

use crate::counting::{Counted, Counting};
use crate::source::Source;

/// What is compacted, counted, and what it may cost.
pub(super) struct Work<'a> {
    pub(super) source: &'a Source,
    pub(super) counting: &'a Counting,
    pub(super) counted: &'a Counted,
    pub(super) budget: &'a Budget,
}
