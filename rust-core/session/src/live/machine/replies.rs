//! Handles answers.

use std::sync::Arc;

use super::after::{After, AfterCalls, AfterLearning, AfterPartial, Next, has_content};
use super::arrived::{Arrived, kept_with};
use super::input::{Outcome, TaskId};
use super::interrupted;
use super::state::State;
use super::summarizing::Wanted;
use super::turn::{Asked, Fitting, Stage};
use crate::live::{Failure, FailureClass, SessionEvent, SummaryPurpose, TurnEnd};
use crate::{Applied, Event};
use vibeue_compaction::{Reason, fingerprint};
use vibeue_conversation::{Message, Reasoning};
use vibeue_provider::{ErrorClass, ProviderError, Reply, StopReason};

/// The share of its size to which a request that the server found too long is reduced, at each
/// attempt.
const SHRINKING: [f64; 3] = [0.8, 0.6, 0.4];

impl State {
    pub(super) fn replied(
        &mut self,
        task: TaskId,
        mut arrived: Arrived,
        flooded: bool,
        answer: Outcome<Result<Reply, ProviderError>>,
    ) {
        let Some((counted, asked)) = self.take_answer(task) else { return };
        if flooded {
            self.costs.add_answer(None, None);
            return self.flooded(arrived);
        }
        match answer {
            Ok(Ok(reply)) => {
                let usage = reply.usage;
                let dollars = usage.and_then(|it| asked.price.map(|price| price.of(&it)));
                self.costs.add_answer(usage.as_ref(), dollars);
                let Some(turn) = &mut self.turn else { return };
                // An answer that arrives in one piece has no other limit.
                let mut room = turn.room;
                if room.take_answer(&reply) {
                    turn.room = room;
                    self.handle_reply(reply, arrived.reasoning, counted, &asked);
                } else {
                    arrived.words = reply.text();
                    arrived.fit(&mut turn.room);
                    self.flooded(arrived);
                }
            }
            Ok(Err(error)) => {
                self.costs.add_answer(None, None);
                self.not_answered(error, arrived, counted, &asked);
            }
            Err(panic) => {
                self.costs.add_answer(None, None);
                let message =
                    format!("an internal error while asking the model: {}", panic.message());
                let failure = Failure::new(FailureClass::Internal, message)
                    .hint("ask again; please report this");
                self.keep_partial(arrived, interrupted::BY_ERROR, AfterPartial::Fail(failure));
            }
        }
    }

    /// Ends the turn's wait for an answer: returns what was asked, and how many tokens the request
    /// had. `None` if it did not wait for this one.
    fn take_answer(&mut self, task: TaskId) -> Option<(u64, Asked)> {
        let turn = self.turn.as_mut()?;
        let Stage::Streaming { task: awaited, counted, asked, .. } = &turn.stage else {
            return None;
        };
        if *awaited != task {
            return None;
        }
        let taken = (*counted, asked.clone());
        turn.stage = Stage::Preparing;
        Some(taken)
    }

    /// Counts what was received of the answer since the last time.
    pub(super) fn words_arrived(&mut self, task: TaskId, words: &str, arguments: &str) {
        if let Some(turn) = &mut self.turn
            && let Stage::Streaming { task: awaited, growing, .. } = &mut turn.stage
            && *awaited == task
        {
            growing.add(words, arguments);
        }
    }

    /// The answers became longer than a turn allows.
    pub(super) fn too_many_words(&mut self, task: TaskId, arrived: Arrived) {
        if self.take_answer(task).is_some() {
            self.exchange.stop(task);
            self.costs.add_answer(None, None);
            self.flooded(arrived);
        }
    }

    /// Returns whether the model that was asked is still the one that answers.
    fn still_answers(&self, asked: &Asked) -> bool {
        Arc::ptr_eq(&asked.choice, &self.model.choice)
    }

    fn handle_reply(
        &mut self,
        reply: Reply,
        reasoning: Option<Reasoning>,
        counted: u64,
        asked: &Asked,
    ) {
        for warning in &reply.warnings {
            self.warn(warning.as_str());
        }
        let same = self.still_answers(asked);
        if let Some(usage) = &reply.usage
            && same
        {
            self.model.experience.observe(counted, usage);
        }
        if same && self.is_sent_smaller(&reply, counted, asked) {
            return;
        }
        let Some(turn) = &mut self.turn else { return };
        turn.fitting = Fitting::default();
        let has_text = has_content(&reply);
        let next = Next::of(&reply, has_text);
        if has_text || matches!(next, Next::Continue) && !reply.parts.is_empty() {
            self.append_reply(reply, reasoning, next, same, asked);
        } else {
            self.replied_with(next, None, same);
        }
    }

