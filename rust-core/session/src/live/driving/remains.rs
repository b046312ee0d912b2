//! What an ended session leaves in memory.

use super::face::Face;
use super::send_view::SendView;
use crate::History;

/// What an ended session leaves in memory: as much as the conversation is
/// long. Giving it back is not part of ending, which somebody waits for.
#[derive(Debug)]
pub(in crate::live) struct Remains {
    _history: Box<History>,
    _view: SendView,
    _face: Face,
}

impl Remains {
    pub(super) fn new(history: Box<History>, view: SendView, face: Face) -> Self {
        Self { _history: history, _view: view, _face: face }
    }
}
