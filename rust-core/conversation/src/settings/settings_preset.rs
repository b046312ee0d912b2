//! The name of a preset.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PRESETS, PresetInfo};

/// Settings that go together: what is not set by itself has the value that the
/// preset gives it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingsPreset {
    /// The default of every setting.
    #[default]
    Balanced,
    /// Fewer tokens are sent, less is at hand.
    Economical,
    /// More stays at hand, more tokens are sent.
    LongMemory,
}

impl SettingsPreset {
    /// All presets, in the order of [`PRESETS`].
    pub const ALL: [Self; 3] = [Self::Balanced, Self::Economical, Self::LongMemory];

    /// The name in settings files: `balanced`, `economical`, `long_memory`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Economical => "economical",
            Self::LongMemory => "long_memory",
        }
    }

    /// Returns what is known of it, the values that it gives among them.
    pub fn info(self) -> &'static PresetInfo {
        &PRESETS[self as usize]
    }
}

impl fmt::Display for SettingsPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
