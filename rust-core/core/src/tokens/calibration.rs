//! Learns from what servers report by how much the estimates are off.

use serde::{Deserialize, Serialize};

use super::{Counter, TokenizerKind};

/// A factor between this crate's count and the server's, learned turn by turn.
///
/// After each reply the session calls [`Calibration::observe`] with its own
/// uncalibrated count of the request and the server's. The factor follows as
/// an exponentially weighted mean, slowly enough that one odd turn (an image
/// billed by another rule, a prompt that the server cut) cannot throw it.
///
/// A count with the model's own vocabulary is not scaled: where it differs,
/// something else is unaccounted for, and [`Calibration::drift`] shows it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    factor: f64,
    drift: f64,
    observations: u64,
    scales: bool,
}

/// What became of an observation.
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
    /// The range of the factor.
    pub const RANGE: (f64, f64) = (0.5, 2.0);
    /// Requests below this many tokens are mostly overhead and tell nothing.
    pub const SMALLEST: u64 = 50;
    /// Ratios beyond this, either way, are ignored.
    pub const ABSURD_RATIO: f64 = 5.0;

    /// Starts without experience: a factor of 1. Counts of a counter with its
    /// model's own vocabulary are watched, not scaled.
    pub fn new(counter: &Counter) -> Self {
        let scales = matches!(counter.kind(), TokenizerKind::Estimated(_));
        Self { factor: 1.0, drift: 0.0, observations: 0, scales }
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
            let step = (ratio - self.factor) * Self::WEIGHT;
            let step = step.clamp(-Self::LARGEST_STEP, Self::LARGEST_STEP);
            self.factor = (self.factor + step).clamp(Self::RANGE.0, Self::RANGE.1);
        }
        Observation::Taken
    }

    /// Returns a count as the server is expected to see it.
    pub fn apply(&self, tokens: u64) -> u64 {
        let factor = self.factor();
        if factor == 1.0 {
            return tokens;
        }
        (tokens as f64 * factor).ceil() as u64
    }

    /// Returns what the server may count at most for a count of this counter:
    /// the calibrated count with the counter's error bound on top. This is the
    /// number to hold against a budget.
    pub fn at_most(&self, counter: &Counter, tokens: u64) -> u64 {
        counter.at_most(self.apply(tokens))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::exact::Encoding;
    use crate::tokens::models::Family;

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
        calibration.observe(10_000, 49_000);
        assert_eq!(calibration.factor(), 1.15);
        calibration.observe(10_000, 2_100);
        assert!((calibration.factor() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_factor_stays_in_its_range() {
        let mut calibration = estimated();
        for _ in 0..100 {
            calibration.observe(10_000, 45_000);
        }
        assert_eq!(calibration.factor(), 2.0);
        for _ in 0..100 {
            calibration.observe(10_000, 2_500);
        }
        assert_eq!(calibration.factor(), 0.5);
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
        assert_eq!(calibration.apply(10), 20);
    }
}
