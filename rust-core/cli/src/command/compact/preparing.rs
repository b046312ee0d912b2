//! What is computed about a conversation before it is compacted.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

use vibeue_core::compaction::Prepared;
use vibeue_core::compaction::facts::FactIndex;
use vibeue_core::conversation::Message;
use vibeue_core::secrets::Masked;

use crate::console::Console;
use crate::counting::{Counted, Counting};
use crate::source::Source;

/// Counts the conversation, and in parallel computes what compacting needs: its secrets while the
/// vocabulary is still being loaded, its facts on a background thread, with which this one shares
/// the work once everything else is done. All of this ends before the compaction, which takes the
/// most memory.
pub(super) fn prepare(
    counting: &Counting,
    source: &Source,
    console: &Console,
) -> (Counted, Prepared) {
    let messages: Vec<&Message> = source.conversation.messages.iter().collect();
    let first = FirstPart::of_all(messages.len());
    let ((masked, counted, later, rest), mut facts) = beside(
        || {
            // Says how many there may be: the index holds all of them in the end.
            let places = (0..messages.len()).map_while(|_| first.next());
            FactIndex::of(places.map(|at| messages[at]))
        },
        || {
            let masked = Masked::of(&messages);
            counting.counter.warm();
            let counted = counting.count(&source.conversation, console);
            let rest = &messages[first.halve(&counted.tokens)..];
            (masked, counted, FactIndex::of(rest.iter().copied()), rest)
        },
    );
    facts.append(&later, rest);
    (counted, Prepared::new(masked, facts))
}

/// Does one thing on a background thread, if possible, while this thread does the other; returns
/// this thread's result first. A panic there is resumed here: what it left half done cannot be
/// repeated.
fn beside<A: Send, B>(there: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (B, A) {
    let (done, other) = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, &there);
        let done = here();
        (done, other.ok().map(thread::ScopedJoinHandle::join))
    });
    let other = match other {
        Some(Ok(other)) => other,
        Some(Err(panic)) => resume_unwind(panic),
        None => there(),
    };
    (done, other)
}

/// The part of a list that one thread works through from its beginning, until
/// another takes over half of what is left.
#[derive(Debug)]
struct FirstPart(Mutex<Bounds>);

#[derive(Debug)]
struct Bounds {
    next: usize,
    end: usize,
}

impl FirstPart {
    /// The whole of a list with this many items.
    fn of_all(len: usize) -> Self {
        Self(Mutex::new(Bounds { next: 0, end: len }))
    }

    /// The next index to work on; `None` at the end.
    fn next(&self) -> Option<usize> {
        let mut bounds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = bounds.next;
        (at < bounds.end).then(|| {
            bounds.next += 1;
            at
        })
    }

    /// Ends the part after half of the remaining work, judged by the size of each item. Returns its
    /// end: the caller does the rest.
    fn halve(&self, sizes: &[u64]) -> usize {
        let mut bounds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = &sizes[bounds.next..bounds.end];
        let all: u64 = left.iter().sum();
        let mut before = 0;
        let half = left.iter().position(|size| {
            before += size;
            before * 2 >= all
        });
        bounds.end = half.map_or(bounds.end, |at| bounds.next + at + 1);
        bounds.end
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn half_of_what_is_left_is_taken_over_by_size() {
        let cases: [(&[u64], usize, usize); 7] = [
            (&[1, 1, 1, 1], 0, 2),
            (&[1, 1, 1, 1], 2, 3),
            (&[1, 1, 1, 1], 4, 4),
            (&[9, 1, 1, 1], 0, 1),
            (&[1, 1, 1, 9], 0, 4),
            (&[0, 0, 0, 0], 1, 2),
            (&[], 0, 0),
        ];
        for (sizes, done, end) in cases {
            let part = FirstPart::of_all(sizes.len());
            for at in 0..done {
                assert_eq!(part.next(), Some(at), "{sizes:?}");
            }
            assert_eq!(part.halve(sizes), end, "{sizes:?} after {done}");
            let left: Vec<usize> = std::iter::from_fn(|| part.next()).collect();
            assert_eq!(left, (done..end).collect::<Vec<_>>(), "{sizes:?} after {done}");
        }
    }

    #[test]
    fn a_panic_of_the_other_thread_is_not_a_reason_to_begin_again() {
        let begun = AtomicUsize::new(0);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            beside(
                || -> usize {
                    let before = begun.fetch_add(1, Ordering::SeqCst);
                    assert!(before > 0, "the first time");
                    before
                },
                || (),
            )
        }));
        let panic = ended.unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the first time"));
        assert_eq!(begun.into_inner(), 1);
    }

    #[test]
    fn two_threads_do_each_item_once_wherever_they_meet() {
        let sizes: Vec<u64> = (0..500).map(|at| at % 7).collect();
        for _ in 0..50 {
            let first = FirstPart::of_all(sizes.len());
            let (rest, mut done) = beside(
                || std::iter::from_fn(|| first.next()).collect::<Vec<_>>(),
                || (first.halve(&sizes)..sizes.len()).collect::<Vec<_>>(),
            );
            done.extend(rest);
            assert_eq!(done, (0..sizes.len()).collect::<Vec<_>>());
        }
    }
}
