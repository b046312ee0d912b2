//! A progress bar for work that takes more than a second.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::console::Console;

/// How far a piece of work has come, drawn on standard error.
///
/// Drawn only on a terminal, and only after the first second. The drawing has a thread of its own,
/// because the work is in calls that do not return for a while; dropping this removes the bar.
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    const QUIET: Duration = Duration::from_secs(1);
    const INTERVAL: Duration = Duration::from_millis(120);

    /// Begins work with this number of steps; 0 if unknown.
    pub(crate) fn begin(console: &Console, what: &'static str, steps: u64) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        if !console.is_watched() {
            return Self { done, drawing: None };
        }
        let (stop, stopped) = mpsc::channel();
        let seen = Arc::clone(&done);
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            let began = Instant::now();
            let mut wait = Self::QUIET;
            let mut drawn = false;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let line = bar(what, seen.load(Ordering::Relaxed), steps, began.elapsed());
                let _ = write!(io::stderr(), "\r\u{1b}[2K{line}");
                drawn = true;
                wait = Self::INTERVAL;
            }
            if drawn {
                let _ = write!(io::stderr(), "\r\u{1b}[2K");
            }
        });
        // Without a thread there is no bar; that does not affect the work.
        Self { done, drawing: thread.ok().map(|thread| (stop, thread)) }
    }

    /// Notes one finished step.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.drawing.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

fn bar(what: &str, done: u64, steps: u64, elapsed: Duration) -> String {
    const CELLS: u64 = 24;
    let seconds = elapsed.as_secs();
    if steps == 0 {
        return format!("{what} … {seconds} s");
    }
    let filled = (done.min(steps) * CELLS / steps) as usize;
    let (full, empty) = ("█".repeat(filled), "░".repeat(CELLS as usize - filled));
    let percent = done.min(steps) * 100 / steps;
    format!("{what} [{full}{empty}] {percent} % · {seconds} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_says_how_far_the_work_is() {
        let after = |seconds| Duration::from_secs(seconds);
        assert_eq!(
            bar("replaying", 6, 12, after(3)),
            "replaying [████████████░░░░░░░░░░░░] 50 % · 3 s"
        );
        assert_eq!(bar("counting", 0, 0, after(2)), "counting … 2 s");
        assert!(bar("counting", 9, 3, after(2)).contains("100 %"));
    }
}
