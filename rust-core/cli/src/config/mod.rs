//! What configures the program: the user's settings file, the environment and the command line, and
//! which takes precedence.
//!
//! In ascending precedence: defaults, the file, `VIBEUE_*` variables, `--set` and the options that
//! have a name of their own: see [`vibeue_core::sources`], which the editor reads as well.

pub(crate) use vibeue_core::sources::{
    CONNECTION, ConnectionSettings as Connection, EffectiveSettings as Config, Environment,
    SettingSource, SettingsFile,
};

use crate::console::Console;

/// Notes what the user should know about the settings.
pub(crate) fn print_notes(config: &Config, console: &mut Console) {
    for note in config.notes() {
        console.note(note);
    }
}
