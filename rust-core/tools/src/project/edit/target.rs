//! Finds the file that a path from the model means, whether it exists or not.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use crate::project::Folder;
use crate::project::spelling::{on_disk, spelled};

/// The longest name that file systems allow, in bytes.
const LONGEST_NAME: usize = 255;

/// Names that Windows reserves for devices, whatever follows a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Finds the file that a path means: its path relative to the folder, with links followed. It need
/// not exist; then its nearest existing folder must be inside.
///
/// # Errors
/// If it leads outside, or is not a name for a file, in words for the model.
pub(super) fn target(folder: &Folder, path: &str) -> Result<PathBuf, String> {
    let outside = || format!("{path}: no such place in the folder");
    if path.trim().is_empty() {
        return Err("path is empty".to_owned());
    }
    if path.contains('\0') {
        return Err(outside());
    }
    check_spelled(path, &spelled(folder.root(), path))?;
    let real = match folder.find(path) {
        Ok(real) => real,
        Err(_) => on_disk(folder.root(), path)
            .and_then(|whole| beyond(folder, &whole))
            .ok_or_else(outside)?,
    };
    let inside = real.strip_prefix(folder.root()).map_err(|_| outside())?.to_owned();
    if inside.as_os_str().is_empty() || real.is_dir() {
        return Err(format!("{path} is a folder; name a file"));
    }
    for part in inside.components() {
        let Component::Normal(name) = part else { return Err(outside()) };
        check(path, name)?;
    }
    Ok(inside)
}

/// Checks the names of a path as it is spelled, before the file system is asked: Windows may take
/// them for a device, for another computer or for a part of a file.
fn check_spelled(path: &str, spelled: &Path) -> Result<(), String> {
    if spelled.is_absolute() && !cfg!(windows) {
        return Ok(());
    }
    for part in spelled.components() {
        match part {
            Component::Normal(name) => check(path, name)?,
            // `C:a.txt` begins wherever that drive is at the moment.
            Component::Prefix(_) if !spelled.has_root() => check(path, OsStr::new(path))?,
            _ => {}
        }
    }
    Ok(())
}

fn check(path: &str, name: &OsStr) -> Result<(), String> {
    let name = name.to_str().ok_or_else(|| format!("{path}: a name is not UTF-8"))?;
    match unusable(name) {
        Some(why) => Err(format!("{path}: {name:?} is not a name for a file: {why}")),
        None => Ok(()),
    }
}

/// The location of a file that does not exist: below the nearest existing folder.
fn beyond(folder: &Folder, whole: &Path) -> Option<PathBuf> {
    let mut missing = Vec::new();
    let mut at = whole;
    loop {
        // The missing target of a link may be outside.
        if at.symlink_metadata().is_ok() {
            let real = at.canonicalize().ok().filter(|real| real.is_dir())?;
            if !real.starts_with(folder.root()) {
                return None;
            }
            return Some(missing.iter().rev().fold(real, |path, name| path.join(name)));
        }
        // After a folder that does not exist, `..` leads nowhere.
        let Component::Normal(name) = at.components().next_back()? else { return None };
        missing.push(name.to_owned());
        at = at.parent()?;
    }
}

/// Says why a name cannot be used for a file on every system that projects are worked on with.
fn unusable(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST_NAME {
        return Some("it has more than 255 bytes");
    }
    if name.chars().any(|char| char.is_control() || "<>:\"|?*\\".contains(char)) {
        return Some("Windows does not allow < > : \" | ? * \\ in a name");
    }
    if name == "~" {
        return Some("shells expand it to the home folder");
    }
    if name.ends_with(['.', ' ']) {
        return Some("Windows drops a dot or a space at its end");
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let numbered = |prefix: &str| {
        let mut rest = stem.strip_prefix(prefix).unwrap_or_default().chars();
        let digit = rest.next().is_some_and(|it| it.is_ascii_digit() || "¹²³".contains(it));
        digit && rest.next().is_none()
    };
    (DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt"))
        .then_some("Windows reserves it for a device")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mean_something_else_on_another_system_are_refused() {
        for name in ["a.txt", ".gitignore", "com", "com10", "console.h", "nul_test.cpp", "ä b.md"]
        {
            assert_eq!(unusable(name), None, "{name}");
        }
        for name in [
            "~", "CON", "nul.txt", "Com1", "LPT9.log", "com¹", "CONIN$", "aux .x", "a:b",
            "a::$DATA", "a.", "a ", "a\u{7}", "a\\b", "a|b", "x?",
        ] {
            assert!(unusable(name).is_some(), "{name}");
        }
        assert!(unusable(&"x".repeat(256)).is_some());
    }

    #[test]
    fn a_file_that_is_not_there_has_its_place_inside_or_none() {
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("inner");
        std::fs::create_dir_all(inner.join("sub")).unwrap();
        std::fs::write(inner.join("sub/a.txt"), "x").unwrap();
        let folder = Folder::open(&inner).unwrap();
        let find = |path: &str| target(&folder, path);
        assert_eq!(find("sub/a.txt"), Ok(PathBuf::from("sub/a.txt")));
        assert_eq!(find("sub/../sub/a.txt"), Ok(PathBuf::from("sub/a.txt")));
        assert_eq!(find("sub/new/b.txt"), Ok(PathBuf::from("sub/new/b.txt")));
        let absolute = folder.root().join("c.txt").display().to_string();
        assert_eq!(find(&absolute), Ok(PathBuf::from("c.txt")));
        for path in ["../b.txt", "sub/../../b.txt", "new/../../b.txt", "new/../b.txt", "a\0b"] {
            assert_eq!(find(path), Err(format!("{path}: no such place in the folder")), "{path:?}");
        }
        for path in ["sub", ".", "sub/.."] {
            assert_eq!(find(path), Err(format!("{path} is a folder; name a file")));
        }
        assert_eq!(find("  "), Err("path is empty".to_owned()));
        // A file on the way to it.
        assert!(find("sub/a.txt/b").is_err());
        let chars = "Windows does not allow < > : \" | ? * \\ in a name";
        for (path, name, why) in [
            ("C:b.txt", "C:b.txt", chars),
            ("sub/b.txt:stream", "b.txt:stream", chars),
            ("new/../con", "con", "Windows reserves it for a device"),
            ("../b.txt.", "b.txt.", "Windows drops a dot or a space at its end"),
        ] {
            let refused = format!("{path}: {name:?} is not a name for a file: {why}");
            assert_eq!(find(path), Err(refused));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused_whether_something_is_there_or_not() {
        use std::os::unix::fs::symlink;
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::create_dir(outer.path().join("other")).unwrap();
        symlink(outer.path().join("other"), inner.join("out")).unwrap();
        symlink(outer.path().join("nothing"), inner.join("dangling")).unwrap();
        symlink("loop", inner.join("loop")).unwrap();
        let folder = Folder::open(&inner).unwrap();
        for path in ["out/new.txt", "out/a/b.txt", "dangling", "dangling/x", "loop", "loop/x"] {
            assert_eq!(
                target(&folder, path),
                Err(format!("{path}: no such place in the folder")),
                "{path}"
            );
        }
    }
}
