//! How much of a file is shown to a model: all of it, all but its credentials, or nothing.

mod configuration;
#[cfg_attr(
    windows,
    expect(unsafe_code, reason = "which file it is, which the system tells by a pointer")
)]
mod file_id;
mod masking;
mod names;
mod server_list;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::Path;

pub(super) use masking::{MARK, Masked, hidden};
pub(super) use names::SECRET;

use super::Folder;
use crate::Allowance;
use configuration::is_configuration;
use file_id::FileId;
use names::holds_secrets;

/// The maximum number of bytes of a file that are searched for credentials; nothing after them is
/// shown.
pub(super) const MOST_MASKED: u64 = 16 * 1024 * 1024;

/// How much of a file is shown to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Showing {
    /// All of it.
    All,
    /// All but what looks like a credential: a model may need to know how
    /// something is configured.
    Masked,
    /// Nothing: its purpose is to hold credentials.
    Nothing,
}

/// Decides how much of a folder's files is shown to a model, for one call.
///
/// Everything that passes a file's text to a model uses this.
#[derive(Debug)]
pub(super) struct Discretion<'a> {
    folder: &'a Folder,
    allowance: &'a Allowance,
    /// The files of the folder that hold secrets according to one of several names; looked for
    /// once, if a file has several names.
    linked: OnceCell<BTreeSet<FileId>>,
}

impl<'a> Discretion<'a> {
    pub(super) fn new(folder: &'a Folder, allowance: &'a Allowance) -> Self {
        Self { folder, allowance, linked: OnceCell::new() }
    }

    /// How much of a file is shown; `given` is the name by which it was requested, if any: a link
    /// hides the name of its target.
    pub(super) fn of(&self, real: &Path, given: Option<&Path>) -> Showing {
        if holds_secrets(real) || given.is_some_and(holds_secrets) {
            return Showing::Nothing;
        }
        // A hard link has no target name, and its other names are unknown if they are outside of
        // the folder.
        if let Some(id) = FileId::of_linked(real) {
            let linked = self.linked.get_or_init(|| self.linked_secrets());
            return if linked.contains(&id) { Showing::Nothing } else { Showing::Masked };
        }
        if is_configuration(self.folder.root(), real) { Showing::Masked } else { Showing::All }
    }

    fn linked_secrets(&self) -> BTreeSet<FileId> {
        /// The maximum number of folder entries that are examined.
        const MOST: usize = 200_000;
        let mut found = BTreeSet::new();
        let mut folders = vec![self.folder.root().to_owned()];
        let mut left = MOST;
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                left = left.saturating_sub(1);
                if left == 0 || self.allowance.is_over().is_some() {
                    return found;
                }
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(path),
                    Ok(kind) if kind.is_file() && holds_secrets(&path) => {
                        found.extend(FileId::of_linked(&path));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::ample;
    use super::*;

    #[test]
    fn a_file_is_shown_as_far_as_all_of_its_names_allow() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("sub/.git")).unwrap();
        for name in [".env", "sub/server.key", "a.txt", "b.cpp", "c.json", "sub/.git/config"] {
            fs::write(at(name), "x").unwrap();
        }
        fs::hard_link(at(".env"), at("sub/notes.txt")).unwrap();
        fs::hard_link(at("sub/server.key"), at("notes.txt")).unwrap();
        fs::hard_link(at("a.txt"), at("sub/copy.txt")).unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let allowance = ample();
        let discretion = Discretion::new(&folder, &allowance);
        let showing = |name: &str| discretion.of(&folder.find(name).unwrap(), None);
        for name in [".env", "sub/server.key", "sub/notes.txt", "notes.txt"] {
            assert_eq!(showing(name), Showing::Nothing, "{name}");
        }
        for name in ["c.json", "sub/.git/config", "a.txt", "sub/copy.txt"] {
            assert_eq!(showing(name), Showing::Masked, "{name}");
        }
        assert_eq!(showing("b.cpp"), Showing::All);
        let by_link = discretion.of(&folder.find("b.cpp").unwrap(), Some(Path::new(".env")));
        assert_eq!(by_link, Showing::Nothing);
    }
}
