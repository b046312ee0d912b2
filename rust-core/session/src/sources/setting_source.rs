//! One setting from a source.

use std::fmt::{self, Display, Formatter};

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingSource {
    /// No source: the default.
    Default,
    /// No source; it follows other settings.
    Derived,
    /// A settings file, by its path.
    File(String),
    /// The project's settings in the editor, which everybody has.
    Project,
    /// An environment variable, by its name.
    Environment(String),
    /// The user's own settings in the editor.
    Personal,
    /// The command line.
    Argument,
}

impl Display for SettingSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SettingSource::Default => f.write_str("default"),
            SettingSource::Derived => f.write_str("derived from others"),
            SettingSource::File(path) => f.write_str(path),
            SettingSource::Project => f.write_str("project's settings"),
            SettingSource::Personal => f.write_str("personal settings"),
            SettingSource::Environment(name) => write!(f, "${name}"),
            SettingSource::Argument => f.write_str("command line"),
        }
    }
}

/// A name with its value and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcedSetting {
    /// The setting's name, as written.
    pub name: String,
    /// Its value as text, as written.
    pub value: String,
    /// The source of a value.
    pub origin: SettingSource,
}
