//! Background work that is waited for at the end.

use std::sync::PoisonError;

use super::sync::{JoinHandle, Mutex, MutexGuard, is_finished, spawn};

/// Work on background threads, which is waited for before the code that it runs is unloaded.
///
/// A thread is started under the lock that guards its handle, so that a caller who then waits finds
/// it.
#[derive(Debug, Default)]
pub struct Beside {
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Beside {
    /// Nothing is under way.
    pub fn new() -> Self {
        Self::default()
    }

    /// Does some work on a thread of this name. If no thread can be spawned, the work is dropped
    /// here, with all that it holds.
    pub fn begin(&self, name: &str, work: impl FnOnce() + Send + 'static) {
        let mut threads = self.lock();
        threads.retain(|thread| !is_finished(thread));
        threads.extend(spawn(name, work));
    }

    /// Waits for all work that was begun before.
    pub fn wait(&self) {
        loop {
            let threads = std::mem::take(&mut *self.lock());
            if threads.is_empty() {
                return;
            }
            for thread in threads {
                // The panic hook reported a panic in it.
                let _ = thread.join();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
