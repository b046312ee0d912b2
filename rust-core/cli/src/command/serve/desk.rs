//! The way from calls to the terminal.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use vibeue_core::tools::served::{Overseer, Question, Report};
use vibeue_core::tools::{Approval, Stop};

use super::event::Event;

/// How often a call that waits for the user checks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Hands questions and reports to the thread that owns the terminal.
pub(super) struct Desk(Sender<Event>);

impl Desk {
    pub(super) fn new(events: Sender<Event>) -> Self {
        Self(events)
    }
}

impl Overseer for Desk {
    fn ask(&self, question: &Question, stop: &Stop) -> Approval {
        let (answer, answered) = mpsc::channel();
        let denied = Approval::Deny { reason: None };
        let ask = Event::Ask(Box::new(question.clone()), stop.clone(), answer);
        if self.0.send(ask).is_err() {
            return denied;
        }
        loop {
            match answered.recv_timeout(GLANCE) {
                Ok(approval) => return approval,
                Err(RecvTimeoutError::Timeout) if !stop.is_stopped() => {}
                Err(_) => return denied,
            }
        }
    }

    fn ended(&self, report: &Report) {
        let _ = self.0.send(Event::Ended(Box::new(report.clone())));
    }
}
