//! A call that is run, and no longer than it may.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::overseer::{Begun, Overseer, Report};
use super::slots::Slot;
use super::{GRACE, lock};
use crate::{CallEnd, Registry, Stop, ToolAnswer};

/// How often a call that runs is looked after.
const GLANCE: Duration = Duration::from_millis(25);

/// What came of a call.
pub(super) enum Outcome {
    /// It is over.
    Over(ToolAnswer),
    /// The caller waits no longer; its end is told when the tool comes back.
    GoesOn(ToolAnswer),
}

impl From<ToolAnswer> for Outcome {
    fn from(answer: ToolAnswer) -> Self {
        Self::Over(answer)
    }
}

/// Who hears of a call that its caller gave up, once the tool is back; until
/// then nothing is in it.
struct Late {
    report: Arc<Mutex<Option<Report>>>,
    overseer: Arc<dyn Overseer>,
}

impl Drop for Late {
    // Also after a panic of the tool.
    fn drop(&mut self) {
        let report = lock(&self.report).take();
        if let Some(report) = report {
            self.overseer.ended(&report);
        }
    }
}

/// Runs a call. The place of one that goes on is taken until the tool comes
/// back, so that tools that hang cannot pile up; its end is told then, because
/// until then it may do anything.
pub(super) fn run_watched(
    registry: &Registry,
    begun: &Begun,
    limit: Duration,
    stop: &Stop,
    (slot, overseer): (Slot, &Arc<dyn Overseer>),
) -> Outcome {
    let (answer, answered) = mpsc::channel();
    let given_up_call = Arc::new(Mutex::new(None));
    let late = Late { report: Arc::clone(&given_up_call), overseer: Arc::clone(overseer) };
    let work = {
        let (registry, call, stop) = (registry.clone(), begun.call.clone(), stop.clone());
        move || {
            let done = registry.run(&call, &stop);
            drop(slot);
            // Under the lock: either it is waited for, or its end is told late.
            let report = lock(&late.report);
            if report.is_none() {
                let _ = answer.send(done);
            }
            drop(report);
            drop(late);
        }
    };
    if thread::Builder::new().name("vibeue-served".to_owned()).spawn(work).is_err() {
        let text = "not run: the system gives no thread; close other programs";
        return ToolAnswer::ended(CallEnd::Busy, text).into();
    }
    let mut until = Instant::now().checked_add(limit + GRACE);
    let mut was_stopped = false;
    loop {
        match answered.recv_timeout(GLANCE) {
            Ok(answer) => return answer.into(),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return ToolAnswer::error("the tool failed by a bug of this program").into();
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if stop.is_stopped() && !was_stopped {
            was_stopped = true;
            until = Instant::now().checked_add(GRACE);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            let mut report = lock(&given_up_call);
            if let Ok(answer) = answered.try_recv() {
                return answer.into();
            }
            let answer = given_up(was_stopped, limit);
            *report = Some(Report::of(&begun.caller, &begun.call, &answer));
            return Outcome::GoesOn(answer);
        }
    }
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
