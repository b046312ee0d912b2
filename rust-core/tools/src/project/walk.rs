//! Going through folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::{Folder, PassedOver};
use crate::Allowance;

/// The maximum number of entries of one folder: they are sorted, so all of them are held at once.
const MOST_ENTRIES: usize = 50_000;

/// Walks a folder in the order of names, to the given depth, without hidden files and what
/// `.gitignore` excludes. `each` returns whether to continue. What cannot be read is noted.
///
/// # Errors
/// Why it ended early, if its time ran out.
pub(super) fn walk(
    folder: &Folder,
    from: &Path,
    depth: Option<usize>,
    allowance: &Allowance,
    passed: &mut PassedOver,
    mut each: impl FnMut(&DirEntry, &mut PassedOver) -> bool,
) -> Result<(), String> {
    if is_crowded(from) {
        passed.note(crowded(&folder.name(from)));
        return Ok(());
    }
    let too_many: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let noting = Arc::clone(&too_many);
    let walk = WalkBuilder::new(from)
        .max_depth(depth)
        .follow_links(false)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            // Folders at the maximum depth are not entered.
            let enters = depth.is_none_or(|depth| entry.depth() < depth);
            if is_folder && enters && entry.depth() > 0 && is_crowded(entry.path()) {
                let mut noted = noting.lock().unwrap_or_else(PoisonError::into_inner);
                noted.push(entry.path().to_owned());
                return false;
            }
            true
        })
        .build();
    let mut outcome = Ok(());
    for entry in walk {
        if let Some(why) = allowance.is_over() {
            outcome = Err(why);
            break;
        }
        match entry {
            Ok(entry) if !each(&entry, passed) => break,
            Ok(_) => {}
            Err(error) => passed.of_walk(folder, &error),
        }
    }
    for path in too_many.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        passed.note(crowded(&folder.name(path)));
    }
    outcome
}

fn is_crowded(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| entries.take(MOST_ENTRIES + 1).count() > MOST_ENTRIES)
}

fn crowded(name: &str) -> String {
    format!("{name} has more than {MOST_ENTRIES} entries; name a file in it")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::PermissionsExt as _;

    use rustix::fs::{Mode, OFlags, mkdirat, openat};
    use serde_json::{Value, json};

    use super::super::tests::ample;
    use super::super::{list_files, search_files};
    use super::*;

    /// A folder with a subfolder that can never be read: its path is longer than the system allows.
    fn unreadable() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("z.txt"), "the door\n").unwrap();
        let mut at: OwnedFd = fs::File::open(place.path()).unwrap().into();
        for _ in 0..20 {
            let name = "x".repeat(250);
            mkdirat(&at, &name, Mode::RWXU).unwrap();
            at = openat(&at, &name, OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        let folder = Folder::open(place.path()).unwrap();
        (place, folder)
    }

    #[test]
    fn a_search_in_a_forbidden_folder_says_so_and_finds_the_rest() {
        let place = tempfile::tempdir().unwrap();
        let shut = place.path().join("a_shut");
        fs::create_dir(&shut).unwrap();
        fs::write(shut.join("a.txt"), "the door\n").unwrap();
        fs::write(place.path().join("z.txt"), "the door\n").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let allow = |mode| fs::set_permissions(&shut, fs::Permissions::from_mode(mode)).unwrap();
        allow(0o000);
        // Not for an administrator, who may read everything.
        let is_forbidden = fs::read_dir(&shut).is_err();
        let search = |given: Value| search_files::run(&folder, &given, &ample()).unwrap();
        let all = search(json!({"pattern": "door"}));
        let inside = search(json!({"pattern": "door", "path": "a_shut"}));
        allow(0o700);
        let said = "[not complete: a_shut cannot be read: permission denied]\n";
        let found = "a_shut/a.txt:1: the door\n";
        if is_forbidden {
            assert_eq!(all, format!("z.txt:1: the door\n{said}"));
            assert_eq!(inside, format!("[nothing found]\n{said}"));
        } else {
            assert_eq!(all, format!("{found}z.txt:1: the door\n"));
            assert_eq!(inside, found);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_said_in_the_result() {
        let (_place, folder) = unreadable();
        let found = search_files::run(&folder, &json!({"pattern": "door"}), &ample()).unwrap();
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!((lines.len(), lines[0]), (2, "z.txt:1: the door"), "{found}");
        assert!(lines[1].starts_with("[not complete: xxx"), "{found}");
        assert!(lines[1].contains("cannot be read: invalid filename"), "{found}");
        assert!(lines[1].len() < 400, "{found}");

        let nothing = search_files::run(&folder, &json!({"pattern": "hatch"}), &ample()).unwrap();
        assert!(nothing.starts_with("[nothing found]\n[not complete: xxx"), "{nothing}");
        let listed = list_files::run(&folder, &json!({"depth": 100}), &ample()).unwrap();
        assert!(listed.contains("cannot be read: invalid filename"), "{listed}");
    }
}
