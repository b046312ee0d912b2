//! One combination of settings to try.

use vibeue_conversation::settings::{Settings, SettingsPreset};

/// Settings that are tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The preset that is tried, if presets are compared.
    pub preset: Option<SettingsPreset>,
    /// All of them, complete and without contradictions.
    pub settings: Settings,
}
