//! The combinations of settings that the arguments name.

use vibeue_core::compaction::tuning::Candidate;
use vibeue_core::settings::{Settings, SettingsPreset};

use crate::args::TuneArgs;
use crate::failure::Result;

/// Combines all thresholds with all numbers of messages to keep, or takes the
/// presets.
///
/// # Errors
/// [`vibeue_core::ErrorKind::Settings`] for values out of their range.
pub(super) fn all(args: &TuneArgs) -> Result<Vec<Candidate>> {
    if args.presets {
        return SettingsPreset::ALL.iter().map(|preset| of_preset(*preset, args)).collect();
    }
    let mut all: Vec<Candidate> = Vec::new();
    for threshold in &args.thresholds {
        for keep_recent in &args.keep_recent {
            // There are no models to ask here.
            let mut pairs = vec![("mode", "rules")];
            pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
            pairs.push(("threshold", threshold.trim()));
            pairs.push(("recent_messages_to_keep", keep_recent.trim()));
            let candidate = Candidate { preset: None, settings: Settings::from_pairs(pairs)? };
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    Ok(all)
}

/// A preset, with the other settings.
fn of_preset(preset: SettingsPreset, args: &TuneArgs) -> Result<Candidate> {
    let mut pairs = vec![("mode", "rules")];
    pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    pairs.push(("preset", preset.name()));
    Ok(Candidate { preset: Some(preset), settings: Settings::from_pairs(pairs)? })
}
