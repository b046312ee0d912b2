//! What a call skipped.

use std::path::Path;

use super::Folder;

/// How many are named individually at most.
const MOST_NAMED: usize = 8;

/// What a call skipped, and why: otherwise a result would read as if there were nothing to find.
#[derive(Debug, Default)]
pub(super) struct PassedOver {
    named: Vec<String>,
    more: u64,
    /// Files that are not text.
    binary: u64,
    /// Values that look like credentials.
    masked: usize,
}

impl PassedOver {
    /// Notes one thing, in words.
    pub(super) fn note(&mut self, what: impl Into<String>) {
        if self.named.len() < MOST_NAMED {
            self.named.push(bounded(&what.into()));
        } else {
            self.more += 1;
        }
    }

    /// Notes a file or folder that cannot be read.
    pub(super) fn unreadable(&mut self, name: &str, error: &std::io::Error) {
        self.note(format!("{name} cannot be read: {error}"));
    }

    /// Notes what a walk through folders met.
    pub(super) fn of_walk(&mut self, folder: &Folder, error: &ignore::Error) {
        let name = path_of(error).map_or("a file or folder".to_owned(), |path| folder.name(path));
        // The error's own message contains the full path, from the disk's root on.
        let why = error.io_error().map_or_else(|| error.to_string(), |io| io.kind().to_string());
        self.note(format!("{name} cannot be read: {why}"));
    }

    /// Notes a file that is not text.
    pub(super) fn binary(&mut self) {
        self.binary += 1;
    }

    /// Notes values that are not shown.
    pub(super) fn masked(&mut self, values: usize) {
        self.masked += values;
    }

    /// Writes everything after a result, one line each.
    pub(super) fn write(&self, out: &mut String) {
        for what in &self.named {
            out.push_str(&format!("[not complete: {what}]\n"));
        }
        if self.more > 0 {
            out.push_str(&format!("[not complete: the same holds for {} more]\n", self.more));
        }
        match self.masked {
            0 => {}
            1 => {
                out.push_str(
                    "[not shown and not searched: 1 value that looks like a credential]\n",
                );
            }
            many => out.push_str(&format!(
                "[not shown and not searched: {many} values that look like credentials]\n"
            )),
        }
        match self.binary {
            0 => {}
            1 => out.push_str("[1 file that is not text was passed over]\n"),
            number => {
                out.push_str(&format!("[{number} files that are not text were passed over]\n"));
            }
        }
    }
}

/// A text whose middle is left out if it is long: a path may have thousands of characters.
fn bounded(text: &str) -> String {
    const HALF: usize = 150;
    let count = text.chars().count();
    if count <= 2 * HALF {
        return text.to_owned();
    }
    let head = text.chars().take(HALF);
    head.chain(['…']).chain(text.chars().skip(count - HALF)).collect()
}

/// Which file or folder an error is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_forbidden_folder_is_named_from_the_folder_on_and_with_what_the_system_says() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        // As a walk reports it; made by hand, because a system may let an administrator read
        // everything.
        let denied = ignore::Error::Io(io::Error::from(io::ErrorKind::PermissionDenied));
        let error = ignore::Error::WithPath {
            path: folder.root().join("Saved/Secrets"),
            err: Box::new(ignore::Error::WithDepth { depth: 2, err: Box::new(denied) }),
        };
        let (mut passed, mut out) = (PassedOver::default(), String::new());
        passed.of_walk(&folder, &error);
        passed.write(&mut out);
        assert_eq!(out, "[not complete: Saved/Secrets cannot be read: permission denied]\n");
    }

    #[test]
    fn what_was_passed_over_is_told_within_bounds() {
        let mut passed = PassedOver::default();
        let mut out = String::new();
        passed.write(&mut out);
        assert_eq!(out, "");
        for number in 0..MOST_NAMED + 3 {
            passed.note(format!("file {number}"));
        }
        passed.binary();
        passed.write(&mut out);
        assert_eq!(out.lines().count(), MOST_NAMED + 2);
        assert!(out.starts_with("[not complete: file 0]\n"), "{out}");
        assert!(
            out.ends_with(
                "[not complete: the same holds for 3 more]\n\
                 [1 file that is not text was passed over]\n"
            ),
            "{out}"
        );
    }
}
