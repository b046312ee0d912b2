//! Begins and ends turns.

use std::collections::HashSet;
use std::sync::Arc;

use super::after::{After, AfterCalls, AfterPartial, AfterResult, ClosingCalls};
use super::arrived::Arrived;
use super::branching::changed;
use super::effect::Effect;
use super::interrupted;
use super::room::Room;
use super::spent::Spent;
use super::state::State;
use super::turn::{First, Queued, Stage, Turn, TurnInput};
use crate::live::CallEnd;
use crate::live::{Failure, FailureClass, SessionEvent, ToolAnswer, TurnEnd, TurnId};
use crate::{Applied, Event};
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::{Message, MessageId, Role};

/// What answers a call that the user cancelled.
const CANCELLED: &str = "cancelled by the user";

impl State {
    pub(super) fn submit(&mut self, turn: TurnId, input: TurnInput) {
        if self.turn.is_none() && self.queue.is_empty() {
            return self.queue.push(turn, input);
        }
        if self.queue.len() >= self.bounds.queued_turns {
            let failure = Failure::new(
                FailureClass::Busy,
                format!("{} turns are already waiting", self.queue.len()),
            )
            .hint("wait for the answers, or cancel some");
            return self.fail_ended(turn, failure);
        }
        match input {
            // A submitted message must not be lost, even if it has to wait.
            TurnInput::Words(parts) => {
                self.write(Event::Submit { parts }, After::Submitted { turn });
            }
            other => {
                self.queue.push(turn, other);
                self.show_waiting();
            }
        }
    }

    pub(super) fn submitted(&mut self, turn: TurnId, result: Result<Applied, Failure>) {
        match result {
            Ok(applied) => {
                self.queue.push(turn, TurnInput::Waiting(applied.version));
                self.show_waiting();
            }
            Err(failure) => self.fail_ended(turn, failure),
        }
    }

    /// Begins the next turn, unless one is running.
    ///
    /// Turns that fail at once are followed by the next in this loop and not recursively: the depth
    /// of the stack does not depend on how many wait.
    pub(super) fn start_next(&mut self) {
        while self.turn.is_none()
            && self.closing.is_none()
            && !self.awaits_answer()
            && let Some(Queued { turn, input }) = self.queue.pop()
        {
            self.host.emit(SessionEvent::TurnStarted { turn });
            // It is running from here on: whatever happens, its end is reported.
            let spent = Spent::from(self.costs.total().dollars());
            self.turn = Some(Turn::new(turn, Room::new(self.bounds.turn_bytes), spent));
            self.begin(input);
        }
    }

    /// Brings the conversation into the state in which the model is asked.
    fn begin(&mut self, input: TurnInput) {
        let first = match input {
            TurnInput::Again => First::Again,
            TurnInput::Words(parts) => {
                // It gets its id below, after the messages that have to come before it.
                let message = Message::new(MessageId(0), Role::User, parts);
                if let Err(failure) = check_content(&message) {
                    return self.fail_turn(failure);
                }
                First::Words(Box::new(message))
            }
            TurnInput::Changed { before, parts } => {
                let message = changed(parts);
                if let Err(failure) = check_content(&message) {
                    return self.fail_turn(failure);
                }
                First::Changed { before, message }
            }
            TurnInput::Waiting(submit) => {
                self.queue.leave_unsent(submit);
                self.show_waiting();
                First::Waiting
            }
        };
        self.set_stage(Stage::Beginning(first));
        self.close_calls(NO_RESULT, AfterCalls::Begin);
    }

    /// Sends the waiting messages, one at a time, and then what the turn begins with.
    pub(super) fn go_on_beginning(&mut self) {
        if self.send_changed() {
            return;
        }
        if let Some(submit) = self.queue.first_unsent() {
            let message = self.history.next_id();
            return self.write(Event::Send { submit, message }, After::Sent { submit });
        }
        let Some(Turn { stage: Stage::Beginning(first), .. }) = &mut self.turn else { return };
        match std::mem::replace(first, First::Waiting) {
            First::Words(mut message) => {
                message.id = self.history.next_id();
                self.write(Event::Message(*message), After::Begun);
            }
            First::Waiting | First::Changed { .. } => self.begun(),
            First::Again => match self.has_something_to_answer() {
                Ok(()) => self.begun(),
                Err(failure) => self.fail_turn(failure),
            },
        }
    }

