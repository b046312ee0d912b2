//! The same settings with another target or threshold.

use super::{Settings, SettingsProblem};

impl Settings {
    /// These settings, with summaries that start at another share of the budget and come down to
    /// another one, if those are given. What would contradict them gives way: under a lower
    /// threshold the reset ratio keeps its proportion to it, and so does a target that is not
    /// given; the shares of summaries shrink with the target.
    ///
    /// # Errors
    /// The first problem, if a share is out of range or the target is not below the threshold.
    pub fn aiming_at(
        &self,
        threshold: Option<f64>,
        target: Option<f64>,
    ) -> Result<Self, SettingsProblem> {
        let mut aimed = self.clone();
        if let Some(threshold) = threshold {
            aimed.set("threshold", &threshold.to_string())?;
        }
        let scale = (aimed.threshold / self.threshold).min(1.0);
        if let Some(target) = target {
            aimed.set("target_ratio", &target.to_string())?;
        } else if scale < 1.0 {
            aimed.target_ratio = (self.target_ratio * scale).max(LEAST_TARGET);
        }
        let shrunk = (aimed.target_ratio / self.target_ratio).min(1.0);
        aimed.summary_share *= shrunk;
        aimed.ledger_share *= shrunk;
        aimed.reset_ratio = (self.reset_ratio * scale).max(aimed.target_ratio).min(aimed.threshold);
        let problems = aimed.validate().err().unwrap_or_default();
        problems.into_iter().next().map_or(Ok(aimed), Err)
    }
}

/// The least value of the setting `target_ratio`.
const LEAST_TARGET: f64 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_target_moves_what_would_contradict_it_and_nothing_else() {
        let settings = Settings::default();
        assert_eq!(settings.aiming_at(None, Some(settings.target_ratio)), Ok(settings.clone()));
        let low = settings.aiming_at(None, Some(0.25)).unwrap();
        let expected = Settings {
            target_ratio: 0.25,
            summary_share: settings.summary_share / 2.0,
            ledger_share: settings.ledger_share / 2.0,
            ..settings.clone()
        };
        assert_eq!(low, expected);
        let high = settings.aiming_at(None, Some(0.79)).unwrap();
        let reset_ratio = settings.reset_ratio.max(0.79);
        assert_eq!(high, Settings { target_ratio: 0.79, reset_ratio, ..settings });
    }

    #[test]
    fn a_lower_threshold_takes_with_it_what_lies_below_and_a_higher_one_nothing() {
        let settings = Settings::default();
        assert_eq!(settings.aiming_at(Some(settings.threshold), None), Ok(settings.clone()));
        let low = settings.aiming_at(Some(settings.threshold / 2.0), None).unwrap();
        let expected = Settings {
            threshold: settings.threshold / 2.0,
            reset_ratio: settings.reset_ratio / 2.0,
            target_ratio: settings.target_ratio / 2.0,
            summary_share: settings.summary_share / 2.0,
            ledger_share: settings.ledger_share / 2.0,
            ..settings.clone()
        };
        assert_eq!(low, expected);
        assert_eq!(
            settings.aiming_at(Some(0.9), None),
            Ok(Settings { threshold: 0.9, ..settings.clone() })
        );
        for threshold in [0.0, f64::NAN, -1.0, 7.0] {
            assert!(settings.aiming_at(Some(threshold), None).is_err(), "{threshold}");
        }
    }

    #[test]
    fn a_target_that_is_given_beside_a_threshold_is_the_one_that_counts() {
        let settings = Settings::default();
        let both = settings.aiming_at(Some(0.5), Some(0.4)).unwrap();
        assert_eq!((both.threshold, both.target_ratio), (0.5, 0.4));
        assert!((both.summary_share - settings.summary_share * 0.8).abs() < 1e-12);
        let low = settings.aiming_at(Some(0.11), Some(0.08)).unwrap();
        assert_eq!((low.threshold, low.target_ratio), (0.11, 0.08));
        // The proportion of a target near the least one would be below it.
        let near =
            Settings { target_ratio: 0.06, summary_share: 0.03, ledger_share: 0.01, ..settings };
        assert_eq!(near.aiming_at(Some(0.3), None).unwrap().target_ratio, LEAST_TARGET);
        // A reset ratio as high as the threshold stays so, whatever the rounding.
        let edge = Settings { threshold: 0.75, reset_ratio: 0.75, ..near };
        assert_eq!(edge.aiming_at(Some(0.43), None).unwrap().reset_ratio, 0.43);
    }

    #[test]
    fn a_target_that_is_not_a_share_or_not_below_the_threshold_is_refused() {
        let settings = Settings::default();
        let range = "use a number from 0.05 to 0.9, for example 0.5";
        for (target, said) in [
            (0.0, range),
            (f64::NAN, range),
            (f64::INFINITY, range),
            (-1.0, range),
            (0.85, "use less than 0.8, or a higher threshold"),
        ] {
            assert_eq!(settings.aiming_at(None, Some(target)).unwrap_err().fix, said, "{target}");
        }
    }
}
