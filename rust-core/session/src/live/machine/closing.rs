//! How far the closing of a conversation has come.

use crate::live::TurnId;

/// How a session ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::live) struct Closing {
    /// A turn was running.
    pub(in crate::live) turn_cancelled: bool,
    /// A summarization was running.
    pub(in crate::live) summary_cancelled: bool,
    /// Messages that wait in the journal for the next session.
    pub(in crate::live) unsent: usize,
    /// Turns that waited.
    pub(super) left: Vec<TurnId>,
    /// Everything was reported.
    pub(super) closed: bool,
}
