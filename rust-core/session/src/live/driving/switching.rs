//! Asking the server about its model, and changing models.

use std::sync::Arc;

use super::describing::Describing;
use super::driver::Driver;
use super::input::{Input, Outcome, TaskId};
use super::model_state::ModelState;
use super::server_count::ServerCount;
use super::turn::{Fitting, Stage};
use crate::CompactionEntry;
use crate::live::{Failure, FailureClass, ModelChoice, SessionEvent};
use vibeue_provider::{ModelInfo, Provider, ProviderError};
use vibeue_summarizer::SummaryModel;

/// How often a server is asked again what its model can take, after it could
/// not tell.
pub(super) const MOST_DESCRIBES: u32 = 3;

impl Driver {
    /// Asks the server what its model can take; the first request waits for
    /// the answer, for a while.
    pub(super) fn describe(&mut self) {
        if let Some(describing) = self.describing.take() {
            describing.handle.abort();
        }
        self.describe_again = false;
        let provider = Arc::clone(&self.model.provider);
        let model = self.model.choice.model.clone();
        let future = async move { provider.describe(&model).await };
        let (task, handle) = self.spawn(future, Input::Described);
        let timer = self.after(self.bounds.describe_wait);
        self.describing = Some(Describing { task, timer, handle });
    }

    pub(super) fn described(
        &mut self,
        task: TaskId,
        info: Outcome<Result<ModelInfo, ProviderError>>,
    ) {
        if self.describing.as_ref().is_none_or(|it| it.task != task) {
            return;
        }
        self.describing = None;
        let before = self.model.limits();
        match info {
            Ok(Ok(info)) => {
                self.model.described(&info);
                self.tell_doubts(self.model.limits() != before);
            }
            // Many servers cannot tell; the table and the defaults hold then.
            Ok(Err(error)) => {
                self.describe_again = error.may_pass();
                tracing::debug!(target: "vibeue::session", "the model is not described: {error}");
            }
            Err(panic) => {
                tracing::error!(target: "vibeue::session", "describing: {}", panic.message());
            }
        }
        self.go_on_with_limits(self.model.limits() != before);
    }

    /// Asks again what the server could not tell for a reason that passes; a
    /// few times, because each turn waits for it.
    pub(super) fn describe_once_more(&mut self) {
        if self.describe_again && self.describing.is_none() && self.describes_left > 0 {
            self.describes_left -= 1;
            self.describe();
        }
    }

    /// Says where the settings and what the server tells do not go together.
    fn tell_doubts(&mut self, new_limits: bool) {
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
        if let Some(describing) = self.describing.take() {
            describing.handle.abort();
            self.describe_again = true;
        }
        self.go_on_with_limits(false);
    }

    fn go_on_with_limits(&mut self, changed: bool) {
        let waits = self.turn.as_ref().is_some_and(|turn| matches!(turn.stage, Stage::Preparing));
        if waits {
            self.advance();
        } else if changed || self.retired.is_some() {
            self.compact_beside();
        }
    }

    /// Lets another model answer from the next request on.
    pub(super) fn switch_model(
        &mut self,
        choice: ModelChoice,
        provider: Option<Arc<dyn Provider>>,
    ) {
        if choice.model.trim().is_empty() {
            let failure =
                Failure::new(FailureClass::Invalid, "the model has no name").hint("choose a model");
            return self.error(None, failure);
        }
        let provider = provider.unwrap_or_else(|| Arc::clone(&self.model.provider));
        let old_available = self.model.available(&self.settings);
        let same =
            Arc::ptr_eq(&provider, &self.model.provider) && choice.model == self.model.choice.model;
        let mut next = ModelState::new(provider, choice);
        next.know_price(&self.prices);
        if same {
            // What was learned of it holds.
            next.experience = self.model.experience.clone();
        } else if let Some(learned) = self.store.history().learned(&next.choice.model) {
            next.resume(learned);
        }
        let retired = self.model_as_summarizer();
        let doubt = next.check(&self.settings).err();
        let old = std::mem::replace(&mut self.model, next);
        if let Err(error) = self.write_fields() {
            self.model = old;
            return self.error(None, error.into());
        }
        if let Some(doubt) = doubt {
            self.warn_of_settings(&doubt);
        }
        self.describes_left = MOST_DESCRIBES;
        self.model.counter.warm();
        self.view.set_counter(self.model.counter);
        self.server_count = ServerCount::NotAsked;
        self.read_by_another();
        self.failed_on = None;
        self.models_changed();
        self.face.emit(SessionEvent::ModelChanged { model: self.model.choice.model.clone() });
        self.describe();
        if self.model.available(&self.settings) < old_available {
            self.shrink_window(retired);
        }
        if let Some(turn) = &mut self.turn {
            // What was tried for the other model says nothing of this one.
            turn.fitting = Fitting::default();
            if matches!(turn.stage, Stage::Counting { .. }) {
                turn.abort();
                turn.stage = Stage::Preparing;
            }
        }
    }

    /// Makes the request again where a provider's own summary is in it: another
    /// model is sent our text of it, and its own model the block again.
    fn read_by_another(&mut self) {
        let native = |entry: &CompactionEntry| {
            entry.in_force()
                && entry.compaction.record.as_ref().is_some_and(|record| record.native.is_some())
        };
        if self.view.reader() != self.model.home().as_ref()
            && self.store.history().compactions().iter().any(native)
        {
            self.reshaped();
        }
    }

    /// The model that answers, as one that may write a summary.
    fn model_as_summarizer(&self) -> SummaryModel {
        let price = self.model.price();
        SummaryModel {
            provider: Arc::clone(&self.model.provider),
            model: self.model.choice.model.clone(),
            available: self.model.available(&self.settings),
            max_output: Some(self.model.limits().max_output.tokens),
            input_price: price.map(|price| price.input),
            output_price: price.map(|price| price.output),
        }
    }

    /// A summary for the old window may be too large for the new one; one that
    /// is smaller than it had to be does no harm.
    fn shrink_window(&mut self, retired: SummaryModel) {
        self.retired = Some(retired);
        if let Some(turn) = &mut self.turn
            && matches!(turn.stage, Stage::Compacting)
        {
            // It goes on with the new model, once that is described.
            turn.stage = Stage::Preparing;
        }
        self.cancel_summary_because("another model with a smaller window was chosen");
    }
}
