//! The plugin's descriptor, as an engine wants it.

use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// An engine that the plugin supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Engine(&'static str);

/// The supported engines, as named in prose and in descriptors.
const ENGINES: [(&str, &str); 3] = [("5.6", "5.6.0"), ("5.7", "5.7.0"), ("5.8", "5.8.0")];

impl Engine {
    /// Reads the name of an engine: `5.8`.
    ///
    /// # Errors
    /// If the plugin does not support it.
    pub(super) fn parse(name: &str) -> Result<Self, String> {
        let known = ENGINES.iter().find(|(short, _)| *short == name);
        known.map(|(_, long)| Self(long)).ok_or_else(|| {
            let names: Vec<&str> = ENGINES.iter().map(|(short, _)| *short).collect();
            format!("--engine {name}: the plugin supports {}", names.join(", "))
        })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Writes into a descriptor which engine it is for. An engine skips a plugin
/// that names another one when nobody is there to be asked, so the
/// repository's own descriptor names none; Fab wants one for each engine.
///
/// # Errors
/// If the descriptor cannot be read or written, or is not one afterwards.
pub(super) fn name_engine(path: &Path, engine: Option<Engine>) -> Result<(), String> {
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
    let text = named(&text, engine).map_err(|error| failed(&error))?;
    fs::write(path, text).map_err(|error| failed(&error))
}

fn named(text: &str, engine: Option<Engine>) -> Result<String, String> {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let key = line.trim_start();
        if key.starts_with("\"EngineVersion\"") {
            continue;
        }
        out.push_str(line);
        if let (true, Some(engine)) = (key.starts_with("\"VersionName\""), engine) {
            let indent = &line[..line.len() - key.len()];
            out.push_str(&format!("{indent}\"EngineVersion\": \"{engine}\",\n"));
        }
    }
    let document: Value = serde_json::from_str(&out).map_err(|error| error.to_string())?;
    let found = document.get("EngineVersion").and_then(Value::as_str);
    if found != engine.map(|engine| engine.0) {
        return Err(format!("it names engine {found:?}; `VersionName` needs a line of its own"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "{\n\t\"VersionName\": \"1.0\",\n\t\"EngineVersion\": \"5.6.0\",\n\t\"Modules\": []\n}\n";
    const BARE: &str = "{\n\t\"VersionName\": \"1.0\",\n\t\"Modules\": []\n}\n";

    #[test]
    fn an_engine_is_named_replaced_or_taken_out() {
        let of_58 = TEXT.replace("5.6.0", "5.8.0");
        let engine = Engine::parse("5.8").unwrap();
        assert_eq!(named(TEXT, Some(engine)), Ok(of_58.clone()));
        assert_eq!(named(BARE, Some(engine)), Ok(of_58));
        assert_eq!(named(TEXT, None), Ok(BARE.to_owned()));
        assert_eq!(named(BARE, None), Ok(BARE.to_owned()));
    }

    #[test]
    fn an_engine_that_is_not_supported_is_refused_with_those_that_are() {
        let said = Engine::parse("5.5").unwrap_err();
        assert_eq!(said, "--engine 5.5: the plugin supports 5.6, 5.7, 5.8");
    }

    #[test]
    fn the_repositorys_descriptor_takes_each_engine() {
        let text = fs::read_to_string(crate::bridge::root().join("VibeUE.uplugin")).unwrap();
        for (short, long) in ENGINES {
            let out = named(&text, Engine::parse(short).ok()).unwrap();
            assert!(out.contains(&format!("\t\"EngineVersion\": \"{long}\",\n")), "{out}");
        }
    }
}
