//! A flag that says: there may be something to fetch.

use super::sync::{AtomicBool, Ordering};

/// A flag that any thread can raise and one thread answers.
///
/// No raising is lost: after [`Signal::answer`] has lowered the flag, either it sees what was there
/// to fetch, or the flag is up again. Both sides need a read-modify-write for that. A plain store
/// of `false` could be reordered after the check that follows it; and a plain store of `true` by a
/// second thread would hide what the first one wrote, because the thread that lowers the flag is
/// ordered after the last writer only. A chain of read-modify-writes orders it after all of them.
#[derive(Debug)]
pub struct Signal {
    raised: AtomicBool,
}

impl Signal {
    /// Creates a raised flag: the first check finds out what there is.
    pub fn raised() -> Self {
        Self { raised: AtomicBool::new(true) }
    }

    /// Says that there is something to fetch. Call it once that is in place.
    pub fn raise(&self) {
        self.raised.swap(true, Ordering::AcqRel);
    }

    /// Returns whether the flag is up. Costs one atomic load.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Lowers the flag and fetches until there is nothing more, or `most` were
    /// fetched: then the flag is up again. Returns how many were fetched.
    ///
    /// `fetch` returns whether there was something.
    pub fn answer(&self, most: u32, mut fetch: impl FnMut() -> bool) -> u32 {
        if !self.is_raised() {
            return 0;
        }
        self.raised.swap(false, Ordering::AcqRel);
        let mut fetched = 0;
        while fetched < most && fetch() {
            fetched += 1;
        }
        if fetched == most {
            self.raise();
        }
        fetched
    }
}
