//! Messages that wait: for a turn to end, or since an earlier session.

use super::after::After;
use super::state::State;
use super::turn::{Queued, TurnInput};
use super::turn_queue::Place;
use crate::live::{Failure, FailureClass, SessionEvent, TurnEnd, TurnId, Waiting};
use crate::{Applied, Event, WaitingMessage};

/// How much of a message a warning quotes, in characters.
const QUOTED: usize = 60;

impl State {
    /// Takes over what an earlier session left unsent, and reports it.
    pub(super) fn remember_unsent(&mut self) {
        for waiting in self.history.waiting() {
            self.queue.leave_unsent(waiting.submit);
        }
        let Some(first) = self.history.waiting().next() else { return };
        let (beginning, more) = (beginning(first), self.queue.unsent() - 1);
        let also = if more == 0 { String::new() } else { format!(" and {more} more") };
        self.warn(format!(
            "not sent before the conversation was closed: \u{201c}{beginning}\u{201d}{also}; \
             it goes out with the next message, or when you ask again"
        ));
        self.show_waiting();
    }

    /// Shows what waits, whenever that changed.
    pub(super) fn show_waiting(&mut self) {
        let history = &self.history;
        let waiting = |submit: u64, turn| {
            let message = history.waiting_message(submit)?.clone();
            Some(Waiting { turn, message })
        };
        let messages = self.queue.messages();
        self.host.waiting = messages.filter_map(|(submit, turn)| waiting(submit, turn)).collect();
    }

    /// Continues when a waiting message was sent. What cannot be sent keeps waiting.
    pub(super) fn sent(&mut self, submit: u64, result: Result<Applied, Failure>) {
        if let Err(failure) = result {
            self.show_waiting();
            return self.fail_turn(still_unsent(failure));
        }
        self.joined(self.turn.as_ref().map(|turn| turn.id));
        self.queue.forget_unsent(submit);
        if self.queue.unsent() == 0 {
            self.show_waiting();
        }
        self.go_on_beginning();
    }

    /// Withdraws a message that waits, by the number of its event.
    pub(super) fn withdraw(&mut self, submit: u64) {
        match self.queue.place_of(submit) {
            Place::Turn(turn) => return self.withdraw_turn(turn),
            Place::AnyTurn => {}
            Place::Nowhere => return self.waits_nowhere(submit),
        }
        self.write(Event::Withdraw { submit }, After::Withdrawn { submit });
    }

    fn waits_nowhere(&mut self, submit: u64) {
        let what = format!("no message {submit} is waiting");
        let failure =
            Failure::new(FailureClass::Invalid, what).hint("it was sent or withdrawn before");
        self.error(None, failure);
    }

    /// Cancels the current turn, and lets what is queued after it wait for the next one.
    pub(super) fn stop_and_hold(&mut self) {
        for turn in self.queue.hold() {
            self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Cancelled });
        }
        self.show_waiting();
        self.cancel(None);
    }

    /// Cancels the current turn in favour of a waiting message; `turn` is used if the message has
    /// none.
    pub(super) fn send_now(&mut self, submit: u64, turn: TurnId) {
        match self.queue.promote(submit) {
            Place::Nowhere => return self.waits_nowhere(submit),
            Place::Turn(_) => {}
            Place::AnyTurn => self.queue.push_front(turn, TurnInput::Again),
        }
        self.show_waiting();
        self.cancel(None);
    }

    /// Swaps a waiting message with its neighbour.
    pub(super) fn move_waiting(&mut self, submit: u64, earlier: bool) {
        match self.queue.shift(submit, earlier) {
            Place::Nowhere => self.waits_nowhere(submit),
            _ => self.show_waiting(),
        }
    }

    pub(super) fn withdrawn(&mut self, submit: u64, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => {
                self.queue.forget_unsent(submit);
                self.show_waiting();
            }
            Err(failure) => self.error(None, failure),
        }
    }

    /// Removes a turn from the queue; does nothing if it is not there.
    pub(super) fn withdraw_turn(&mut self, turn: TurnId) {
        match self.queue.remove(turn) {
            None => {}
            Some(Queued { input: TurnInput::Waiting(submit), .. }) => {
                self.write(Event::Withdraw { submit }, After::TurnWithdrawn { turn });
            }
            Some(_) => self.leave_queue(turn),
        }
    }

    pub(super) fn turn_withdrawn(&mut self, turn: TurnId, result: Result<Applied, Failure>) {
        if let Err(failure) = result {
            // It is not sent, and the next session shows it.
            self.error(Some(turn), failure);
        }
        self.leave_queue(turn);
    }

    fn leave_queue(&mut self, turn: TurnId) {
        self.show_waiting();
        self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Cancelled });
    }
}

/// Adds to a failure that the message is not lost.
fn still_unsent(failure: Failure) -> Failure {
    let hint = failure.hint.as_deref().unwrap_or("fix that");
    let hint = format!("{hint}; the message stays unsent and goes out with the next one");
    failure.hint(hint)
}

/// How a message begins, on one line.
fn beginning(waiting: &WaitingMessage) -> String {
    let texts = waiting.parts.iter().filter_map(|part| match part {
        vibeue_conversation::Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).take(QUOTED).collect();
    let line = words.join(" ");
    if line.is_empty() {
        return "an image".to_owned();
    }
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
