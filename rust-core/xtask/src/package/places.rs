//! Where this machine keeps what the library is built of.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders of this machine, and their replacements in what ships, which are the same on every
/// machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Places {
    pairs: Vec<(PathBuf, String)>,
}

impl Places {
    /// Finds the folders for a build of the workspace at `root`.
    ///
    /// # Errors
    /// If the compiler does not say where it is, or there is no home folder.
    pub(super) fn of(root: &Path) -> Result<Self, String> {
        let sysroot = ask_rustc(root, &["--print", "sysroot"])?;
        let version = ask_rustc(root, &["-vV"])?;
        let commit = version
            .lines()
            .find_map(|line| line.strip_prefix("commit-hash: "))
            .ok_or("rustc -vV names no commit-hash")?;
        let home = env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
            .ok_or("there is neither CARGO_HOME nor a home folder")?;
        // Where the standard library's sources are installed, the compiler uses their path;
        // otherwise it uses this name.
        let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
        Ok(Self {
            pairs: vec![
                (PathBuf::from(sysroot.trim()), "/rust".to_owned()),
                (sources, format!("/rustc/{commit}")),
                (home, "/cargo".to_owned()),
                (root.to_owned(), "/vibeue".to_owned()),
            ],
        })
    }

    /// The flags with which rustc replaces them, in the form of `CARGO_ENCODED_RUSTFLAGS`. The last
    /// one that matches counts.
    pub(super) fn rust_flags(&self) -> String {
        let flags: Vec<String> = self
            .pairs
            .iter()
            .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()))
            .collect();
        flags.join("\u{1f}")
    }

    /// The flags with which gcc and clang replace them; paths with blanks cannot be expressed here,
    /// and are left to the check of what was built.
    pub(super) fn c_flags(&self) -> String {
        let flags: Vec<String> = self
            .pairs
            .iter()
            .map(|(from, to)| (from.display().to_string(), to))
            .filter(|(from, _)| !from.contains(char::is_whitespace))
            .map(|(from, to)| format!("-ffile-prefix-map={from}={to}"))
            .collect();
        flags.join(" ")
    }

    /// Looks for any of them in what was built.
    ///
    /// # Errors
    /// Names the first one found, and how often it occurs.
    pub(super) fn check(&self, built: &[u8]) -> Result<(), String> {
        for (from, _) in &self.pairs {
            let name = from.display().to_string();
            let times = count(built, name.as_bytes());
            if times > 0 {
                return Err(format!(
                    "the library names the folder {name} of this machine {times} times: a path \
                     was not replaced when it was built"
                ));
            }
        }
        Ok(())
    }
}

/// How often a word is in a text, without overlaps.
fn count(text: &[u8], word: &[u8]) -> usize {
    let mut times = 0;
    let mut rest = text;
    while let Some(at) = rest.windows(word.len().max(1)).position(|part| part == word) {
        times += 1;
        rest = &rest[at + word.len()..];
    }
    times
}

fn ask_rustc(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("rustc")
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run rustc: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("rustc: {}", String::from_utf8_lossy(&output.stderr)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        let pair = |from: &str, to: &str| (PathBuf::from(from), to.to_owned());
        Places { pairs: vec![pair("/home/a/.cargo", "/cargo"), pair("/home/a/my work", "/vibeue")] }
    }

    #[test]
    fn every_place_is_replaced_for_both_compilers() {
        assert_eq!(
            places().rust_flags(),
            "--remap-path-prefix=/home/a/.cargo=/cargo\u{1f}\
             --remap-path-prefix=/home/a/my work=/vibeue"
        );
        assert_eq!(places().c_flags(), "-ffile-prefix-map=/home/a/.cargo=/cargo");
    }

    #[test]
    fn a_place_that_is_left_is_named_with_its_number() {
        assert_eq!(places().check(b"/cargo/registry/src and /vibeue/core"), Ok(()));
        let built = b"\0/home/a/my work/x.rs\0/home/a/my work/y.rs";
        let said = places().check(built).unwrap_err();
        assert!(said.starts_with("the library names the folder /home/a/my work "), "{said}");
        assert!(said.contains(" 2 times"), "{said}");
    }

    #[test]
    fn the_places_of_this_machine_are_found() {
        let root = crate::bridge::root();
        let places = Places::of(&root).unwrap();
        assert_eq!(places.pairs.len(), 4);
        assert_eq!(places.pairs[3], (root, "/vibeue".to_owned()));
    }
}
