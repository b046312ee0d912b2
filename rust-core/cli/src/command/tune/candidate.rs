//! One combination of settings to try.

use vibeue_core::settings::Settings;

use crate::args::TuneArgs;
use crate::failure::Result;

/// Settings that are tried.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// All of them, complete and without contradictions.
    pub(super) settings: Settings,
}

impl Candidate {
    /// Combines all thresholds with all numbers of messages to keep.
    ///
    /// # Errors
    /// [`vibeue_core::ErrorKind::Settings`] for values out of their range.
    pub(super) fn all(args: &TuneArgs) -> Result<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for threshold in &args.thresholds {
            for keep_recent in &args.keep_recent {
                // Nothing here has a model to ask.
                let mut pairs = vec![("mode", "rules")];
                pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
                pairs.push(("threshold", threshold.trim()));
                pairs.push(("recent_messages_to_keep", keep_recent.trim()));
                let candidate = Self { settings: Settings::from_pairs(pairs)? };
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        Ok(all)
    }
}
