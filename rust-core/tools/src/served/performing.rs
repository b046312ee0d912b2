//! A call that is run, and no longer than it may.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::GRACE;
use super::slots::Slot;
use crate::{Call, CallEnd, Registry, Stop, ToolAnswer};

/// How often a call that runs is looked after.
const GLANCE: Duration = Duration::from_millis(25);

/// What came of running a call. The place of a call that goes on is taken
/// until the tool comes back, so that tools that hang cannot pile up.
pub(super) fn run_watched(
    registry: &Registry,
    call: &Call,
    limit: Duration,
    stop: &Stop,
    slot: Slot,
) -> ToolAnswer {
    let (answer, answered) = mpsc::channel();
    let work = {
        let (registry, call, stop) = (registry.clone(), call.clone(), stop.clone());
        move || {
            let done = registry.run(&call, &stop);
            drop(slot);
            // Nobody may wait for it any more.
            let _ = answer.send(done);
        }
    };
    if thread::Builder::new().name("vibeue-served".to_owned()).spawn(work).is_err() {
        let text = "not run: the system gives no thread; close other programs";
        return ToolAnswer::ended(CallEnd::Busy, text);
    }
    let mut until = Instant::now().checked_add(limit + GRACE);
    let mut was_stopped = false;
    loop {
        match answered.recv_timeout(GLANCE) {
            Ok(answer) => return answer,
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return ToolAnswer::error("the tool failed by a bug of this program");
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if stop.is_stopped() && !was_stopped {
            was_stopped = true;
            until = Instant::now().checked_add(GRACE);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return given_up(was_stopped, limit);
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