    /// Resends a request whose answer filled the window, with less in it; returns whether it does.
    fn is_sent_smaller(&mut self, reply: &Reply, counted: u64, asked: &Asked) -> bool {
        let Some(turn) = &mut self.turn else { return false };
        if reply.stop != StopReason::ContextFull
            || !self.settings.enabled
            || turn.fitting.window_filled
        {
            return false;
        }
        turn.fitting.window_filled = true;
        let reason = "the window was full in the middle of the answer".to_owned();
        self.host.emit(SessionEvent::AnswerRetracted { turn: turn.id, reason });
        if self.request.is_smaller_than(counted, asked.shape) {
            self.advance();
        } else {
            self.shrink(counted, None, None);
        }
        true
    }

    /// Adds an answer to the conversation.
    fn append_reply(
        &mut self,
        reply: Reply,
        reasoning: Option<Reasoning>,
        next: Next,
        same: bool,
        asked: &Asked,
    ) {
        if reply.usage.is_none() && same {
            // Nobody reports its length; our own count is close enough.
            let written = reply.text();
            let tokens = self.model.counter.text(&written).tokens;
            self.model.experience.replies.observe(tokens);
        }
        let id = self.history.next_id();
        let mut message = reply.into_message(id, asked.protocol);
        self.tools.known_calls.make_unique(&mut message);
        if let Some(turn) = &mut self.turn {
            message.reasoning = kept_with(&message, reasoning, &mut turn.room);
        }
        self.write(Event::Message(message), After::ReplyAppended { next, same });
    }

    pub(super) fn reply_appended(
        &mut self,
        next: Next,
        same: bool,
        result: Result<Applied, Failure>,
    ) {
        match result {
            Ok(_) => {
                let message = self.joined(self.turn.as_ref().map(|turn| turn.id));
                self.replied_with(next, Some(message), same);
            }
            Err(failure) => self.fail_turn(failure),
        }
    }

    /// Stores what was learned from an answer, and does what it asks for.
    fn replied_with(&mut self, next: Next, message: Option<Arc<Message>>, same: bool) {
        if same {
            self.learn(AfterLearning::Reply { next, message });
        } else {
            self.go_on_after_reply(next, message);
        }
    }

    /// Does what an answer asks for.
    pub(super) fn go_on_after_reply(&mut self, next: Next, message: Option<Arc<Message>>) {
        match next {
            Next::Tools => self.open_calls(message),
            Next::Continue => self.next_round(),
            Next::Complete => self.end_turn(TurnEnd::Completed),
            Next::Incomplete(what) => {
                self.warn(what);
                self.end_turn(TurnEnd::Completed);
            }
            Next::Refused => {
                let failure = Failure::new(FailureClass::Refused, "the model declined to answer")
                    .hint("rephrase the request, or use another model");
                if message.is_none() {
                    return self.fail_turn(failure);
                }
                // A declined answer may contain calls; nobody runs them.
                let text = "not run: the model declined to go on";
                self.close_calls(text, AfterCalls::Fail(failure));
            }
        }
    }

    /// Asks the model again in the same turn, unless it went on for too long.
    pub(super) fn next_round(&mut self) {
        let Some(turn) = &mut self.turn else { return };
        turn.rounds += 1;
        if let Some(failure) = self.over_bounds() {
            return self.fail_turn(failure);
        }
        self.set_stage(Stage::Preparing);
        self.advance();
    }

    fn not_answered(
        &mut self,
        error: ProviderError,
        arrived: Arrived,
        counted: u64,
        asked: &Asked,
    ) {
        if let ErrorClass::ContextLengthExceeded { limit, requested } = error.class {
            if !self.still_answers(asked) {
                // The other model may take it.
                return self.advance();
            }
            return self.overflowed(error, limit, requested, counted, asked.shape);
        }
        if self.is_sent_without_blocks(&error) {
            return self.advance();
        }
        if error.class == ErrorClass::Cancelled {
            // We did not cancel it, or its number would be gone.
            tracing::debug!(target: "vibeue::session", "the provider cancelled the call");
        }
        self.keep_partial(arrived, interrupted::BY_ERROR, AfterPartial::Fail(error.into()));
    }

