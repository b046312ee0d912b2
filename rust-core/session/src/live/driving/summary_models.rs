//! Who may write summaries.

use std::sync::Arc;

use super::driver::Driver;
use vibeue_conversation::settings::Mode;
use vibeue_summarizer::SummaryModel;

/// How long no model is asked for summaries after one was asked in vain, in
/// milliseconds: each time costs a request as long as the conversation.
const REST_MS: u64 = 15 * 60 * 1_000;

impl Driver {
    /// Tells whether no model is asked for summaries at the moment, because the
    /// last one was asked in vain. A person who asks by hand asks them anyway.
    pub(super) fn models_rest(&self) -> bool {
        self.models_rest_until.is_some_and(|until| self.clock.now() < until)
    }

    /// Records the outcome of asking models for a summary.
    pub(super) fn models_asked(&mut self, in_vain: bool) {
        self.models_rest_until = in_vain.then(|| self.clock.now().saturating_add(REST_MS));
    }

    /// Lets models be asked again: they, or what is asked of them, are others.
    pub(super) fn models_changed(&mut self) {
        self.models_rest_until = None;
    }

    /// The models that may write summaries, first choice first.
    pub(super) fn summary_models(&self) -> Vec<SummaryModel> {
        if self.settings.mode == Mode::Rules {
            return Vec::new();
        }
        let own = || {
            let limits = self.model.limits();
            SummaryModel {
                provider: Arc::clone(&self.model.provider),
                model: self.model.choice.model.clone(),
                available: self.model.available(&self.settings),
                // A limit on the length of answers is not meant for summaries.
                max_output: Some(
                    limits.reply(self.model.choice.max_output_tokens).max(limits.max_output.tokens),
                ),
                input_price: self.model.price().map(|price| price.input),
                output_price: self.model.price().map(|price| price.output),
            }
        };
        if self.settings.mode == Mode::Native {
            // Nobody else could read what another model made.
            return vec![own()];
        }
        if self.settings.summary_models.is_empty() {
            let larger = self
                .retired
                .iter()
                .filter(|retired| retired.available > self.model.available(&self.settings));
            return larger.cloned().chain([own()]).collect();
        }
        let named = self.settings.summary_models.iter().map(|name| {
            if *name == self.model.choice.model && !self.summary_providers.contains_key(name) {
                return own();
            }
            let provider = self.summary_providers.get(name).unwrap_or(&self.model.provider);
            let price = self.prices.get(name);
            SummaryModel {
                input_price: price.map(|price| price.input),
                output_price: price.map(|price| price.output),
                ..SummaryModel::named(Arc::clone(provider), name)
            }
        });
        named.collect()
    }
}
