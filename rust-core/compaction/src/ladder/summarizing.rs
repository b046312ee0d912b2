//! The second rung: a summary replaces the condensed messages.

use super::{ENVELOPE, Ladder, Short};
use crate::applied::Compaction;
use crate::measure::Measure;
use crate::record::Rung;
use crate::rules::{SMALLEST, SummaryInput};
use vibeue_conversation::MessageKind;

/// The most that a summary asks for, in per cent of the tokens that are free
/// for recent messages and summary together.
pub(super) const SUMMARY_PART: u64 = 68;

/// The same for an automatic compaction, which comes in the middle of the work:
/// more recent messages stay.
const BY_ITSELF_PART: u64 = 45;

/// With fewer free tokens than this a summary asks for a larger share of them
/// (below, in per cent): it has to cover everything before.
pub(super) const LITTLE: u64 = 4_000;

pub(super) const LITTLE_PART: u64 = 80;

/// The last messages are never cut to fewer tokens than this each.
const SHORTEST_TAIL: u64 = 30;

/// A summary with less room than this, in tokens, is not worth its tags: rather
/// soften the target.
pub(super) const LEAST: u64 = 220;

impl<M: Measure> Ladder<'_, M> {
    /// Where the kept messages may start, from the most to the fewest kept.
    ///
    /// An automatic compaction keeps more than the recent messages as long as
    /// they fit the target together with a full summary, with old tool results
    /// pruned: condensing more than needed loses more than needed.
    fn starts(&self, recent: usize, goal: u64) -> Vec<usize> {
        let mut starts = self.layout.tail_starts(recent, self.request.settings);
        if !self.request.forced {
            let most = self.caps().total;
            let mut condensed: u64 =
                self.layout.condensable(recent).map(|at| self.layout.tokens[at]).sum();
            let mut used = self.layout.mandatory()
                + ENVELOPE
                + self.layout.free_tail(recent).map(|at| self.layout.tokens[at]).sum::<u64>();
            let mut start = recent;
            for round in self.layout.rounds.iter().rev().filter(|round| round.end <= recent) {
                let cost: u64 = round
                    .clone()
                    .filter(|at| !self.layout.stays(*at))
                    .map(|at| self.pruned_tokens(at))
                    .sum();
                let summary = self.layout.messages[round.start].kind == MessageKind::Summary;
                let whole: u64 = round
                    .clone()
                    .filter(|at| !self.layout.stays(*at))
                    .map(|at| self.layout.tokens[at])
                    .sum();
                let left = condensed.saturating_sub(whole);
                // A summary asks for at most two fifths of what it condenses.
                if summary || used + cost + most.min(left * 2 / 5) > goal {
                    break;
                }
                condensed = left;
                used += cost;
                start = round.start;
            }
            if start < recent {
                starts.insert(0, start);
            }
        }
        starts
    }

    /// The second rung: condense everything before the kept messages.
    ///
    /// Recent messages are given up step by step until the summary has the room
    /// it asks for: the summary covers them too, while nothing else covers what
    /// came before them.
    ///
    /// With `cutting`, the last messages are cut if they are too long for the
    /// goal; otherwise the goal softens.
    pub(super) fn summarize(&self, recent: usize, goal: u64, cutting: bool) -> Option<Compaction> {
        // A summary that says little is better than none.
        let rooms = [LEAST.min(self.caps().total), 2 * SMALLEST];
        rooms.into_iter().find_map(|least| self.summarize_in(least, recent, goal, cutting))
    }

    /// Like [`Self::summarize`], with a summary of at least `least` tokens.
    fn summarize_in(
        &self,
        least: u64,
        recent: usize,
        goal: u64,
        cutting: bool,
    ) -> Option<Compaction> {
        let starts = self.starts(recent, goal);
        for goal in self.goals(goal) {
            let free = goal.saturating_sub(self.layout.mandatory() + ENVELOPE);
            for (nth, start) in starts.iter().enumerate() {
                if !self.anything_new(*start) {
                    continue;
                }
                let last = nth + 1 == starts.len();
                let wanted = self.asked_for(*start, free);
                let room = (last && cutting).then_some(free.saturating_sub(wanted));
                let shorts = self.shortened(*start, recent, room);
                let kept = self.kept_tokens(*start, &shorts);
                let left = goal.saturating_sub(kept + ENVELOPE);
                if left >= least && (left >= wanted || last) {
                    return self.condense(*start, goal - kept, shorts);
                }
            }
        }
        None
    }

    /// The tokens that a summary of the messages before `start` asks for, when
    /// `free` tokens are free for it and for recent messages.
    fn asked_for(&self, start: usize, free: u64) -> u64 {
        let condensed = self.layout.condensable(start).map(|at| self.layout.tokens[at]).sum();
        let part = match self.request.forced {
            true if free < LITTLE => LITTLE_PART,
            true => SUMMARY_PART,
            false => BY_ITSELF_PART,
        };
        self.wanted(condensed).min(free * part / 100)
    }

    /// The shorter forms of messages from `start` on: old results are pruned;
    /// if `room` is given and they have more tokens than that in total, all
    /// are cut to it instead.
    ///
    /// A summary gets the size it asks for, even if that leaves too little room after it: what is
    /// long in the last messages is then cut, with a note on where the rest is.
    fn shortened(&self, start: usize, recent: usize, room: Option<u64>) -> Vec<Short> {
        let tail = self.kept_tokens(start, &[]) - self.layout.mandatory();
        let room = room.map(|room| room.max(self.shortest_tail(start)));
        let cut = room.filter(|room| tail > *room).and_then(|room| self.fit_tail(start, room));
        cut.unwrap_or_else(|| {
            let free = (start..recent).filter(|at| !self.layout.stays(*at));
            free.filter_map(|at| self.prune_at(at)).collect()
        })
    }

    /// Condenses the messages before `start`; summary and envelope have `room` tokens. `None` if
    /// nothing would become smaller.
    fn condense(&self, start: usize, room: u64, shorts: Vec<Short>) -> Option<Compaction> {
        let mut input = SummaryInput::default();
        self.add_to(&mut input, 0, start);
        let around = self.around(&input).min(ENVELOPE);
        let summary = self.write(&input, start, &shorts, room.saturating_sub(around));
        let compaction = self.install(&input, summary, start, shorts, Rung::Rules);
        let shrinks = compaction.tokens_after < compaction.tokens_before;
        (shrinks && compaction.tokens_after <= self.limit()).then_some(compaction)
    }

    /// The fewest tokens to which the messages from `start` on are cut: enough
    /// that each still says something.
    fn shortest_tail(&self, start: usize) -> u64 {
        self.layout.free_tail(start).map(|at| self.layout.tokens[at].min(SHORTEST_TAIL)).sum()
    }
}
