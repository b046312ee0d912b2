//! From the conversation as it is to a request that fits.

use std::sync::Arc;

use super::after::AfterLearning;
use super::effect::Question;
use super::growing_answer::GrowingAnswer;
use super::input::{Outcome, TaskId};
use super::next_step::{Facts, NextStep, Summary, Then};
use super::state::State;
use super::summarizing::Wanted;
use super::turn::{Asked, Stage};
use crate::live::{Failure, FailureClass, SummaryPurpose};
use vibeue_compaction::{Reason, Situation, fingerprint};
use vibeue_provider::{ChatRequest, ProviderError};

impl State {
    /// Continues the turn: asks, condenses or sends, whatever is due.
    ///
    /// Every path ends in a task that is awaited, or in the turn's end.
    pub(super) fn advance(&mut self) {
        if self.turn.is_none() {
            return;
        }
        if self.model.description.is_pending() {
            return self.set_stage(Stage::Preparing);
        }
        let situation = self.situation();
        if self.server_should_count(&situation) {
            return self.ask_count();
        }
        let decision = self.summaries.watch.judge(&situation, &self.settings);
        let Some(turn) = &self.turn else { return };
        let stuck = turn.fitting.stuck.clone();
        let step = NextStep::of(&Facts {
            situation: &situation,
            decision: &decision,
            enabled: self.settings.enabled,
            abort: self.settings.abort_on_failure,
            last_failed: self.summaries.watch.last_failed(),
            attempts: turn.fitting.attempts,
            stuck: stuck.as_ref().map(|failure| failure.class),
        });
        if let Some(Summary { reason, wait }) = step.summary {
            if self.summaries.run.is_none() {
                self.start_automatic(reason, decision, wait);
            }
            if wait && self.wait_for_summary() {
                return;
            }
        }
        match self.obstacle(step.then, &situation, stuck) {
            Some(failure) => self.fail_turn(failure),
            None => self.send(),
        }
    }

    /// Why the request is not sent; `None` if it is.
    fn obstacle(
        &self,
        then: Then,
        situation: &Situation,
        stuck: Option<Failure>,
    ) -> Option<Failure> {
        match then {
            Then::Send => None,
            Then::SwitchedOff => Some(self.request.over_budget(
                situation,
                "compaction is switched off",
                "switch it on, summarize by hand, or use a model with a larger context window",
            )),
            Then::CannotFit => Some(self.request.cannot_fit(stuck?, situation)),
            Then::NothingLeft => {
                let hint = self
                    .request
                    .what_would_help(situation.used.saturating_sub(situation.available));
                Some(self.request.over_budget(situation, "nothing more can be condensed", &hint))
            }
            Then::SummaryFailed => {
                let failure = stuck?;
                let message = format!("the compaction failed: {}", failure.message);
                Some(Failure { class: FailureClass::CompactionFailed, message, ..failure })
            }
        }
    }

    pub(super) fn set_stage(&mut self, stage: Stage) {
        if let Some(turn) = &mut self.turn {
            turn.stage = stage;
        }
    }

    /// Lets the turn wait for the current summary; `false` if there is none.
    fn wait_for_summary(&mut self) -> bool {
        if self.summaries.run.is_none() {
            return false;
        }
        self.set_stage(Stage::Compacting);
        self.somebody_waits();
        true
    }

    /// Whether the server is to count, if our estimate cannot tell whether the request fits.
    fn server_should_count(&self, situation: &Situation) -> bool {
        let bound = self.model.error_bound();
        if !self.request.may_be_counted() || bound == 0.0 {
            return false;
        }
        let least = (situation.used as f64 * (1.0 - bound)) as u64;
        situation.used > situation.available
            && least <= self.model.available_certain(&self.settings)
            && self.model.provider.capabilities(&self.model.choice.model).counts
    }

    fn ask_count(&mut self) {
        let request = Box::new(self.chat_request());
        let provider = Arc::clone(&self.model.provider);
        let task = self.exchange.ask(Question::Count { provider, request });
        self.request.count_asked();
        self.set_stage(Stage::Counting { task });
    }

