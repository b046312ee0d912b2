//! Files that the host checks out of source control, on its own thread.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use vibeue_core::handover::Signal;
use vibeue_core::tools::Allowance;
use vibeue_core::tools::project::CheckOut;

use crate::ffi::ffi::CheckOutRequest;
use crate::handover::{Ended, Errands};

/// How often to check whether the call is over.
const GLANCE: Duration = Duration::from_millis(20);

/// The maximum length of a host's reason, in characters.
const MOST_WORDS: usize = 600;

/// The answer to a call that ended before the host answered.
const LATE: &str = "source control did not answer in time; the file may be checked out by now";

/// The answer to a call that ended before the host began.
const NOT_BEGUN: &str = "the editor did not get to it in time";

/// Check-outs that calls wait for and the host carries out.
pub(crate) struct CheckOuts {
    signal: Arc<Signal>,
    is_on: AtomicBool,
    /// The files, each by its path.
    files: Errands<String, Result<(), String>>,
}

impl std::fmt::Debug for CheckOuts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CheckOuts").field("is_on", &self.is_on).finish_non_exhaustive()
    }
}

impl CheckOuts {
    /// Starts empty and without source control; the signal is raised when there is something to do.
    pub(crate) fn new(signal: &Arc<Signal>) -> Self {
        let signal = Arc::clone(signal);
        Self { signal, is_on: AtomicBool::new(false), files: Errands::new() }
    }

    /// The host says whether it has source control.
    pub(crate) fn set_on(&self, is_on: bool) {
        self.is_on.store(is_on, Ordering::Release);
    }

    /// The next file for the host; an id of 0 if there is none.
    pub(crate) fn take(&self) -> CheckOutRequest {
        let (id, path) = self.files.take().unwrap_or_default();
        CheckOutRequest { id, path }
    }

    /// The host carried it out, or says why not. The call may have ended meanwhile.
    pub(crate) fn answer(&self, id: u64, failure: &str) {
        let why: String = failure.chars().take(MOST_WORDS).collect();
        self.files.answer(id, if why.is_empty() { Ok(()) } else { Err(why) });
    }
}

impl CheckOut for CheckOuts {
    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Acquire)
    }

    fn check_out(&self, file: &Path, allowance: &Allowance) -> Result<(), String> {
        let id = self.files.ask(file.display().to_string());
        self.signal.raise();
        while allowance.is_over().is_none() {
            if let Some(answer) = self.files.wait(id, GLANCE) {
                return answer;
            }
        }
        match self.files.give_up(id) {
            Ended::Answered(answer) => answer,
            Ended::GivenUp { was_taken: true } => Err(LATE.to_owned()),
            Ended::GivenUp { was_taken: false } => Err(NOT_BEGUN.to_owned()),
        }
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
        assert_eq!(nobody, late(NOT_BEGUN));
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
