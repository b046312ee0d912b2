//! The list of models that the user may choose from.

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

/// The conversation that models are offered for.
#[derive(Debug, Clone)]
pub struct OfferContext<'a> {
    /// The id of the model that answers now.
    pub current: &'a str,
    /// Limits that the user set; they apply to every model.
    pub overrides: Overrides,
    /// Tokens of the conversation's next request; 0 if there is none yet.
    pub used: u64,
    /// Tokens at which the next summary starts with the model that answers now.
    pub line: u64,
    /// The settings that say when a summary starts.
    pub settings: &'a Settings,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
}

impl<'a> OfferContext<'a> {
    /// For the current state of a conversation.
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

/// The models that the user may choose from at one server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelOffers {
    /// What the server lists, in its order, and then what only the table has, the newest names
    /// first.
    known: Vec<Known>,
}

/// One model, with what is the same for every conversation: looking it up for each typed letter
/// would cost too much.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    /// What the server says; for a model that it does not list, only the id.
    info: ModelInfo,
    origin: OfferOrigin,
    /// The row of the table that is closest to its name.
    table: Option<&'static Model>,
    /// Whether that row is for the model itself: the limits of a related model are likely, not
    /// certain.
    is_own_row: bool,
    retires: Option<&'static str>,
    abilities: Abilities,
    reasons: bool,
}

impl ModelOffers {
    /// The maximum number of models of a server that are kept: more than the largest gateway has.
    pub const MOST: usize = 2_000;

    /// Combines what a server lists and what the table knows about its maker's models. Models for
    /// other uses than chatting, and ids that cannot be shown, are left out.
    pub fn new(base_url: &str, listed: Vec<ModelInfo>) -> Self {
        let mut listed = chat_models(listed, Self::MOST);
        let mut ids = HashSet::new();
        listed.retain(|info| ids.insert(info.id.clone()));
        let of_maker = |maker| MODELS.iter().filter(move |model| model.provider == maker);
        let beside = maker_at(base_url).map(of_maker).into_iter().flatten().rev();
        let beside = beside.filter(|model| !ids.contains(model.id));
        let beside = beside.map(|model| Known::named(model.id, OfferOrigin::Table));
        let listed = listed.into_iter().map(|info| Known::new(info, OfferOrigin::Server));
        Self { known: listed.chain(beside).collect() }
    }

    /// The models whose names match what the user typed, at most `most`.
    ///
    /// Without words the one that answers comes first, then those of the server in its order, then
    /// those of the table, the newest names first; with words the best matches. Retired models of
    /// the table are left out.
    pub fn find(&self, words: &str, context: &OfferContext<'_>, most: usize) -> Vec<ModelOffer> {
        let today = day(context.now);
        let beside = self.current_beside(context).map(|id| Known::named(id, OfferOrigin::Current));
        let mut shown: Vec<&Known> = self.shown(context, &today).chain(beside.as_ref()).collect();
        let words = words.trim();
        if words.is_empty() {
            // Stable: what follows keeps its order.
            shown.sort_by_key(|known| known.info.id != context.current);
            shown.truncate(most);
        } else {
            let named = shown.into_iter().map(|known| (known.info.id.as_str(), known));
            shown = rank(words, named, most).into_iter().map(|(_, known)| known).collect();
        }
        shown.into_iter().map(|known| known.offer(context, &today)).collect()
    }

    /// How many models there are to choose from.
    pub fn count(&self, context: &OfferContext<'_>) -> usize {
        let shown = self.shown(context, &day(context.now)).count();
        shown + usize::from(self.current_beside(context).is_some())
    }

    /// Those that the server or the table has for a conversation.
    fn shown<'a>(
        &'a self,
        context: &'a OfferContext<'_>,
        today: &'a str,
    ) -> impl Iterator<Item = &'a Known> {
        self.known.iter().filter(move |known| {
            known.origin != OfferOrigin::Table
                || known.info.id == context.current
                || !known.is_retired(today)
        })
    }

    /// The id of the model that answers, if neither the server nor the table has it.
    fn current_beside<'a>(&self, context: &OfferContext<'a>) -> Option<&'a str> {
        let is_known = || self.known.iter().any(|known| known.info.id == context.current);
        (!context.current.is_empty() && !is_known()).then_some(context.current)
    }
}

impl Known {
    fn new(info: ModelInfo, origin: OfferOrigin) -> Self {
        let found = models::find(&info.id);
        // A retirement date applies only to the model itself.
        let retires = found.model.filter(|_| found.matched == Match::Exact);
        Self {
            origin,
            table: found.model,
            is_own_row: matches!(found.matched, Match::Exact | Match::Dated),
            retires: retires.and_then(|model| model.retires),
            abilities: info.abilities.or(Abilities::by_name(&info.id)),
            reasons: info.abilities.reasoning.unwrap_or_else(|| models::reasons(&info.id)),
            info,
        }
    }

    fn named(id: &str, origin: OfferOrigin) -> Self {
        Self::new(ModelInfo { id: id.to_owned(), ..ModelInfo::default() }, origin)
    }

    fn is_retired(&self, today: &str) -> bool {
        self.retires.is_some_and(|last| last < today)
    }

    /// The offer of a model to a conversation.
    fn offer(&self, context: &OfferContext<'_>, today: &str) -> ModelOffer {
        let info = &self.info;
        let own = self.table.filter(|_| self.is_own_row);
        let believable =
            |limit: Option<u64>| limit.filter(|tokens| (1..=Reported::BELIEVABLE).contains(tokens));
        ModelOffer {
            id: info.id.clone(),
            origin: self.origin,
            is_current: info.id == context.current,
            window: context
                .overrides
                .window
                .or(believable(info.context_length))
                .or(own.map(|model| model.window)),
            max_output: believable(info.max_output).or(own.and_then(|model| model.max_output)),
            input_price: info.input_price,
            output_price: info.output_price,
            abilities: self.abilities,
            retires: self.retires,
            is_retired: self.is_retired(today),
            summarizes_first: context.used < context.line && context.used >= self.line(context),
        }
    }

    /// Tokens at which the next summary would start with it.
    fn line(&self, context: &OfferContext<'_>) -> u64 {
        let reported = Reported {
            window: self.info.context_length,
            input_limit: self.info.input_limit,
            max_output: self.info.max_output,
        };
        let limits = Limits::resolve(context.overrides, reported, self.table);
        let window = limits.window.tokens;
        let most = Some(limits.max_output.tokens);
        let learned = Budget::learned_reserve(window, most, None, self.reasons);
        let reserve = context.settings.reserve_tokens.unwrap_or(learned).min(window / 2);
        let input_limit = limits.input_limit.map(|limit| limit.tokens);
        let available = Budget { window, reserve, input_limit }.available();
        (available as f64 * context.settings.threshold.clamp(0.0, 1.0)).round() as u64
    }
}

/// The day of a time, as `2026-11-30`.
fn day(at: u64) -> String {
    let (year, month, day) = civil(at);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests;
