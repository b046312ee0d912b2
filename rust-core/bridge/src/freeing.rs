//! Background work that nobody waits for any more: freeing the memory of ended sessions, writing
//! files, ending processes.

use std::sync::{LazyLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use vibeue_core::handover::Beside;

/// Freeing this many messages takes longer than starting a thread for it.
const MANY: usize = 1_000;

/// How long the end of the program waits for it at most. Processes take some seconds to end; a file
/// on a server that has gone away may take for ever, and only a complete file gets its final name.
const LONGEST: Duration = Duration::from_secs(15);

/// Threads that may still be working.
static FREEING: LazyLock<Beside> = LazyLock::new(Beside::new);

/// Drops a session: ten thousand messages are thirty thousand blocks, which the thread that draws
/// the editor should not free.
pub(crate) fn let_go(session: impl Send + 'static, messages: usize) {
    if messages < MANY {
        return;
    }
    // If no thread can be spawned, the session is dropped here.
    FREEING.begin("vibeue-freeing", move || drop(session));
}

/// Waits in the background for a thread that was asked to end: a file on a server that has gone
/// away may hold it up.
pub(crate) fn join(thread: JoinHandle<()>) {
    FREEING.begin("vibeue-freeing", move || {
        // The panic hook reported a panic in it.
        let _ = thread.join();
    });
}

/// Ends something in the background, because it may take time; the end of the program waits for it.
pub(crate) fn beside(end: impl FnOnce() + Send + 'static) {
    FREEING.begin("vibeue-freeing", end);
}

/// Waits until everything is freed and written, but not for ever. What is late is not waited for
/// again.
pub(crate) fn wait() {
    if !ends_within(&FREEING, LONGEST) {
        tracing::warn!(
            target: "vibeue::bridge",
            "something in the background did not end within {} seconds and was abandoned",
            LONGEST.as_secs()
        );
    }
}

/// Waits at most this long; returns whether all work has ended. Joining a thread has no time limit,
/// so another thread joins it and reports.
fn ends_within(work: &'static Beside, longest: Duration) -> bool {
    let (ended, is_over) = mpsc::sync_channel(1);
    let wait = move || {
        work.wait();
        // If it is late, nobody receives this.
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
    fn what_ends_is_waited_for_and_what_does_not_only_for_a_limited_time() {
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
