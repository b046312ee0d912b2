//! The settings file: TOML, one name a line.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use toml::{Table, Value};
use vibeue_core::settings::{SETTINGS, SettingKind};
use vibeue_core::{Error, ErrorKind};

use super::variable::VARIABLE;
use super::{Environment, SettingSource, SourcedSetting};
use crate::failure::Result;

/// The most bytes that a settings file may have: far above all settings with
/// the longest prompt.
const MOST_BYTES: u64 = 1024 * 1024;

/// The settings file of this run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsFile {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Whether somebody asked for this one, so that it must exist.
    pub(crate) asked_for: bool,
}

impl SettingsFile {
    /// Finds the file: `--config`, else [`VARIABLE`], else the user's own.
    /// `None` where there is no place for one or the variable is empty.
    pub(crate) fn find(argument: Option<&Path>, environment: &Environment) -> Option<Self> {
        if let Some(path) = argument {
            return Some(Self { path: path.to_owned(), asked_for: true });
        }
        match environment.get(VARIABLE) {
            Some("") => None,
            Some(path) => Some(Self { path: PathBuf::from(path), asked_for: true }),
            None => choose_base_strategy().ok().map(|folders| Self {
                path: folders.config_dir().join("vibeue").join("settings.toml"),
                asked_for: false,
            }),
        }
    }

    /// Reads what it says; nothing where the user's own file does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] when it cannot be read, [`ErrorKind::Settings`] with
    /// the place when it is not TOML or has tables.
    pub(crate) fn read(&self) -> Result<Vec<SourcedSetting>> {
        let shown = self.path.display().to_string();
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("cannot read the settings file: {error}"))
                .at(shown.clone())
                .hint(format!("fix the path in --config or {VARIABLE}"))
        };
        let length = match std::fs::metadata(&self.path) {
            Ok(found) => found.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !self.asked_for => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(failed(error).into()),
        };
        if length > MOST_BYTES {
            let what = format!("the settings file has {length} bytes, more than {MOST_BYTES}");
            return Err(Error::new(ErrorKind::Settings, what).at(shown).into());
        }
        let bytes = std::fs::read(&self.path).map_err(failed)?;
        parse(&bytes, &shown)
    }
}

fn parse(bytes: &[u8], shown: &str) -> Result<Vec<SourcedSetting>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::new(ErrorKind::Settings, format!("not UTF-8: wrong byte at offset {at}"))
            .at(shown.to_owned())
            .hint("save the file as UTF-8")
    })?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        Error::new(ErrorKind::Settings, format!("not TOML: {}", error.message()))
            .at(format!("{shown}: line {line}"))
            .hint("write one `name = value` a line, texts in quotes")
    })?;
    let mut all = Vec::with_capacity(table.len());
    for (name, value) in table {
        let value = plain(&name, &value).ok_or_else(|| {
            let what =
                format!("{name} is neither a text, a number, true, false nor a list of texts");
            Error::new(ErrorKind::Settings, what)
                .at(shown.to_owned())
                .hint("settings belong at the top of the file, without [tables]")
        })?;
        all.push(SourcedSetting { name, value, origin: SettingSource::File(shown.to_owned()) });
    }
    Ok(all)
}

/// The value in the form that settings are read in.
fn plain(name: &str, value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(on) => on.to_string(),
        Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            // A text of several lines may hold commas.
            let lines =
                SETTINGS.iter().any(|info| info.name == name && info.kind == SettingKind::Text);
            texts?.join(if lines { "\n" } else { "," })
        }
        Value::Datetime(_) | Value::Table(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, value: &str) -> SourcedSetting {
        SourcedSetting {
            name: name.into(),
            value: value.into(),
            origin: SettingSource::File("f".into()),
        }
    }

    #[test]
    fn every_kind_of_value_is_read_as_the_settings_read_it() {
        let text = "threshold = 0.75\nrecent_messages_to_keep = 20\nenabled = false\n\
                    summary_models = [\"a\", \"b\"]\ncustom_prompt = \"\"\"two\nlines\"\"\"\n\
                    keep = [\"BP_Door\", \"never touch Config/, ever\"]\n";
        let mut all = parse(text.as_bytes(), "f").unwrap();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(
            all,
            [
                said("custom_prompt", "two\nlines"),
                said("enabled", "false"),
                said("keep", "BP_Door\nnever touch Config/, ever"),
                said("recent_messages_to_keep", "20"),
                said("summary_models", "a,b"),
                said("threshold", "0.75"),
            ]
        );
    }

    #[test]
    fn what_is_no_settings_file_is_refused_with_its_place() {
        let refused = |bytes: &[u8]| match parse(bytes, "f") {
            Err(crate::failure::Failure::Error(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(refused(b"a = 1\nb = \n").starts_with("f: line 2: not TOML: "));
        assert!(refused(b"[provider]\na = 1\n").contains("without [tables]"));
        assert!(refused(b"a = [1]\n").contains("list of texts"));
        assert!(refused(b"a = \"\xff\"").contains("not UTF-8: wrong byte at offset 5"));
    }

    #[test]
    fn the_users_own_file_need_not_exist_but_one_that_was_asked_for_must() {
        let path = PathBuf::from("/nowhere/settings.toml");
        let own = SettingsFile { path: path.clone(), asked_for: false };
        assert_eq!(own.read().unwrap(), []);
        assert!(SettingsFile { path, asked_for: true }.read().is_err());
    }

    #[test]
    fn an_argument_wins_over_the_variable_and_an_empty_variable_means_no_file() {
        let with = Environment::of([(VARIABLE, "/b")]);
        let find = |argument: Option<&str>, environment: &Environment| {
            SettingsFile::find(argument.map(Path::new), environment).map(|file| file.path)
        };
        assert_eq!(find(Some("/a"), &with), Some(PathBuf::from("/a")));
        assert_eq!(find(None, &with), Some(PathBuf::from("/b")));
        assert_eq!(find(None, &Environment::of([(VARIABLE, "")])), None);
    }
}
