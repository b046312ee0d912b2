//! One setting as somebody said it.

use std::fmt::{self, Display, Formatter};

/// Who said it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SettingSource {
    /// No source: the default.
    Default,
    /// No source; it follows other settings.
    Derived,
    /// A settings file, by its path.
    File(String),
    /// An environment variable, by its name.
    Environment(String),
    /// The command line.
    Argument,
}

impl Display for SettingSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SettingSource::Default => f.write_str("default"),
            SettingSource::Derived => f.write_str("derived from others"),
            SettingSource::File(path) => f.write_str(path),
            SettingSource::Environment(name) => write!(f, "${name}"),
            SettingSource::Argument => f.write_str("command line"),
        }
    }
}

/// A name with its value and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourcedSetting {
    /// The setting's name, as it was said.
    pub(crate) name: String,
    /// Its value as text, as it was said.
    pub(crate) value: String,
    /// Who said it.
    pub(crate) origin: SettingSource,
}
