//! Slots for calls and connections: no two threads share one, and a thread that finds none taken
//! sees what was done in them.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};

use crate::broken::LooseSlots;
use crate::slots::Slots;

/// Two threads that want the only place; each that has it looks for the other.
macro_rules! one_at_a_time {
    ($slots:expr) => {{
        let slots = $slots;
        let inside = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (slots, inside) = (slots.clone(), Arc::clone(&inside));
                loom::thread::spawn(move || {
                    let slot = slots.take()?;
                    let others = inside.fetch_add(1, Ordering::Relaxed);
                    inside.fetch_sub(1, Ordering::Relaxed);
                    drop(slot);
                    Some(others)
                })
            })
            .collect();
        let met: Vec<Option<usize>> = threads.into_iter().map(|it| it.join().unwrap()).collect();
        assert!(met.contains(&Some(0)) && !met.contains(&Some(1)), "{met:?}");
    }};
}

#[test]
fn no_two_threads_share_a_place() {
    loom::model(|| one_at_a_time!(Slots::new(1)));
}

#[test]
fn places_that_are_counted_by_a_look_and_a_store_are_found_to_be_shared() {
    assert!(crate::fails(|| one_at_a_time!(LooseSlots::new(1))));
}

#[test]
fn whoever_finds_no_place_taken_sees_what_was_done_in_it() {
    loom::model(|| {
        let slots = Slots::new(1);
        let done = Arc::new(AtomicUsize::new(0));
        let slot = slots.take().unwrap();
        let worker = {
            let done = Arc::clone(&done);
            loom::thread::spawn(move || {
                done.store(1, Ordering::Relaxed);
                drop(slot);
            })
        };
        if !slots.is_any_taken() {
            assert_eq!(done.load(Ordering::Relaxed), 1);
        }
        worker.join().unwrap();
        assert!(!slots.is_any_taken());
    });
}

#[test]
fn a_place_is_free_again_when_it_was_left() {
    loom::model(|| {
        let slots = Slots::new(2);
        let (first, second) = (slots.take(), slots.take());
        assert!(first.is_some() && second.is_some() && slots.take().is_none());
        drop(first);
        assert!(slots.take().is_some_and(|_| slots.take().is_none()));
        assert!(slots.take().is_some());
    });
}
