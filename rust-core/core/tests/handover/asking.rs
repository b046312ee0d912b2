//! Errands: whoever asked either hears the answer or has given up in time, and is woken when it
//! comes.

use std::time::Duration;

use loom::sync::Arc;

use crate::broken::LooseErrands;
use crate::errands::{Ended, Errands};

/// An errand is given up while another thread takes and answers it; what each of them learns fits
/// what the other one does.
macro_rules! heard_or_given_up {
    ($errands:expr) => {{
        let errands = Arc::new($errands);
        let id = errands.ask(3);
        let host = {
            let errands = Arc::clone(&errands);
            loom::thread::spawn(move || {
                let (id, what) = errands.take()?;
                assert_eq!(what, 3);
                Some(errands.answer(id, 7))
            })
        };
        let ended = errands.give_up(id);
        let heard = host.join().unwrap();
        match ended {
            Ended::Answered(answer) => assert_eq!((answer, heard), (7, Some(true))),
            Ended::GivenUp { was_taken } => assert_eq!(heard, was_taken.then_some(false)),
        }
        assert_eq!(errands.take(), None);
    }};
}

#[test]
fn an_errand_is_answered_or_given_up_and_both_sides_know_which() {
    loom::model(|| heard_or_given_up!(Errands::<u32, u32>::new()));
}

#[test]
fn an_answer_that_is_put_down_beside_the_lock_is_found_to_be_lost() {
    assert!(crate::fails(|| heard_or_given_up!(LooseErrands::new())));
}

/// How often a thread may be interrupted where three run: all orders would take minutes.
const INTERRUPTIONS: usize = 2;

#[test]
fn each_of_two_that_wait_is_woken_by_its_own_answer() {
    let mut orders = loom::model::Builder::new();
    orders.preemption_bound = Some(INTERRUPTIONS);
    orders.check(|| {
        let errands = Arc::new(Errands::<(), u64>::new());
        let ids = [errands.ask(()), errands.ask(())];
        let host = {
            let errands = Arc::clone(&errands);
            loom::thread::spawn(move || {
                while let Some((id, ())) = errands.take() {
                    assert!(errands.answer(id, id));
                }
            })
        };
        // Loom's waits have no end of their own: whoever is not woken waits for ever.
        let wait = |errands: &Errands<(), u64>, id| loop {
            if let Some(answer) = errands.wait(id, Duration::MAX) {
                break answer;
            }
        };
        let other = {
            let errands = Arc::clone(&errands);
            loom::thread::spawn(move || wait(&errands, ids[1]))
        };
        assert_eq!(wait(&errands, ids[0]), ids[0]);
        assert_eq!(other.join().unwrap(), ids[1]);
        host.join().unwrap();
    });
}
