//! Values by their names.

use super::load::{find, set_text};
use super::problem::SettingsProblem;
use super::{SETTINGS, Settings};

impl Settings {
    /// Sets one value by its name and text, for command lines, environments
    /// and ini files.
    ///
    /// The name may be ours (`reserve_tokens`, `reserve-tokens`) or the
    /// editor's (`ReserveTokens`). The value is checked against its own range;
    /// contradictions between values are for [`Settings::validate`], because
    /// the next call may resolve them. A preset sets all values that presets
    /// decide.
    ///
    /// # Errors
    /// The problem when there is no such setting or the text is not a value of
    /// it; the settings are then unchanged.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingsProblem> {
        set_text(self, find(name)?, text)
    }

    /// Returns one value in the form that [`Settings::set`] reads, or `None`
    /// when there is no such setting.
    pub fn get(&self, name: &str) -> Option<String> {
        let info = find(name).ok()?;
        self.clone().slot(info.name).map(|slot| slot.text())
    }

    /// All values with their names, in the order of [`SETTINGS`].
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut copy = self.clone();
        SETTINGS.iter().filter_map(|info| Some((info.name, copy.slot(info.name)?.text()))).collect()
    }
}
