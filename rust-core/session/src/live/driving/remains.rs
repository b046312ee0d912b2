//! What an ended session leaves in memory.

use super::host_view::HostView;
use super::send_view::SendView;
use crate::History;

/// What an ended session leaves in memory: as much as the conversation is
/// long. Giving it back is not part of ending, which somebody waits for.
#[derive(Debug)]
pub(in crate::live) struct Remains {
    _history: Box<History>,
    _view: SendView,
    _host: HostView,
}

impl Remains {
    pub(super) fn new(history: Box<History>, view: SendView, host: HostView) -> Self {
        Self { _history: history, _view: view, _host: host }
    }
}
