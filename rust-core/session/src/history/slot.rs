//! One message of a history.

use std::sync::Arc;

use vibeue_conversation::Message;

/// One message of the archive.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slot {
    pub(super) message: Arc<Message>,
    /// Where it is in the view among the others. A summary has the key of
    /// the first message that it replaces: the two are never seen together.
    pub(super) key: usize,
    /// Which compaction it is the summary of, by its place in the list.
    pub(super) summary_of: Option<usize>,
    pub(super) in_view: bool,
}
