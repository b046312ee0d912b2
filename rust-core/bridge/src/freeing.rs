//! What goes on in the background when nobody waits for it any more: the memory
//! of ended sessions, files that are still being written, processes that end.

use std::sync::{LazyLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use vibeue_core::handover::Beside;

/// Freeing this many messages takes longer than starting a thread for it.
const MANY: usize = 1_000;

/// How long the end of the program waits at most. Processes take some seconds to
/// end; a file on a server that has gone away may take for ever, and what is
/// written of it is not in its place before it is whole.
const LONGEST: Duration = Duration::from_secs(15);

/// Threads that may still be at it.
static FREEING: LazyLock<Beside> = LazyLock::new(Beside::new);

/// Drops a session: ten thousand messages are thirty thousand blocks, which the
/// thread that draws the editor should not give back.
pub(crate) fn let_go(session: impl Send + 'static, messages: usize) {
    if messages < MANY {
        return;
    }
    // If no thread can be had, the session is dropped here.
    FREEING.begin("vibeue-freeing", move || drop(session));
}

/// Waits in the background for a thread that was told to end: a file on a server that has gone away
/// may hold it up.
pub(crate) fn join(thread: JoinHandle<()>) {
    FREEING.begin("vibeue-freeing", move || {
        // The panic hook reported a panic in it.
        let _ = thread.join();
    });
}

/// Ends something in the background, which may take its time; the end of the program waits for it.
pub(crate) fn beside(end: impl FnOnce() + Send + 'static) {
    FREEING.begin("vibeue-freeing", end);
}

/// Waits until all is given back and written, but not for ever. What is late is
/// not waited for again.
pub(crate) fn wait() {
    if !ends_within(&FREEING, LONGEST) {
        tracing::warn!(
            target: "vibeue::bridge",
            "something in the background did not end in {} seconds, and is left", LONGEST.as_secs()
        );
    }
}

/// Waits at most this long; tells whether all work has ended. A thread cannot be
/// waited for with a limit: one more does that, and is waited for.
fn ends_within(work: &'static Beside, longest: Duration) -> bool {
    let (ended, is_over) = mpsc::sync_channel(1);
    let wait = move || {
        work.wait();
        // Nobody hears that it was late.
        let _ = ended.send(());
    };
    match thread::Builder::new().name("vibeue-farewell".to_owned()).spawn(wait) {
        Ok(waiting) => {
            let in_time = is_over.recv_timeout(longest).is_ok();
            if in_time {
                let _ = waiting.join();
            }
            in_time
        }
        // Without one there is no limit.
        Err(_) => {
            work.wait();
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn what_ends_is_waited_for_and_what_does_not_only_so_long() {
        static QUICK: LazyLock<Beside> = LazyLock::new(Beside::new);
        static STUCK: LazyLock<Beside> = LazyLock::new(Beside::new);
        static DONE: AtomicBool = AtomicBool::new(false);
        QUICK.begin("test", || DONE.store(true, Ordering::Release));
        assert!(ends_within(&QUICK, Duration::from_secs(600)));
        assert!(DONE.load(Ordering::Acquire));
        let (go, waits) = mpsc::channel::<()>();
        STUCK.begin("test", move || {
            let _ = waits.recv();
        });
        assert!(!ends_within(&STUCK, Duration::from_millis(20)));
        drop(go);
    }
}
