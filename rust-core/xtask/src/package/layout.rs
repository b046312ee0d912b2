//! The folder of the plugin.

use std::fs;
use std::path::Path;

use super::platform::Platform;

/// Files and folders of the repository that are in the plugin; those that
/// must be there come first.
const NEEDED: [&str; 3] = ["Source", "README.md", "LICENSE"];
const FURTHER: [&str; 4] = ["VibeUE.uplugin", "Config", "Resources", "CHANGELOG.md"];

/// Where libraries are in the plugin.
const LIBRARIES: &str = "Source/ThirdParty/VibeUECore/lib";

/// Lays the plugin out and returns how many files it has. Libraries of other
/// platforms that are there already stay.
///
/// # Errors
/// When something is missing or cannot be written.
pub(super) fn lay_out(
    root: &Path,
    out: &Path,
    platform: Platform,
    library: &Path,
    notices: &str,
) -> Result<usize, String> {
    let mut files = 0;
    for name in NEEDED.iter().chain(&FURTHER) {
        let from = root.join(name);
        if from.exists() {
            files += copy(&from, &out.join(name))?;
        } else if NEEDED.contains(name) {
            return Err(format!("{name} is missing"));
        }
    }
    let place = out.join(LIBRARIES).join(platform.folder());
    files += copy(library, &place.join(platform.shipped()))?;
    let place = out.join("ThirdPartyNotices.txt");
    fs::write(&place, notices)
        .map_err(|error| format!("cannot write {}: {error}", place.display()))?;
    Ok(files + 1)
}

/// Copies a file, or a folder with all in it.
fn copy(from: &Path, to: &Path) -> Result<usize, String> {
    let copying = |error: std::io::Error| {
        format!("cannot copy {} to {}: {error}", from.display(), to.display())
    };
    if from.is_dir() {
        let mut files = 0;
        for entry in fs::read_dir(from).map_err(copying)? {
            let entry = entry.map_err(copying)?;
            files += copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(files);
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(copying)?;
    }
    fs::copy(from, to).map_err(copying)?;
    Ok(1)
}
