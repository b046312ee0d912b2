//! One message of a history.

use std::sync::Arc;

use vibeue_conversation::Message;

/// One message of the archive.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slot {
    pub(super) message: Arc<Message>,
    /// Its position among the others in the view. A summary has the key of the first message that
    /// it replaces: the two are never seen together.
    pub(super) key: usize,
    /// The index of the compaction whose summary it is.
    pub(super) summary_of: Option<usize>,
    pub(super) in_view: bool,
}
