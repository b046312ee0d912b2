//! The project's files, as far as an agent may have them read and written.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes of a file that is read or written for an agent.
const MOST: u64 = 8 * 1024 * 1024;

/// A folder that nothing leads out of.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// # Errors
    /// When it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let root = path
            .canonicalize()
            .map_err(|error| format!("the folder {} cannot be used: {error}", path.display()))?;
        if root.is_dir() {
            Ok(Self { root })
        } else {
            Err(format!("{} is not a folder", path.display()))
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Reads a text, or some of its lines: from `line` on, the first is 1, and
    /// at most `limit`.
    ///
    /// # Errors
    /// Why not, for the agent.
    pub(crate) fn read(
        &self,
        path: &Path,
        line: Option<u32>,
        limit: Option<u32>,
    ) -> Result<String, String> {
        let shown = path.display();
        let real = path.canonicalize().map_err(|error| format!("{shown}: {error}"))?;
        self.holds(&real, path)?;
        let what = fs::metadata(&real).map_err(|error| format!("{shown}: {error}"))?;
        if !what.is_file() {
            return Err(format!("{shown} is not a file"));
        }
        let file = fs::File::open(&real).map_err(|error| format!("{shown}: {error}"))?;
        let mut bytes = Vec::new();
        file.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| format!("{shown}: {error}"))?;
        if bytes.len() as u64 > MOST {
            return Err(format!("{shown} has more than {MOST} bytes"));
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is not UTF-8 text"))?;
        if line.is_none() && limit.is_none() {
            return Ok(text);
        }
        let skipped = line.unwrap_or(1).saturating_sub(1) as usize;
        let most = limit.map_or(usize::MAX, |limit| limit as usize);
        Ok(text.split_inclusive('\n').skip(skipped).take(most).collect())
    }

    /// Where a text would be written.
    ///
    /// # Errors
    /// Why it may not be, for the agent.
    pub(crate) fn place(&self, path: &Path) -> Result<PathBuf, String> {
        let shown = path.display();
        if !path.is_absolute() || path.components().any(|part| part == Component::ParentDir) {
            return Err(format!("{shown} is not an absolute path without .."));
        }
        // What is there already may be a link to anywhere.
        if let Ok(real) = path.canonicalize() {
            self.holds(&real, path)?;
            if !real.is_file() {
                return Err(format!("{shown} is not a file"));
            }
            return Ok(real);
        }
        if fs::symlink_metadata(path).is_ok() {
            return Err(format!("{shown} is a link that leads nowhere"));
        }
        let name = path.file_name().ok_or_else(|| format!("{shown} names no file"))?;
        let mut above = path.parent();
        while let Some(folder) = above {
            if let Ok(real) = folder.canonicalize() {
                self.holds(&real, path)?;
                let below = path.parent().and_then(|parent| parent.strip_prefix(folder).ok());
                return Ok(real.join(below.unwrap_or(Path::new(""))).join(name));
            }
            above = folder.parent();
        }
        Err(format!("{shown} is outside of the project"))
    }

    /// Writes a text, whole or not at all.
    ///
    /// # Errors
    /// Why not, for the agent.
    pub(crate) fn write(&self, path: &Path, text: &str) -> Result<(), String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let place = self.place(path)?;
        if text.len() as u64 > MOST {
            return Err(format!("{} would have more than {MOST} bytes", path.display()));
        }
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let folder = place.parent().ok_or("there is no folder for it")?;
        fs::create_dir_all(folder).map_err(failed)?;
        // Folders may have been put there since the place was found.
        self.holds(&folder.canonicalize().map_err(failed)?, path)?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let beside = folder.join(format!(".vibeue-{}-{count}.part", std::process::id()));
        let written = (|| {
            let mut file = fs::File::create_new(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            if let Ok(before) = fs::metadata(&place) {
                fs::set_permissions(&beside, before.permissions())?;
            }
            fs::rename(&beside, &place)
        })();
        written.map_err(|error| {
            let _ = fs::remove_file(&beside);
            failed(error)
        })
    }

    fn holds(&self, real: &Path, asked: &Path) -> Result<(), String> {
        if real.starts_with(&self.root) {
            Ok(())
        } else {
            Err(format!("{} is outside of the project", asked.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_asked_for() {
        let at = tempfile::tempdir().unwrap();
        let folder = Folder::open(at.path()).unwrap();
        let file = folder.root().join("a.txt");
        fs::write(&file, "1\n2\n3").unwrap();
        let read = |line, limit| folder.read(&file, line, limit).unwrap();
        assert_eq!(read(None, None), "1\n2\n3");
        assert_eq!(read(Some(2), None), "2\n3");
        assert_eq!(read(Some(2), Some(1)), "2\n");
        assert_eq!(read(Some(9), Some(1)), "");
    }

    #[test]
    fn a_text_is_written_below_the_folder_and_nowhere_else() {
        let at = tempfile::tempdir().unwrap();
        let (inside, outside) = (at.path().join("in"), at.path().join("out"));
        fs::create_dir_all(&inside).unwrap();
        fs::create_dir_all(&outside).unwrap();
        let folder = Folder::open(&inside).unwrap();
        let root = folder.root().to_owned();
        assert_eq!(folder.write(&root.join("new/deep/a.txt"), "x"), Ok(()));
        assert_eq!(fs::read_to_string(root.join("new/deep/a.txt")).unwrap(), "x");
        assert_eq!(folder.write(&root.join("new/deep/a.txt"), "y"), Ok(()));
        assert_eq!(fs::read_dir(root.join("new/deep")).unwrap().count(), 1);
        let away = root.parent().unwrap().join("out/a.txt");
        let refused = |path: &Path| folder.write(path, "x").unwrap_err();
        assert!(refused(&away).ends_with("is outside of the project"));
        assert!(refused(&root.join("../out/a.txt")).ends_with("without .."));
        assert!(refused(Path::new("a.txt")).ends_with("without .."));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&outside, root.join("link")).unwrap();
            std::os::unix::fs::symlink(outside.join("b.txt"), root.join("b.txt")).unwrap();
            assert!(refused(&root.join("link/a.txt")).ends_with("is outside of the project"));
            assert!(refused(&root.join("link/new/a.txt")).ends_with("is outside of the project"));
            assert!(refused(&root.join("b.txt")).ends_with("is a link that leads nowhere"));
            let read = |path: &Path| folder.read(path, None, None).unwrap_err();
            fs::write(outside.join("c.txt"), "secret").unwrap();
            assert!(read(&root.join("link/c.txt")).ends_with("is outside of the project"));
        }
        assert_eq!(fs::read_dir(&outside).unwrap().count(), usize::from(cfg!(unix)));
    }
}
