//! Decides whether a compaction should start now.

use std::fmt;

use serde::{Deserialize, Serialize};

use vibeue_conversation::settings::Settings;
use vibeue_tokens::grouped;

/// What the trigger decides by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// Tokens of the request that is about to be sent: history, tool schemas
    /// and the pending message.
    pub used: u64,
    /// The budget, see [`vibeue_tokens::Budget::available`].
    pub available: u64,
    /// Messages in the request, not counting system messages.
    pub messages: u64,
    /// How many summaries the current one builds on; 0 without a summary.
    pub depth: u32,
}

/// Why a compaction starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The request reached the threshold.
    Threshold,
    /// The request reached the emergency ratio, by default the budget itself.
    Emergency,
    /// The set number of messages has passed since the last compaction.
    Refresh,
    /// The user asked for it.
    Manual,
}

/// Why no compaction starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Compaction is switched off.
    Disabled,
    /// The request is below the threshold.
    BelowThreshold,
    /// There are too few messages for a summary to be worthwhile.
    TooFewMessages,
    /// A compaction ran a few messages ago and usage has not fallen below the
    /// reset ratio since.
    Cooldown,
    /// The last compactions freed too little; only a message or command of the
    /// user closes this breaker again.
    NoProgress,
}

/// The answer, with its figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Why a compaction starts, if it does.
    pub start: Option<Reason>,
    /// Why no compaction starts, if none does.
    pub hold: Option<Hold>,
    /// Whether a model may write the summary: not while the no-progress breaker
    /// is open, and not once the chain of summaries has its maximum depth.
    pub model_allowed: bool,
    /// Tokens used.
    pub used: u64,
    /// Tokens available: the budget.
    pub available: u64,
    /// Tokens at which a compaction starts.
    pub threshold_tokens: u64,
    /// Tokens below which the trigger is armed again.
    pub reset_tokens: u64,
    /// Messages in the request.
    pub messages: u64,
    /// Messages since the last compaction, if there was one.
    pub since_last: Option<u64>,
}

impl Decision {
    /// Returns whether the request is larger than the budget: it must not be sent as it is.
    pub fn over_budget(&self) -> bool {
        self.used > self.available
    }
}

/// The trigger's memory between two decisions.
///
/// Pure: its owner reports what happens; it never reads a clock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    disarmed: bool,
    since_last: Option<u64>,
    no_progress: u32,
}

/// `ratio x whole`, rounded up, ignoring floating-point noise: 0.56 x 100 is
/// 56, not 57.
fn share(ratio: f64, whole: u64) -> u64 {
    let exact = ratio * whole as f64;
    (exact - exact.abs() * 1e-12).ceil().max(0.0) as u64
}

/// The tokens at which a compaction starts for a ratio. A value that is not a
/// share (one that got past the settings' checks) means the whole budget: it
/// must never mean "always".
fn start_at(ratio: f64, available: u64) -> u64 {
    if ratio > 0.0 && ratio <= 1.0 { share(ratio, available) } else { available }
}

impl Trigger {
    /// Creates an armed trigger.
    pub fn new() -> Self {
        Self::default()
    }

    /// Decides for this situation.
    pub fn decide(&self, situation: &Situation, settings: &Settings) -> Decision {
        let threshold_tokens = start_at(settings.threshold, situation.available);
        let reset_tokens = share(settings.reset_ratio, situation.available);
        let breaker_open = self.is_stuck(settings);
        let mut decision = Decision {
            start: None,
            hold: None,
            model_allowed: !breaker_open && situation.depth < settings.max_chain_depth,
            used: situation.used,
            available: situation.available,
            threshold_tokens,
            reset_tokens,
            messages: situation.messages,
            since_last: self.since_last,
        };
        let emergency = situation.used >= start_at(settings.emergency_ratio, situation.available);
        let refresh = settings.refresh_every_messages > 0
            && self.since_last.unwrap_or(situation.messages)
                >= u64::from(settings.refresh_every_messages);
        let enough = situation.messages >= u64::from(settings.minimum_messages);
        let cooling = self.disarmed
            && situation.used >= reset_tokens
            && self.since_last.unwrap_or(u64::MAX) < u64::from(settings.cooldown_messages);
        let outcome = if !settings.enabled {
            Err(Hold::Disabled)
        } else if emergency {
            // The only way out: the deterministic rungs run even with the
            // breaker open, because the request cannot be sent as it is.
            Ok(Reason::Emergency)
        } else if situation.used >= threshold_tokens {
            if breaker_open {
                Err(Hold::NoProgress)
            } else if !enough {
                Err(Hold::TooFewMessages)
            } else if cooling {
                Err(Hold::Cooldown)
            } else {
                Ok(Reason::Threshold)
            }
        } else if refresh && enough && !breaker_open {
            Ok(Reason::Refresh)
        } else {
            Err(Hold::BelowThreshold)
        };
        match outcome {
            Ok(reason) => decision.start = Some(reason),
            Err(hold) => decision.hold = Some(hold),
        }
        decision
    }

