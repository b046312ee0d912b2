//! The exchange with the executor.

use std::time::Duration;

use super::after::After;
use super::at_file::{AtFile, LookUp, NewResult};
use super::effect::{Effect, Question};
use super::input::{Moment, TaskId};
use crate::Event;
use crate::live::{CostLedger, SessionEvent};
use vibeue_conversation::WholeText;

/// The exchange with the executor: the time that it gave last, what it is to do, and what waits for
/// its answers.
///
/// Whoever requests something that is answered at once says here how it continues: at most one
/// event and one file are awaited, because no other input is handled in between.
#[derive(Debug)]
pub(super) struct Exchange {
    /// The time of the current input.
    now: Moment,
    /// How many tasks and timers were numbered.
    tasks: u64,
    /// The effects of the current input so far.
    effects: Vec<Effect>,
    /// What is done once the event being written is on disk.
    writing: Option<After>,
    /// What is done once the requested file is written or read.
    at_file: Option<AtFile>,
}

impl Exchange {
    pub(super) fn new(now: Moment) -> Self {
        Self { now, tasks: 0, effects: Vec::new(), writing: None, at_file: None }
    }

    /// An input comes.
    pub(super) fn received(&mut self, at: Moment) {
        self.now = at;
    }

    /// The time of the current input.
    pub(super) fn now(&self) -> Moment {
        self.now
    }

    /// Asks somebody; the answer carries the number.
    pub(super) fn ask(&mut self, question: Question) -> TaskId {
        let task = self.next_task();
        self.effects.push(Effect::Ask { task, question });
        task
    }

    /// Asks for a notice after this much time.
    pub(super) fn ring(&mut self, after: Duration) -> TaskId {
        let task = self.next_task();
        self.effects.push(Effect::Ring { task, after });
        task
    }

    /// The number of the next task or timer; the first is 1.
    fn next_task(&mut self) -> TaskId {
        self.tasks += 1;
        TaskId(self.tasks)
    }

    /// Stops a task or a timer that is not awaited any more.
    pub(super) fn stop(&mut self, task: TaskId) {
        self.effects.push(Effect::Stop { task });
    }

    /// Requests an effect whose answer, if it has one, nobody waits for here.
    pub(super) fn request(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Hands events to the host.
    pub(super) fn emit(&mut self, events: Vec<SessionEvent>) {
        self.effects.extend(events.into_iter().map(Effect::Emit));
    }

    /// Requests the writing of an event, the `seq`th, that records what was spent.
    pub(super) fn write(
        &mut self,
        seq: u64,
        event: Event,
        spent: Option<Box<CostLedger>>,
        then: After,
    ) {
        self.writing = Some(then);
        self.effects.push(Effect::Write { seq, event: Box::new(event), spent });
    }

    /// The event was written, or could not be: returns what is done then. `None` if a bug
    /// interrupted what asked for it.
    pub(super) fn written(&mut self) -> Option<After> {
        self.writing.take()
    }

    /// Requests that the whole text of a result is kept in a file.
    pub(super) fn keep(&mut self, text: String, result: NewResult) {
        self.at_file = Some(AtFile::Keeping(result));
        self.effects.push(Effect::Keep { text });
    }

    /// The text was kept, or could not be: returns its result. `None` if a bug interrupted what
    /// asked for it.
    pub(super) fn kept(&mut self) -> Option<NewResult> {
        match self.at_file.take() {
            Some(AtFile::Keeping(result)) => Some(result),
            _ => None,
        }
    }

    /// Requests a text that is kept, for a call that asks about it.
    pub(super) fn read_kept(&mut self, whole: WholeText, call: LookUp) {
        self.at_file = Some(AtFile::Reading(call));
        self.effects.push(Effect::ReadKept { whole });
    }

    /// The text was read, or could not be: returns the call. `None` if a bug interrupted what asked
    /// for it.
    pub(super) fn kept_read(&mut self) -> Option<LookUp> {
        match self.at_file.take() {
            Some(AtFile::Reading(call)) => Some(call),
            _ => None,
        }
    }

    /// Returns whether an event or a file was requested whose answer must come next.
    pub(super) fn awaits_answer(&self) -> bool {
        self.writing.is_some() || self.at_file.is_some()
    }

    /// Waits for neither any longer: a bug interrupted what asked for it.
    pub(super) fn forget_answers(&mut self) {
        self.writing = None;
        self.at_file = None;
    }

    /// Takes what is to be done, in order.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_and_timers_are_numbered_together_from_one() {
        let mut exchange = Exchange::new(Moment::default());
        let numbers = [1, 2, 3].map(|seconds| exchange.ring(Duration::from_secs(seconds)));
        assert_eq!(numbers, [1, 2, 3].map(TaskId));
        assert_eq!(exchange.take_effects().len(), 3);
        assert_eq!(exchange.ring(Duration::ZERO), TaskId(4), "no number is there twice");
    }

    #[test]
    fn what_is_awaited_is_given_back_once_and_nothing_after_a_bug() {
        let call = || LookUp { id: "a".into(), name: "recall".into(), arguments: "{}".to_owned() };
        let whole = WholeText { sha256: "0".into(), bytes: 7 };
        let mut exchange = Exchange::new(Moment::default());
        exchange.write(1, Event::Rename { title: "Door".to_owned() }, None, After::Renamed);
        assert!(exchange.awaits_answer());
        assert!(matches!(exchange.written(), Some(After::Renamed)));
        assert!(!exchange.awaits_answer() && exchange.written().is_none());
        exchange.read_kept(whole.clone(), call());
        assert!(exchange.awaits_answer());
        assert_eq!(exchange.kept_read().map(|it| it.arguments), Some("{}".to_owned()));
        assert!(!exchange.awaits_answer() && exchange.kept_read().is_none());
        exchange.read_kept(whole, call());
        exchange.forget_answers();
        assert!(!exchange.awaits_answer() && exchange.kept_read().is_none());
    }
}
