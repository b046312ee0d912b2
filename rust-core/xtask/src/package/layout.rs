//! The folder of the plugin.

use std::fs;
use std::path::Path;

use super::platform::Platform;

/// Files and folders of the repository that are in the plugin; those that
/// must be there come first.
const NEEDED: [&str; 6] =
    ["Source", "README.md", "LICENSE", "VibeUE.uplugin", "Config", "Resources"];
const FURTHER: [&str; 1] = ["CHANGELOG.md"];

/// The licences of everything that is in the library.
const NOTICES: &str = "ThirdPartyNotices.txt";

/// What the engine's own packaging takes along beside sources and resources.
const FILTER: &str = "Config/FilterPlugin.ini";

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
    let place = out.join(NOTICES);
    fs::write(&place, notices)
        .map_err(|error| format!("cannot write {}: {error}", place.display()))?;
    carry_on(&out.join(FILTER))?;
    Ok(files + 1)
}

/// Has the engine's own packaging take the notices along. The repository's
/// list cannot name them: there is no such file there.
fn carry_on(filter: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", filter.display());
    let mut list = fs::read_to_string(filter).map_err(failed)?;
    if !list.ends_with('\n') {
        list.push('\n');
    }
    list.push_str("/CHANGELOG.md\n/");
    list.push_str(NOTICES);
    list.push('\n');
    fs::write(filter, list).map_err(failed)
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
