//! What a compaction kept, and what it cost in time and model calls.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::facts::{ArtifactTrail, FactSet};
use super::{Compaction, Story, texts_of};
use vibeue_conversation::{Message, MessageId};

/// What a compaction kept and what it cost: together with its token counts
/// before and after, the figures by which a user judges it.
///
/// It is journaled with the compaction and appears in the session's events and
/// list of summaries. Fields may be added; none will change its meaning.
/// Compactions made by earlier versions have no account.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Tokens that a request may use: the budget that the result had to fit.
    pub budget: u64,
    /// Vital facts in the messages that were condensed or shortened.
    pub facts_found: u64,
    /// How many of those facts the model still sees.
    pub facts_kept: u64,
    /// Condensed messages that held words of the user or the agent.
    pub story_found: u64,
    /// How many of those messages the summary still cites by id.
    pub story_kept: u64,
    /// Model calls made for this compaction.
    pub model_calls: u64,
    /// What those calls cost in US dollars; `None` where a price is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}

impl Account {
    /// Measures what a compaction of these messages keeps, within a budget. The
    /// costs (calls, dollars, duration) are left at zero for the caller to fill
    /// in.
    pub fn of(messages: &[&Message], compaction: &Compaction, budget: u64) -> Self {
        let (facts_found, facts_kept) = facts(messages, compaction);
        let story = Story::of(messages, compaction);
        Self {
            budget,
            facts_found,
            facts_kept,
            story_found: story.found,
            story_kept: story.kept,
            ..Self::default()
        }
    }
}

/// Counts the vital facts in what a compaction removes or shortens, and how
/// many of them the model still sees afterwards.
fn facts(messages: &[&Message], compaction: &Compaction) -> (u64, u64) {
    let shortened: HashSet<MessageId> =
        compaction.shortened.iter().map(|message| message.id).collect();
    let replaced: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
    let touched =
        |message: &&&Message| replaced.contains(&message.id) || shortened.contains(&message.id);
    let facts = FactSet::of(messages.iter().filter(touched).copied());
    let untouched = messages.iter().filter(|message| !touched(message)).copied();
    let after = untouched.chain(&compaction.shortened).chain(&compaction.summary);
    let found = facts.vital().count();
    let texts: Vec<&str> = after.flat_map(texts_of).collect();
    let told: Vec<String> =
        compaction.summary.iter().flat_map(texts_of).flat_map(ArtifactTrail::unfolded).collect();
    let texts = texts.into_iter().chain(told.iter().map(String::as_str));
    let mut sought = facts.sought();
    sought.look_in(texts);
    let lost = sought.missing().count();
    (found as u64, (found - lost) as u64)
}
