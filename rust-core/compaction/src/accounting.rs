//! Measures what a compaction kept.

use std::collections::HashSet;

use super::facts::FactSet;
use super::trail::ArtifactTrail;
use super::{Account, Compaction, Story, texts_of};
use vibeue_conversation::{Message, MessageId};

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
    let unfolded: Vec<String> =
        compaction.summary.iter().flat_map(texts_of).flat_map(ArtifactTrail::unfolded).collect();
    let texts = texts.into_iter().chain(unfolded.iter().map(String::as_str));
    let mut sought = facts.sought();
    sought.look_in(texts);
    let lost = sought.missing().count();
    (found as u64, (found - lost) as u64)
}
