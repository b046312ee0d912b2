//! What a user who tunes would change.

use vibeue_conversation::settings::{
    Mode, PRESETS, SETTINGS, SettingInfo, Settings, SettingsPreset,
};

use super::Candidate;

/// The name of the setting that a preset is.
const PRESET: &str = "preset";

/// The name of the threshold.
const THRESHOLD: &str = "threshold";

/// A combination of settings that is compared with today's.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Which one it is.
    pub kind: TrialKind,
    /// What is replayed.
    pub candidate: Candidate,
    /// What would be another value than today, in the order of the table.
    pub changes: Vec<SettingChange>,
}

/// Which combination is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrialKind {
    /// The settings as they are.
    Today,
    /// A preset; settings that no preset decides stay unchanged.
    Preset,
    /// Another threshold, with everything else as it is.
    Threshold,
}

/// A setting that would have another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingChange {
    /// Its name.
    pub name: &'static str,
    /// Today's value as text.
    pub before: String,
    /// The value that it would have.
    pub after: String,
    /// It is not set directly: it follows from the others.
    pub follows: bool,
}

impl Trial {
    /// The thresholds that are tried.
    pub const THRESHOLDS: [&'static str; 5] = ["0.5", "0.6", "0.7", "0.8", "0.9"];

    /// Today's settings first, then the presets, then other thresholds. What
    /// equals an earlier one, or contradicts what is set today, is left out.
    /// `pairs` are the settings that somebody set, by their names here.
    pub fn all(pairs: &[(String, String)]) -> Vec<Self> {
        let today = resolve(pairs);
        let mut all = vec![Self::new(TrialKind::Today, today.clone(), &today, &[])];
        for preset in SettingsPreset::ALL {
            let mut tried: Vec<_> = pairs.iter().filter(|(name, _)| !decided(name)).collect();
            let choice = (PRESET.to_owned(), preset.name().to_owned());
            tried.push(&choice);
            let settings = resolve(tried);
            let written: Vec<&str> =
                SETTINGS.iter().map(|info| info.name).filter(|name| decided(name)).collect();
            if settings == today {
                // It has a name, then.
                all[0].candidate.preset = Some(preset);
            } else if settings.validate().is_ok() {
                let mut trial = Self::new(TrialKind::Preset, settings, &today, &written);
                trial.candidate.preset = Some(preset);
                all.push(trial);
            }
        }
        for threshold in Self::THRESHOLDS {
            let mut tried: Vec<_> = pairs.iter().filter(|(name, _)| name != THRESHOLD).collect();
            let choice = (THRESHOLD.to_owned(), threshold.to_owned());
            tried.push(&choice);
            let settings = resolve(tried);
            if settings.validate().is_ok() && settings != today {
                all.push(Self::new(TrialKind::Threshold, settings, &today, &[THRESHOLD]));
            }
        }
        all
    }

    fn new(kind: TrialKind, settings: Settings, today: &Settings, written: &[&str]) -> Self {
        let change = |info: &SettingInfo| {
            let (before, after) = (today.get(info.name)?, settings.get(info.name)?);
            let follows = !written.contains(&info.name);
            (before != after).then_some(SettingChange { name: info.name, before, after, follows })
        };
        let changes = SETTINGS.iter().filter_map(change).collect();
        // Nothing here has a model to ask.
        let settings = Settings { mode: Mode::Rules, ..settings };
        Self { kind, candidate: Candidate { preset: None, settings }, changes }
    }
}

fn resolve<'a>(pairs: impl IntoIterator<Item = &'a (String, String)>) -> Settings {
    Settings::resolve(pairs.into_iter().map(|(name, value)| (name.as_str(), value.as_str()))).0
}

/// Whether a choice of a preset decides a setting.
fn decided(name: &str) -> bool {
    name == PRESET || PRESETS.iter().flat_map(|it| it.values).any(|(it, _)| *it == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(pairs: &[(&str, &str)]) -> Vec<Trial> {
        let pairs: Vec<_> =
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Trial::all(&pairs)
    }

    fn change(name: &'static str, before: &str, after: &str, follows: bool) -> SettingChange {
        SettingChange { name, before: before.to_owned(), after: after.to_owned(), follows }
    }

    #[test]
    fn without_anything_set_todays_settings_are_a_preset_and_no_threshold_is_tried_twice() {
        let tried: Vec<(TrialKind, Option<SettingsPreset>, f64)> = trials(&[])
            .iter()
            .map(|it| (it.kind, it.candidate.preset, it.candidate.settings.threshold))
            .collect();
        let [balanced, economical, long] = SettingsPreset::ALL.map(Some);
        assert_eq!(
            tried,
            [
                (TrialKind::Today, balanced, 0.8),
                (TrialKind::Preset, economical, 0.6),
                (TrialKind::Preset, long, 0.9),
                (TrialKind::Threshold, None, 0.5),
                (TrialKind::Threshold, None, 0.6),
                (TrialKind::Threshold, None, 0.7),
                (TrialKind::Threshold, None, 0.9),
            ]
        );
        assert!(trials(&[]).iter().all(|it| it.candidate.settings.mode == Mode::Rules));
    }

    #[test]
    fn a_change_is_told_with_what_follows_it_and_an_own_value_stays_or_gives_way() {
        let set = [("keep", "BP_Door"), ("ledger_share", "0.02"), ("summary_share", "0.3")];
        let all = trials(&set);
        let at = |kind, threshold: f64| {
            let found = all.iter().find(|it| {
                it.kind == kind && (it.candidate.settings.threshold - threshold).abs() < 1e-9
            });
            found.unwrap()
        };
        assert_eq!(at(TrialKind::Today, 0.8).changes, []);
        assert_eq!(
            at(TrialKind::Threshold, 0.7).changes,
            [
                change("threshold", "0.8", "0.7", false),
                change("reset_ratio", "0.7", "0.6125", true),
                change("target_ratio", "0.5", "0.4375", true),
            ]
        );
        let economical = at(TrialKind::Preset, 0.6);
        assert_eq!(economical.candidate.settings.keep, ["BP_Door"]);
        let names: Vec<_> = economical.changes.iter().map(|it| (it.name, it.follows)).collect();
        let written = [
            "preset",
            "threshold",
            "reset_ratio",
            "target_ratio",
            "recent_messages_to_keep",
            "summary_share",
            "ledger_share",
        ];
        assert_eq!(names, written.map(|name| (name, false)));
    }

    #[test]
    fn what_would_contradict_a_value_of_ones_own_is_not_tried() {
        let fixed = [("reset_ratio", "0.75"), ("target_ratio", "0.5")];
        let thresholds: Vec<f64> = trials(&fixed)
            .iter()
            .filter(|it| it.kind == TrialKind::Threshold)
            .map(|it| it.candidate.settings.threshold)
            .collect();
        assert_eq!(thresholds, [0.9]);
    }
}
