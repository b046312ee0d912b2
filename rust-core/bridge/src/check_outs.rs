//! Files that the host checks out of source control, on its own thread.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use vibeue_core::handover::Signal;
use vibeue_core::tools::Allowance;
use vibeue_core::tools::project::CheckOut;

use crate::ffi::ffi::CheckOutRequest;
use crate::live::lock;

/// How often to check whether the call is over.
const GLANCE: Duration = Duration::from_millis(20);

/// The maximum length of a host's reason, in characters.
const MOST_WORDS: usize = 600;

/// The answer to a call that ended before the host answered.
const LATE: &str = "source control did not answer in time; the file may be checked out by now";

/// Check-outs that calls wait for and the host carries out.
pub(crate) struct CheckOuts {
    signal: Arc<Signal>,
    is_on: AtomicBool,
    ids: AtomicU64,
    waiting: Mutex<VecDeque<Waiting>>,
}

struct Waiting {
    id: u64,
    path: String,
    is_taken: bool,
    answer: SyncSender<Result<(), String>>,
}

impl std::fmt::Debug for CheckOuts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CheckOuts").field("is_on", &self.is_on).finish_non_exhaustive()
    }
}

impl CheckOuts {
    /// Starts empty and without source control; the signal is raised when there is something to do.
    pub(crate) fn new(signal: &Arc<Signal>) -> Self {
        Self {
            signal: Arc::clone(signal),
            is_on: AtomicBool::new(false),
            ids: AtomicU64::new(0),
            waiting: Mutex::default(),
        }
    }

    /// The host says whether it has source control.
    pub(crate) fn set_on(&self, is_on: bool) {
        self.is_on.store(is_on, Ordering::Release);
    }

    /// The next file for the host; an id of 0 if there is none.
    pub(crate) fn take(&self) -> CheckOutRequest {
        let mut waiting = lock(&self.waiting);
        match waiting.iter_mut().find(|it| !it.is_taken) {
            Some(next) => {
                next.is_taken = true;
                CheckOutRequest { id: next.id, path: next.path.clone() }
            }
            None => CheckOutRequest { id: 0, path: String::new() },
        }
    }

    /// The host carried it out, or says why not. The call may have ended meanwhile.
    pub(crate) fn answer(&self, id: u64, failure: &str) {
        let mut waiting = lock(&self.waiting);
        let Some(at) = waiting.iter().position(|it| it.id == id && it.is_taken) else { return };
        if let Some(waited) = waiting.remove(at) {
            let why: String = failure.chars().take(MOST_WORDS).collect();
            let answer = if why.is_empty() { Ok(()) } else { Err(why) };
            // The waiting call may have given up.
            let _ = waited.answer.try_send(answer);
        }
    }
}

impl CheckOut for CheckOuts {
    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Acquire)
    }

    fn check_out(&self, file: &Path, allowance: &Allowance) -> Result<(), String> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed) + 1;
        let (answer, answered) = mpsc::sync_channel(1);
        let path = file.display().to_string();
        lock(&self.waiting).push_back(Waiting { id, path, is_taken: false, answer });
        self.signal.raise();
        loop {
            match answered.recv_timeout(GLANCE) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if allowance.is_over().is_none() => {}
                Err(_) => break,
            }
        }
        let mut waiting = lock(&self.waiting);
        let Some(at) = waiting.iter().position(|it| it.id == id) else {
            // The answer arrived at this very moment.
            return answered.try_recv().unwrap_or_else(|_| Err(LATE.to_owned()));
        };
        let was_taken = waiting.remove(at).is_some_and(|it| it.is_taken);
        let why = if was_taken { LATE } else { "the editor did not get to it in time" };
        Err(why.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::tools::Stop;

    use super::*;

    fn asked(outs: &Arc<CheckOuts>, stop: &Stop) -> std::thread::JoinHandle<Result<(), String>> {
        let (outs, stop) = (Arc::clone(outs), stop.clone());
        std::thread::spawn(move || {
            let allowance = Allowance::begin(&stop, Duration::from_secs(600));
            outs.check_out(Path::new("/p/a.txt"), &allowance)
        })
    }

    fn taken(outs: &CheckOuts) -> CheckOutRequest {
        loop {
            let next = outs.take();
            if next.id > 0 {
                return next;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_call_waits_until_the_host_has_done_it_or_says_why_not() {
        let outs = Arc::new(CheckOuts::new(&Arc::new(Signal::raised())));
        assert_eq!(outs.take().id, 0);
        for failure in ["", "ann has it"] {
            let call = asked(&outs, &Stop::default());
            let next = taken(&outs);
            assert_eq!(next.path, "/p/a.txt");
            assert_eq!(outs.take().id, 0);
            outs.answer(next.id + 7, "somebody else's");
            outs.answer(next.id, failure);
            let expected = if failure.is_empty() { Ok(()) } else { Err(failure.to_owned()) };
            assert_eq!(call.join().ok(), Some(expected));
            // A second, late answer.
            outs.answer(next.id, "");
        }
    }

    #[test]
    fn a_call_that_is_over_waits_no_more_and_says_what_may_have_happened() {
        let outs = Arc::new(CheckOuts::new(&Arc::new(Signal::raised())));
        let late = |text: &str| Some(Err(text.to_owned()));
        let stop = Stop::default();
        stop.stop();
        let nobody = asked(&outs, &stop).join().ok();
        assert_eq!(nobody, late("the editor did not get to it in time"));
        assert_eq!(outs.take().id, 0);
        let stop = Stop::default();
        let call = asked(&outs, &stop);
        let next = taken(&outs);
        stop.stop();
        assert_eq!(call.join().ok(), late(LATE));
        outs.answer(next.id, "");
        assert_eq!(outs.take().id, 0);
    }
}
