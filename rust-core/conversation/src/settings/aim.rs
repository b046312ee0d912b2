//! The same settings with another target or threshold.

use super::{Settings, SettingsProblem};

impl Settings {
    /// These settings, with summaries that start at another share of the
    /// budget. Under a lower threshold the reset ratio, the target and the
    /// shares of summaries keep their proportions to it.
    ///
    /// # Errors
    /// The first problem, where the share is out of range or not below the one
    /// for emergencies.
    pub fn starting_at(&self, threshold: f64) -> Result<Self, SettingsProblem> {
        let mut moved = self.clone();
        moved.set("threshold", &threshold.to_string())?;
        let scale = (moved.threshold / self.threshold).min(1.0);
        let ratios = [&mut moved.reset_ratio, &mut moved.target_ratio];
        ratios.into_iter().for_each(|ratio| *ratio *= scale);
        let shares = [&mut moved.summary_share, &mut moved.ledger_share];
        shares.into_iter().for_each(|share| *share *= scale);
        let problems = moved.validate().err().unwrap_or_default();
        problems.into_iter().next().map_or(Ok(moved), Err)
    }

    /// These settings, aiming at another share of the budget. What would
    /// contradict it gives way: the reset ratio rises up to the threshold, and
    /// the shares of summaries shrink with the target.
    ///
    /// # Errors
    /// The first problem, where the share is out of range or not below the
    /// threshold.
    pub fn aiming_at(&self, target: f64) -> Result<Self, SettingsProblem> {
        let mut aimed = self.clone();
        aimed.set("target_ratio", &target.to_string())?;
        let shrunk = (aimed.target_ratio / self.target_ratio).min(1.0);
        aimed.summary_share *= shrunk;
        aimed.ledger_share *= shrunk;
        aimed.reset_ratio = aimed.reset_ratio.max(aimed.target_ratio).min(aimed.threshold);
        let problems = aimed.validate().err().unwrap_or_default();
        problems.into_iter().next().map_or(Ok(aimed), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_target_moves_what_would_contradict_it_and_nothing_else() {
        let settings = Settings::default();
        assert_eq!(settings.aiming_at(settings.target_ratio), Ok(settings.clone()));
        let low = settings.aiming_at(0.25).unwrap();
        let expected = Settings {
            target_ratio: 0.25,
            summary_share: settings.summary_share / 2.0,
            ledger_share: settings.ledger_share / 2.0,
            ..settings.clone()
        };
        assert_eq!(low, expected);
        let high = settings.aiming_at(0.79).unwrap();
        let reset_ratio = settings.reset_ratio.max(0.79);
        assert_eq!(high, Settings { target_ratio: 0.79, reset_ratio, ..settings });
    }

    #[test]
    fn a_lower_threshold_takes_with_it_what_lies_below_and_a_higher_one_nothing() {
        let settings = Settings::default();
        assert_eq!(settings.starting_at(settings.threshold), Ok(settings.clone()));
        let low = settings.starting_at(settings.threshold / 2.0).unwrap();
        let expected = Settings {
            threshold: settings.threshold / 2.0,
            reset_ratio: settings.reset_ratio / 2.0,
            target_ratio: settings.target_ratio / 2.0,
            summary_share: settings.summary_share / 2.0,
            ledger_share: settings.ledger_share / 2.0,
            ..settings.clone()
        };
        assert_eq!(low, expected);
        assert_eq!(settings.starting_at(0.9), Ok(Settings { threshold: 0.9, ..settings.clone() }));
        for threshold in [0.0, f64::NAN, -1.0, 7.0] {
            assert!(settings.starting_at(threshold).is_err(), "{threshold}");
        }
    }

    #[test]
    fn a_target_that_is_no_share_or_not_below_the_threshold_is_refused() {
        let settings = Settings::default();
        let range = "use a number from 0.05 to 0.9, for example 0.5";
        for (target, said) in [
            (0.0, range),
            (f64::NAN, range),
            (f64::INFINITY, range),
            (-1.0, range),
            (0.85, "use less than 0.8, or a higher threshold"),
        ] {
            assert_eq!(settings.aiming_at(target).unwrap_err().fix, said, "{target}");
        }
    }
}
