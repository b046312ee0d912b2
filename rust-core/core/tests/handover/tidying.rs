//! Background work that is waited for, and the tray of log lines.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};

use crate::beside::Beside;
use crate::broken::{LateHandles, LooseTray};
use crate::tray::Tray;

#[test]
fn whoever_waits_waits_for_all_work_that_was_begun() {
    loom::model(|| {
        let beside = Arc::new(Beside::new());
        let freed = Arc::new(AtomicBool::new(false));
        let host = {
            let (beside, freed) = (Arc::clone(&beside), Arc::clone(&freed));
            let begun = Arc::new(AtomicBool::new(false));
            let told = Arc::clone(&begun);
            let thread = loom::thread::spawn(move || {
                beside.begin("freeing", {
                    let freed = Arc::clone(&freed);
                    move || freed.store(true, Ordering::Relaxed)
                });
                told.store(true, Ordering::Release);
            });
            (thread, begun)
        };
        // Somebody who knows that it was begun waits until it is done.
        let knows = host.1.load(Ordering::Acquire);
        beside.wait();
        assert!(!knows || freed.load(Ordering::Relaxed));
        host.0.join().unwrap();
        beside.wait();
        assert!(freed.load(Ordering::Relaxed));
    });
}

#[test]
fn a_handle_that_is_kept_too_late_is_found_missing() {
    assert!(crate::fails(|| {
        let beside = Arc::new(LateHandles::new());
        let (freed, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let host = {
            let (beside, freed) = (Arc::clone(&beside), Arc::clone(&freed));
            let begun = Arc::clone(&begun);
            loom::thread::spawn(move || {
                let work = move || freed.store(true, Ordering::Relaxed);
                beside.begin(&begun, work);
            })
        };
        let knows = begun.load(Ordering::Acquire);
        beside.wait();
        assert!(!knows || freed.load(Ordering::Relaxed));
        host.join().unwrap();
        beside.wait();
    }));
}

/// Puts two things down while somebody takes; everything is taken once.
macro_rules! all_is_taken {
    ($tray:expr) => {{
        let tray = Arc::new($tray);
        let writer = {
            let tray = Arc::clone(&tray);
            loom::thread::spawn(move || (1..=2).for_each(|thing| tray.put(thing)))
        };
        let mut taken = tray.take();
        taken.extend(tray.take());
        writer.join().unwrap();
        taken.extend(tray.take());
        assert_eq!(taken, [1, 2]);
    }};
}

#[test]
fn everything_that_was_put_down_is_taken_once() {
    loom::model(|| all_is_taken!(Tray::new(9)));
}

#[test]
fn a_tray_whose_flag_is_lowered_beside_the_lock_is_found_to_forget() {
    assert!(crate::fails(|| all_is_taken!(LooseTray::new())));
}
