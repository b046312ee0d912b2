//! One combination of settings to try.

use vibeue_core::settings::{Settings, SettingsPreset};

use crate::args::TuneArgs;
use crate::failure::Result;

/// Settings that are tried.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// The preset that is tried, where presets are compared.
    pub(super) preset: Option<SettingsPreset>,
    /// All of them, complete and without contradictions.
    pub(super) settings: Settings,
}

impl Candidate {
    /// Combines all thresholds with all numbers of messages to keep, or takes the
    /// presets.
    ///
    /// # Errors
    /// [`vibeue_core::ErrorKind::Settings`] for values out of their range.
    pub(super) fn all(args: &TuneArgs) -> Result<Vec<Self>> {
        if args.presets {
            return SettingsPreset::ALL
                .iter()
                .map(|preset| Self::of_preset(*preset, args))
                .collect();
        }
        let mut all: Vec<Self> = Vec::new();
        for threshold in &args.thresholds {
            for keep_recent in &args.keep_recent {
                // Nothing here has a model to ask.
                let mut pairs = vec![("mode", "rules")];
                pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
                pairs.push(("threshold", threshold.trim()));
                pairs.push(("recent_messages_to_keep", keep_recent.trim()));
                let candidate = Self { preset: None, settings: Settings::from_pairs(pairs)? };
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        Ok(all)
    }

    /// A preset, with what else is set.
    fn of_preset(preset: SettingsPreset, args: &TuneArgs) -> Result<Self> {
        let mut pairs = vec![("mode", "rules")];
        pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        pairs.push(("preset", preset.name()));
        Ok(Self { preset: Some(preset), settings: Settings::from_pairs(pairs)? })
    }
}
