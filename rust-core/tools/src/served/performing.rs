//! Runs a call within its time limit.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::overseer::{Begun, Overseer, Report};
use super::slots::Slot;
use super::{GRACE, lock};
use crate::{CallEnd, MOST_RESULT_BYTES, Registry, Stop, ToolAnswer, capped};

/// How often a running call is checked.
const GLANCE: Duration = Duration::from_millis(25);

/// The outcome of a call.
pub(super) enum Outcome {
    /// It has ended.
    Over(ToolAnswer),
    /// The caller no longer waits; the end is reported when the tool returns.
    GoesOn(ToolAnswer),
}

impl From<ToolAnswer> for Outcome {
    fn from(answer: ToolAnswer) -> Self {
        Self::Over(answer)
    }
}

/// The progress of a call, under one lock: its end is reported by its caller or by its tool,
/// whichever is later, and only by one of them.
#[derive(Debug)]
enum Progress {
    /// Its caller waits.
    Awaited,
    /// Its caller abandoned it: this is reported once the tool returns.
    GivenUp(Report),
    /// The tool has returned or panicked.
    Back,
}

/// Notifies the overseer of a call that its caller abandoned, once the tool returns.
struct Late {
    progress: Arc<Mutex<Progress>>,
    overseer: Arc<dyn Overseer>,
}

impl Drop for Late {
    // Also after a panic of the tool.
    fn drop(&mut self) {
        let before = std::mem::replace(&mut *lock(&self.progress), Progress::Back);
        if let Progress::GivenUp(report) = before {
            self.overseer.ended(&report);
        }
    }
}

/// Runs a call. The slot of one that continues stays taken until the tool returns, so that hanging
/// tools cannot pile up; its end is reported then, because until then it may do anything.
pub(super) fn run_watched(
    registry: &Registry,
    begun: &Begun,
    limit: Duration,
    stop: &Stop,
    (slot, overseer): (Slot, &Arc<dyn Overseer>),
) -> Outcome {
    let (answer, answered) = mpsc::channel();
    let progress = Arc::new(Mutex::new(Progress::Awaited));
    let late = Late { progress: Arc::clone(&progress), overseer: Arc::clone(overseer) };
    let work = {
        let (registry, call, stop) = (registry.clone(), begun.call.clone(), stop.clone());
        move || {
            let given = registry.run(&call, &stop);
            // There is no conversation here that could keep the rest.
            let done = ToolAnswer { parts: capped(given.parts, MOST_RESULT_BYTES), ..given };
            drop(slot);
            // Sent before it counts as returned: a caller that abandons it then finds the answer.
            // If it was already abandoned, nobody listens.
            let _ = answer.send(done);
            drop(late);
        }
    };
    if thread::Builder::new().name("vibeue-served".to_owned()).spawn(work).is_err() {
        let text = "not run: the system cannot start a thread; close other programs";
        return ToolAnswer::ended(CallEnd::Busy, text).into();
    }
    let mut until = Instant::now().checked_add(limit + GRACE);
    let mut was_stopped = false;
    loop {
        match answered.recv_timeout(GLANCE) {
            Ok(answer) => return answer.into(),
            Err(mpsc::RecvTimeoutError::Disconnected) => return panicked().into(),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if stop.is_stopped() && !was_stopped {
            was_stopped = true;
            until = Instant::now().checked_add(GRACE);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            let answer = given_up(was_stopped, limit);
            let report = Report::of(&begun.caller, &begun.call, &answer);
            return match leave(&progress, report) {
                Left::GoesOn => Outcome::GoesOn(answer),
                Left::IsBack => answered.try_recv().unwrap_or_else(|_| panicked()).into(),
            };
        }
    }
}

/// The result of abandoning a call.
#[derive(Debug, PartialEq, Eq)]
enum Left {
    /// Its end is reported when its tool returns.
    GoesOn,
    /// The tool has just returned: its caller reports the end.
    IsBack,
}

/// Abandons a call, unless its tool has returned.
fn leave(progress: &Mutex<Progress>, report: Report) -> Left {
    let mut progress = lock(progress);
    match *progress {
        Progress::Back => Left::IsBack,
        Progress::Awaited | Progress::GivenUp(_) => {
            *progress = Progress::GivenUp(report);
            Left::GoesOn
        }
    }
}

fn panicked() -> ToolAnswer {
    ToolAnswer::error("the tool failed because of a bug in this program")
}

fn given_up(was_stopped: bool, limit: Duration) -> ToolAnswer {
    if was_stopped {
        let text = "cancelled, and the tool did not stop: whether it did something is not known";
        return ToolAnswer::ended(CallEnd::Cancelled, text);
    }
    let seconds = limit.as_secs_f64();
    let text = format!(
        "no answer within {seconds} seconds: whether the tool did something is not known; look \
         before you call it again"
    );
    ToolAnswer::ended(CallEnd::TimedOut, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::served::Caller;
    use crate::{Approval, Call};

    #[derive(Default)]
    struct Recorder(Mutex<Vec<Report>>);

    impl Overseer for Recorder {
        fn ask(&self, _: &super::super::Question, _: &Stop) -> Approval {
            Approval::Allow
        }

        fn ended(&self, report: &Report) {
            lock(&self.0).push(report.clone());
        }
    }

    #[test]
    fn the_end_of_a_call_is_told_once_whoever_is_later() {
        let told = Arc::new(Recorder::default());
        let progress = Arc::new(Mutex::new(Progress::Awaited));
        let late = || Late { progress: Arc::clone(&progress), overseer: Arc::clone(&told) as _ };
        let call = Call {
            id: "outside-1".to_owned(),
            turn: 1,
            name: "paint".to_owned(),
            arguments: "{}".to_owned(),
        };
        let caller = Caller { declared_name: "outsider".to_owned() };
        let report = Report::of(&caller, &call, &given_up(true, GLANCE));
        // The caller abandons it first.
        let tool = late();
        assert_eq!(leave(&progress, report.clone()), Left::GoesOn);
        drop(tool);
        assert_eq!(*lock(&told.0), std::slice::from_ref(&report));
        // The tool is gone first, as after an unnoticed panic.
        *lock(&progress) = Progress::Awaited;
        drop(late());
        assert_eq!(leave(&progress, report.clone()), Left::IsBack);
        assert_eq!(*lock(&told.0), [report]);
    }
}
