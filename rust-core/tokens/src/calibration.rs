//! Learns from what servers report how far off the estimates are.

use serde::{Deserialize, Serialize};

use super::{Counter, TokenizerKind};

/// A factor between this crate's count and the server's, learned turn by turn.
///
/// After each reply the session calls [`Calibration::observe`] with its own uncalibrated count of
/// the request and the server's. The factor follows as an exponentially weighted mean, slowly
/// enough that one odd turn (an image billed by another rule, a prompt that the server cut) cannot
/// distort it. Two consecutive ratios that agree are accepted at once, however far off they are.
///
/// The published bound of an estimate may not hold for this server, so
/// [`Calibration::error_bound`] is at least the error seen lately.
///
/// A count with the model's own vocabulary is not scaled: if it differs,
/// something else is unaccounted for, and [`Calibration::drift`] shows it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    factor: f64,
    drift: f64,
    observations: u64,
    scales: bool,
    /// The last ratio.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<f64>,
    /// The largest share by which recent counts were off, decaying over turns.
    #[serde(default)]
    error: f64,
    /// The same for two turns in a row (the smaller of both), so that one odd
    /// turn does not count.
    #[serde(default)]
    steady: f64,
}

/// Whether an observation changed the factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// It was used.
    Taken,
    /// It was ignored: one of the counts is too small to mean anything.
    TooSmall,
    /// It was ignored: the counts are so far apart that they cannot be of the
    /// same request.
    Absurd,
}

impl Calibration {
    /// The weight of a new ratio in the mean.
    pub const WEIGHT: f64 = 0.2;
    /// The most that one ratio moves the factor, unless the next one agrees.
    pub const LARGEST_STEP: f64 = 0.15;
    /// The range of the factor: no tokenizer is further off than this, and no
    /// chat template adds more.
    pub const RANGE: (f64, f64) = (0.2, 8.0);
    /// Two ratios agree if they differ by no more than this share.
    pub const AGREEMENT: f64 = 0.2;
    /// The share of an error that is still remembered one turn later.
    pub const MEMORY: f64 = 0.5;
    /// Smaller requests, in tokens, are mostly overhead and say nothing.
    pub const SMALLEST: u64 = 50;
    /// Ratios above this, or below its inverse, are ignored.
    pub const ABSURD_RATIO: f64 = 10.0;

    /// Starts without experience, with a factor of 1. Counts with the model's
    /// own vocabulary are observed but not scaled.
    pub fn new(counter: &Counter) -> Self {
        let scales = matches!(counter.kind(), TokenizerKind::Estimated(_));
        let (factor, drift, error, steady) = (1.0, 0.0, 0.0, 0.0);
        Self { factor, drift, observations: 0, scales, last: None, error, steady }
    }

    /// Notes what the server counted for a request that this crate's own,
    /// uncalibrated count put at `counted` tokens.
    pub fn observe(&mut self, counted: u64, reported: u64) -> Observation {
        if counted < Self::SMALLEST || reported < Self::SMALLEST {
            return Observation::TooSmall;
        }
        let ratio = reported as f64 / counted as f64;
        if !(1.0 / Self::ABSURD_RATIO..=Self::ABSURD_RATIO).contains(&ratio) {
            return Observation::Absurd;
        }
        // The first observation has no special weight: the starting factor of 1 already represents
        // the published ratios.
        self.drift += (ratio - 1.0 - self.drift) * Self::WEIGHT;
        self.observations += 1;
        if self.scales {
            self.follow(ratio);
        }
        Observation::Taken
    }

