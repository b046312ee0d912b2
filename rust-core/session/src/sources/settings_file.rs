//! The settings file: TOML, one name per line.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use toml::{Table, Value};
use vibeue_conversation::settings::{SETTINGS, SettingKind};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::{Environment, SettingSource, SourcedSetting};

/// The maximum number of bytes that a settings file may have: far above all settings with the
/// longest prompt.
const MOST_BYTES: u64 = 1024 * 1024;

/// How the file was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// An argument of this run: it must exist, and may be a pipe.
    Argument,
    /// [`Environment::SETTINGS_FILE`]: it must exist, and be a file.
    Variable,
    /// Not named: the user's own file at its default place.
    Own,
}

/// The settings file of this run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is.
    pub path: PathBuf,
    named: Named,
}

impl SettingsFile {
    /// Finds the file: that of an argument, otherwise that of `VIBEUE_CONFIG`, otherwise the user's
    /// own. `None` if the system has no folder for it or the variable is empty or `none`.
    pub fn find(argument: Option<&Path>, environment: &Environment) -> Option<Self> {
        if let Some(path) = argument {
            return Some(Self { path: path.to_owned(), named: Named::Argument });
        }
        match environment.get(Environment::SETTINGS_FILE) {
            Some("" | "none") => None,
            Some(path) => Some(Self { path: PathBuf::from(path), named: Named::Variable }),
            None => choose_base_strategy().ok().map(|folders| Self {
                path: folders.config_dir().join("vibeue").join("settings.toml"),
                named: Named::Own,
            }),
        }
    }

    /// Whether there is something at its place.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Reads its settings; none if the user's own file does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if it cannot be read, [`ErrorKind::Settings`] with the place if it is too
    /// long, not UTF-8, not TOML or has tables.
    pub fn read(&self) -> Result<Vec<SourcedSetting>> {
        let shown = self.path.display().to_string();
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Io, format!("cannot read the settings file: {error}"))
                .at(shown.clone())
                .hint(format!("fix the path in --config or {}", Environment::SETTINGS_FILE))
        };
        let is_file = match std::fs::metadata(&self.path) {
            Ok(found) => found.is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.named == Named::Own => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(failed(error)),
        };
        // A pipe could keep an editor waiting for ever; a program may be given one.
        if !is_file && self.named != Named::Argument {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "it is not a file");
            return Err(failed(error));
        }
        let mut bytes = Vec::new();
        let file = File::open(&self.path).map_err(failed)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MOST_BYTES {
            let what = format!("the settings file has more than {MOST_BYTES} bytes");
            let hint = "a settings file has one line per setting: check that this is one";
            return Err(Error::new(ErrorKind::Settings, what).at(shown).hint(hint));
        }
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
            .hint("write one `name = value` per line, with strings in quotes")
    })?;
    let mut all = Vec::with_capacity(table.len());
    for (name, value) in table {
        let value = plain(&name, &value).ok_or_else(|| {
            let what =
                format!("{name} is not a string, a number, true, false or a list of strings");
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

    fn sourced(name: &str, value: &str) -> SourcedSetting {
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
                sourced("custom_prompt", "two\nlines"),
                sourced("enabled", "false"),
                sourced("keep", "BP_Door\nnever touch Config/, ever"),
                sourced("recent_messages_to_keep", "20"),
                sourced("summary_models", "a,b"),
                sourced("threshold", "0.75"),
            ]
        );
    }

    #[test]
    fn what_is_not_a_settings_file_is_refused_with_its_place() {
        let refused = |bytes: &[u8]| match parse(bytes, "f") {
            Err(error) => error.to_string(),
            Ok(all) => panic!("{all:?}"),
        };
        assert!(refused(b"a = 1\nb = \n").starts_with("f: line 2: not TOML: "));
        assert!(refused(b"[provider]\na = 1\n").contains("without [tables]"));
        assert!(refused(b"a = [1]\n").contains("list of strings"));
        assert!(refused(b"a = \"\xff\"").contains("not UTF-8: wrong byte at offset 5"));
    }

    #[test]
    fn the_users_own_file_need_not_exist_but_one_that_was_named_must() {
        let read = |named| SettingsFile { path: "/nowhere/settings.toml".into(), named }.read();
        assert_eq!(read(Named::Own).unwrap(), []);
        for named in [Named::Argument, Named::Variable] {
            assert_eq!(read(named).unwrap_err().kind(), ErrorKind::Io);
        }
    }

    #[test]
    fn what_is_not_a_file_or_endless_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path, named| {
            SettingsFile { path: path.to_owned(), named }.read().unwrap_err().message().to_owned()
        };
        let told = refused(folder.path(), Named::Variable);
        assert_eq!(told, "cannot read the settings file: it is not a file");
        let large = folder.path().join("large.toml");
        File::create(&large).unwrap().set_len(100 << 20).unwrap();
        let too_long = "the settings file has more than 1048576 bytes";
        assert_eq!(refused(&large, Named::Own), too_long);
        if cfg!(unix) {
            let endless = Path::new("/dev/zero");
            assert_eq!(refused(endless, Named::Variable), told);
            assert_eq!(refused(endless, Named::Argument), too_long);
        }
    }

    #[test]
    fn an_argument_wins_over_the_variable_and_an_empty_variable_means_no_file() {
        let with = Environment::of([(Environment::SETTINGS_FILE, "/b")]);
        let find = |argument: Option<&str>, environment: &Environment| {
            SettingsFile::find(argument.map(Path::new), environment).map(|file| file.path)
        };
        assert_eq!(find(Some("/a"), &with), Some(PathBuf::from("/a")));
        assert_eq!(find(None, &with), Some(PathBuf::from("/b")));
        assert_eq!(find(None, &Environment::of([(Environment::SETTINGS_FILE, "")])), None);
        assert_eq!(find(None, &Environment::of([(Environment::SETTINGS_FILE, "none")])), None);
    }
}
