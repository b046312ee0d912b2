//! Who may write summaries.

use std::collections::HashMap;
use std::sync::Arc;

use super::model_state::ModelState;
use crate::live::Price;
use vibeue_conversation::settings::{Mode, Settings};
use vibeue_provider::Provider;
use vibeue_summarizer::SummaryModel;

/// The models that may write summaries besides the one that answers.
#[derive(Debug)]
pub(super) struct SummaryWriters {
    pub(super) providers: HashMap<String, Arc<dyn Provider>>,
    pub(super) prices: HashMap<String, Price>,
    /// The previous model, while it may write the summary for the current one's smaller window.
    pub(super) retired: Option<SummaryModel>,
}

impl SummaryWriters {
    pub(super) fn new(
        providers: HashMap<String, Arc<dyn Provider>>,
        prices: HashMap<String, Price>,
    ) -> Self {
        Self { providers, prices, retired: None }
    }

    /// The models that may write summaries, first choice first.
    pub(super) fn models(&self, model: &ModelState, settings: &Settings) -> Vec<SummaryModel> {
        if settings.mode == Mode::Rules {
            return Vec::new();
        }
        let available = model.available(settings);
        let own = || {
            let limits = model.limits();
            // A limit for answers is not meant for summaries.
            let reply = limits.reply(model.choice.max_output_tokens).max(limits.max_output.tokens);
            SummaryModel { max_output: Some(reply), ..model.as_summary_model(settings) }
        };
        if settings.mode == Mode::Native {
            // Nobody else could read what another model made.
            return vec![own()];
        }
        if settings.summary_models.is_empty() {
            let larger = self.retired.iter().filter(|retired| retired.available > available);
            return larger.cloned().chain([own()]).collect();
        }
        let named = settings.summary_models.iter().map(|name| {
            if *name == model.choice.model && !self.providers.contains_key(name) {
                return own();
            }
            let provider = self.providers.get(name).unwrap_or(&model.provider);
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
