//! The list of models that a person may choose from.

use std::collections::HashSet;

use vibeue_conversation::settings::Settings;
use vibeue_provider::{ModelInfo, chat_models};
use vibeue_tokens::Budget;
use vibeue_tokens::models::{self, Abilities, Limits, MODELS, Match, Model, Overrides, Reported};

use super::maker::maker_at;
use super::{ModelOffer, OfferOrigin};
use crate::library::civil;
use crate::live::Snapshot;
use crate::writing::rank;

/// What the models are offered for.
#[derive(Debug, Clone)]
pub struct OfferContext<'a> {
    /// The id of the model that answers now.
    pub current: &'a str,
    /// Limits that the user set; they hold for whichever model answers.
    pub overrides: Overrides,
    /// Tokens of the conversation's next request; 0 where there is none yet.
    pub used: u64,
    /// Tokens at which the next summary starts with the model that answers now.
    pub line: u64,
    /// The settings that say when a summary starts.
    pub settings: &'a Settings,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
}

impl<'a> OfferContext<'a> {
    /// For a conversation as it is.
    pub fn of(snapshot: &'a Snapshot, now: u64) -> Self {
        Self {
            current: &snapshot.model.model,
            overrides: snapshot.model.limits,
            used: snapshot.usage.used,
            line: snapshot.decision.threshold_tokens,
            settings: &snapshot.settings,
            now,
        }
    }
}

/// The models that a person may choose from at one server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelOffers {
    /// What the server lists, in its order.
    listed: Vec<ModelInfo>,
    /// What the table has beside.
    beside: Vec<&'static Model>,
}

impl ModelOffers {
    /// The most models of a server that are kept: more than the largest gateway
    /// has.
    pub const MOST: usize = 2_000;

    /// Puts together what a server lists and what the table knows of its maker's
    /// models. Models for other uses than chatting, and ids that cannot be
    /// shown, are left out.
    pub fn new(base_url: &str, listed: Vec<ModelInfo>) -> Self {
        let mut listed = chat_models(listed, Self::MOST);
        let mut ids = HashSet::new();
        listed.retain(|info| ids.insert(info.id.clone()));
        let of_maker = |maker| MODELS.iter().filter(move |model| model.provider == maker);
        let beside = maker_at(base_url).map(of_maker).into_iter().flatten();
        let beside = beside.filter(|model| !ids.contains(model.id)).collect();
        Self { listed, beside }
    }

    /// The models whose names fit what a person typed of one, at most `most`.
    ///
    /// Without words the one that answers comes first, then those of the server
    /// in its order, then those of the table, the newest names first; with words
    /// the ones that fit best. Models of the table that have left service are
    /// left out.
    pub fn find(&self, words: &str, context: &OfferContext<'_>, most: usize) -> Vec<ModelOffer> {
        let all = self.all(context);
        let words = words.trim();
        if words.is_empty() {
            return all.into_iter().take(most).collect();
        }
        let named = all.iter().map(|offer| (offer.id.as_str(), offer));
        rank(words, named, most).into_iter().map(|(_, offer)| offer.clone()).collect()
    }

    /// How many models there are to choose from.
    pub fn count(&self, context: &OfferContext<'_>) -> usize {
        self.all(context).len()
    }

    fn all(&self, context: &OfferContext<'_>) -> Vec<ModelOffer> {
        let today = day(context.now);
        let make = |info: &ModelInfo, origin| offer(info, origin, context, &today);
        let listed = self.listed.iter().map(|info| make(info, OfferOrigin::Server));
        let beside = self.beside.iter().rev().map(|model| {
            let info = ModelInfo { id: model.id.to_owned(), ..ModelInfo::default() };
            make(&info, OfferOrigin::Table)
        });
        let beside = beside.filter(|offer| offer.is_current || !offer.is_retired);
        let mut all: Vec<ModelOffer> = listed.chain(beside).collect();
        if !context.current.is_empty() && !all.iter().any(|offer| offer.is_current) {
            let info = ModelInfo { id: context.current.to_owned(), ..ModelInfo::default() };
            all.push(make(&info, OfferOrigin::Current));
        }
        // Stable: what follows keeps its order.
        all.sort_by_key(|offer| !offer.is_current);
        all
    }
}

/// What is known of one model.
fn offer(
    info: &ModelInfo,
    origin: OfferOrigin,
    context: &OfferContext<'_>,
    today: &str,
) -> ModelOffer {
    let found = models::find(&info.id);
    // The limits of a relative are likely, not certain; its last day is its own.
    let known = found.model.filter(|_| matches!(found.matched, Match::Exact | Match::Dated));
    let retires = found.model.filter(|_| found.matched == Match::Exact).and_then(|it| it.retires);
    let says =
        |limit: Option<u64>| limit.filter(|tokens| (1..=Reported::BELIEVABLE).contains(tokens));
    ModelOffer {
        id: info.id.clone(),
        origin,
        is_current: info.id == context.current,
        window: context
            .overrides
            .window
            .or(says(info.context_length))
            .or(known.map(|model| model.window)),
        max_output: says(info.max_output).or(known.and_then(|model| model.max_output)),
        input_price: info.input_price,
        output_price: info.output_price,
        abilities: info.abilities.or(Abilities::by_name(&info.id)),
        retires,
        is_retired: retires.is_some_and(|last| last < today),
        summarizes_first: context.used < context.line
            && context.used >= line_of(info, found.model, context),
    }
}

/// Tokens at which the next summary would start with a model.
fn line_of(info: &ModelInfo, table: Option<&Model>, context: &OfferContext<'_>) -> u64 {
    let reported = Reported {
        window: info.context_length,
        input_limit: info.input_limit,
        max_output: info.max_output,
    };
    let limits = Limits::resolve(context.overrides, reported, table);
    let window = limits.window.tokens;
    let most = Some(limits.max_output.tokens);
    let reasons = info.abilities.reasoning.unwrap_or_else(|| models::reasons(&info.id));
    let learned = Budget::learned_reserve(window, most, None, reasons);
    let reserve = context.settings.reserve_tokens.unwrap_or(learned).min(window / 2);
    let input_limit = limits.input_limit.map(|limit| limit.tokens);
    let available = Budget { window, reserve, input_limit }.available();
    (available as f64 * context.settings.threshold.clamp(0.0, 1.0)).round() as u64
}

/// The day of a time, as `2026-11-30`.
fn day(at: u64) -> String {
    let (year, month, day) = civil(at);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests;
