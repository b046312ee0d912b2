//! What a path means as it is spelled, before the file system is asked.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf, Prefix};

/// A path as it is spelled: relative to the folder if it names the folder itself first.
pub(super) fn spelled<'a>(root: &Path, path: &'a str) -> Cow<'a, Path> {
    let asked = Path::new(path);
    if let Ok(inside) = asked.strip_prefix(root) {
        return Cow::Borrowed(inside);
    }
    if !cfg!(windows) {
        return Cow::Borrowed(asked);
    }
    // After `\\?\`, with which every canonical path begins, `/` is a letter and `..` a name.
    if let Some(share) = path.strip_prefix(r"\\?\UNC\") {
        return Cow::Owned(PathBuf::from(format!(r"\\{share}")));
    }
    let plain = path.strip_prefix(r"\\?\").map(Path::new).filter(|plain| plain.is_absolute());
    Cow::Borrowed(plain.unwrap_or(asked))
}

/// Returns whether a path as it is spelled has a name with a colon. That of a drive does not count,
/// unless the path begins wherever that drive is at the moment (`C:a.txt`).
pub(super) fn has_colon(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().contains(&b':'),
        Component::Prefix(_) => !path.has_root(),
        _ => false,
    })
}

/// Where a path from somebody else is looked for on the disk; `None` if nowhere. An absolute path
/// may lead back into the folder, so the result may be outside of it.
///
/// On Windows the result begins with `\\?\`, after which the system takes every name literally:
/// devices (`con`), dots and blanks at the end of a name mean nothing there.
pub(super) fn on_disk(root: &Path, path: &str) -> Option<PathBuf> {
    if !cfg!(windows) {
        return Some(root.join(path));
    }
    let asked = spelled(root, path);
    if has_colon(&asked) {
        return None;
    }
    let begin = match asked.components().next() {
        Some(Component::Prefix(prefix)) => volume(root, prefix.kind())?,
        Some(Component::RootDir) => root.ancestors().last()?.to_owned(),
        _ => root.to_owned(),
    };
    walked(begin, &asked)
}

/// Where an absolute path of Windows begins: at a drive, or at the share that the folder is on. No
/// other computer is asked for anything: it would be sent what the user signs in with.
fn volume(root: &Path, prefix: Prefix<'_>) -> Option<PathBuf> {
    match prefix {
        Prefix::Disk(letter) => Some(PathBuf::from(format!(r"\\?\{}:\", char::from(letter)))),
        Prefix::UNC(server, share) => {
            let top = root.ancestors().last()?;
            let Some(Component::Prefix(own)) = top.components().next() else { return None };
            let Prefix::VerbatimUNC(own_server, own_share) = own.kind() else { return None };
            let same =
                own_server.eq_ignore_ascii_case(server) && own_share.eq_ignore_ascii_case(share);
            same.then(|| top.to_owned())
        }
        _ => None,
    }
}

/// Follows a path name by name. `..` leads up from where the folder before it really is, and
/// nowhere if that folder does not exist, as on Unix; Windows would only drop the name before it.
fn walked(begin: PathBuf, path: &Path) -> Option<PathBuf> {
    let mut at = begin;
    for part in path.components() {
        match part {
            Component::Normal(name) => at.push(name),
            Component::ParentDir => {
                at = at.canonicalize().ok().filter(|real| real.is_dir())?;
                at.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_up_leads_nowhere_from_what_is_not_a_folder() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("sub")).unwrap();
        std::fs::write(root.join("a.txt"), "x").unwrap();
        let walk = |path: &str| walked(root.clone(), Path::new(path));
        for path in ["b.txt", "./b.txt", "sub/../b.txt", "sub/./../sub/../b.txt"] {
            assert_eq!(walk(path), Some(root.join("b.txt")), "{path}");
        }
        assert_eq!(walk("new/b.txt"), Some(root.join("new").join("b.txt")));
        assert_eq!(walk("../b.txt"), Some(root.parent().unwrap().join("b.txt")));
        for path in ["new/../b.txt", "a.txt/../b.txt", "sub/new/../../b.txt"] {
            assert_eq!(walk(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_that_begins_with_the_folder_is_relative_to_it() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let whole = root.join("sub").join("a.txt").display().to_string();
        assert_eq!(spelled(&root, &whole), Path::new("sub").join("a.txt"));
        assert_eq!(spelled(&root, "sub/a.txt"), Path::new("sub/a.txt"));
        assert_eq!(spelled(&root, "/other/a.txt"), Path::new("/other/a.txt"));
    }

    #[cfg(windows)]
    #[test]
    fn a_path_of_windows_begins_at_a_drive_or_the_share_of_the_folder() {
        for root in [r"\\?\C:\game", r"\\?\UNC\server\share\game"] {
            let disk = |path: &str| on_disk(Path::new(root), path);
            let inside = |names: &str| Some(PathBuf::from(format!(r"{root}\{names}")));
            assert_eq!(disk("sub/a.txt"), inside(r"sub\a.txt"));
            assert_eq!(disk(&format!(r"{root}\sub/a.txt")), inside(r"sub\a.txt"));
            assert_eq!(disk(r"D:\x\con"), Some(PathBuf::from(r"\\?\D:\x\con")));
            assert_eq!(disk(r"\\?\D:\x/a.txt."), Some(PathBuf::from(r"\\?\D:\x\a.txt.")));
            for path in [
                r"\\other\share\a.txt",
                r"\\server\other\a.txt",
                "//other/share/a.txt",
                r"\\?\UNC\other\share\a.txt",
                r"\\.\pipe\a",
                r"\\?\pipe\a",
                r"\\?\GLOBALROOT\a",
                "C:a.txt",
                "a.txt:stream",
                r"sub\D:\a.txt",
            ] {
                assert_eq!(disk(path), None, "{path}");
            }
        }
        let local = Path::new(r"\\?\C:\game");
        assert_eq!(on_disk(local, "/a.txt"), Some(PathBuf::from(r"\\?\C:\a.txt")));
        assert_eq!(on_disk(local, r"\\server\share\a.txt"), None);
        let shared = Path::new(r"\\?\UNC\server\share\game");
        let top = Some(PathBuf::from(r"\\?\UNC\server\share\a.txt"));
        assert_eq!(on_disk(shared, r"\\SERVER\Share\a.txt"), top);
        assert_eq!(on_disk(shared, "/a.txt"), top);
    }
}
