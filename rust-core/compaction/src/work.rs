//! How much work is done. Tests hold it to the size of what is compacted; they
//! count it, because time depends on the machine. Nothing is counted elsewhere.

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A message is read for a summary.
    Gathered,
    /// A fact, a line or a wish is compared with another text.
    Compared,
}

/// Counts work.
#[inline(always)]
#[cfg_attr(not(test), expect(unused_variables, reason = "counted in tests alone"))]
pub(crate) fn count(work: Work, times: usize) {
    #[cfg(test)]
    DONE.with(|done| {
        let mut both = done.get();
        both[work as usize] += times;
        done.set(both);
    });
}

#[cfg(test)]
thread_local! {
    static DONE: std::cell::Cell<[usize; 2]> = const { std::cell::Cell::new([0; 2]) };
}

/// The work of each kind that this thread did since it was last asked.
#[cfg(test)]
pub(crate) fn taken() -> [usize; 2] {
    DONE.take()
}
