//! Learns how long replies are.

use serde::{Deserialize, Serialize};

/// The lengths of the replies seen lately, in tokens.
///
/// A declared maximum output of 128,000 tokens says little about replies of a
/// few hundred. The lengths that were seen say more, and narrow what the budget
/// keeps free ([`super::Budget::learned_reserve`] uses [`ReplyLengths::long`]).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReplyLengths {
    /// The last lengths, oldest first.
    recent: Vec<u32>,
    /// Their exponentially weighted mean.
    mean: f64,
    /// Whether one of them contained reasoning, according to the server.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reasoned: bool,
}

impl ReplyLengths {
    /// How many replies are remembered.
    pub const REMEMBERED: usize = 32;
    /// The weight of a new length in the mean.
    pub const WEIGHT: f64 = 0.2;
    /// What a model is assumed to write at most if nothing is declared: the
    /// output limit that was common before models declared one.
    pub const DEFAULT_MAX_OUTPUT: u64 = 4_096;

    /// With fewer replies than this, nothing can be said about their lengths.
    pub const FEWEST: usize = 4;

    /// Starts without experience.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes the length of a reply, including reasoning. A reply of zero tokens
    /// (cancelled, failed) says nothing and is ignored.
    pub fn observe(&mut self, tokens: u64) {
        let Some(length) = u32::try_from(tokens).ok().filter(|&length| length > 0) else {
            return;
        };
        self.mean = if self.recent.is_empty() || !self.mean.is_finite() {
            f64::from(length)
        } else {
            self.mean + (f64::from(length) - self.mean) * Self::WEIGHT
        };
        let too_many = (self.recent.len() + 1).saturating_sub(Self::REMEMBERED);
        self.recent.drain(..too_many);
        self.recent.push(length);
    }

    /// Notes how many tokens of a reply were reasoning.
    pub fn observe_reasoning(&mut self, tokens: u64) {
        self.reasoned |= tokens > 0;
    }

    /// Returns whether the model was seen to reason.
    pub fn reasoned(&self) -> bool {
        self.reasoned
    }

    /// How long replies get: the length that nineteen of twenty remembered
    /// replies do not exceed. `None` until [`ReplyLengths::FEWEST`] were seen.
    pub fn long(&self) -> Option<u64> {
        (self.recent.len() >= Self::FEWEST).then(|| self.quantile(19, 20)).flatten()
    }

    /// The length of the longest remembered reply.
    pub fn longest(&self) -> Option<u64> {
        self.recent.iter().copied().max().map(u64::from)
    }

    /// The length that nine of ten remembered replies do not exceed.
    pub fn ninth_decile(&self) -> Option<u64> {
        self.quantile(9, 10)
    }

    /// The length that `part` of `of` remembered replies do not exceed.
    fn quantile(&self, part: usize, of: usize) -> Option<u64> {
        let mut sorted = self.recent.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * part).div_ceil(of);
        sorted.get(rank.checked_sub(1)?).copied().map(u64::from)
    }

    /// Estimates how long the next reply will be: the ninth decile of the
    /// remembered lengths or their weighted mean, whichever is larger, capped
    /// by what the model can write and the request asks for. Without experience
    /// it is that cap, because nothing smaller is known.
    pub fn estimate_response(&self, max_output: Option<u64>, requested: Option<u64>) -> u64 {
        let cap = match (max_output, requested) {
            (Some(most), Some(asked)) => most.min(asked),
            (Some(cap), None) | (None, Some(cap)) => cap,
            (None, None) => Self::DEFAULT_MAX_OUTPUT,
        };
        match self.ninth_decile() {
            Some(decile) => decile.max(self.mean.ceil() as u64).min(cap),
            None => cap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn seen(lengths: impl IntoIterator<Item = u64>) -> ReplyLengths {
        let mut replies = ReplyLengths::new();
        for length in lengths {
            replies.observe(length);
        }
        replies
    }

    #[test]
    fn without_experience_the_cap_is_the_estimate() {
        let none = ReplyLengths::new();
        assert_eq!(none.estimate_response(Some(128_000), None), 128_000);
        assert_eq!(none.estimate_response(Some(128_000), Some(2_000)), 2_000);
        assert_eq!(none.estimate_response(None, Some(9_000)), 9_000);
        assert_eq!(none.estimate_response(None, None), 4_096);
        assert_eq!(none.longest(), None);
    }

    #[test]
    fn what_was_seen_narrows_the_estimate() {
        let replies = seen([100, 200, 300, 400, 500, 600, 700, 800, 900, 4_000]);
        assert_eq!(replies.ninth_decile(), Some(900));
        assert_eq!(replies.longest(), Some(4_000));
        assert_eq!(replies.estimate_response(Some(128_000), None), 1_254);
        assert_eq!(replies.estimate_response(Some(500), None), 500);
        let reserve = Budget::learned_reserve(200_000, Some(128_000), replies.long(), false);
        assert_eq!(reserve, 8_000);
    }

    #[test]
    fn how_long_replies_get_is_known_after_a_few_and_one_giant_does_not_decide_it() {
        assert_eq!(seen([10, 20, 30]).long(), None);
        assert_eq!(seen([10, 20, 30, 40]).long(), Some(40));
        assert_eq!(seen((0..31).map(|_| 100).chain([9_000])).long(), Some(100));
        assert_eq!(seen((0..30).map(|_| 100).chain([9_000; 2])).long(), Some(9_000));
    }

    #[test]
    fn old_replies_are_forgotten_and_empty_ones_left_out() {
        let replies = seen([90_000].into_iter().chain([10; 32]).chain([0, u64::MAX]));
        assert_eq!(replies.longest(), Some(10));
        assert_eq!(replies, seen([90_000].into_iter().chain([10; 32])));
    }
}
