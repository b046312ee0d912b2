//! Asks the server about its model, and changes models.

use std::sync::Arc;

use super::after::{After, Switch};
use super::describing::Describing;
use super::effect::Question;
use super::input::{Outcome, TaskId};
use super::model_state::ModelState;
use super::opening::fields_of;
use super::state::State;
use super::turn::{Fitting, Stage};
use crate::live::command::SwitchReason;
use crate::live::{Failure, FailureClass, ModelChoice, SessionEvent};
use crate::{Applied, ChosenModel, CompactionEntry, Event};
use vibeue_provider::{ModelInfo, Provider, ProviderError};
use vibeue_summarizer::SummaryModel;

impl State {
    /// Asks the server for its model's limits; the first request waits for the answer, for a while.
    pub(super) fn describe(&mut self) {
        let provider = Arc::clone(&self.model.provider);
        let model = self.model.choice.model.clone();
        let task = self.exchange.ask(Question::Describe { provider, model });
        let timer = self.exchange.ring(self.bounds.describe_wait);
        if let Some(earlier) = self.model.description.asked(Describing { task, timer }) {
            self.exchange.stop(earlier.task);
            self.exchange.stop(earlier.timer);
        }
    }

    pub(super) fn described(
        &mut self,
        task: TaskId,
        info: Outcome<Result<ModelInfo, ProviderError>>,
    ) {
        let Some(question) = self.model.description.answered(task) else { return };
        self.exchange.stop(question.timer);
        let before = self.model.limits();
        match info {
            Ok(Ok(info)) => {
                self.model.described(&info);
                self.warn_of_doubts(self.model.limits() != before);
            }
            // Many servers cannot tell; then the table and the defaults apply.
            Ok(Err(error)) => {
                self.model.description.failed(error.may_pass());
                tracing::debug!(target: "vibeue::session", "the model could not be described: {error}");
            }
            Err(panic) => {
                tracing::error!(target: "vibeue::session", "describing: {}", panic.message());
            }
        }
        self.refresh_tools();
        self.go_on_with_limits(self.model.limits() != before);
    }

    /// Asks again if the server could not tell for a temporary reason.
    pub(super) fn describe_once_more(&mut self) {
        if self.model.description.once_more() {
            self.describe();
        }
    }

    /// Warns if the settings contradict what the server says.
    fn warn_of_doubts(&mut self, new_limits: bool) {
        if new_limits && let Err(error) = self.model.check(&self.settings) {
            self.warn_of_settings(&error);
        }
        if let Some(doubt) = self.model.doubt_of_window() {
            self.warn(doubt);
        }
    }

    fn warn_of_settings(&mut self, error: &vibeue_conversation::Error) {
        self.warn(format!(
            "the settings do not suit the window of {}: {error}",
            self.model.choice.model
        ));
    }

    pub(super) fn give_up_describing(&mut self) {
        if let Some(question) = self.model.description.gave_up() {
            self.exchange.stop(question.task);
        }
        self.go_on_with_limits(false);
    }

    fn go_on_with_limits(&mut self, changed: bool) {
        let waits = self.turn.as_ref().is_some_and(|turn| matches!(turn.stage, Stage::Preparing));
        if waits {
            self.advance();
        } else if changed || self.summaries.writers.retired.is_some() {
            self.compact_beside();
        }
    }

    /// Switches to another model from the next request on.
    pub(super) fn switch_model(
        &mut self,
        mut choice: ModelChoice,
        provider: Option<Arc<dyn Provider>>,
        reason: SwitchReason,
    ) {
        if choice.model.trim().is_empty() {
            let failure =
                Failure::new(FailureClass::Invalid, "the model has no name").hint("choose a model");
            return self.error(None, failure);
        }
        let provider = provider.unwrap_or_else(|| Arc::clone(&self.model.provider));
        let server = provider.server().unwrap_or_default();
        let chosen = match reason {
            SwitchReason::Host => None,
            SwitchReason::Person => Some(ChosenModel { model: choice.model.clone(), server }),
            SwitchReason::Settings => {
                if let Some(model) = self.history.chosen_model(&server) {
                    choice.model = model.to_owned();
                }
                // It waits for its server to come back.
                self.history.chosen().cloned()
            }
        };
        let old_available = self.model.available(&self.settings);
        let same =
            Arc::ptr_eq(&provider, &self.model.provider) && choice.model == self.model.choice.model;
        let mut next = ModelState::new(provider, choice);
        next.know_price(&self.summaries.writers.prices);
        if same {
            // What was learned about it still applies.
            next.experience = self.model.experience.clone();
        } else if let Some(learned) = self.history.learned(&next.choice.model) {
            next.resume(learned);
        }
        let retired = self.model.as_summary_model(&self.settings);
        let fields = fields_of(self.history.fields(), &next.choice);
        let switch = Switch { next, retired, old_available };
        if fields == *self.history.fields() && chosen.as_ref() == self.history.chosen() {
            self.answer_with(switch);
        } else {
            let request = Event::Request { fields, chosen };
            self.write(request, After::Switched(Box::new(switch)));
        }
    }

    pub(super) fn switched(&mut self, switch: Switch, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => self.answer_with(switch),
            Err(failure) => self.error(None, failure),
        }
    }

    fn answer_with(&mut self, switch: Switch) {
        let Switch { next, retired, old_available } = switch;
        self.model.replace(next);
        let doubt = self.model.check(&self.settings).err();
        if let Some(doubt) = doubt {
            self.warn_of_settings(&doubt);
        }
        self.model.counter.warm();
        self.request.set_counter(self.model.counter);
        self.refresh_tools();
        self.read_by_another();
        self.summaries.watch.renew();
        self.host.emit(SessionEvent::ModelChanged { model: self.model.choice.model.clone() });
        self.describe();
        if self.model.available(&self.settings) < old_available {
            self.shrink_window(retired);
        }
        if let Some(turn) = &mut self.turn {
            // What was tried for the other model says nothing about this one.
            turn.fitting = Fitting::default();
            if let Stage::Counting { task } = turn.stage {
                turn.stage = Stage::Preparing;
                self.exchange.stop(task);
            }
        }
    }

    /// Rebuilds the request if a provider's own summary is in it: another model gets our text of
    /// it, and its own model the block.
    fn read_by_another(&mut self) {
        let native = |entry: &CompactionEntry| {
            entry.in_force()
                && entry.compaction.record.as_ref().is_some_and(|record| record.native.is_some())
        };
        if self.request.view().reader() != self.model.home().as_ref()
            && self.history.compactions().iter().any(native)
        {
            self.reshaped();
        }
    }

    /// A summary for the old window may be too large for the new one; one that is smaller than
    /// necessary does no harm.
    fn shrink_window(&mut self, retired: SummaryModel) {
        self.summaries.writers.retired = Some(retired);
        if let Some(turn) = &mut self.turn
            && matches!(turn.stage, Stage::Compacting)
        {
            // It goes on with the new model, once that is described.
            turn.stage = Stage::Preparing;
        }
        self.cancel_summary_because("another model with a smaller window was chosen");
    }
}
