//! Beginning and ending turns.

use super::driver::Driver;
use super::flood::Room;
use super::interrupted;
use super::server_count::ServerCount;
use super::turn::{Queued, Stage, Turn, TurnInput};
use crate::Event;
use crate::live::CallEnd;
use crate::live::{
    Failure, FailureClass, SessionEvent, SummaryPurpose, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::{Message, MessageId, Role};

/// What answers a call that the person cancelled.
const CANCELLED: &str = "cancelled by the user";

impl Driver {
    pub(super) fn submit(&mut self, turn: TurnId, input: TurnInput) {
        if self.turn.is_none() && self.queue.is_empty() {
            self.queue.push(turn, input);
            return self.start_next();
        }
        if self.queue.len() >= self.bounds.queued_turns {
            let failure = Failure::new(
                FailureClass::Busy,
                format!("{} turns are already waiting", self.queue.len()),
            )
            .hint("wait for the answers, or cancel some");
            return self.fail_ended(turn, failure);
        }
        let input = match input {
            // Who submits is promised that it is not lost, also when it has
            // to wait.
            TurnInput::Words(parts) => match self.guarded(|it| it.write(Event::Submit { parts })) {
                Ok(submit) => TurnInput::Waiting(submit),
                Err(failure) => return self.fail_ended(turn, failure),
            },
            other => other,
        };
        self.queue.push(turn, input);
        self.show_waiting();
    }

    /// Begins the next turn, unless one is under way.
    ///
    /// Turns that fail at once are followed by the next in this loop and not
    /// from where they end: however many wait, the stack stays as deep.
    pub(super) fn start_next(&mut self) {
        while self.turn.is_none()
            && self.closing.is_none()
            && let Some(Queued { turn, input }) = self.queue.pop()
        {
            self.host.emit(SessionEvent::TurnStarted { turn });
            // It is under way from here on: whatever happens, it has an end.
            self.turn = Some(Turn::new(turn, Room::new(self.bounds.turn_bytes)));
            match self.begin(turn, input) {
                Ok(()) => {
                    self.describe_once_more();
                    self.advance();
                }
                Err(failure) => self.fail_turn(failure),
            }
        }
    }

    /// Brings the conversation into the state in which the model is asked.
    fn begin(&mut self, turn: TurnId, input: TurnInput) -> Result<(), Failure> {
        let message = match input {
            TurnInput::Again => None,
            TurnInput::Words(parts) => {
                // It gets its id below, behind what has to come before it.
                let message = Message::new(MessageId(0), Role::User, parts);
                says_something(&message)?;
                Some(message)
            }
            TurnInput::Waiting(submit) => {
                self.queue.leave_unsent(submit);
                self.close_open_calls(NO_RESULT)?;
                return self.send_unsent(turn);
            }
        };
        self.close_open_calls(NO_RESULT)?;
        self.send_unsent(turn)?;
        let Some(mut message) = message else { return self.has_something_to_answer() };
        message.id = self.store.history().next_id();
        self.append(message, Some(turn)).map(|_| ())
    }

    fn has_something_to_answer(&self) -> Result<(), Failure> {
        let last = self.view.messages().iter().rfind(|message| message.role != Role::System);
        match last {
            Some(message)
                if message.role != Role::Assistant || interrupted::is_interrupted(message) =>
            {
                Ok(())
            }
            _ => Err(Failure::new(
                FailureClass::Invalid,
                "the model has already answered everything",
            )
            .hint("write a message")),
        }
    }

    /// Answers calls that have no result, at the end of the history: a crash
    /// or a full disk left them. Providers refuse a call without a result for
    /// ever after.
    pub(super) fn close_open_calls(&mut self, text: &str) -> vibeue_conversation::Result<()> {
        let view = self.view.messages();
        let Some(at) = view.iter().rposition(|message| message.tool_calls().next().is_some())
        else {
            return Ok(());
        };
        let answered = |id: &str| {
            view[at + 1..].iter().flat_map(|m| m.tool_results()).any(|it| *it.call_id == *id)
        };
        // Behind words of somebody a result would come too late.
        if view[at + 1..].iter().any(|message| message.tool_results().next().is_none()) {
            return Ok(());
        }
        let open: Vec<_> = view[at]
            .tool_calls()
            .filter(|call| !answered(&call.id))
            .map(|call| (call.id.clone(), call.name.clone()))
            .collect();
        for (id, name) in open {
            let message =
                Message::tool_result(self.store.history().next_id(), id, Some(&name), text, true);
            let message = self.store.append_message(message, self.clock.now())?;
            self.view.push(message.clone());
            self.server_count = ServerCount::NotAsked;
            self.host.appended(&message);
            self.watch.trigger.message_added(false);
            self.host.emit(SessionEvent::Message { turn: None, message });
        }
        Ok(())
    }

    /// Ends the turn under way; the driver begins the next when it is done
    /// with what it heard.
    pub(super) fn end_turn(&mut self, end: TurnEnd) {
        let Some(turn) = self.turn.take() else { return };
        self.host.emit(SessionEvent::TurnEnded { turn: turn.id, end });
        if self.closing.is_none() {
            self.compact_beside();
        }
    }

    /// Ends the turn under way as failed.
    pub(super) fn fail_turn(&mut self, failure: Failure) {
        let Some(turn) = &self.turn else { return };
        if matches!(
            failure.class,
            FailureClass::ContextLengthExceeded
                | FailureClass::OverBudget
                | FailureClass::Irreducible
        ) {
            self.model.forget_refusals();
        }
        self.error(Some(turn.id), failure);
        self.end_turn(TurnEnd::Failed);
    }

    /// Cancels the turn under way, or the one that is named.
    pub(super) fn cancel(&mut self, named: Option<TurnId>) {
        let under_way = self.turn.as_ref().map(|turn| turn.id);
        if let Some(named) = named
            && under_way != Some(named)
        {
            return self.withdraw_turn(named);
        }
        let Some(turn) = &mut self.turn else { return };
        let words = turn.abort();
        let stage = std::mem::replace(&mut turn.stage, Stage::Preparing);
        let kept = match stage {
            Stage::Streaming { .. } => self.keep_partial(&words, interrupted::BY_PERSON),
            Stage::Tools { open } => open.into_iter().try_for_each(|call| {
                self.record_result(
                    &call.id,
                    &call.name,
                    ToolAnswer::ended(CallEnd::Cancelled, CANCELLED),
                )
                .map(|_| ())
            }),
            Stage::Compacting => {
                self.stop_waiting_summary();
                Ok(())
            }
            Stage::Counting { .. } => {
                self.server_count = ServerCount::NotAsked;
                Ok(())
            }
            Stage::Preparing => Ok(()),
        };
        if let Err(failure) = kept {
            self.error(under_way, failure);
        }
        self.end_turn(TurnEnd::Cancelled);
    }

    /// A summary that only the cancelled turn waited for goes with it.
    fn stop_waiting_summary(&mut self) {
        let own = |purpose| matches!(purpose, SummaryPurpose::Automatic | SummaryPurpose::Overflow);
        if self.summary.as_ref().is_some_and(|run| own(run.purpose)) {
            self.cancel_summary();
        }
    }

    /// Keeps what the model wrote before it was broken off.
    pub(super) fn keep_partial(&mut self, words: &str, mark: &str) -> Result<(), Failure> {
        if words.trim().is_empty() {
            return Ok(());
        }
        let id = self.store.history().next_id();
        let text = format!("{}\n\n{mark}", words.trim_end());
        let turn = self.turn.as_ref().map(|turn| turn.id);
        self.append(Message::text(id, Role::Assistant, text), turn).map(|_| ())
    }
}

/// Refuses a message of a person that says nothing, or that says what only a
/// model or a tool can.
fn says_something(message: &Message) -> Result<(), Failure> {
    if !message.is_user_request() {
        return Err(Failure::new(FailureClass::Invalid, "the message is empty")
            .hint("write something, or use retry to ask again"));
    }
    if message.tool_calls().next().is_some() || message.tool_results().next().is_some() {
        let what = "a user message cannot contain tool calls or results";
        return Err(Failure::new(FailureClass::Invalid, what));
    }
    Ok(())
}
