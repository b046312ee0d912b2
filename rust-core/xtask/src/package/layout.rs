//! The folder of the plugin.

use std::fs;
use std::path::Path;

use unreal_standin::lint::{PluginFiles, lint};
use unreal_standin::texts::shipped;

use super::platform::Platform;

/// Files and folders of the repository that are in the plugin; those that
/// must be there come first.
const NEEDED: [&str; 7] =
    ["Source", "README.md", "LICENSE", "VibeUE.uplugin", "Config", "Content", "Resources"];
const FURTHER: [&str; 2] = ["CHANGELOG.md", "docs"];

/// The licences of everything that is in the library.
const NOTICES: &str = "ThirdPartyNotices.txt";

/// What the engine's own packaging includes besides sources and resources.
const FILTER: &str = "Config/FilterPlugin.ini";

/// Where libraries are in the plugin.
const LIBRARIES: &str = "Source/ThirdParty/VibeUECore/lib";

/// The list of their components, next to them.
const SBOM: &str = "Source/ThirdParty/VibeUECore/VibeUECore.cdx.json";

/// What is put into the folder besides the repository's own files.
pub(super) struct Parts<'a> {
    /// The platform of the library.
    pub(super) platform: Platform,
    /// The library.
    pub(super) library: &'a Path,
    /// The notices that its licences ask for.
    pub(super) notices: &'a str,
    /// The list of what is in it.
    pub(super) sbom: &'a str,
}

/// Lays the plugin out and returns how many files it has. Existing libraries of other platforms
/// stay.
///
/// # Errors
/// If something is missing or cannot be written.
pub(super) fn lay_out(root: &Path, out: &Path, parts: &Parts<'_>) -> Result<usize, String> {
    let mut files = 0;
    for name in NEEDED.iter().chain(&FURTHER) {
        let from = root.join(name);
        if from.exists() {
            files += copy(&from, &out.join(name))?;
        } else if NEEDED.contains(name) {
            return Err(format!("{name} is missing"));
        }
    }
    let place = out.join(LIBRARIES).join(parts.platform.folder());
    files += copy(parts.library, &place.join(parts.platform.shipped()))?;
    for (name, text) in [(NOTICES, parts.notices), (SBOM, parts.sbom)] {
        write(&out.join(name), text.as_bytes())?;
        files += 1;
    }
    for (name, bytes) in shipped::resources(root)? {
        write(&out.join(name), &bytes)?;
        files += 1;
    }
    carry_on(&out.join(FILTER))?;
    Ok(files)
}

/// Writes a file, with the folders that it lies in.
fn write(place: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", place.display());
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(place, bytes).map_err(failed)
}

/// Makes the engine's own packaging include what is made here: `BuildPlugin`, which a
/// Blueprint-only project needs, and Fab keep only those other files that are listed. The
/// repository's list cannot name them, because they do not exist there.
fn carry_on(filter: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", filter.display());
    let mut list = fs::read_to_string(filter).map_err(failed)?;
    if !list.ends_with('\n') {
        list.push('\n');
    }
    list.push_str(&format!("/CHANGELOG.md\n/docs/...\n/{NOTICES}\n/{SBOM}\n/{LIBRARIES}/...\n"));
    fs::write(filter, list).map_err(failed)
}

/// Holds the folder to the rules of the engine's build and of Fab, as the tests
/// hold the repository: descriptor, list of files, paths, build products.
///
/// # Errors
/// All that was found.
pub(super) fn judge(out: &Path) -> Result<(), String> {
    let files = PluginFiles::load(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let found = lint(&files);
    if found.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = found
        .iter()
        .map(|it| format!("{}:{}: {} {} [{}]", it.path, it.line, it.message, it.advice, it.rule))
        .collect();
    Err(format!("{} breaks rules of its host:\n{}", out.display(), lines.join("\n")))
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

#[cfg(test)]
mod tests {
    use super::*;
    use unreal_standin::texts::{locmeta, locres};

    /// Lays the repository's plugin out with a fake library.
    fn laid_out(folder: &Path) -> Result<usize, String> {
        let root = crate::bridge::root();
        let library = folder.join("library");
        fs::write(&library, "!<arch>\n").unwrap();
        let parts = Parts {
            platform: Platform::Linux,
            library: &library,
            notices: "Notices.\n",
            sbom: "{}\n",
        };
        lay_out(&root, &folder.join("VibeUE"), &parts)
    }

    #[test]
    fn the_folder_keeps_the_rules_of_the_engines_packaging_and_of_fab() {
        let folder = tempfile::tempdir().unwrap();
        let files = laid_out(folder.path()).unwrap();
        assert!(files > 50, "{files}");
        let out = folder.path().join("VibeUE");
        assert_eq!(judge(&out), Ok(()));
        let list = fs::read_to_string(out.join(FILTER)).unwrap();
        for line in [NOTICES, SBOM, "docs/...", "Source/ThirdParty/VibeUECore/lib/..."] {
            assert!(list.lines().any(|it| it == format!("/{line}")), "{line} in {list}");
        }
        // Laid over itself, as a build for another platform lays it, it stays right.
        laid_out(folder.path()).unwrap();
        assert_eq!(judge(&out), Ok(()));
    }

    #[test]
    fn the_folder_has_every_text_in_german_as_an_editor_loads_it() {
        let folder = tempfile::tempdir().unwrap();
        laid_out(folder.path()).unwrap();
        let root = crate::bridge::root();
        let texts = shipped::texts(&root).unwrap();
        let german = shipped::catalogue(&root, "de").unwrap();
        let path = folder.path().join("VibeUE/Content/Localization/VibeUE/de/VibeUE.locres");
        let loaded = locres::read(&fs::read(path).unwrap()).unwrap();
        assert_eq!(loaded.len(), texts.len());
        for (loaded, text) in loaded.iter().zip(&texts) {
            assert!(loaded.is_of(text), "{loaded:?}");
            assert_eq!(Some(loaded.translation.as_str()), german.translation(text));
        }
        let meta = folder.path().join("VibeUE/Content/Localization/VibeUE/VibeUE.locmeta");
        assert_eq!(fs::read(meta).ok(), locmeta("VibeUE", "en", &["en", "de"]).ok());
    }

    #[test]
    fn a_build_product_and_a_list_that_names_nothing_are_found() {
        let folder = tempfile::tempdir().unwrap();
        laid_out(folder.path()).unwrap();
        let out = folder.path().join("VibeUE");
        fs::create_dir_all(out.join("Intermediate")).unwrap();
        fs::write(out.join("Intermediate/x.obj"), "x").unwrap();
        fs::remove_file(out.join(NOTICES)).unwrap();
        let said = judge(&out).unwrap_err();
        assert!(said.contains("Intermediate/x.obj:1: ") && said.contains("[stray-file]"), "{said}");
        assert!(said.contains(NOTICES) && said.contains("[filter-plugin]"), "{said}");
    }
}