    /// Decides for a command of the user, which overrides everything except the
    /// maximum depth of the chain.
    pub fn decide_manual(&self, situation: &Situation, settings: &Settings) -> Decision {
        let mut decision = self.decide(situation, settings);
        decision.start = Some(Reason::Manual);
        decision.hold = None;
        decision.model_allowed = situation.depth < settings.max_chain_depth;
        decision
    }

    /// Returns whether the last compactions freed too little, so that none is started unless the
    /// request does not fit.
    pub fn is_stuck(&self, settings: &Settings) -> bool {
        settings.no_progress_limit > 0 && self.no_progress >= settings.no_progress_limit
    }

    /// Notes that a message was added; one from the user closes the no-progress
    /// breaker, one of the machine's own does not.
    pub fn message_added(&mut self, from_person: bool) {
        if let Some(since) = &mut self.since_last {
            *since += 1;
        }
        if from_person {
            self.no_progress = 0;
        }
    }

    /// Notes what a request costs now, so that the trigger is armed again once
    /// usage has fallen below the reset ratio.
    pub fn observe(&mut self, used: u64, available: u64, settings: &Settings) {
        if used < share(settings.reset_ratio, available) {
            self.disarmed = false;
        }
    }

    /// Notes a compaction that was applied.
    ///
    /// It made progress if it freed at least a tenth of what was used and
    /// brought the request under the threshold.
    pub fn compacted(&mut self, before: u64, after: u64, available: u64, settings: &Settings) {
        self.since_last = Some(0);
        self.disarmed = after >= share(settings.reset_ratio, available);
        let freed_enough = after <= before - before / 10;
        if freed_enough && after < start_at(settings.threshold, available) {
            self.no_progress = 0;
        } else {
            self.no_progress = self.no_progress.saturating_add(1);
        }
    }

    /// Notes that a compaction failed: it counts as no progress and starts the
    /// cooldown, so that a broken summarizer is not asked every turn.
    pub fn failed(&mut self) {
        self.since_last = Some(0);
        self.disarmed = true;
        self.no_progress = self.no_progress.saturating_add(1);
    }
}

