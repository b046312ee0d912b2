//! Something that rings after a while, unless it is dropped before.

use tokio::task::AbortHandle;

use super::input::TaskId;

/// Rings as an input after a while, unless it is dropped before.
#[derive(Debug)]
pub(super) struct Timer {
    task: TaskId,
    handle: AbortHandle,
}

impl Timer {
    pub(super) fn new(task: TaskId, handle: AbortHandle) -> Self {
        Self { task, handle }
    }

    /// Tells whether it was this one that rang.
    pub(super) fn is(&self, task: TaskId) -> bool {
        self.task == task
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.handle.abort();
    }
}
