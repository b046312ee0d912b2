//! The model that answers, and what is known about it.

use std::collections::HashMap;
use std::sync::Arc;

use super::describing::Description;
use crate::live::{ModelChoice, Price};
use vibeue_compaction::NativeHome;
use vibeue_conversation::Protocol;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Error, Result};
use vibeue_provider::{ModelInfo, Provider};
use vibeue_summarizer::SummaryModel;
use vibeue_tokens::models::{self, Abilities, Limits, Reported, Source};
use vibeue_tokens::{Budget, Counter, Experience, grouped};

/// The model that answers, what is known about it, and what its server is being asked about it.
#[derive(Debug, Clone)]
pub(in crate::live) struct ModelState {
    pub(super) provider: Arc<dyn Provider>,
    pub(in crate::live) choice: Arc<ModelChoice>,
    pub(in crate::live) counter: Counter,
    /// What was learned about the model in this conversation.
    pub(super) experience: Experience,
    reported: Reported,
    /// What the server says about the model when asked, without what was learned from its refusals.
    described: Reported,
    /// What it says the model can do besides writing.
    abilities: Abilities,
    price: Option<Price>,
    /// A server refused a request of more than this many tokens by our count.
    ceiling: Option<u64>,
    /// The question to the server about the model's limits.
    pub(super) description: Description,
}

impl ModelState {
    pub(in crate::live) fn new(provider: Arc<dyn Provider>, choice: ModelChoice) -> Self {
        let counter = Counter::for_model(&choice.model);
        Self {
            experience: Experience::new(&counter),
            reported: Reported::default(),
            described: Reported::default(),
            abilities: Abilities::default(),
            price: choice.price,
            ceiling: None,
            description: Description::new(),
            counter,
            provider,
            choice: Arc::new(choice),
        }
    }

    /// Another model answers from now on. A question about the one before stays under way until
    /// it is asked about this one: only then is it known which one is to be stopped.
    pub(super) fn replace(&mut self, next: Self) {
        let mut description = self.description.clone();
        description.renew();
        *self = Self { description, ..next };
    }

    /// Takes over what was learned about the model before.
    pub(in crate::live) fn resume(&mut self, learned: &Experience) {
        self.experience = learned.resumed(&self.counter);
    }

    /// Takes the price from a table, if the choice has none of its own.
    pub(in crate::live) fn know_price(&mut self, prices: &HashMap<String, Price>) {
        self.price = self.choice.price.or_else(|| prices.get(&self.choice.model).copied());
    }

    /// The model as one that may write a summary.
    pub(super) fn as_summary_model(&self, settings: &Settings) -> SummaryModel {
        let price = self.price();
        SummaryModel {
            provider: Arc::clone(&self.provider),
            model: self.choice.model.clone(),
            available: self.available(settings),
            max_output: Some(self.limits().max_output.tokens),
            input_price: price.map(|price| price.input),
            output_price: price.map(|price| price.output),
        }
    }

    /// The model's limits, and where they come from.
    pub(super) fn limits(&self) -> Limits {
        let table = models::find(&self.choice.model).model;
        Limits::resolve(self.choice.limits, self.reported, table)
    }

    /// What the model can do besides writing: according to its server, otherwise judging by its
    /// name.
    pub(super) fn abilities(&self) -> Abilities {
        self.abilities.or(Abilities::by_name(&self.choice.model))
    }

    /// The room for a request. A reserve that leaves nothing of the window is ignored: it was meant
    /// for another model.
    pub(super) fn budget(&self, settings: &Settings) -> Budget {
        let limits = self.limits();
        let window = limits.window.tokens;
        let input_limit = limits.input_limit.map(|limit| limit.tokens);
        let is_unknown =
            limits.max_output.source == Source::Default && self.choice.max_output_tokens.is_none();
        let learned = Budget::learned_reserve(
            window,
            (!is_unknown).then(|| limits.reply(self.choice.max_output_tokens)),
            self.experience.replies.long(),
            self.reasons(),
        );
        let reserve = settings.reserve_tokens.unwrap_or(learned);
        Budget::new(window, reserve, input_limit).unwrap_or(Budget {
            window,
            reserve: learned,
            input_limit,
        })
    }

    /// Returns whether the model thinks before it answers: its name says so, it is asked to, or it
    /// has been observed to.
    fn reasons(&self) -> bool {
        let effort = self.choice.reasoning_effort.as_deref();
        match effort.map(str::trim) {
            Some("none" | "minimal") => false,
            Some(effort) if !effort.is_empty() => true,
            _ => models::reasons(&self.choice.model) || self.experience.replies.reasoned(),
        }
    }

    /// Checks the settings against the model's window.
    pub(in crate::live) fn check(&self, settings: &Settings) -> Result<()> {
        settings.validate_for(self.limits().window.tokens).map_err(Error::from)
    }

