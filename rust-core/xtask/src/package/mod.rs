//! Packages the plugin with the native library of this platform.
//!
//! The folder that comes out is dropped into a project's `Plugins`: sources,
//! headers, the library under `lib/<Platform>`, the list of what is inside it
//! and the notices. The library is built by the profile `plugin`, with every
//! path of the machine replaced, so that each folder gives the same bytes; on
//! Linux it is linked into one object first, whose only global symbols are the
//! bridge's, so that two libraries with Rust inside can be in one editor.

mod archive;
mod archive_tools;
mod build_rules;
mod cargo;
mod components;
mod descriptor;
mod glibc;
mod layout;
mod notices;
mod object;
mod places;
mod platform;
mod reproduce;
mod sbom;
mod size;
mod vocabularies;

use std::fs;
use std::path::PathBuf;

use crate::bridge;
use crate::metadata::Metadata;
use crate::vocab::Mode;
use components::Components;
use descriptor::Engine;
use platform::Platform;

pub(crate) use reproduce::run_twice as reproduce;
pub(crate) use size::run_all as sizes;

/// What to package, and where to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The folder; `target/plugin/VibeUE` if none is given.
    out: Option<PathBuf>,
    /// An archive that cargo left already takes the place of one that is built
    /// for shipping: tests need not wait for that.
    archive: Option<PathBuf>,
    /// The engine that the descriptor names; none fits every engine.
    engine: Option<Engine>,
}

impl Options {
    /// Reads the command line after `package`.
    ///
    /// # Errors
    /// If an option is unknown, given twice, or its value is missing.
    pub(crate) fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            let value = rest.next().ok_or_else(|| format!("{name} needs a value"))?;
            let twice = match *name {
                "--out" => options.out.replace(PathBuf::from(value)).is_some(),
                "--archive" => options.archive.replace(PathBuf::from(value)).is_some(),
                "--engine" => options.engine.replace(Engine::parse(value)?).is_some(),
                _ => return Err(format!("`package` does not know {name}")),
            };
            if twice {
                return Err(format!("{name} is given twice"));
            }
        }
        Ok(options)
    }
}

/// Packages the plugin and says what the folder holds.
///
/// # Errors
/// If something generated is stale, the library cannot be built, or the library or the folder is
/// not as it must be.
pub(crate) fn run(options: &Options) -> Result<String, String> {
    bridge::run(Mode::Check)?;
    let root = bridge::root();
    let out = options.out.clone().unwrap_or_else(|| root.join("target/plugin/VibeUE"));
    let platform = Platform::of_host()?;
    let metadata = Metadata::read(&root)?;
    let built = archive::build(&root, platform, options.archive.as_deref())?;
    let components = Components::of_library(&root, &metadata)?;
    let bytes =
        fs::read(&built.path).map_err(|error| format!("{}: {error}", built.path.display()))?;
    let vocabularies = vocabularies::inside(&root, &bytes)?;
    let llama3 = components.list.iter().any(|it| it.package.name == "tiktoken");
    let terms = vocabularies::terms(&root, &vocabularies, llama3)?;
    let parts = layout::Parts {
        platform,
        library: &built.path,
        notices: &notices::write(&components, &terms)?,
        sbom: &sbom::write(&components)?,
    };
    let files = layout::lay_out(&root, &out, &parts)?;
    layout::judge(&out)?;
    descriptor::name_engine(&out.join("VibeUE.uplugin"), options.engine)?;
    let engine = options.engine.map_or_else(
        || "the descriptor names no engine: it fits each".to_owned(),
        |engine| format!("the descriptor names engine {engine}"),
    );
    Ok(format!(
        "{}\ninside are {}\n{engine}\n{files} files in {}",
        built.report,
        vocabularies.join(", "),
        out.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_once_each_and_need_their_values() {
        let options = Options::parse(&["--engine", "5.7", "--out", "x"]).unwrap();
        assert_eq!(options.engine, Engine::parse("5.7").ok());
        assert_eq!(options.out, Some(PathBuf::from("x")));
        assert_eq!(Options::parse(&[]), Ok(Options::default()));
        let refused = |arguments: &[&str]| Options::parse(arguments).unwrap_err();
        assert_eq!(refused(&["--out"]), "--out needs a value");
        assert_eq!(refused(&["--out", "a", "--out", "b"]), "--out is given twice");
        assert_eq!(refused(&["--what", "a"]), "`package` does not know --what");
    }
}
