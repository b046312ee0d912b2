//! How many compilers run at a time, and on what.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lets as many compilers run as the machine has cores, and no two on the same file: when the wait
/// for a file ends, the file exists.
#[derive(Debug)]
pub(super) struct Turns {
    files: Mutex<BTreeSet<PathBuf>>,
    ended: Condvar,
}

impl Turns {
    pub(super) const fn new() -> Self {
        Self { files: Mutex::new(BTreeSet::new()), ended: Condvar::new() }
    }

    /// Waits until the file may be made; it may until the turn is dropped.
    pub(super) fn take(&self, file: &Path) -> Turn<'_> {
        let most = at_a_time();
        let must_wait = |files: &mut BTreeSet<PathBuf>| files.len() >= most || files.contains(file);
        let mut files =
            self.ended.wait_while(self.files(), must_wait).unwrap_or_else(PoisonError::into_inner);
        files.insert(file.to_owned());
        Turn { turns: self, file: file.to_owned() }
    }

    fn files(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to make one file.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    file: PathBuf,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.files().remove(&self.file);
        self.turns.ended.notify_all();
    }
}

/// Returns how many compilers run at a time.
pub(super) fn at_a_time() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_file_is_made_by_one_at_a_time_and_no_more_than_the_cores_are_at_work() {
        let turns = Turns::new();
        let (on_one, at_work) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for number in 0..32 {
                let (turns, on_one, at_work) = (&turns, &on_one, &at_work);
                scope.spawn(move || {
                    let one = number % 2 == 0;
                    let file = if one { PathBuf::from("one") } else { format!("{number}").into() };
                    let _turn = turns.take(&file);
                    assert!(at_work.fetch_add(1, Ordering::SeqCst) < at_a_time());
                    assert!(!one || on_one.fetch_add(1, Ordering::SeqCst) == 0);
                    std::thread::yield_now();
                    on_one.fetch_sub(usize::from(one), Ordering::SeqCst);
                    at_work.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert!(turns.files().is_empty());
    }
}
