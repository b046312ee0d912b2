//! The first rung: old tool results become placeholders.

use super::{Ladder, Short};
use crate::applied::Compaction;
use crate::facts::FactSet;
use crate::measure::Measure;
use crate::prune::{SMALLEST_WORTH_PRUNING, prune};
use crate::record::Rung;

impl<M: Measure> Ladder<'_, M> {
    pub(super) fn prune_at(&self, at: usize) -> Option<Short> {
        self.pruned_at(at).cloned()
    }

    /// Tokens of a message in its pruned form, or as it is if it has none.
    pub(super) fn pruned_tokens(&self, at: usize) -> u64 {
        self.pruned_at(at).map_or(self.layout.tokens[at], |short| short.tokens)
    }

    fn pruned_at(&self, at: usize) -> Option<&Short> {
        self.pruned.get(at, || {
            let tokens = self.layout.tokens[at];
            let (message, tokens) = prune(&self.view, at, tokens, &self.options, self.measure)?;
            Some(Box::new(Short { at, message, tokens }))
        })
    }

    /// The first rung: old tool results become placeholders, oldest first,
    /// until the request is within the target. This is done in one large cut:
    /// everything after the first changed message leaves the provider's prompt
    /// cache in any case.
    pub(super) fn prune_to(&self, goal: u64) -> Option<Compaction> {
        let layout = &self.layout;
        let tail = layout.tail_start(self.request.settings.recent_messages_to_keep as usize);
        let prunable: Vec<usize> = layout
            .condensable(tail)
            .filter(|at| {
                layout.tokens[*at] >= SMALLEST_WORTH_PRUNING
                    && layout.messages[*at].tool_results().next().is_some()
            })
            .collect();
        let mut total = layout.total();
        let most: u64 = prunable.iter().map(|at| layout.tokens[*at]).sum();
        let mut least = total - most;
        if least + prunable.len() as u64 * SMALLEST_WORTH_PRUNING > goal {
            // This may well fail, so it is checked from the newest on: if it
            // fails, the pruned forms of the newest are needed next to the
            // summary.
            for at in prunable.iter().rev() {
                least += self.pruned_tokens(*at);
                if least > goal {
                    return None;
                }
            }
        }
        let mut shorts = Vec::new();
        for at in prunable {
            if total <= goal {
                break;
            }
            if let Some(short) = self.prune_at(at) {
                total -= layout.tokens[at] - short.tokens;
                shorts.push(short);
            }
        }
        (total <= goal && !shorts.is_empty() && self.loses_little(&shorts)).then(|| Compaction {
            shortened: shorts.into_iter().map(|short| short.message).collect(),
            tokens_before: layout.total(),
            tokens_after: total,
            ..Compaction::new(self.request.reason, Rung::Prune)
        })
    }

    /// Returns whether the placeholders and the rest of the conversation still contain what matters
    /// in the pruned messages. If not, a summary is due: its ledger can hold facts that only two
    /// results contained.
    fn loses_little(&self, shorts: &[Short]) -> bool {
        let facts = FactSet::of(shorts.iter().map(|short| self.view[short.at]));
        let kept = self.kept_texts(0, shorts);
        let mut sought = facts.sought();
        sought.look_in(kept);
        sought.missing().count() * 10 <= sought.facts().len()
    }
}
