//! A text that is made and written to a file in the background.

use std::path::Path;

use vibeue_core::session::files::{OutputFile, Readers, Replacing};

use super::job::Job;
use crate::ffi::ffi::{Status, StatusCode};
use crate::status;

/// A file that is written in the background: an export or a bug report.
#[derive(Debug)]
pub struct FileWriting {
    job: Job<Status>,
}

/// A closing window or conversation does not wait for the disk. The file was requested: it is
/// written to the end, and appears whole or not at all.
impl Drop for FileWriting {
    fn drop(&mut self) {
        self.job.let_go();
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl FileWriting {
    /// Begins to make a text and to write it to a file.
    pub(crate) fn start(
        thread: &str,
        path: &Path,
        text: impl FnOnce() -> Result<String, Status> + Send + 'static,
    ) -> Self {
        let path = path.to_owned();
        let broken = status::failed(
            StatusCode::Internal,
            format!("{}: the file could not be written", path.display()),
            "see the log, and close other programs",
        );
        let job = Job::start(thread, broken, move |_| match text() {
            Ok(text) => write(&path, &text),
            Err(status) => status,
        });
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn status(&self) -> Status {
        self.job.result().cloned().unwrap_or_else(status::running)
    }
}

/// Never overwrites a file: it may be somebody's only copy. And as private as the journal.
fn write(path: &Path, text: &str) -> Status {
    let replacing = Replacing::Nothing("choose another name");
    match OutputFile::put(path, replacing, Readers::Owner, text.as_bytes()) {
        Ok(()) => status::ok(),
        Err(error) => status::of(&error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_file_that_nobody_waits_for_any_more_holds_nobody_up_and_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.md");
        let long = "word ".repeat(100_000);
        let (go, waits) = mpsc::channel::<()>();
        let text = {
            let long = long.clone();
            move || {
                // Like a text that takes long to make, or a busy disk.
                let _ = waits.recv();
                Ok(long)
            }
        };
        let writing = FileWriting::start("vibeue-test", &path, text);
        assert_eq!(writing.status().code, StatusCode::Busy);
        drop(writing);
        drop(go);
        let late = Instant::now() + Duration::from_secs(60);
        while !path.exists() {
            assert!(Instant::now() < late, "it is not written");
            std::thread::yield_now();
        }
        assert!(std::fs::read_to_string(&path).unwrap() == long, "it is not whole");
    }
}