    /// Warns if the user set a larger window than the server has.
    ///
    /// Ollama allocates what it is asked for.
    pub(super) fn doubt_of_window(&self) -> Option<String> {
        let window = self.limits().window;
        let reported = self.described.window.filter(|reported| *reported < window.tokens)?;
        let doubtful =
            window.source == Source::User && self.provider.protocol() != Protocol::Ollama;
        doubtful.then(|| {
            format!(
                "the window of {} is set to {} tokens, its server says {}: longer requests may be \
                 refused or cut; lower the setting, or load the model with a larger window",
                self.choice.model,
                grouped(window.tokens),
                grouped(reported)
            )
        })
    }

    /// Takes over what the server knows about the model.
    pub(super) fn described(&mut self, info: &ModelInfo) {
        self.reported = Reported {
            window: info.context_length,
            input_limit: info.input_limit,
            max_output: info.max_output,
        };
        self.described = self.reported;
        self.abilities = info.abilities;
        if self.price.is_none()
            && let (Some(input), Some(output)) = (info.input_price, info.output_price)
        {
            self.price = Some(Price { input, output });
        }
    }

    /// Learns that the server refused a request of `counted` tokens by our count, and the limit
    /// that it named.
    pub(super) fn refused(&mut self, counted: u64, limit: Option<u64>) {
        let window = self.limits().window.tokens;
        if let Some(limit) = limit.filter(|limit| (1..window).contains(limit)) {
            self.reported.window = Some(limit);
        }
        let ceiling = counted - counted / 20;
        self.ceiling = Some(self.ceiling.map_or(ceiling, |known| known.min(ceiling)));
    }

    /// Forgets what was learned from refusals: nothing could be made small enough for that limit,
    /// so every later turn would end without asking the server. If the limit is real, the server
    /// will refuse again.
    pub(super) fn forget_refusals(&mut self) {
        self.reported = self.described;
        self.ceiling = None;
    }

    /// Our count as the server is expected to see it.
    pub(super) fn calibrated(&self, counted: u64) -> u64 {
        self.experience.calibration.apply(counted)
    }

    /// Tokens that a request may safely have, in calibrated tokens.
    pub(super) fn available(&self, settings: &Settings) -> u64 {
        let calibration = &self.experience.calibration;
        let safe = calibration.safe_limit(&self.counter, self.budget(settings).available());
        match self.ceiling {
            Some(ceiling) => safe.min(self.experience.calibration.apply(ceiling)),
            None => safe,
        }
    }

    /// Tokens that a request may have by the server's own count.
    pub(super) fn available_certain(&self, settings: &Settings) -> u64 {
        self.budget(settings).available()
    }

    /// What a request may have at most, in tokens of our own count.
    pub(super) fn available_counted(&self, settings: &Settings) -> u64 {
        self.counted(self.available(settings))
    }

    /// The highest own count whose calibrated value is within a limit.
    pub(super) fn counted(&self, limit: u64) -> u64 {
        let factor = self.experience.calibration.factor();
        if factor == 1.0 {
            return limit;
        }
        let mut counted = (limit as f64 / factor) as u64;
        while counted > 0 && self.experience.calibration.apply(counted) > limit {
            counted -= 1;
        }
        counted
    }

    /// The share by which a calibrated count may be off.
    pub(super) fn error_bound(&self) -> f64 {
        self.experience.calibration.error_bound(&self.counter)
    }

    /// Identifies the model for summaries that only their maker can read.
    pub(super) fn home(&self) -> Option<NativeHome> {
        NativeHome::of(self.provider.home(), &self.choice.model)
    }

    pub(super) fn price(&self) -> Option<Price> {
        self.price
    }

    /// The maximum number of tokens of the answer, if the request has to state it.
    ///
    /// Anthropic's protocol demands a number and refuses one that does not fit in addition to the
    /// request. `used` is the request's size; if it is our own count and not the server's
    /// (`certain`), it may be larger than that.
    pub(super) fn max_output(&self, used: u64, certain: bool) -> Option<u64> {
        let limits = self.limits();
        let asked = self.choice.max_output_tokens;
        if asked.is_none() && self.provider.protocol() != Protocol::Anthropic {
            return None;
        }
        let used = if certain { used } else { self.counter.at_most(used) };
        let left = limits.window.tokens.saturating_sub(used).max(1);
        Some(limits.reply(asked).min(left))
    }

    /// The context length that the server should allocate, if the request can set it.
    pub(super) fn context_length(&self) -> Option<u64> {
        let window = self.limits().window;
        (self.provider.protocol() == Protocol::Ollama
            && matches!(window.source, Source::User | Source::Server))
        .then_some(window.tokens)
    }
}
