//! A text that is made and written to a file beside.

use std::path::Path;

use vibeue_core::session::files::{OutputFile, Readers, Replacing};

use super::job::Job;
use crate::ffi::ffi::{Status, StatusCode};
use crate::status;

/// A file that is written beside: an export or a bug report.
#[derive(Debug)]
pub struct FileWriting {
    job: Job<Status>,
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

/// Never over a file that is there: it may be somebody's only copy. And as
/// private as the journal.
fn write(path: &Path, text: &str) -> Status {
    let replacing = Replacing::Nothing("choose another name");
    match OutputFile::put(path, replacing, Readers::Owner, text.as_bytes()) {
        Ok(()) => status::ok(),
        Err(error) => status::of(&error),
    }
}
