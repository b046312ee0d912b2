//! What a compaction kept and what it took.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::facts::{ArtifactTrail, FactSet};
use super::{Compaction, Story, texts_of};
use vibeue_conversation::{Message, MessageId};

/// What a compaction kept and what it took: beside its tokens before and after
/// what a person judges it by.
///
/// It is in the journal with the compaction, and in the session's events
/// and list of summaries. Fields may be added; none changes its meaning. A
/// compaction of an earlier version has none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Tokens that a request might have: what the result had to fit into.
    pub budget: u64,
    /// Facts that must survive in what was condensed or shortened.
    pub facts_found: u64,
    /// How many of them the model still sees.
    pub facts_kept: u64,
    /// Messages with words of the person or the agent that went.
    pub story_found: u64,
    /// How many of them the summary still reports on, by name.
    pub story_kept: u64,
    /// Calls to models that were made for it.
    pub model_calls: u64,
    /// US dollars that these cost; none where a price is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}

impl Account {
    /// Measures what a compaction of these messages keeps, within a budget;
    /// what it took is left at nothing.
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

/// Counts the facts that must survive in what a compaction takes away or
/// shortens, and how many of them the model still sees afterwards.
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
    let lost = facts.missing_from(texts).into_iter().filter(|fact| fact.is_vital()).count();
    (found as u64, (found - lost) as u64)
}
