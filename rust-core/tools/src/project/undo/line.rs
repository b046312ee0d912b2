//! A line of the list of changes.

use serde::{Deserialize, Serialize};

use crate::project::FileHash;

/// A line of the list of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// A file is about to be written.
    Write {
        /// The session of the conversation, from 1.
        run: u64,
        turn: u64,
        at_ms: u64,
        path: String,
        before: Option<Before>,
        after: FileHash,
    },
    /// Folders were created for the write of this number (from 0).
    Folders { write: u64, folders: Vec<String> },
    /// The write of this number was not done.
    NotDone { write: u64 },
    /// A set of changes was undone.
    Restored { set: u64, at_ms: u64 },
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Before {
    pub(super) hash: FileHash,
    pub(super) mode: u32,
}
