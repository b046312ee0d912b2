//! How many facts of a kind a message may add.

use super::FactKind;

/// From a tool's result, and other texts that were not written by hand.
pub(super) const CAP_RESULT: u32 = 1024;
/// Sentences and lines are long, so fewer of them are taken.
pub(super) const CAP_LINES: u32 = 48;

/// The smallest of the caps that may hold for a kind.
pub(super) fn smallest_cap(kind: FactKind) -> u32 {
    if kind.is_line() { CAP_LINES } else { CAP_RESULT }
}
