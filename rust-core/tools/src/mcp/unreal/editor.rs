//! The editor that a server has to belong to.

use std::path::PathBuf;

/// What a server is expected to be: Unreal Engine's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnrealEditor {
    /// The `.uproject` file that its editor has to have open; any if not set.
    pub project: Option<PathBuf>,
}
