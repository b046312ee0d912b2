//! Asking the server what its model can take.

use tokio::task::AbortHandle;

use super::input::TaskId;
use super::timer::Timer;

/// The question to the server what its model can take.
#[derive(Debug)]
pub(super) struct Describing {
    pub(super) task: TaskId,
    pub(super) timer: Timer,
    pub(super) handle: AbortHandle,
}