    /// Leaves out the blocks of the provider's own summaries if the server refused one, so that our
    /// text of them is sent; returns whether that changes the request.
    fn is_sent_without_blocks(&mut self, error: &ProviderError) -> bool {
        let refused = error.class == ErrorClass::Refused && !error.delivered;
        let named = ["encrypted_content", "encrypted content", "compaction"]
            .iter()
            .any(|word| error.message.contains(word));
        if !refused || !named || !self.request.leave_blocks_out() {
            return false;
        }
        self.warn(format!(
            "the server does not accept its own summary ({}); the copy kept as text is sent instead",
            error.message
        ));
        self.reshaped();
        true
    }

    /// The server found the request too long: learns its limit and sends a
    /// strictly smaller one, a few times.
    fn overflowed(
        &mut self,
        error: ProviderError,
        limit: Option<u64>,
        requested: Option<u64>,
        counted: u64,
        shape: u64,
    ) {
        self.model.refused(counted, limit);
        if let Some(turn) = &mut self.turn {
            turn.fitting.server_message = Some(error.message.clone());
        }
        if self.request.is_smaller_than(counted, shape)
            && let Some(turn) = &mut self.turn
            && (turn.fitting.overflows as usize) < SHRINKING.len()
        {
            // A summary was finished in the background: the next request is not the one that was
            // refused.
            turn.fitting.overflows += 1;
            let smallest = turn.fitting.smallest_refused.map_or(counted, |it| it.min(counted));
            turn.fitting.smallest_refused = Some(smallest);
            return self.advance();
        }
        let messages = self.request.view().messages().iter().map(|message| &**message);
        let print = fingerprint(messages);
        let Some(turn) = &mut self.turn else { return };
        let fitting = &mut turn.fitting;
        fitting.overflows += 1;
        fitting.refused.insert(print);
        let smallest = fitting.smallest_refused.map_or(counted, |known| known.min(counted));
        fitting.smallest_refused = Some(smallest);
        if !self.settings.enabled {
            let failure =
                Failure::from(error).hint("compaction is off: turn it on, or summarize manually");
            return self.fail_turn(failure);
        }
        if fitting.overflows as usize > SHRINKING.len() {
            let mut failure = Failure::from(error);
            failure.message = format!(
                "the server still finds the request too long after {} attempts to shorten it: {}",
                SHRINKING.len(),
                failure.message
            );
            failure.hint = Some("use a model with a larger context window".to_owned());
            return self.fail_turn(failure);
        }
        self.shrink(counted, limit, requested);
    }

    /// Condenses for a server that accepts less than we believed.
    fn shrink(&mut self, counted: u64, limit: Option<u64>, requested: Option<u64>) {
        let Some(turn) = &self.turn else { return };
        let step = (turn.fitting.overflows.max(1) as usize - 1).min(SHRINKING.len() - 1);
        let mut target = (counted as f64 * SHRINKING[step]) as u64;
        if let (Some(limit), Some(requested)) = (limit, requested)
            && limit < requested
        {
            // What the server counts relative to our count, with a margin.
            let share = limit as f64 / requested as f64 * 0.9;
            target = target.min((counted as f64 * share) as u64);
        }
        let available = self.model.available_counted(&self.settings).min(target).max(1);
        // A summary that was planned for the old limit would not be small enough.
        self.cancel_summary_because("the server found the request too long");
        let situation = vibeue_compaction::Situation {
            available: self.model.calibrated(available),
            ..self.situation()
        };
        let mut decision = self.summaries.watch.trigger.decide(&situation, &self.settings);
        decision.start = Some(Reason::Emergency);
        decision.hold = None;
        self.start_summary(
            SummaryPurpose::Overflow,
            Reason::Emergency,
            decision,
            available,
            Wanted::default(),
            true,
        );
        if self.summaries.run.is_some()
            && let Some(turn) = &mut self.turn
        {
            turn.stage = Stage::Compacting;
        }
    }
}