    /// Moves the factor towards an observed ratio.
    fn follow(&mut self, ratio: f64) {
        let near = |one: f64, other: f64| off(one, other) <= Self::AGREEMENT;
        let before = self.factor();
        let same = |last: &f64| *last > 0.0 && near(ratio, *last) && !near(ratio, before);
        let agreed = self.last.filter(same);
        self.last = Some(ratio);
        if let Some(last) = agreed {
            self.factor = (ratio * last).sqrt().clamp(Self::RANGE.0, Self::RANGE.1);
            // Errors seen with the old factor no longer mean anything.
            (self.error, self.steady) = (off(ratio, self.factor), 0.0);
            return;
        }
        let step = (ratio - before) * Self::WEIGHT;
        let step = step.clamp(-Self::LARGEST_STEP, Self::LARGEST_STEP);
        self.factor = (before + step).clamp(Self::RANGE.0, Self::RANGE.1);
        let error = off(ratio, before);
        self.steady = share(self.steady * Self::MEMORY).max(share(error.min(self.error)));
        self.error = share((self.error * Self::MEMORY).max(error));
    }

    /// Returns a count corrected to what the server is expected to count.
    pub fn apply(&self, tokens: u64) -> u64 {
        let factor = self.factor();
        if factor == 1.0 {
            return tokens;
        }
        (tokens as f64 * factor).ceil() as u64
    }

    /// The share by which a calibrated count may be off: the counter's bound or, if larger, what
    /// was seen recently. 0 for exact counts.
    pub fn error_bound(&self, counter: &Counter) -> f64 {
        let seen = if self.scales { share(self.error) } else { 0.0 };
        counter.error_bound().max(seen)
    }

    /// The highest calibrated count that stays within a limit even if it is off
    /// by the counter's bound or, if larger, by what was seen in two turns in a
    /// row. A single odd turn does not shrink a budget.
    pub fn safe_limit(&self, counter: &Counter, limit: u64) -> u64 {
        let seen = if self.scales { share(self.steady) } else { 0.0 };
        if seen <= counter.error_bound() {
            return counter.safe_limit(limit);
        }
        (limit as f64 / (1.0 + seen)) as u64
    }

    /// Returns the most that the server may count if this counter counted `tokens`: the calibrated
    /// count plus the error bound.
    pub fn at_most(&self, counter: &Counter, tokens: u64) -> u64 {
        let calibrated = self.apply(tokens);
        let most = calibrated as f64 * (1.0 + self.error_bound(counter));
        counter.at_most(calibrated).max(most as u64)
    }

    /// The factor between the count and the server's: 1 without experience,
    /// always 1 for exact counts.
    pub fn factor(&self) -> f64 {
        // A factor that was read from a file may be anything.
        if self.scales && self.factor.is_finite() {
            self.factor.clamp(Self::RANGE.0, Self::RANGE.1)
        } else {
            1.0
        }
    }

    /// The share by which the server has lately counted more than this crate
    /// (negative if less).
    pub fn drift(&self) -> f64 {
        self.drift
    }

    /// Whether counts are scaled: only those of an estimate are.
    pub(super) fn scales(&self) -> bool {
        self.scales
    }

    /// How many observations were used.
    pub fn observations(&self) -> u64 {
        self.observations
    }
}

/// The share by which two ratios differ, relative to the smaller one.
fn off(one: f64, other: f64) -> f64 {
    (one / other).max(other / one) - 1.0
}