    pub(super) fn first_appended(&mut self, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => {
                self.joined(self.turn.as_ref().map(|turn| turn.id));
                self.begun();
            }
            Err(failure) => self.fail_turn(failure),
        }
    }

    pub(super) fn begun(&mut self) {
        self.set_stage(Stage::Preparing);
        self.describe_once_more();
        self.advance();
    }

    fn has_something_to_answer(&self) -> Result<(), Failure> {
        let last =
            self.request.view().messages().iter().rfind(|message| message.role != Role::System);
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

    /// Answers calls without a result at the end of the history, which a crash or a full disk left:
    /// providers would refuse every later request.
    pub(super) fn close_calls(&mut self, text: &'static str, then: AfterCalls) {
        let left = calls_without_results(self.request.view().messages()).into();
        self.close_next_call(ClosingCalls { left, text, then });
    }

    fn close_next_call(&mut self, mut closing: ClosingCalls) {
        match closing.left.pop_front() {
            Some((id, name)) => {
                let next = self.history.next_id();
                let message = Message::tool_result(next, id, Some(&name), closing.text, true);
                self.write(Event::Message(message), After::CallClosed(closing));
            }
            None => match closing.then {
                AfterCalls::Begin => self.go_on_beginning(),
                AfterCalls::Fail(failure) => self.fail_turn(failure),
            },
        }
    }

    pub(super) fn call_closed(&mut self, closing: ClosingCalls, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => {
                self.joined(None);
                self.close_next_call(closing);
            }
            Err(failure) => self.fail_turn(failure),
        }
    }

    /// Ends the current turn; the next begins once the input is handled.
    pub(super) fn end_turn(&mut self, end: TurnEnd) {
        let Some(turn) = self.turn.take() else { return };
        self.host.emit(SessionEvent::TurnEnded { turn: turn.id, end });
        if self.closing.is_none() {
            self.compact_beside();
        }
    }

    /// Ends the current turn as failed.
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

    /// Cancels the current turn, or the one that is named.
    pub(super) fn cancel(&mut self, named: Option<TurnId>) {
        let under_way = self.turn.as_ref().map(|turn| turn.id);
        if let Some(named) = named
            && under_way != Some(named)
        {
            return self.withdraw_turn(named);
        }
        let Some(turn) = &mut self.turn else { return };
        match std::mem::replace(&mut turn.stage, Stage::Preparing) {
            Stage::Streaming { task, .. } => {
                turn.stage = Stage::CuttingOff;
                self.exchange.request(Effect::CutOff { task });
            }
            Stage::Tools { open, .. } => {
                turn.stage = Stage::Cancelling { open: open.into() };
                self.cancel_next_call();
            }
            Stage::Compacting => {
                self.stop_waiting_summary();
                self.end_turn(TurnEnd::Cancelled);
            }
            Stage::Counting { task } => {
                self.exchange.stop(task);
                self.request.forget_count();
                self.end_turn(TurnEnd::Cancelled);
            }
            Stage::Beginning(_)
            | Stage::Preparing
            | Stage::CuttingOff
            | Stage::Cancelling { .. } => self.end_turn(TurnEnd::Cancelled),
        }
    }

    /// Keeps what had arrived of an answer that the user interrupted.
    pub(super) fn cut_off(&mut self, arrived: Arrived) {
        let Some(Turn { stage: stage @ Stage::CuttingOff, .. }) = &mut self.turn else { return };
        *stage = Stage::Preparing;
        self.keep_partial(arrived, interrupted::BY_PERSON, AfterPartial::Cancel);
    }

    /// Answers the calls of a cancelled turn, one at a time.
    fn cancel_next_call(&mut self) {
        let Some(Turn { stage: Stage::Cancelling { open }, .. }) = &mut self.turn else { return };
        match open.pop_front() {
            Some(call) => {
                let answer = ToolAnswer::ended(CallEnd::Cancelled, CANCELLED);
                let answer = self.timed(&call, answer);
                self.record_result(&call.id, &call.name, answer, AfterResult::Cancel);
            }
            None => self.end_turn(TurnEnd::Cancelled),
        }
    }

    /// Continues when a call of a cancelled turn has its result.
    pub(super) fn call_cancelled(&mut self, result: Result<(), Failure>) {
        match result {
            Ok(()) => self.cancel_next_call(),
            Err(failure) => self.cancelled_with(failure),
        }
    }

    /// Ends a cancelled turn that could not be kept completely.
    fn cancelled_with(&mut self, failure: Failure) {
        self.error(self.turn.as_ref().map(|turn| turn.id), failure);
        self.end_turn(TurnEnd::Cancelled);
    }

    /// A summary that only the cancelled turn waited for is cancelled with it.
    fn stop_waiting_summary(&mut self) {
        if self.summaries.runs_by_itself() {
            self.cancel_summary();
        }
    }

    /// Keeps what the model wrote before it was interrupted.
    pub(super) fn keep_partial(&mut self, arrived: Arrived, mark: &str, then: AfterPartial) {
        let Arrived { words, reasoning } = arrived;
        if words.trim().is_empty() {
            return self.partial_kept(then, Ok(()));
        }
        let id = self.history.next_id();
        let text = format!("{}\n\n{mark}", words.trim_end());
        let mut message = Message::text(id, Role::Assistant, text);
        message.reasoning = reasoning.map(Box::new);
        self.write(Event::Message(message), After::Kept(then));
    }

    pub(super) fn kept(&mut self, then: AfterPartial, result: Result<Applied, Failure>) {
        let result = result.map(|_| {
            self.joined(self.turn.as_ref().map(|turn| turn.id));
        });
        self.partial_kept(then, result);
    }

    fn partial_kept(&mut self, then: AfterPartial, result: Result<(), Failure>) {
        match (then, result) {
            (AfterPartial::Cancel, Ok(())) => self.end_turn(TurnEnd::Cancelled),
            (AfterPartial::Cancel, Err(failure)) => self.cancelled_with(failure),
            (AfterPartial::Fail(failure), Ok(())) | (AfterPartial::Fail(_), Err(failure)) => {
                self.fail_turn(failure);
            }
        }
    }
}

