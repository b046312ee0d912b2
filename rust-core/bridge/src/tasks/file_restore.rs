//! Edits of a turn that are undone in the background.

use std::sync::{Arc, OnceLock};

use vibeue_core::Result;
use vibeue_core::tools::project::Restored;

use crate::ffi::ffi::{FileLeft, FileRestoreReport, Status};
use crate::status;

/// Edits that are undone in the background.
#[derive(Debug)]
pub struct FileRestore {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    report: OnceLock<FileRestoreReport>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl FileRestore {
    /// A restore that has begun.
    pub(crate) fn begun() -> Self {
        Self { shared: Arc::default() }
    }

    /// A restore that cannot be done.
    pub(crate) fn failed(status: Status) -> Self {
        let begun = Self::begun();
        let _ = begun.shared.report.set(nothing(status));
        begun
    }

    /// The same, for the thread that does it.
    pub(crate) fn share(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }

    /// Reports the result.
    pub(crate) fn finish(&self, done: Result<Restored>) {
        let report = match done {
            Ok(done) => FileRestoreReport {
                status: status::ok(),
                restored: done.restored,
                removed: done.removed,
                left: done
                    .left
                    .into_iter()
                    .map(|it| FileLeft { path: it.path, why: it.why })
                    .collect(),
            },
            Err(error) => nothing(status::of(&error)),
        };
        let _ = self.shared.report.set(report);
    }

    pub fn is_finished(&self) -> bool {
        // The thread that was to do it no longer exists.
        self.shared.report.get().is_some() || Arc::strong_count(&self.shared) == 1
    }

    pub fn report(&self) -> FileRestoreReport {
        if let Some(report) = self.shared.report.get() {
            return report.clone();
        }
        if Arc::strong_count(&self.shared) == 1 {
            // It may have finished between the two checks.
            let report = self.shared.report.get().cloned();
            return report.unwrap_or_else(|| nothing(status::closed()));
        }
        nothing(status::running())
    }
}

fn nothing(status: Status) -> FileRestoreReport {
    FileRestoreReport { status, restored: Vec::new(), removed: Vec::new(), left: Vec::new() }
}