/// A share that was read from a file may be anything.
fn share(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, Calibration::ABSURD_RATIO) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Encoding;
    use crate::models::Family;

    fn estimated() -> Calibration {
        Calibration::new(&Counter::for_family(Family::Claude))
    }

    #[test]
    fn the_factor_comes_to_the_servers_ratio() {
        let mut calibration = estimated();
        for _ in 0..40 {
            assert_eq!(calibration.observe(10_000, 12_500), Observation::Taken);
        }
        assert!((calibration.factor() - 1.25).abs() < 0.001, "{calibration:?}");
        assert_eq!(calibration.apply(1_000), 1_250);
        assert_eq!(calibration.observations(), 40);
        let claude = Counter::for_family(Family::Claude);
        claude.warm();
        assert_eq!(calibration.at_most(&claude, 1_000), 1_500);
    }

    #[test]
    fn one_odd_turn_moves_the_factor_by_no_more_than_a_step() {
        let mut calibration = estimated();
        let claude = Counter::for_family(Family::Claude);
        let safe = calibration.safe_limit(&claude, 10_000);
        calibration.observe(10_000, 49_000);
        assert_eq!(calibration.factor(), 1.15);
        assert_eq!(calibration.safe_limit(&claude, 10_000), safe, "nothing is taken from a budget");
        assert!(calibration.error_bound(&claude) > 3.0, "and the bound that is told is true");
        calibration.observe(10_000, 2_100);
        assert!((calibration.factor() - 1.0).abs() < 1e-9);
        for _ in 0..8 {
            calibration.observe(10_000, 10_000);
        }
        assert_eq!(calibration.error_bound(&claude), claude.error_bound());
    }

    #[test]
    fn a_server_that_counts_several_times_ours_is_believed_the_second_time() {
        for (reported, factor) in [(35_000, 3.5), (70_000, 7.0), (2_500, 0.25)] {
            let mut calibration = estimated();
            calibration.observe(10_000, reported);
            calibration.observe(10_000, reported);
            assert!((calibration.factor() - factor).abs() < 1e-9, "{calibration:?}");
            let claude = Counter::for_family(Family::Claude);
            assert_eq!(calibration.error_bound(&claude), claude.error_bound());
        }
    }

    #[test]
    fn what_is_told_of_the_error_holds_for_a_server_that_follows_no_ratio() {
        let claude = Counter::for_family(Family::Claude);
        let mut calibration = estimated();
        for turn in 0..200 {
            // Half of the turns contain an image that the server bills highly.
            let reported = if turn % 2 == 0 { 9_000 } else { 19_000 };
            calibration.observe(10_000, reported);
            if turn > 20 {
                let most = calibration.at_most(&claude, 10_000);
                assert!(most >= 18_900, "turn {turn}: at most {most} of {calibration:?}");
                let safe = calibration.safe_limit(&claude, 100_000) as f64;
                assert!(safe * 1.9 / calibration.factor() <= 110_000.0, "{calibration:?}");
            }
        }
    }

    #[test]
    fn the_factor_stays_in_its_range() {
        let mut calibration = estimated();
        for _ in 0..100 {
            calibration.observe(10_000, 95_000);
        }
        assert_eq!(calibration.factor(), 8.0);
        for _ in 0..100 {
            calibration.observe(10_000, 1_100);
        }
        assert_eq!(calibration.factor(), 0.2);
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        let mut calibration = estimated();
        assert_eq!(calibration.observe(0, 1_000), Observation::TooSmall);
        assert_eq!(calibration.observe(1_000, 0), Observation::TooSmall);
        assert_eq!(calibration.observe(1_000, u64::MAX), Observation::Absurd);
        assert_eq!(calibration.observe(u64::MAX, 1_000), Observation::Absurd);
        assert_eq!(calibration, estimated());
    }

    #[test]
    fn an_exact_count_is_not_scaled_but_its_drift_is_seen() {
        let mut calibration = Calibration::new(&Counter::for_encoding(Encoding::O200kBase));
        for _ in 0..40 {
            calibration.observe(10_000, 11_000);
        }
        assert_eq!(calibration.apply(10_000), 10_000);
        assert!((calibration.drift() - 0.1).abs() < 0.001, "{calibration:?}");
    }

    #[test]
    fn a_factor_from_a_damaged_file_does_no_harm() {
        let json = r#"{"factor":1e300,"drift":0.0,"observations":1,"scales":true}"#;
        let calibration: Calibration = serde_json::from_str(json).unwrap();
        assert_eq!(calibration.apply(10), 80);
        let json = r#"{"factor":1.0,"drift":0.0,"observations":1,"scales":true,
            "last":-1e300,"error":1e300,"steady":-7.0}"#;
        let mut calibration: Calibration = serde_json::from_str(json).unwrap();
        let claude = Counter::for_family(Family::Claude);
        assert_eq!(calibration.error_bound(&claude), 10.0);
        assert_eq!(calibration.safe_limit(&claude, 1_200), claude.safe_limit(1_200));
        calibration.observe(10_000, 10_000);
        assert_eq!(calibration.factor(), 1.0);
    }
}