/// The calls at the end of a conversation that have no result: their ids and
/// names, in order, each id once.
pub(in crate::live) fn calls_without_results(view: &[Arc<Message>]) -> Vec<(Box<str>, Box<str>)> {
    let Some(at) = view.iter().rposition(|message| message.tool_calls().next().is_some()) else {
        return Vec::new();
    };
    // After further messages a result would come too late.
    if view[at + 1..].iter().any(|message| message.tool_results().next().is_none()) {
        return Vec::new();
    }
    let results = view[at + 1..].iter().flat_map(|message| message.tool_results());
    let mut answered: HashSet<&str> = results.map(|result| &*result.call_id).collect();
    view[at]
        .tool_calls()
        .filter(|call| answered.insert(&call.id))
        .map(|call| (call.id.clone(), call.name.clone()))
        .collect()
}

/// Refuses a message of the user that is empty, or that has parts only a model or a tool can have.
fn check_content(message: &Message) -> Result<(), Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, Part, ToolCall};

    #[test]
    fn calls_without_results_are_listed_once_and_only_at_the_end() {
        let call = |id: &str| {
            Part::ToolCall(Box::new(ToolCall {
                id: id.into(),
                name: "look".into(),
                arguments: "{}".to_owned(),
                extra: Extra::new(),
            }))
        };
        let parts = ["a", "b", "a", "c"].map(call).into();
        let result = |id: &str| Message::tool_result(MessageId(3), id, None, "seen", false);
        let mut view = vec![
            Arc::new(Message::text(MessageId(1), Role::User, "Look")),
            Arc::new(Message::new(MessageId(2), Role::Assistant, parts)),
            Arc::new(result("b")),
        ];
        let open = |view: &[Arc<Message>]| -> Vec<String> {
            calls_without_results(view).into_iter().map(|(id, _)| id.into()).collect()
        };
        assert_eq!(open(&view), ["a", "c"]);
        assert_eq!(open(&view[..1]), [""; 0]);
        view.push(Arc::new(Message::text(MessageId(4), Role::User, "Go on")));
        assert_eq!(open(&view), [""; 0]);
    }
}
