//! When a journal is flushed to the disk.

use serde::{Deserialize, Serialize};

use crate::Event;

/// When a journal is flushed to the disk.
///
/// This is about power cuts and crashes of the whole machine. A program that crashes or is killed
/// loses nothing under any policy, because every event is handed to the operating system before it
/// counts.
///
/// [`JournaledHistory::sync`](super::JournaledHistory::sync) flushes at any other time: a host
/// calls it when a conversation is closed, and
/// [`JournaledHistory::rest`](super::JournaledHistory::rest) when nothing is running.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SyncPolicy {
    /// With every event that the user would miss: the user's requests, compactions, undos, pins,
    /// edits, names. Everything written before is flushed as well.
    #[default]
    EachTurn,
    /// With every event.
    Always,
    /// Whenever the operating system likes.
    Never,
}

impl SyncPolicy {
    pub(super) fn applies_to(self, event: &Event) -> bool {
        match self {
            Self::EachTurn => event.is_decisive(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}
