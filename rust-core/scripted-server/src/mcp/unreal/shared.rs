//! What the threads of one server share.

use std::collections::HashSet;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) mode: String,
    pub(super) project: String,
    /// Ends all threads.
    pub(super) ended: AtomicBool,
    pub(super) sessions: Mutex<HashSet<String>>,
    pub(super) next: AtomicU64,
    /// Calls of inner tools, by full name, in the order in which they ran.
    pub(super) calls: Mutex<Vec<String>>,
    /// Methods of all messages.
    pub(super) methods: Mutex<Vec<String>>,
    pub(super) connections: Mutex<Vec<TcpStream>>,
    /// One call after the other: the one that holds it runs.
    pub(super) game_thread: Mutex<()>,
    /// Whether the first call may continue.
    pub(super) let_go: Mutex<bool>,
    pub(super) went_on: Condvar,
}

impl Shared {
    pub(super) fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Ends: no connection is taken or kept.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
        *locked(&self.let_go) = true;
        self.went_on.notify_all();
        for connection in locked(&self.connections).drain(..) {
            let _ = connection.shutdown(std::net::Shutdown::Both);
        }
    }

    /// Waits until the call may continue.
    pub(super) fn wait_to_go_on(&self) {
        let mut gone = locked(&self.let_go);
        while !*gone {
            gone = self.went_on.wait(gone).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
