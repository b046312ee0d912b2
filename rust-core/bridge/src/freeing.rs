//! The memory of ended sessions, freed in the background.

use std::sync::LazyLock;
use std::thread::JoinHandle;

use vibeue_core::handover::Beside;

/// Freeing this many messages takes longer than starting a thread for it.
const MANY: usize = 1_000;

/// Threads that may still be at it.
static FREEING: LazyLock<Beside> = LazyLock::new(Beside::new);

/// Drops a session: ten thousand messages are thirty thousand blocks, which the
/// thread that draws the editor should not give back.
pub(crate) fn let_go(session: impl Send + 'static, messages: usize) {
    if messages < MANY {
        return;
    }
    // Where no thread can be had, the session is dropped here.
    FREEING.begin("vibeue-freeing", move || drop(session));
}

/// Waits beside for a thread that was told to end: a file on a server that has
/// gone away may hold it up.
pub(crate) fn join(thread: JoinHandle<()>) {
    FREEING.begin("vibeue-freeing", move || {
        // A panic in it was told by the hook.
        let _ = thread.join();
    });
}

/// Does beside what ends something and takes its time; the end of the program
/// waits for it.
pub(crate) fn beside(end: impl FnOnce() + Send + 'static) {
    FREEING.begin("vibeue-freeing", end);
}

/// Waits until all is given back.
pub(crate) fn wait() {
    FREEING.wait();
}
