//! What the threads of a server share.

use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;

use super::state::State;

/// What the threads of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    pub(super) changed: Condvar,
    pub(super) stopping: Arc<AtomicBool>,
    /// Weak, because a connection is closed when its last owner goes.
    pub(super) clients: Mutex<Vec<(Weak<TcpStream>, JoinHandle<()>)>>,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // The panic of a test that held the lock must not be hidden by panics of the server's
        // threads.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn changed(&self) {
        self.changed.notify_all();
    }
}
