//! One piece of work on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use tokio_util::sync::CancellationToken;

use crate::{freeing, listen};

/// One piece of work on a thread of its own; dropping it cancels the work and waits until the
/// thread has ended, unless `leave` or `let_go` was called before.
pub(crate) struct Job<T> {
    shared: Arc<Shared<T>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared<T> {
    result: OnceLock<T>,
    cancel: Cancel,
}

/// Tells work that its result is no longer wanted.
pub(crate) type Cancel = CancellationToken;

impl<T: Send + Sync + 'static> Job<T> {
    /// Starts the work. If no thread can be spawned, or the work panics, the result is `instead`.
    pub(crate) fn start(
        name: &str,
        instead: T,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Self {
        listen::begin();
        let shared = Arc::new(Shared { result: OnceLock::new(), cancel: Cancel::default() });
        // Only one of the two needs it; which one is known only when it is too late to get it back
        // from the thread.
        let instead = Arc::new(std::sync::Mutex::new(Some(instead)));
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn({
            let (shared, instead) = (Arc::clone(&shared), Arc::clone(&instead));
            move || {
                let done = catch_unwind(AssertUnwindSafe(|| work(&shared.cancel))).ok();
                shared.settle(done.or_else(|| crate::live::lock(&instead).take()));
            }
        });
        if thread.is_err() {
            shared.settle(crate::live::lock(&instead).take());
        }
        Self { shared, thread: thread.ok() }
    }
}

impl<T> Shared<T> {
    fn settle(&self, result: Option<T>) {
        if let Some(result) = result {
            let _ = self.result.set(result);
        }
    }
}

impl<T> Job<T> {
    /// The result, once there is one. Costs one atomic load.
    pub(crate) fn result(&self) -> Option<&T> {
        self.shared.result.get()
    }
}

impl<T> Job<T> {
    /// Tells the work that its result is no longer wanted, without waiting for
    /// its end.
    pub(crate) fn cancel(&self) {
        self.shared.cancel.cancel();
    }

    /// Cancels the work and leaves its end to a background thread, for which
    /// [`finish`](crate::functions::finish) waits: for work that may be in the middle of a large
    /// file.
    pub(crate) fn leave(&mut self) {
        self.cancel();
        self.let_go();
    }

    /// Lets the work run to its end, for which a background thread waits, and the end of the
    /// program, too: for a requested file that the user will look for.
    pub(crate) fn let_go(&mut self) {
        match self.thread.take() {
            // It only has to return.
            Some(thread) if self.result().is_some() => drop(thread.join()),
            Some(thread) => freeing::join(thread),
            None => {}
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.shared.cancel.cancel();
            let _ = thread.join();
        }
    }
}

impl<T> std::fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("finished", &self.result().is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn dropped_work_hears_of_it_and_is_waited_for() {
        let ended = Arc::new(AtomicBool::new(false));
        let job = Job::start("test", 0, {
            let ended = Arc::clone(&ended);
            move |cancel| {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                runtime.block_on(cancel.cancelled());
                ended.store(true, Ordering::Release);
                1
            }
        });
        assert_eq!(job.result(), None);
        drop(job);
        assert!(ended.load(Ordering::Acquire));
    }

    #[test]
    fn work_that_is_left_hears_of_it_and_holds_nobody_up_but_the_end() {
        let (go, waits) = std::sync::mpsc::channel::<()>();
        let ended = Arc::new(AtomicBool::new(false));
        let mut job = Job::start("test", 0, {
            let ended = Arc::clone(&ended);
            move |cancel| {
                // In the middle of something that cannot be stopped.
                waits.recv().unwrap();
                ended.store(cancel.is_cancelled(), Ordering::Release);
                1
            }
        });
        job.leave();
        drop(job);
        assert!(!ended.load(Ordering::Acquire));
        go.send(()).unwrap();
        freeing::wait();
        assert!(ended.load(Ordering::Acquire));
    }

    #[test]
    fn work_that_panics_gives_what_was_kept_for_that() {
        let job = Job::start("test", 7, |_| panic!("a bug"));
        while job.result().is_none() {
            std::thread::yield_now();
        }
        assert_eq!(job.result(), Some(&7));
    }
}
