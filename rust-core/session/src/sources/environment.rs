//! The environment of the process, as data.

use std::collections::BTreeMap;

use vibeue_provider::{CredentialStore, Preset, ServerSearch};

use super::{SettingSource, SourcedSetting};
use crate::bug_report::{Discretion, SecretString};

/// The variables that matter to this program: its own, and those in which
/// providers keep their keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment(BTreeMap<String, String>);

/// What our own variables begin with.
const PREFIX: &str = "VIBEUE_";

/// Our own variables that are not settings: the last ones are those of the
/// project's tests.
const RESERVED: [&str; 14] = [
    Environment::SETTINGS_FILE,
    Environment::KEY,
    ServerSearch::VARIABLE,
    CredentialStore::VARIABLE,
    "VIBEUE_SHARED",
    "VIBEUE_TEST_SERVER",
    "VIBEUE_TEST_KEY",
    "VIBEUE_TEST_TOOL_SERVER",
    "VIBEUE_TEST_SIGN_IN_SERVER",
    "VIBEUE_TEST_READ_ONLY",
    "VIBEUE_TEST_SMALL_DISK",
    "VIBEUE_TEST_KEYRING",
    "VIBEUE_LOOKS_SIZE",
    "VIBEUE_SANITIZE",
];

impl Environment {
    /// The variable of our own for any server's key.
    pub const KEY: &str = "VIBEUE_API_KEY";

    /// The variable that names the settings file; empty or `none` means no file.
    pub const SETTINGS_FILE: &str = "VIBEUE_CONFIG";

    /// Takes the variables of this process; what is not UTF-8 is ignored.
    pub fn of_process() -> Self {
        let all = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self(all.collect())
    }

    /// Creates an environment with only the given variables.
    pub fn of<const N: usize>(variables: [(&str, &str); N]) -> Self {
        Self(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into())
    }

    /// Returns a variable; an empty one counts as set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns whether this program takes a key from a variable: its own, the one that `key_env`
    /// names, or one that a provider's preset names.
    pub fn is_own_key(name: &str, key_env: Option<&str>) -> bool {
        name.starts_with(PREFIX)
            || key_env == Some(name)
            || Preset::ALL.iter().any(|preset| preset.key_variables.contains(&name))
    }

    /// The values of the variables that hold secrets, by their names; `key_env`
    /// is the one that holds the key.
    pub fn secrets(&self, key_env: Option<&str>) -> Vec<SecretString> {
        // A shorter value is a switch, and redacting it would garble every text.
        const SHORTEST: usize = 4;
        let known = |name: &str| {
            key_env == Some(name) || Discretion::names_secret(name) && name != "VIBEUE_KEY_ENV"
        };
        let values = self.0.iter().filter(|(name, _)| known(name)).map(|(_, value)| value.trim());
        let values = values.filter(|value| value.len() >= SHORTEST);
        values.map(|value| SecretString::from(value.to_owned())).collect()
    }

    /// The names of the variables that matter to this program and are set.
    pub fn shown_names(&self) -> Vec<&str> {
        let matters = |name: &&str| {
            name.starts_with(PREFIX)
                || name.ends_with("_API_KEY")
                || name.to_lowercase().ends_with("_proxy")
                || ["SSL_CERT_FILE", "SSL_CERT_DIR", "NO_COLOR"].contains(name)
        };
        self.0.keys().map(String::as_str).filter(matters).collect()
    }

    /// The settings that our variables name: `VIBEUE_THRESHOLD` is
    /// `threshold`.
    pub fn settings(&self) -> impl Iterator<Item = SourcedSetting> {
        self.0.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str())).filter_map(
            |(variable, value)| {
                let name = variable.strip_prefix(PREFIX)?.to_lowercase();
                let origin = SettingSource::Environment(variable.clone());
                Some(SourcedSetting { name, value: value.clone(), origin })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_with_our_prefix_are_settings_and_reserved_ones_are_not() {
        let environment = Environment::of([
            ("PATH", "/bin"),
            ("VIBEUE_API_KEY", "sk-1"),
            ("VIBEUE_CONFIG", "/c"),
            ("VIBEUE_THRESHOLD", "0.7"),
        ]);
        assert_eq!(
            environment.settings().collect::<Vec<_>>(),
            [SourcedSetting {
                name: "threshold".into(),
                value: "0.7".into(),
                origin: SettingSource::Environment("VIBEUE_THRESHOLD".into()),
            }]
        );
        assert_eq!(environment.get("VIBEUE_API_KEY"), Some("sk-1"));
    }
}
