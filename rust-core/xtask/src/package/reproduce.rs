//! Two folders, one library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::archive;
use super::archive_tools::{copy, run};
use super::platform::Platform;
use crate::bridge;

/// Builds the library in this folder and in another one, which has a longer name,
/// lies elsewhere and holds what git knows about this one, and compares the bytes.
/// Takes as long as one build from cold when the library has been packaged here,
/// else as long as two.
///
/// # Errors
/// When a build fails, a path of this machine is inside, or the two differ; then
/// the other folder is kept.
pub(crate) fn run_twice() -> Result<String, String> {
    let root = bridge::root();
    let platform = Platform::of_host()?;
    let here = archive::build(&root, platform, None)?;
    // Not below this folder, whose configuration cargo would read a second time.
    let place = tempfile::Builder::new()
        .prefix("vibeue_in_a_folder_of_a_longer_name_")
        .tempdir()
        .map_err(|error| format!("cannot make another folder: {error}"))?;
    let folder = as_compilers_see(place.path())?;
    check_out(&root, &folder)?;
    let there = archive::build(&folder, platform, None)?;
    let hashes = [sha256(&here.path)?, sha256(&there.path)?];
    if hashes[0] != hashes[1] {
        return Err(format!(
            "two folders, two libraries: {} here, {} in {}",
            hashes[0],
            hashes[1],
            place.keep().display()
        ));
    }
    Ok(format!(
        "{}\ntwo folders, one library, no path of this machine inside\nSHA-256 {}",
        here.report, hashes[0]
    ))
}

/// The path that a program finds when it asks for its own folder: on the Mac the
/// folder for temporary files is a link. On Windows the plain path is the one.
fn as_compilers_see(folder: &Path) -> Result<PathBuf, String> {
    if cfg!(windows) {
        return Ok(folder.to_owned());
    }
    folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))
}

/// Copies the files that git knows, as they are now.
fn check_out(root: &Path, folder: &Path) -> Result<(), String> {
    let listed = run(Command::new("git").args(["ls-files", "-z"]).current_dir(root))?;
    for name in listed.out.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), folder.join(name));
        if !from.is_file() {
            continue;
        }
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        }
        copy(&from, &to)?;
    }
    Ok(())
}

fn sha256(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}
