//! What holds in the end, and who said so.

use std::path::Path;

use vibeue_core::settings::{SETTINGS, Settings};
use vibeue_core::{Error, ErrorKind};

use super::file::SettingsFile;
use super::{CONNECTION, Connection, Environment, Origin, Said};
use crate::failure::Result;

/// What holds in the end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// How the conversation is kept within its window.
    pub(crate) settings: Settings,
    /// Which model is asked.
    pub(crate) connection: Connection,
    /// What was said, the weakest word first.
    said: Vec<Said>,
    /// The settings file that was looked for.
    pub(crate) file: Option<SettingsFile>,
}

impl Config {
    /// Gathers what everybody says: `weak` is said before all others (a
    /// command's own defaults), `strong` after all others (its options).
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] with every wrong value and who said it;
    /// [`ErrorKind::Io`] when a file that was asked for cannot be read.
    pub(crate) fn gather(
        argument: Option<&Path>,
        environment: &Environment,
        weak: &[(&str, &str)],
        strong: &[(&str, &str)],
    ) -> Result<Self> {
        let file = SettingsFile::find(argument, environment);
        let of = |pairs: &[(&str, &str)], origin: &Origin| {
            let said = |&(name, value): &(&str, &str)| Said {
                name: name.to_owned(),
                value: value.to_owned(),
                origin: origin.clone(),
            };
            pairs.iter().map(said).collect::<Vec<_>>()
        };
        let mut said = of(weak, &Origin::Default);
        if let Some(file) = &file {
            said.extend(file.read()?);
        }
        said.extend(environment.settings());
        said.extend(of(strong, &Origin::Argument));
        let (settings, connection) = resolve(&mut said)?;
        Ok(Self { settings, connection, said, file })
    }

    /// Who said what holds for a setting.
    pub(crate) fn origin(&self, name: &str) -> Origin {
        let last = self.said.iter().rev().find(|said| said.name == name);
        last.map_or(Origin::Default, |said| said.origin.clone())
    }
}

/// Checks each word by itself, so that who said it can be told, then all of
/// them together for contradictions. Names become those of the tables.
fn resolve(said: &mut [Said]) -> Result<(Settings, Connection)> {
    let mut connection = Connection::default();
    let mut problems = Vec::new();
    let mut pairs = Vec::new();
    for word in said.iter_mut() {
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
                    let also = if problem.message == "is not a setting" {
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
        Config::gather(None, environment, &[("mode", "rules")], strong)
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
    fn every_wrong_word_is_reported_with_who_said_it() {
        let environment = Environment::of([
            ("VIBEUE_CONFIG", ""),
            ("VIBEUE_TRESHOLD", "0.8"),
            ("VIBEUE_WINDOW", "none"),
        ]);
        let Err(Failure::Error(error)) = gather(&environment, &[("threshold", "8")]) else {
            panic!("accepted")
        };
        let text = error.to_string();
        for wanted in [
            "3 settings cannot be used",
            "$VIBEUE_TRESHOLD: treshold",
            "did you mean threshold?",
            "$VIBEUE_WINDOW: window not a number of tokens",
            "command line: threshold",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
    }
}
