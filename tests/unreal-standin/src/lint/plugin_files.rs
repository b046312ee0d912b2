//! The files of a plugin.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

/// Folders of a repository that never belong to the plugin.
const FOREIGN_FOLDERS: &[&str] = &["target", "rust-core", "tests", "node_modules"];

/// Files with these endings are read; of others only the path counts.
const TEXT_ENDINGS: &[&str] =
    &["h", "cpp", "cc", "cs", "ini", "uplugin", "inl", "c", "hpp", "md", "txt", "json"];

/// No text of a plugin is larger; what is, is reported and not read.
const MAX_TEXT_BYTES: u64 = 4 << 20;

/// The files of a plugin, by their path below its folder, with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PluginFiles {
    texts: BTreeMap<String, String>,
    others: BTreeSet<String>,
    unreadable: BTreeMap<String, String>,
}

impl PluginFiles {
    /// Reads the plugin in `folder`. Hidden folders, the repository's own (`target`, `rust-core`,
    /// `tests`) and those that its `.gitignore` names are ignored, as are symbolic links.
    ///
    /// # Errors
    ///
    /// If the folder cannot be listed. A file that cannot be read, is too large or is not UTF-8 is
    /// kept as unreadable.
    pub fn load(folder: &Path) -> io::Result<Self> {
        let mut files = Self::default();
        let ignored = ignored_folders(folder);
        files.load_folder(folder, "", &ignored)?;
        Ok(files)
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Self {
        self.others.remove(path);
        self.texts.insert(path.to_owned(), text.to_owned());
        self
    }

    /// Takes a file away.
    #[must_use]
    pub fn without(mut self, path: &str) -> Self {
        self.texts.remove(path);
        self.others.remove(path);
        self.unreadable.remove(path);
        self
    }

    /// The text of a file.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The files that were read: path and text.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().chain(&self.others).chain(self.unreadable.keys()).map(String::as_str)
    }

    /// The files that could not be read, and why.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.unreadable.iter().map(|(path, why)| (path.as_str(), why.as_str()))
    }

    /// Whether `path` is among the files.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.texts.contains_key(path)
            || self.others.contains(path)
            || self.unreadable.contains_key(path)
    }

    fn load_folder(
        &mut self,
        folder: &Path,
        below: &str,
        ignored: &BTreeSet<String>,
    ) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{below}{name}");
            let foreign = below.is_empty() && FOREIGN_FOLDERS.contains(&name.as_str());
            if kind.is_dir() {
                if !(name.starts_with('.') || foreign || ignored.contains(&path)) {
                    self.load_folder(&entry.path(), &format!("{path}/"), ignored)?;
                }
            } else if kind.is_file() && !name.starts_with('.') {
                self.load_file(&entry.path(), path);
            }
        }
        Ok(())
    }

    fn load_file(&mut self, file: &Path, path: String) {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !TEXT_ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            self.others.insert(path);
            return;
        }
        let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
        if size > MAX_TEXT_BYTES {
            let why = format!("it has {size} bytes, more than {MAX_TEXT_BYTES}");
            self.unreadable.insert(path, why);
            return;
        }
        match fs::read(file).map(String::from_utf8) {
            Ok(Ok(text)) => {
                self.texts.insert(path, text);
            }
            Ok(Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
                self.unreadable.insert(path, format!("line {line} is not UTF-8"));
            }
            Err(error) => {
                self.unreadable.insert(path, error.to_string());
            }
        }
    }
}

/// The plain folder names of a `.gitignore`: `/Binaries/`, `Saved/`.
fn ignored_folders(folder: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.join(".gitignore")).unwrap_or_default();
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', '!']) && !line.contains(['*', '?', '[']))
        .map(|line| line.trim_matches('/').to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_without_what_is_not_the_plugins() {
        let folder = std::env::temp_dir().join(format!("plugin-files-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (path, bytes) in [
            ("Source/A.h", b"a".as_slice()),
            ("Source/B.cpp", b"x\n\xff".as_slice()),
            ("Resources/Icon.png", b"\x89".as_slice()),
            ("target/C.h", b"".as_slice()),
            ("Saved/D.h", b"".as_slice()),
            (".git/E.h", b"".as_slice()),
            (".gitignore", b"/Saved/\n*.tmp\n".as_slice()),
        ] {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("created");
            fs::write(file, bytes).expect("written");
        }
        let files = PluginFiles::load(&folder).expect("read");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(
            files.paths().collect::<Vec<_>>(),
            ["Source/A.h", "Resources/Icon.png", "Source/B.cpp"]
        );
        assert_eq!(files.text("Source/A.h"), Some("a"));
        assert_eq!(
            files.unreadable().collect::<Vec<_>>(),
            [("Source/B.cpp", "line 2 is not UTF-8")]
        );
    }
}
