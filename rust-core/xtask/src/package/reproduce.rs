//! Two folders, one library.

use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

use super::archive;
use super::archive_tools::{copy, run};
use super::platform::Platform;
use crate::bridge;

/// Builds the library in two folders of different names and lengths, each with
/// what git knows about this one, and compares the bytes. Takes as long as two
/// builds from cold.
///
/// # Errors
/// When a build fails, a path of this machine is inside, or the two differ.
pub(crate) fn run_twice() -> Result<String, String> {
    let root = bridge::root();
    let platform = Platform::of_host()?;
    let top = root.join("target/reproduce");
    let mut hashes = Vec::new();
    for name in ["a", "another/folder_of_a_longer_name"] {
        let folder = top.join(name);
        check_out(&root, &folder)?;
        let built = archive::build(&folder, platform, None)?;
        hashes.push(sha256(&built.path)?);
    }
    if hashes[0] != hashes[1] {
        return Err(format!("two folders, two libraries: {} and {}", hashes[0], hashes[1]));
    }
    Ok(format!("two folders, one library, no path of this machine inside\nSHA-256 {}", hashes[0]))
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