impl fmt::Display for Decision {
    /// Writes the decision and its figures in one sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (used, available) = (grouped(self.used), grouped(self.available));
        let percent = 100.0 * self.used as f64 / self.available.max(1) as f64;
        write!(f, "{used} of {available} tokens used ({percent:.0} %)")?;
        let threshold = grouped(self.threshold_tokens);
        match (self.start, self.hold) {
            (Some(Reason::Threshold), _) => {
                write!(f, ": at or over the threshold of {threshold}")
            }
            (Some(Reason::Emergency), _) => {
                f.write_str(": at or over the emergency limit, which ignores the cooldown")
            }
            (Some(Reason::Refresh), _) => write!(
                f,
                ": periodic refresh, {} messages since the last one",
                self.since_last.unwrap_or(self.messages)
            ),
            (Some(Reason::Manual), _) => f.write_str(": asked for"),
            (None, Some(Hold::Disabled)) => f.write_str(": compaction is switched off"),
            (None, Some(Hold::TooFewMessages)) => {
                write!(
                    f,
                    ": over the threshold of {threshold}, but only {} messages",
                    self.messages
                )
            }
            (None, Some(Hold::Cooldown)) => write!(
                f,
                ": over the threshold of {threshold}, but the last one was {} messages ago and \
                 usage has not fallen below {} since",
                self.since_last.unwrap_or(0),
                grouped(self.reset_tokens)
            ),
            (None, Some(Hold::NoProgress)) => write!(
                f,
                ": over the threshold of {threshold}, but the last compactions freed too little; \
                 waiting for a message or command from you"
            ),
            (None, _) => write!(
                f,
                ": {} below the threshold of {threshold}",
                grouped(self.threshold_tokens.saturating_sub(self.used))
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(used: u64) -> Situation {
        Situation { used, available: 103_000, messages: 42, depth: 0 }
    }

    fn start(trigger: &Trigger, used: u64) -> Option<Reason> {
        trigger.decide(&at(used), &Settings::default()).start
    }

    #[test]
    fn the_trigger_fires_exactly_at_the_threshold() {
        let trigger = Trigger::new();
        assert_eq!(start(&trigger, 82_399), None);
        assert_eq!(start(&trigger, 82_400), Some(Reason::Threshold));
        assert_eq!(start(&trigger, 82_401), Some(Reason::Threshold));
        assert_eq!(start(&trigger, 102_999), Some(Reason::Threshold));
        assert_eq!(start(&trigger, 103_000), Some(Reason::Emergency));
    }

    #[test]
    fn the_decision_explains_itself_with_its_arithmetic() {
        let settings = Settings::default();
        let trigger = Trigger::new();
        let say = |used| trigger.decide(&at(used), &settings).to_string();
        assert_eq!(
            say(50_000),
            "50,000 of 103,000 tokens used (49 %): 32,400 below the threshold of 82,400"
        );
        assert_eq!(
            say(90_000),
            "90,000 of 103,000 tokens used (87 %): at or over the threshold of 82,400"
        );
        assert_eq!(
            say(105_000),
            "105,000 of 103,000 tokens used (102 %): at or over the emergency limit, which ignores \
             the cooldown"
        );
        let few = Situation { messages: 3, ..at(90_000) };
        assert_eq!(
            trigger.decide(&few, &settings).to_string(),
            "90,000 of 103,000 tokens used (87 %): over the threshold of 82,400, but only 3 \
             messages"
        );
    }

    #[test]
    fn off_means_off_even_over_the_budget() {
        let settings = Settings { enabled: false, ..Settings::default() };
        let decision = Trigger::new().decide(&at(200_000), &settings);
        assert_eq!((decision.start, decision.hold), (None, Some(Hold::Disabled)));
        assert!(decision.over_budget());
    }

    #[test]
    fn usage_that_hovers_at_the_threshold_fires_once_per_cooldown() {
        let settings = Settings::default();
        let mut trigger = Trigger::new();
        trigger.compacted(90_000, 80_500, 103_000, &settings);
        let mut fired = Vec::new();
        for turn in 0..12 {
            trigger.message_added(false);
            if start(&trigger, 82_500).is_some() {
                fired.push(turn);
                trigger.compacted(90_000, 80_500, 103_000, &settings);
            }
        }
        assert_eq!(fired, [3, 7, 11]);
    }

    #[test]
    fn falling_below_the_reset_ratio_arms_the_trigger_at_once() {
        let settings = Settings::default();
        let mut trigger = Trigger::new();
        trigger.compacted(90_000, 80_500, 103_000, &settings);
        assert_eq!(trigger.decide(&at(83_000), &settings).hold, Some(Hold::Cooldown));
        trigger.observe(72_000, 103_000, &settings);
        assert_eq!(start(&trigger, 83_000), Some(Reason::Threshold));
    }

    #[test]
    fn an_emergency_ignores_cooldown_and_minimum_messages() {
        let settings = Settings::default();
        let mut trigger = Trigger::new();
        trigger.compacted(90_000, 80_500, 103_000, &settings);
        let few = Situation { messages: 1, ..at(103_000) };
        assert_eq!(trigger.decide(&few, &settings).start, Some(Reason::Emergency));
    }

    #[test]
    fn three_compactions_without_progress_open_the_breaker_until_the_user_writes() {
        let settings = Settings { cooldown_messages: 0, ..Settings::default() };
        let mut trigger = Trigger::new();
        for _ in 0..3 {
            assert!(trigger.decide(&at(90_000), &settings).start.is_some());
            trigger.compacted(90_000, 89_000, 103_000, &settings);
        }
        trigger.message_added(false);
        let held = trigger.decide(&at(90_000), &settings);
        assert_eq!((held.start, held.hold), (None, Some(Hold::NoProgress)));
        let emergency = trigger.decide(&at(104_000), &settings);
        assert_eq!((emergency.start, emergency.model_allowed), (Some(Reason::Emergency), false));
        let manual = trigger.decide_manual(&at(90_000), &settings);
        assert_eq!((manual.start, manual.model_allowed), (Some(Reason::Manual), true));
        trigger.message_added(true);
        assert_eq!(trigger.decide(&at(90_000), &settings).start, Some(Reason::Threshold));
    }

    #[test]
    fn a_refresh_comes_after_the_set_number_of_messages() {
        let settings = Settings { refresh_every_messages: 50, ..Settings::default() };
        let mut trigger = Trigger::new();
        trigger.compacted(90_000, 20_000, 103_000, &settings);
        for _ in 0..49 {
            trigger.message_added(true);
        }
        assert_eq!(trigger.decide(&at(30_000), &settings).start, None);
        trigger.message_added(true);
        assert_eq!(trigger.decide(&at(30_000), &settings).start, Some(Reason::Refresh));
    }

    #[test]
    fn at_the_longest_chain_no_model_may_summarize_a_summary_again() {
        let deep = Situation { depth: 3, ..at(90_000) };
        let decision = Trigger::new().decide(&deep, &Settings::default());
        assert_eq!((decision.start, decision.model_allowed), (Some(Reason::Threshold), false));
    }

    #[test]
    fn a_product_of_a_ratio_is_not_rounded_up_by_its_last_bits() {
        for percent in 1..=100u64 {
            assert_eq!(share(percent as f64 / 100.0, 100), percent);
            assert_eq!(share(percent as f64 / 100.0, 1_000_000), percent * 10_000);
        }
    }
}
