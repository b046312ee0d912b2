//! A folder that cannot be left.

use std::path::{Component, Path, PathBuf};

use vibeue_conversation::{Error, ErrorKind};

use super::spelling::{has_colon, on_disk, spelled};

/// Why a name with a colon is refused: on Windows `.env::$DATA` is `.env` itself, under a name that
/// no rule recognizes.
const COLON: &str = "no file is looked at whose name has a colon; on Windows it means a part of \
                     another file";

/// A folder whose files may be read, and nothing outside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if it is not a folder.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let shown = path.display().to_string();
        let failed = |what: String| {
            Error::new(ErrorKind::Input, what).at(shown.clone()).hint("give the project's folder")
        };
        let root = path
            .canonicalize()
            .map_err(|error| failed(format!("cannot open the folder for tools: {error}")))?;
        if root.is_dir() { Ok(Self { root }) } else { Err(failed("is not a folder".to_owned())) }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Finds a path inside the folder, following links.
    ///
    /// # Errors
    /// If it leads outside or does not exist, in words for the model; a path outside looks the same
    /// as one that does not exist.
    pub fn find(&self, path: &str) -> Result<PathBuf, String> {
        let missing = || format!("{path}: no such file in the folder");
        if path.contains('\0') {
            return Err(missing());
        }
        if has_colon(&spelled(&self.root, path)) {
            return Err(format!("{path}: {COLON}"));
        }
        let whole = on_disk(&self.root, path).ok_or_else(missing)?;
        let real = whole.canonicalize().map_err(|_| missing())?;
        if real.strip_prefix(&self.root).is_ok_and(has_colon) {
            return Err(format!("{path}: {COLON}"));
        }
        if real.starts_with(&self.root) { Ok(real) } else { Err(missing()) }
    }

    /// The path as the model names it: relative to the folder, with `/`.
    pub fn name(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        let parts: Vec<_> = inside
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => Some(name.to_string_lossy()),
                _ => None,
            })
            .collect();
        if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_and_no_link_leads_out_of_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        std::fs::write(outer.path().join("secret"), "x").unwrap();
        let inner = outer.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("a.txt"), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outer.path().join("secret"), inner.join("link")).unwrap();
        let folder = Folder::open(&inner).unwrap();

        let found = folder.find("a.txt").unwrap();
        assert_eq!(folder.name(&found), "a.txt");
        assert_eq!(folder.find(&found.display().to_string()), Ok(found));
        assert_eq!(folder.name(folder.root()), ".");
        for path in ["../secret", "link", "/etc/passwd", "b.txt", "a.txt/../../secret", "a\0b"] {
            assert_eq!(
                folder.find(path),
                Err(format!("{path}: no such file in the folder")),
                "{path:?}"
            );
        }
    }

    #[test]
    fn a_name_with_a_colon_is_not_looked_at_on_any_system() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join(".env"), "x").unwrap();
        #[cfg(unix)]
        std::fs::write(place.path().join("a:b"), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a:b", place.path().join("link")).unwrap();
        let folder = Folder::open(place.path()).unwrap();
        for path in [".env::$DATA", ".git:x:$INDEX_ALLOCATION/config", "a:b", "sub/../a:b"] {
            assert_eq!(folder.find(path), Err(format!("{path}: {COLON}")), "{path}");
        }
        #[cfg(unix)]
        assert_eq!(folder.find("link"), Err(format!("link: {COLON}")));
    }

    #[test]
    fn what_is_not_a_folder_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Folder::open(file.path()).is_err());
        assert!(Folder::open(Path::new("/nowhere/at/all")).is_err());
    }
}
