//! An archive as one object.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive_tools::{defined, run};

/// Names that begin so are the bridge's own.
const OURS: [&str; 2] = ["vibeue$cxxbridge1$", "cxxbridge1$"];

/// Links an archive into one object that exports only the bridge; returns it and the former number
/// of global symbols.
///
/// # Errors
/// If a tool fails.
pub(super) fn one_object(archive: &Path, work: &Path) -> Result<(PathBuf, usize), String> {
    let object = work.join("vibeue_core.o");
    run(Command::new("ld").args(["-r", "--whole-archive"]).arg(archive).arg("-o").arg(&object))?;
    // The compiler's own intermediate code is in the standard library's
    // objects; tools with another version's plugin stumble over it.
    let mut strip = Command::new("objcopy");
    strip.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd", "--strip-debug"]);
    run(strip.arg(&object))?;
    let before = defined(&object)?;
    let keep = work.join("keep.txt");
    let list: String =
        before.iter().filter(|name| is_ours(name)).map(|name| format!("{name}\n")).collect();
    fs::write(&keep, list).map_err(|error| format!("cannot write {}: {error}", keep.display()))?;
    let mut objcopy = Command::new("objcopy");
    objcopy.arg(format!("--keep-global-symbols={}", keep.display()));
    run(objcopy.arg("--strip-unneeded").arg(&object))?;
    Ok((object, before.len()))
}

/// Whether a symbol is one of the bridge's own.
pub(super) fn is_ours(name: &str) -> bool {
    OURS.iter().any(|begin| name.starts_with(begin))
}
