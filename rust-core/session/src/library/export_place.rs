//! The path of an export without a name.

use std::fs;
use std::path::PathBuf;

use vibeue_compaction::secrets;

use super::Library;

/// Maximum number of characters of a title in a file's name.
const LONGEST: usize = 60;

impl Library {
    /// An unused path for an export, in a folder of its own that is created if possible:
    /// `Exports/<title> <time>.<extension>`. Credentials in the title are masked. `time` is the
    /// time as the host formats it. If the folder cannot be created, writing the file fails.
    pub fn export_place(&self, title: &str, time: &str, extension: &str) -> PathBuf {
        let folder = self.folder().join("Exports");
        if let Err(error) = fs::create_dir_all(&folder) {
            let shown = folder.display();
            tracing::warn!(target: "vibeue::session", "{shown}: cannot create the folder: {error}");
        }
        let title = Some(plain(&secrets::mask(title))).filter(|title| !title.is_empty());
        let stem = format!("{} {}", title.as_deref().unwrap_or("Conversation"), plain(time));
        let first = folder.join(format!("{stem}.{extension}"));
        let others = (2_u64..).map(|count| folder.join(format!("{stem} ({count}).{extension}")));
        let free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        std::iter::once(first).chain(others).find(free).expect("some number is free")
    }
}

/// A text as part of a file's name: what any file system refuses becomes a space.
fn plain(text: &str) -> String {
    let allowed = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let letters = text.chars().take(LONGEST).map(|c| if allowed(c) { c } else { ' ' });
    letters.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{OutputFile, Readers, Replacing};

    #[test]
    fn an_export_gets_a_name_that_every_file_system_takes_and_nobody_has() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let name = |title: &str| {
            let place = library.export_place(title, "2026-11-22 10-41-55", "md");
            assert_eq!(place.parent().unwrap(), folder.path().join("talks").join("Exports"));
            place.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(name("../a:b?*Tür_1 "), "a b  Tür_1 2026-11-22 10-41-55.md");
        let key = "sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd";
        assert_eq!(name(&format!("Use {key}")), "Use  secret 2026-11-22 10-41-55.md");
        assert_eq!(name("…"), "Conversation 2026-11-22 10-41-55.md");
        assert_eq!(name(&"x".repeat(90)), format!("{} 2026-11-22 10-41-55.md", "x".repeat(60)));
        fs::write(library.export_place("a", "t", "md"), b"").unwrap();
        fs::write(library.export_place("a", "t", "md"), b"").unwrap();
        let third = library.export_place("a", "t", "md");
        assert_eq!(third.file_name().unwrap().to_str(), Some("a t (3).md"));
        let table = library.export_place("a", "t", "csv");
        assert_eq!(table.file_name().unwrap().to_str(), Some("a t.csv"));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named_by_whoever_writes_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let exports = folder.path().join("Exports");
        fs::write(&exports, "in the way").unwrap();
        let place = Library::at(folder.path()).export_place("a", "t", "md");
        assert_eq!(place, exports.join("a t.md"));
        let refused = OutputFile::put(&place, Replacing::Files, Readers::Owner, b"x").unwrap_err();
        let told = format!("{:?} {}", refused.place(), refused.message());
        assert!(told.contains("Exports"), "{told}");
    }
}
