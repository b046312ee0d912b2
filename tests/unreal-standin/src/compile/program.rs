//! A program that was linked with the spec host in it.

use std::path::{Path, PathBuf};

/// A linked spec host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
}

impl Program {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns the executable's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
