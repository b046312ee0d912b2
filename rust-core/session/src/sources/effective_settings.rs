//! The effective settings, and where each comes from.

use std::path::Path;

use vibeue_conversation::settings::{SETTINGS, Settings, nearest};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::check::{Table, check, own_name};
use super::{
    CONNECTION, ConnectionSettings, Environment, SettingSource, SettingsFile, SourcedSetting,
};

/// The effective settings.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectiveSettings {
    /// How the conversation is kept within its window.
    pub settings: Settings,
    /// Which model is used.
    pub connection: ConnectionSettings,
    /// Every value that a source gave, weakest source first.
    given: Vec<SourcedSetting>,
    /// The settings file that was looked for.
    pub file: Option<SettingsFile>,
    /// What the user should know about it.
    notes: Vec<String>,
}

impl EffectiveSettings {
    /// Gathers the values of all sources; a command's options, `strong`, override all others.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] with every wrong value and its source; [`ErrorKind::Io`] if a file
    /// that was explicitly named cannot be read.
    pub fn gather(
        argument: Option<&Path>,
        environment: &Environment,
        strong: &[(&str, String)],
    ) -> Result<Self> {
        let file = SettingsFile::find(argument, environment);
        let mut given = Vec::new();
        if let Some(file) = &file {
            given.extend(file.read()?);
        }
        let (named, unknown): (Vec<SourcedSetting>, Vec<SourcedSetting>) =
            environment.settings().partition(|given| own_name(&given.name).is_some());
        given.extend(named);
        given.extend(strong.iter().map(|(name, value)| SourcedSetting {
            name: (*name).to_owned(),
            value: value.clone(),
            origin: SettingSource::Argument,
        }));
        let (settings, connection) = resolve(&mut given)?;
        let notes = unknown.iter().map(unknown_variable).collect();
        Ok(Self { settings, connection, given, file, notes })
    }

    /// What the user should know about the settings.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Where the value of a setting comes from.
    pub fn origin(&self, name: &str) -> SettingSource {
        let last = self.given.iter().rev().find(|given| given.name == name);
        last.map_or_else(|| self.default_origin(name), |given| given.origin.clone())
    }

    /// Where the value of a setting comes from if no source gives it: some follow others.
    fn default_origin(&self, name: &str) -> SettingSource {
        let default = Settings::default().get(name);
        if default == self.settings.get(name) {
            SettingSource::Default
        } else {
            SettingSource::Derived
        }
    }
}

/// The note about a variable of ours that is not a setting. It is not an error, unlike such a name
/// in a file or on the command line: other programs, and later versions of this one, have variables
/// with our prefix.
pub(super) fn unknown_variable(given: &SourcedSetting) -> String {
    let names = SETTINGS.iter().map(|info| info.name);
    let near = nearest(&given.name, names.chain(CONNECTION.iter().map(|info| info.name)));
    let near = near.map_or_else(
        || "`vibeue settings` lists them".to_owned(),
        |near| format!("did you mean VIBEUE_{}?", near.to_uppercase()),
    );
    format!("{} is not a setting and is ignored; {near}", given.origin)
}

/// Checks each value by itself, so that its source can be named, then all of
/// them together for contradictions. Names become those of the tables.
fn resolve(given: &mut [SourcedSetting]) -> Result<(Settings, ConnectionSettings)> {
    let mut connection = ConnectionSettings::default();
    let mut problems = Vec::new();
    let mut pairs = Vec::new();
    for word in given.iter_mut() {
        match check(word, &mut connection) {
            Ok(Table::Connection) => {}
            Ok(Table::Conversation) => pairs.push((word.name.clone(), word.value.clone())),
            Err(refusal) => problems.push(format!("{}: {}", word.origin, refusal.message)),
        }
    }
    match &problems[..] {
        [] => {}
        [one] => return Err(Error::new(ErrorKind::Settings, one.clone())),
        several => {
            let lines: String = several.iter().map(|line| format!("\n  {line}")).collect();
            let what = format!("{} settings cannot be used:{lines}", several.len());
            return Err(Error::new(ErrorKind::Settings, what));
        }
    }
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok((Settings::from_pairs(pairs)?, connection))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(environment: &Environment, strong: &[(&str, &str)]) -> Result<EffectiveSettings> {
        let strong: Vec<(&str, String)> =
            strong.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        EffectiveSettings::gather(None, environment, &strong)
    }

    #[test]
    fn the_command_line_wins_over_the_environment_and_that_over_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.toml");
        std::fs::write(&path, "threshold = 0.9\nrecent-messages-to-keep = 20\nmodel = \"a\"\n")
            .unwrap();
        let path = path.display().to_string();
        let environment = Environment::of([
            ("VIBEUE_CONFIG", path.as_str()),
            ("VIBEUE_THRESHOLD", "0.85"),
            ("VIBEUE_MODEL", "b"),
        ]);
        let config = gather(&environment, &[("model", "c")]).unwrap();
        assert_eq!(
            (config.settings.threshold, config.settings.recent_messages_to_keep),
            (0.85, 20)
        );
        assert_eq!(config.connection.model.as_deref(), Some("c"));
        assert_eq!(
            ["model", "threshold", "recent_messages_to_keep", "mode", "cooldown_messages"]
                .map(|name| config.origin(name).to_string()),
            [
                "command line".to_owned(),
                "$VIBEUE_THRESHOLD".to_owned(),
                path,
                "default".to_owned(),
                "default".to_owned()
            ]
        );
    }

    #[test]
    fn a_value_that_follows_another_is_not_called_a_default() {
        let environment = Environment::of([("VIBEUE_CONFIG", "")]);
        let config = gather(&environment, &[("threshold", "0.6")]).unwrap();
        assert_eq!(
            ["threshold", "reset_ratio", "target_ratio", "cooldown_messages", "model"]
                .map(|name| config.origin(name).to_string()),
            ["command line", "derived from others", "derived from others", "default", "default"]
        );
    }

    #[test]
    fn every_wrong_word_is_reported_with_who_said_it() {
        let environment = Environment::of([
            ("VIBEUE_CONFIG", ""),
            ("VIBEUE_TARGET_RATIO", "50"),
            ("VIBEUE_WINDOW", "none"),
        ]);
        let given = [("threshold", "8"), ("treshold", "0.8")];
        let text = gather(&environment, &given).unwrap_err().to_string();
        for wanted in [
            "4 settings cannot be used",
            "$VIBEUE_TARGET_RATIO: target_ratio",
            "command line: treshold",
            "did you mean threshold?",
            "$VIBEUE_WINDOW: window not a number of tokens",
            "command line: threshold",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
    }

    #[test]
    fn an_unknown_variable_is_told_and_stops_nothing() {
        let environment = Environment::of([
            ("VIBEUE_CONFIG", ""),
            ("VIBEUE_TRESHOLD", "0.8"),
            ("VIBEUE_MODLE", "m"),
            ("VIBEUE_SOMETHING_ELSE", "1"),
            ("VIBEUE_RECENT_MESSAGES_TO_KEEP", "7"),
        ]);
        let config = gather(&environment, &[]).unwrap();
        assert_eq!(config.settings.recent_messages_to_keep, 7);
        assert_eq!(
            config.notes,
            [
                "$VIBEUE_MODLE is not a setting and is ignored; did you mean VIBEUE_MODEL?",
                "$VIBEUE_SOMETHING_ELSE is not a setting and is ignored; \
                 `vibeue settings` lists them",
                "$VIBEUE_TRESHOLD is not a setting and is ignored; \
                 did you mean VIBEUE_THRESHOLD?",
            ]
        );
    }
}
