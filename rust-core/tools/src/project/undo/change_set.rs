//! What one turn changed.

use crate::project::FileHash;

/// What one turn changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSet {
    /// Its number, by which it is undone; the same after a restart.
    pub id: u64,
    /// The turn; 0 if it was in an earlier session.
    pub turn: u64,
    /// When the last of it was written, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// What was written, in order.
    pub changes: Vec<FileChange>,
    /// Whether it was undone.
    pub restored: bool,
}

/// One write of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The file, relative to the folder, with `/`.
    pub path: String,
    /// Its old content, with its permissions; `None` if it did not exist.
    pub before: Option<(FileHash, u32)>,
    /// Its new content.
    pub after: FileHash,
    /// Folders that were created for it, outermost first.
    pub folders: Vec<String>,
    pub(super) seq: u64,
}

impl ChangeSet {
    /// The files that it wrote, each once, in the order of the first write.
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for change in &self.changes {
            if !files.contains(&change.path.as_str()) {
                files.push(&change.path);
            }
        }
        files
    }
}