    pub(super) fn counted(
        &mut self,
        task: TaskId,
        count: Outcome<Result<Option<u64>, ProviderError>>,
    ) {
        let waiting = self.turn.as_ref().is_some_and(
            |turn| matches!(turn.stage, Stage::Counting { task: awaited } if awaited == task),
        );
        if !waiting {
            return;
        }
        self.costs.add_count();
        if !self.request.awaits_count() {
            // The request has changed meanwhile.
            self.set_stage(Stage::Preparing);
            return self.advance();
        }
        let tokens = match count {
            Ok(Ok(tokens)) => tokens.filter(|tokens| *tokens > 0),
            Ok(Err(error)) => {
                tracing::debug!(target: "vibeue::session", "the server did not count: {error}");
                None
            }
            Err(panic) => {
                tracing::error!(target: "vibeue::session", "counting: {}", panic.message());
                None
            }
        };
        self.request.counted(tokens);
        match tokens {
            Some(tokens) => {
                self.model.experience.calibration.observe(self.request.view().total(), tokens);
                self.learn(AfterLearning::Advance);
            }
            None => self.advance(),
        }
    }

    /// The request as it would be sent now.
    fn chat_request(&self) -> ChatRequest {
        let choice = &self.model.choice;
        let mut request =
            ChatRequest::new(choice.model.clone(), self.request.view().messages().to_vec());
        request.tools = Arc::clone(self.request.view().tools());
        let certain = self.request.server_count().is_some();
        request.max_output_tokens = self.model.max_output(self.situation().used, certain);
        let capabilities = self.model.provider.capabilities(&choice.model);
        request.temperature = choice.temperature.filter(|_| capabilities.temperature);
        request.reasoning_effort = choice.reasoning_effort.clone();
        request.context_length = self.model.context_length();
        request.cache_key = Some(self.conversation.to_string());
        request.extra = choice.extra.clone();
        request
    }

    fn send(&mut self) {
        let request = self.chat_request();
        let counted = self.request.view().total();
        let Some(turn) = &self.turn else { return };
        if turn.fitting.overflows > 0 {
            let messages = request.messages.iter().map(|message| &**message);
            let made = fingerprint(messages);
            let grew = turn.fitting.smallest_refused.is_some_and(|refused| counted >= refused);
            if grew || turn.fitting.refused.contains(&made) {
                // The server did not say by how much it is too large: a message that is most of the
                // request is worth mentioning.
                let hint = self.request.what_would_help(counted / 2);
                let failure = Failure::new(
                    FailureClass::ContextLengthExceeded,
                    "the server finds the request too long, and it cannot be made shorter",
                )
                .hint(hint);
                return self.fail_turn(failure);
            }
        }
        let growing = Box::new(GrowingAnswer::new(*self.request.view().counter()));
        let provider = Arc::clone(&self.model.provider);
        let (request, turn, room) = (Box::new(request), turn.id, turn.room);
        // Everything that a host's provider is asked for comes before the request is sent:
        // otherwise nobody would await the answer after a panic.
        let asked = Asked {
            choice: Arc::clone(&self.model.choice),
            protocol: provider.protocol(),
            price: self.model.price(),
            shape: self.request.shape(),
        };
        let task = self.exchange.ask(Question::Chat { provider, request, turn, room });
        self.set_stage(Stage::Streaming { task, released: false, growing, counted, asked });
    }

    /// Starts a compaction in the background if the trigger says so.
    pub(super) fn compact_beside(&mut self) {
        // What failed on exactly this conversation would fail again.
        let hopeless = self.summaries.watch.is_hopeless(self.history.version());
        if self.summaries.run.is_some() || self.closing.is_some() || hopeless {
            return;
        }
        let situation = self.situation();
        let decision = self.summaries.watch.judge(&situation, &self.settings);
        if let Some(reason) = decision.start {
            self.start_automatic(reason, decision, false);
        }
    }

    fn start_automatic(
        &mut self,
        reason: Reason,
        decision: vibeue_compaction::Decision,
        blocking: bool,
    ) {
        let available = self.model.available_counted(&self.settings);
        let wanted = Wanted::default();
        self.start_summary(
            SummaryPurpose::Automatic,
            reason,
            decision,
            available,
            wanted,
            blocking,
        );
    }
}
