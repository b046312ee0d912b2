//! Which sources are compiled as one.
//!
//! Most of what a compiler does for one source is read the same headers again.
//! So sources are compiled in groups, as the engine's own build does ("unity
//! builds"), and what is being worked on by itself ("adaptive unity"): a change
//! compiles one file, and says at once what the file forgot to include.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The bytes of source that make a group full: some 15 files, which take a few
/// seconds. Smaller groups read headers more often, larger ones keep one core
/// waiting for the other.
const FULL: u64 = 120 * 1024;

/// Puts sources together: those of one folder, in their order, until a group is
/// full; each of `working` by itself. Every source is in exactly one group.
pub(super) fn groups(
    sources: &[PathBuf],
    working: &BTreeSet<PathBuf>,
    size: impl Fn(&Path) -> u64,
) -> Vec<Vec<PathBuf>> {
    let mut groups: Vec<Vec<PathBuf>> = Vec::new();
    let mut alone = Vec::new();
    let mut filled = 0;
    for source in sources {
        if working.contains(source) {
            alone.push(vec![source.clone()]);
            continue;
        }
        let bytes = size(source);
        match groups.last_mut() {
            Some(group) if filled + bytes <= FULL && group[0].parent() == source.parent() => {
                group.push(source.clone());
                filled += bytes;
            }
            _ => {
                groups.push(vec![source.clone()]);
                filled = bytes;
            }
        }
    }
    groups.extend(alone);
    groups
}

/// Returns the files of a repository that differ from its last commit, or are
/// not part of it; none where git does not know.
pub(super) fn working(root: &Path) -> BTreeSet<PathBuf> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"])
        .output();
    match output {
        Ok(output) if output.status.success() => {
            entries(&String::from_utf8_lossy(&output.stdout)).map(|path| root.join(path)).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Takes the paths out of git's list: two letters, a blank, and the path.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split('\0').filter_map(|entry| entry.get(3..)).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(of: &[&str]) -> Vec<PathBuf> {
        of.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn sources_of_a_folder_are_put_together_until_a_group_is_full() {
        let sources = paths(&["a/1.cpp", "a/2.cpp", "a/3.cpp", "b/1.cpp", "b/big.cpp", "b/z.cpp"]);
        let size = |path: &Path| if path.ends_with("big.cpp") { 2 * FULL } else { FULL / 2 };
        assert_eq!(
            groups(&sources, &BTreeSet::new(), size),
            [
                paths(&["a/1.cpp", "a/2.cpp"]),
                paths(&["a/3.cpp"]),
                paths(&["b/1.cpp"]),
                paths(&["b/big.cpp"]),
                paths(&["b/z.cpp"]),
            ]
        );
    }

    #[test]
    fn what_is_being_worked_on_is_compiled_by_itself() {
        let sources = paths(&["a/1.cpp", "a/2.cpp", "a/3.cpp"]);
        let working = BTreeSet::from([PathBuf::from("a/2.cpp"), PathBuf::from("a/other.h")]);
        assert_eq!(
            groups(&sources, &working, |_| 1),
            [paths(&["a/1.cpp", "a/3.cpp"]), paths(&["a/2.cpp"])]
        );
    }

    #[test]
    fn what_git_lists_is_read_with_blanks_in_names() {
        let list = " M Source/a b.cpp\0?? new.cpp\0D  gone.cpp\0";
        assert_eq!(entries(list).collect::<Vec<_>>(), ["Source/a b.cpp", "new.cpp", "gone.cpp"]);
    }

    #[test]
    fn a_changed_and_a_new_file_of_a_repository_are_found_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let status = Command::new("git")
                .arg("-C")
                .arg(dir.path())
                .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
                .args(arguments)
                .status();
            assert!(status.unwrap().success(), "{arguments:?}");
        };
        let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        assert_eq!(working(dir.path()), BTreeSet::new());
        git(&["init", "-q"]);
        write("kept.cpp", "1");
        write("changed.cpp", "1");
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "all"]);
        write("changed.cpp", "2");
        write("new.cpp", "1");
        let expected = ["changed.cpp", "new.cpp"].map(|name| dir.path().join(name));
        assert_eq!(working(dir.path()), BTreeSet::from(expected));
    }
}
