//! The paths of a folder's files, for a user who mentions one.

use super::walk::walk;
use super::{Folder, PassedOver};
use crate::Allowance;

/// The maximum number of files of a list.
const MOST: usize = 200_000;

/// The files of a folder, as far as they were listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilePaths {
    /// Relative to the folder, with `/`, in the order of their names.
    pub paths: Vec<String>,
    /// Whether there may be more: time ran out, there were too many, or some folder cannot be read.
    pub is_cut: bool,
}

impl FilePaths {
    /// Lists a folder's files, as its tools see them: without hidden ones and
    /// what `.gitignore` leaves out.
    pub fn of(folder: &Folder, allowance: &Allowance) -> Self {
        Self::at_most(folder, allowance, MOST)
    }

    fn at_most(folder: &Folder, allowance: &Allowance, most: usize) -> Self {
        let mut paths = Vec::new();
        let mut is_cut = false;
        let mut passed = PassedOver::default();
        let walked = walk(folder, folder.root(), None, allowance, &mut passed, |entry, _| {
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                is_cut = paths.len() == most;
                if is_cut {
                    return false;
                }
                paths.push(folder.name(entry.path()));
            }
            true
        });
        let mut left = String::new();
        passed.write(&mut left);
        Self { paths, is_cut: is_cut || walked.is_err() || !left.is_empty() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ample, spent};
    use super::*;

    #[test]
    fn files_are_listed_with_their_folders_and_without_what_is_ignored() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        std::fs::create_dir_all(at("Source/Doors")).unwrap();
        for name in ["Source/Doors/Door.cpp", "Source/a.log", "z.txt", ".env"] {
            std::fs::write(at(name), "x").unwrap();
        }
        std::fs::write(at(".gitignore"), "*.log\n").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let paths = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let all = FilePaths { paths: paths(&["Source/Doors/Door.cpp", "z.txt"]), is_cut: false };
        assert_eq!(FilePaths::of(&folder, &ample()), all);
        let first = FilePaths { paths: paths(&["Source/Doors/Door.cpp"]), is_cut: true };
        assert_eq!(FilePaths::at_most(&folder, &ample(), 1), first);
        let none = FilePaths { paths: Vec::new(), is_cut: true };
        assert_eq!(FilePaths::of(&folder, &spent()), none);
    }
}
