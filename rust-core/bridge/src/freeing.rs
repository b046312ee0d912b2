//! The memory of ended sessions, given back beside.

use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use crate::live::{Live, lock};

/// Freeing so many messages takes longer than starting a thread for it.
const MANY: usize = 1_000;

/// Threads that may still be at it.
static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Lets go of a session: ten thousand messages are thirty thousand blocks,
/// which the thread that draws the editor should not give back.
pub(crate) fn let_go(live: Arc<Live>) {
    let messages = live.snapshot().map_or(0, |now| now.transcript.len());
    if messages < MANY {
        return;
    }
    // Where no thread can be had, the session is dropped here.
    let thread = Builder::new().name("vibeue-freeing".to_owned()).spawn(move || drop(live));
    let mut threads = lock(&THREADS);
    threads.retain(|thread| !thread.is_finished());
    threads.extend(thread);
}

/// Waits until all is given back.
pub(crate) fn wait() {
    let threads = std::mem::take(&mut *lock(&THREADS));
    for thread in threads {
        // A panic in it was told by the hook.
        let _ = thread.join();
    }
}
