//! The tools that take object files apart and put them together.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a tool printed.
pub(super) struct Printed {
    /// Its standard output.
    pub(super) out: String,
    /// Its standard error.
    pub(super) err: String,
}

/// Runs a tool and returns what it printed.
///
/// # Errors
/// If it cannot be run or fails; with its own words.
pub(super) fn run(command: &mut Command) -> Result<Printed, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(Printed { out: String::from_utf8_lossy(&output.stdout).into_owned(), err });
    }
    Err(format!("{name} failed ({}):\n{err}", output.status))
}

/// The global symbols of an object: those that it defines.
///
/// # Errors
/// If nm fails.
pub(super) fn defined(object: &Path) -> Result<BTreeSet<String>, String> {
    Ok(names(object, "--defined-only")?.into_iter().map(|(_, name)| name).collect())
}

/// The global symbols that an object asks for, without those that it can do
/// without.
///
/// # Errors
/// If nm fails.
pub(super) fn needed(object: &Path) -> Result<BTreeSet<String>, String> {
    let all = names(object, "--undefined-only")?;
    Ok(all.into_iter().filter(|(kind, _)| *kind == 'U').map(|(_, name)| name).collect())
}

/// Kinds and names of an object's global symbols.
fn names(object: &Path, which: &str) -> Result<Vec<(char, String)>, String> {
    let listed = run(Command::new("nm").args(["-g", which]).arg(object))?;
    let name = |line: &str| {
        let mut words = line.split_whitespace().rev();
        let name = words.next()?.to_owned();
        Some((words.next()?.chars().next()?, name))
    };
    Ok(listed.out.lines().filter_map(name).collect())
}

/// The size of a file in bytes.
///
/// # Errors
/// If it cannot be read.
pub(super) fn bytes(path: &Path) -> Result<u64, String> {
    fs::metadata(path)
        .map(|facts| facts.len())
        .map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Copies a file.
///
/// # Errors
/// If that fails; names both places.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}
