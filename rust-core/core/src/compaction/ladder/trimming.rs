//! The last rung: what is kept and still too long is cut.

use super::{ENVELOPE, Ladder, Short};
use crate::Result;
use crate::compaction::applied::Compaction;
use crate::compaction::measure::Measure;
use crate::compaction::record::Rung;
use crate::compaction::rules::Material;
use crate::compaction::trim::trim;

impl<M: Measure> Ladder<'_, M> {
    /// The last rung: the fewest messages are kept and what is long in them
    /// is cut, or nothing but what must stay is kept, and calls that wait for
    /// their results.
    pub(super) fn trim(&self) -> Result<Compaction> {
        let available = self.request.available;
        let fewest = self.layout.tail_start(self.request.settings.minimum_recent_messages as usize);
        for start in [fewest, self.layout.open] {
            let mut material = Material::default();
            for at in self.layout.condensable(start) {
                material.add(&self.view, at, self.layout.tokens[at]);
            }
            let free = available.saturating_sub(self.layout.mandatory());
            let nothing_goes = material.condensed.is_empty();
            // A third for the summary, the rest for what the model was just
            // told.
            let share = if nothing_goes {
                0
            } else if start == self.layout.messages.len() {
                // Nothing else is left.
                free.saturating_sub(ENVELOPE)
            } else {
                (free / 3).saturating_sub(ENVELOPE)
            };
            let rest = if nothing_goes {
                free
            } else {
                free.saturating_sub(share.min(self.caps().total) + ENVELOPE)
            };
            let Some(shorts) = self.fit_tail(start, rest) else {
                continue;
            };
            let summary = self.write(&material, start, &shorts, share);
            let compaction = if nothing_goes {
                Compaction {
                    reason: self.request.reason.to_owned(),
                    rung: Rung::Trim,
                    replaced: Vec::new(),
                    summary: None,
                    record: None,
                    account: None,
                    tokens_before: self.layout.total(),
                    tokens_after: self.kept_tokens(start, &shorts),
                    shortened: shorts.into_iter().map(|short| short.message).collect(),
                }
            } else {
                self.install(&material, summary, start, shorts, Rung::Trim)
            };
            if compaction.tokens_after <= available {
                return Ok(compaction);
            }
        }
        Err(self.layout.irreducible(self.smallest_rest(), available))
    }

    /// Tokens of the smallest summary, for the error that it did not fit.
    fn smallest_rest(&self) -> u64 {
        let mut material = Material::default();
        let start = self.layout.open;
        for at in self.layout.condensable(start) {
            material.add(&self.view, at, self.layout.tokens[at]);
        }
        let summary = self.write(&material, start, &[], 0);
        self.install(&material, summary, start, Vec::new(), Rung::Trim)
            .tokens_after
            .saturating_sub(self.layout.mandatory())
    }

    /// Shortens the free messages from `start` on so that they have at most
    /// `room` tokens together; `None` when even their shortest forms do not.
    pub(super) fn fit_tail(&self, start: usize, room: u64) -> Option<Vec<Short>> {
        let tail: Vec<usize> = self.layout.free_tail(start).collect();
        let tokens = |at: &usize| self.layout.tokens[*at];
        if tail.iter().map(tokens).sum::<u64>() <= room {
            return Some(Vec::new());
        }
        // The level to which everything longer is cut: the longest messages
        // pay first.
        let mut sizes: Vec<u64> = tail.iter().map(tokens).collect();
        sizes.sort_unstable();
        let mut level = room;
        let mut left = room;
        for (nth, size) in sizes.iter().enumerate() {
            level = left / (sizes.len() - nth) as u64;
            if *size > level {
                break;
            }
            left -= size;
        }
        for _ in 0..8 {
            let mut total = 0;
            let mut shorts = Vec::new();
            for at in &tail {
                let whole = tokens(at);
                let short = (whole > level)
                    .then(|| trim(self.layout.messages[*at], level.saturating_sub(8), self.measure))
                    .flatten()
                    .map(|message| Short {
                        at: *at,
                        tokens: self.measure.message(&message),
                        message,
                    })
                    .filter(|short| short.tokens < whole);
                total += short.as_ref().map_or(whole, |short| short.tokens);
                shorts.extend(short);
            }
            if total <= room {
                return Some(shorts);
            }
            if level < 16 {
                return None;
            }
            level = level * 3 / 4;
        }
        None
    }
}
