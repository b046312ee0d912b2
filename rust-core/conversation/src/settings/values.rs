//! The default values.

use std::sync::LazyLock;

use super::load::set_text;
use super::settings_preset::SettingsPreset;
use super::table::{SETTINGS, Settings};

/// The defaults of the table, read once.
static DEFAULTS: LazyLock<Settings> = LazyLock::new(|| {
    let mut settings = Settings::unset();
    for info in SETTINGS {
        set_text(&mut settings, info, info.default).expect("the table's defaults are in range");
    }
    settings
});

impl Default for Settings {
    fn default() -> Self {
        DEFAULTS.clone()
    }
}

impl Settings {
    /// Returns the settings of a preset, without any value set individually.
    pub fn of_preset(preset: SettingsPreset) -> Self {
        let mut settings = Self { preset, ..Self::default() };
        settings.take_preset();
        settings
    }
}
