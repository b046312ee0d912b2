//! Running the rules of one module for one platform.

use std::fs;
use std::path::{Path, PathBuf};

use super::compiler::BuildTool;
use super::filled::Filled;

/// How the constructor of a module's rules ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It filled its lists.
    Filled(Filled),
    /// It refused the build with a message of its own.
    Refused(String),
    /// It threw something else.
    Crashed(String),
}

/// Runs the rules of `module` in the compiled `program` for `platform` and the
/// engine 5.`minor`. The plugin's files are those of `plugin`, which may be
/// changed: a file that the rules miss, in the module's own folder, is created
/// empty, and the rules are run again.
///
/// # Errors
///
/// That the program could not be run, or that it keeps missing files.
pub fn run_rules(
    tool: &BuildTool,
    program: &Path,
    module: (&str, &Path),
    platform: &str,
    minor: u32,
    plugin: &Path,
) -> Result<Outcome, String> {
    let (name, folder) = module;
    // Libraries are few; more rounds mean that creating them does not help.
    for _ in 0..16 {
        let outcome = run_rules_once(tool, program, module, platform, minor, plugin)?;
        let missing = match &outcome {
            Outcome::Refused(message) => missing_file(message, folder),
            Outcome::Filled(_) | Outcome::Crashed(_) => None,
        };
        let Some(missing) = missing else {
            return Ok(outcome);
        };
        let parent = missing.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&missing, b""))
            .map_err(|error| format!("{}: {error}", missing.display()))?;
    }
    Err(format!("the rules of '{name}' go on missing files that are there"))
}

/// As [`run_rules`], on the files as they are: what is missing stays so.
///
/// # Errors
///
/// That the program could not be run.
pub fn run_rules_once(
    tool: &BuildTool,
    program: &Path,
    module: (&str, &Path),
    platform: &str,
    minor: u32,
    plugin: &Path,
) -> Result<Outcome, String> {
    let (name, folder) = module;
    let folder_text = folder.to_string_lossy();
    let plugin_text = plugin.to_string_lossy();
    let minor = minor.to_string();
    let arguments = [name, platform, &minor, &folder_text, &plugin_text, "/Engine"];
    let (is_well, text) = tool.run(program, &arguments)?;
    if is_well {
        return Ok(Outcome::Filled(Filled::read(&text)));
    }
    let (kind, message) = text.trim_end().split_once('\t').unwrap_or(("crash", &text));
    let message = message.to_owned();
    Ok(if kind == "error" { Outcome::Refused(message) } else { Outcome::Crashed(message) })
}

/// The file in `folder` that a message names in quotes and that does not exist.
fn missing_file(message: &str, folder: &Path) -> Option<PathBuf> {
    message
        .split(['\'', '"'])
        .map(Path::new)
        .find(|path| path.starts_with(folder) && *path != folder && !path.exists())
        .filter(|path| !path.components().any(|part| part.as_os_str() == ".."))
        .map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_file_is_the_quoted_one_in_the_folder() {
        let folder = Path::new("/nowhere/module");
        assert_eq!(
            missing_file("no '/nowhere/module/lib/x.a'. Build it.", folder),
            Some(PathBuf::from("/nowhere/module/lib/x.a"))
        );
        assert_eq!(missing_file("no '/nowhere/other/x.a'", folder), None);
        assert_eq!(missing_file("no '/nowhere/module/../x.a'", folder), None);
        assert_eq!(missing_file("no platform 'Android'", folder), None);
    }
}
