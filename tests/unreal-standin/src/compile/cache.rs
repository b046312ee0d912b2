//! Objects by the content of what they were compiled from.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Hashes of files, read once per process.
#[derive(Debug, Default)]
pub(super) struct FileHashes {
    known: Mutex<BTreeMap<PathBuf, Option<String>>>,
}

impl FileHashes {
    /// Returns the hash of a file's content; none when it cannot be read.
    pub(super) fn of(&self, path: &Path) -> Option<String> {
        let mut known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(hash) = known.get(path) {
            return hash.clone();
        }
        let hash = std::fs::read(path).ok().map(|bytes| hex(&Sha256::digest(&bytes)));
        known.insert(path.to_owned(), hash.clone());
        hash
    }

    /// Returns whether every dependency still has the hash that `record` says.
    pub(super) fn still_holds(&self, record: &str) -> bool {
        record.lines().all(|line| {
            line.split_once(' ')
                .is_some_and(|(hash, path)| self.of(Path::new(path)).as_deref() == Some(hash))
        })
    }

    /// Writes down the dependencies that the compiler named in a make rule.
    pub(super) fn record(&self, make_rule: &str) -> String {
        let mut record = String::new();
        for path in dependencies(make_rule) {
            if let Some(hash) = self.of(Path::new(&path)) {
                let _ = writeln!(record, "{hash} {path}");
            }
        }
        record
    }
}

/// Returns the key of an object: the command and the source's own path.
pub(super) fn key(parts: &[String]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update([0]);
    }
    hex(&hasher.finalize())[..24].to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Takes the paths out of a make rule: after the colon, separated by blanks, with escaped blanks
/// and lines that continue after a backslash.
fn dependencies(make_rule: &str) -> Vec<String> {
    let joined = make_rule.replace("\\\r\n", " ").replace("\\\n", " ");
    let Some((_, list)) = joined.split_once(": ") else {
        return Vec::new();
    };
    let mut paths = Vec::new();
    let mut path = String::new();
    let mut chars = list.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => path.extend(chars.next()),
            c if c.is_whitespace() => {
                if !path.is_empty() {
                    paths.push(std::mem::take(&mut path));
                }
            }
            c => path.push(c),
        }
    }
    if !path.is_empty() {
        paths.push(path);
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_make_rule_with_escaped_blanks_is_taken_apart() {
        let rule = "/o/x.o: /a/b.cpp \\\n /a/with\\ blank.h \\\n  /c.h\n";
        assert_eq!(dependencies(rule), ["/a/b.cpp", "/a/with blank.h", "/c.h"]);
    }

    #[test]
    fn a_record_no_longer_holds_when_a_file_changed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.h");
        std::fs::write(&file, "one").unwrap();
        let record = FileHashes::default().record(&format!("x.o: {}\n", file.display()));
        assert!(FileHashes::default().still_holds(&record));
        std::fs::write(&file, "two").unwrap();
        assert!(!FileHashes::default().still_holds(&record));
    }
}
