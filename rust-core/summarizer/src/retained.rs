//! What survived of what matters.

use std::collections::HashSet;

use vibeue_compaction::applied::Compaction;
use vibeue_compaction::facts::FactSet;
use vibeue_compaction::ladder::Outcome;
use vibeue_compaction::texts_of;
use vibeue_conversation::{Message, MessageId};

/// Counts the facts that must survive in what a compaction takes away or
/// shortens, and how many of them the model still sees afterwards.
pub(super) fn retained(messages: &[&Message], outcome: &Outcome) -> (usize, usize) {
    let Outcome::Compacted(compaction) = outcome else {
        return (0, 0);
    };
    let compaction: &Compaction = compaction;
    let shortened: HashSet<MessageId> = compaction.shortened.iter().map(|m| m.id).collect();
    let replaced: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
    let touched =
        |message: &&&Message| replaced.contains(&message.id) || shortened.contains(&message.id);
    let facts = FactSet::of(messages.iter().filter(touched).copied());
    let untouched = messages.iter().filter(|message| !touched(message)).copied();
    let after = untouched.chain(&compaction.shortened).chain(&compaction.summary);
    let found = facts.vital().count();
    let texts: Vec<&str> = after.flat_map(texts_of).collect();
    let lost = facts.missing_from(texts).into_iter().filter(|fact| fact.is_vital()).count();
    (found, found - lost)
}
