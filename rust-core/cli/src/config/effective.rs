//! The effective settings, and where each comes from.

use std::path::Path;

use vibeue_core::settings::{SETTINGS, Settings, nearest};
use vibeue_core::{Error, ErrorKind};

use super::file::SettingsFile;
use super::{CONNECTION, Connection, Environment, SettingSource, SourcedSetting};
use crate::console::Console;
use crate::failure::Result;

/// The effective settings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// How the conversation is kept within its window.
    pub(crate) settings: Settings,
    /// Which model is asked.
    pub(crate) connection: Connection,
    /// Every value that a source gave, the weakest source first.
    given: Vec<SourcedSetting>,
    /// The settings file that was looked for.
    pub(crate) file: Option<SettingsFile>,
    /// What a person should know of it.
    notes: Vec<String>,
}

impl Config {
    /// Gathers the values of all sources; a command's options, `strong`, give way
    /// to no other.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] with every wrong value and its source;
    /// [`ErrorKind::Io`] when a file that was asked for cannot be read.
    pub(crate) fn gather(
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
            environment.settings().partition(|given| is_setting(&given.name));
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

    /// Notes what a person should know of the settings.
    pub(crate) fn print_notes(&self, console: &mut Console) {
        for note in &self.notes {
            console.note(note);
        }
    }

    /// Where the value of a setting comes from.
    pub(crate) fn origin(&self, name: &str) -> SettingSource {
        let last = self.given.iter().rev().find(|given| given.name == name);
        last.map_or_else(|| self.default_origin(name), |given| given.origin.clone())
    }

    /// Where the value of a setting comes from that no source gives: some follow
    /// others.
    fn default_origin(&self, name: &str) -> SettingSource {
        let default = Settings::default().get(name);
        if default == self.settings.get(name) {
            SettingSource::Default
        } else {
            SettingSource::Derived
        }
    }
}

/// Tells whether a setting has a name.
fn is_setting(name: &str) -> bool {
    let name = name.replace('-', "_");
    info(&name).is_some() || CONNECTION.iter().any(|info| info.name == name)
}

/// The note about a variable of ours that is not a setting. It is not an error,
/// unlike such a name in a file or on the command line: other programs, and
/// later versions of this one, have variables that begin like ours.
fn unknown_variable(given: &SourcedSetting) -> String {
    let names = SETTINGS.iter().map(|info| info.name);
    let near = nearest(&given.name, names.chain(CONNECTION.iter().map(|info| info.name)));
    let near = near.map_or_else(
        || "`vibeue settings` lists them".to_owned(),
        |near| format!("did you mean VIBEUE_{}?", near.to_uppercase()),
    );
    format!("{} is not a setting and has no effect; {near}", given.origin)
}

/// Checks each value by itself, so that its source can be named, then all of
/// them together for contradictions. Names become those of the tables.
fn resolve(given: &mut [SourcedSetting]) -> Result<(Settings, Connection)> {
    let mut connection = Connection::default();
    let mut problems = Vec::new();
    let mut pairs = Vec::new();
    for word in given.iter_mut() {
        let name = word.name.replace('-', "_");
        match connection.set(&name, &word.value) {
            Some(Ok(())) => word.name = name,
            // The value is not repeated: somebody may have put a key there.
            Some(Err(message)) => problems.push(format!("{}: {name} {message}", word.origin)),
            None => match Settings::default().set(&word.name, &word.value) {
                Ok(()) => {
                    if let Some(info) = info(&word.name) {
                        word.name = info.to_owned();
                    }
                    pairs.push((word.name.clone(), word.value.clone()));
                }
                Err(problem) => {
                    let also: Vec<_> = CONNECTION.iter().map(|info| info.name).collect();
                    let also = if problem.is_unknown() {
                        format!("; those of the connection are {}", also.join(", "))
                    } else {
                        String::new()
                    };
                    problems.push(format!("{}: {problem}{also}", word.origin));
                }
            },
        }
    }
    match &problems[..] {
        [] => {}
        [one] => return Err(Error::new(ErrorKind::Settings, one.clone()).into()),
        several => {
            let lines: String = several.iter().map(|line| format!("\n  {line}")).collect();
            let what = format!("{} settings cannot be used:{lines}", several.len());
            return Err(Error::new(ErrorKind::Settings, what).into());
        }
    }
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok((Settings::from_pairs(pairs)?, connection))
}

/// The setting's own name for one of its names.
fn info(name: &str) -> Option<&'static str> {
    let name = name.replace('-', "_");
    let found = SETTINGS.iter().find(|info| info.name == name || info.unreal_name == name);
    found.map(|info| info.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    fn gather(environment: &Environment, strong: &[(&str, &str)]) -> Result<Config> {
        let strong: Vec<(&str, String)> =
            strong.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Config::gather(None, environment, &strong)
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
        let Err(Failure::Error(error)) = gather(&environment, &given) else { panic!("accepted") };
        let text = error.to_string();
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
                "$VIBEUE_MODLE is not a setting and has no effect; did you mean VIBEUE_MODEL?",
                "$VIBEUE_SOMETHING_ELSE is not a setting and has no effect; \
                 `vibeue settings` lists them",
                "$VIBEUE_TRESHOLD is not a setting and has no effect; \
                 did you mean VIBEUE_THRESHOLD?",
            ]
        );
    }
}
