//! Learns from what servers report by how much the estimates are off.

use serde::{Deserialize, Serialize};

use super::{Counter, TokenizerKind};

/// A factor between this crate's count and the server's, learned turn by turn.
///
/// After each reply the session calls [`Calibration::observe`] with its own
/// uncalibrated count of the request and the server's. The factor follows as
/// an exponentially weighted mean, slowly enough that one odd turn (an image
/// billed by another rule, a prompt that the server cut) cannot throw it;
/// two in a row that say the same are believed at once, however far off they
/// are.
///
/// The published bound of an estimate does not bind this server.
/// [`Calibration::error_bound`] is at least what was seen: by how much the last
/// counts were off from what was expected of them.
///
/// A count with the model's own vocabulary is not scaled: where it differs,
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
    /// By which share the counts were off lately at most, fading.
    #[serde(default)]
    error: f64,
    /// The same of any two in a row, the smaller: more than an odd turn.
    #[serde(default)]
    steady: f64,
}

/// Whether an observation changed the factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// It was taken in.
    Taken,
    /// It was ignored: too few tokens on one of the sides to mean anything.
    TooSmall,
    /// It was ignored: the sides are so far apart that they are not about the
    /// same request.
    Absurd,
}

impl Calibration {
    /// The share with which a new ratio enters the mean.
    pub const WEIGHT: f64 = 0.2;
    /// The most that the factor moves in one turn.
    pub const LARGEST_STEP: f64 = 0.15;
    /// The range of the factor: no tokenizer is further off, and no template
    /// adds more.
    pub const RANGE: (f64, f64) = (0.2, 8.0);
    /// Two ratios agree that differ by no more than this share.
    pub const AGREEMENT: f64 = 0.2;
    /// The share of an error that is remembered in the next turn.
    pub const MEMORY: f64 = 0.5;
    /// Requests below this many tokens are mostly overhead and tell nothing.
    pub const SMALLEST: u64 = 50;
    /// Ratios beyond this, either way, are ignored.
    pub const ABSURD_RATIO: f64 = 10.0;

    /// Starts without experience: a factor of 1. Counts of a counter with its
    /// model's own vocabulary are watched, not scaled.
    pub fn new(counter: &Counter) -> Self {
        let scales = matches!(counter.kind(), TokenizerKind::Estimated(_));
        let (factor, drift, error, steady) = (1.0, 0.0, 0.0, 0.0);
        Self { factor, drift, observations: 0, scales, last: None, error, steady }
    }

    /// Takes in what the server counted for a request of which this crate's
    /// own, uncalibrated count was `counted`.
    pub fn observe(&mut self, counted: u64, reported: u64) -> Observation {
        if counted < Self::SMALLEST || reported < Self::SMALLEST {
            return Observation::TooSmall;
        }
        let ratio = reported as f64 / counted as f64;
        if !(1.0 / Self::ABSURD_RATIO..=Self::ABSURD_RATIO).contains(&ratio) {
            return Observation::Absurd;
        }
        // The first observation counts like any other: starting from 1 is
        // itself an experience, that of the published ratios.
        self.drift += (ratio - 1.0 - self.drift) * Self::WEIGHT;
        self.observations += 1;
        if self.scales {
            self.follow(ratio);
        }
        Observation::Taken
    }

    /// Brings the factor closer to a ratio that was seen.
    fn follow(&mut self, ratio: f64) {
        let near = |one: f64, other: f64| off(one, other) <= Self::AGREEMENT;
        let before = self.factor();
        let same = |last: &f64| *last > 0.0 && near(ratio, *last) && !near(ratio, before);
        let agreed = self.last.filter(same);
        self.last = Some(ratio);
        if let Some(last) = agreed {
            self.factor = (ratio * last).sqrt().clamp(Self::RANGE.0, Self::RANGE.1);
            // What was expected before says nothing any more.
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

    /// Returns a count as the server is expected to see it.
    pub fn apply(&self, tokens: u64) -> u64 {
        let factor = self.factor();
        if factor == 1.0 {
            return tokens;
        }
        (tokens as f64 * factor).ceil() as u64
    }

    /// The share by which a calibrated count may be off: the counter's bound,
    /// or what was seen lately where that is more. 0 for exact counts.
    pub fn error_bound(&self, counter: &Counter) -> f64 {
        let seen = if self.scales { share(self.error) } else { 0.0 };
        counter.error_bound().max(seen)
    }

    /// The highest calibrated count that is within a limit even if it is off:
    /// by the counter's bound, or by what was seen in two turns in a row. One
    /// odd turn takes nothing from a budget.
    pub fn safe_limit(&self, counter: &Counter, limit: u64) -> u64 {
        let seen = if self.scales { share(self.steady) } else { 0.0 };
        if seen <= counter.error_bound() {
            return counter.safe_limit(limit);
        }
        (limit as f64 / (1.0 + seen)) as u64
    }

    /// Returns what the server may count at most for a count of this counter:
    /// the calibrated count with the error bound on top.
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
    /// (less, if negative).
    pub fn drift(&self) -> f64 {
        self.drift
    }

    /// Whether counts are scaled at all: those of an estimate are.
    pub(super) fn scales(&self) -> bool {
        self.scales
    }

    /// How many observations were taken in.
    pub fn observations(&self) -> u64 {
        self.observations
    }
}

/// The share by which two ratios are off from each other, whichever is more.
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
            // Half of the turns hold an image that the server bills dearly.
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
