//! The last rung: what is kept but still too long is cut.

use std::cell::OnceCell;
use std::iter::once;

use super::{ENVELOPE, Ladder, Short};
use crate::applied::Compaction;
use crate::measure::Measure;
use crate::record::Rung;
use crate::rules::{SMALLEST, SummaryInput};
use crate::trim::trim;

/// About the tokens of a short rule with its heading.
const A_RULE: u64 = 24;

impl<M: Measure> Ladder<'_, M> {
    /// The last rung: keep the fewest messages and cut what is long in them, or
    /// keep only what must stay and calls that wait for their results. As much
    /// is left as the first goal that can be met allows.
    pub(super) fn trim(&self, goal: u64) -> Option<Compaction> {
        let fewest = self.layout.tail_start(self.request.settings.minimum_recent_messages as usize);
        let over = self.layout.total() > self.request.available;
        // The latest words matter less than a note on all that came before: they stay next to a
        // summary that says something, or if none fits.
        let open = self.layout.open;
        let rooms = [2 * SMALLEST, SMALLEST, A_RULE].map(|room| (open, room));
        let mut tries = once((fewest, SMALLEST)).chain(rooms).chain([(fewest, 0), (open, 0)]);
        let inputs = [fewest, open].map(|start| (start, OnceCell::new()));
        tries.find_map(|(start, least)| {
            let mut goals = self.goals(goal).into_iter();
            if !over && !self.anything_new(start) {
                // Condensing nothing but a summary gains nothing: only recent
                // messages are cut.
                return goals.find_map(|goal| self.cut_to(goal, start));
            }
            let (_, input) = inputs.iter().find(|(at, _)| *at == start)?;
            let input = input.get_or_init(|| {
                let mut input = SummaryInput::default();
                self.add_to(&mut input, 0, start);
                input
            });
            goals.find_map(|goal| self.trim_to(goal, start, least, input))
        })
    }

    /// Cuts the messages from `start` on so that the request has at most `goal`
    /// tokens; nothing is condensed.
    fn cut_to(&self, goal: u64, start: usize) -> Option<Compaction> {
        let before: u64 = self.layout.condensable(start).map(|at| self.layout.tokens[at]).sum();
        let free = goal.checked_sub(self.layout.mandatory() + before)?;
        let shorts = self.fit_tail(start, free)?;
        let compaction = Compaction {
            tokens_before: self.layout.total(),
            tokens_after: before + self.kept_tokens(start, &shorts),
            shortened: shorts.into_iter().map(|short| short.message).collect(),
            ..Compaction::new(self.request.reason, Rung::Trim)
        };
        let shrinks = compaction.tokens_after < compaction.tokens_before;
        (shrinks && compaction.tokens_after <= self.limit()).then_some(compaction)
    }

    /// Keeps the messages from `start` on, cut so that the request has at most
    /// `goal` tokens; the input from before `start` becomes a summary with at
    /// least `least` tokens of room.
    fn trim_to(
        &self,
        goal: u64,
        start: usize,
        least: u64,
        input: &SummaryInput<'_>,
    ) -> Option<Compaction> {
        if input.newest.is_none() {
            return self.cut_to(goal, start);
        }
        let free = goal.checked_sub(self.layout.mandatory())?;
        // A third for the summary, the rest for the latest messages.
        let around = self.around(input).min(ENVELOPE);
        let share = if start == self.layout.messages.len() {
            // Nothing else is left.
            free.saturating_sub(around)
        } else {
            (free / 3).saturating_sub(around)
        };
        if share < least {
            return None;
        }
        let rest = free.saturating_sub(share.min(self.caps().total) + around);
        let shorts = self.fit_tail(start, rest)?;
        let summary = self.write(input, start, &shorts, share);
        let compaction = self.install(input, summary, start, shorts, Rung::Trim);
        let shrinks = compaction.tokens_after < compaction.tokens_before;
        (shrinks && compaction.tokens_after <= self.limit()).then_some(compaction)
    }

    /// Tokens of the smallest summary, for the error that it did not fit.
    pub(super) fn smallest_rest(&self) -> u64 {
        let mut input = SummaryInput::default();
        let start = self.layout.open;
        self.add_to(&mut input, 0, start);
        let summary = self.write(&input, start, &[], 0);
        self.install(&input, summary, start, Vec::new(), Rung::Trim)
            .tokens_after
            .saturating_sub(self.layout.mandatory())
    }

    /// Shortens the free messages from `start` on so that they have at most
    /// `room` tokens together; `None` if even their shortest forms have more.
    pub(super) fn fit_tail(&self, start: usize, room: u64) -> Option<Vec<Short>> {
        let tail: Vec<usize> = self.layout.free_tail(start).collect();
        let tokens = |at: &usize| self.layout.tokens[*at];
        if tail.iter().map(tokens).sum::<u64>() <= room {
            return Some(Vec::new());
        }
        // The level to which everything longer is cut: the longest messages are
        // cut first.
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
