//! What one turn changed.

use crate::project::FileHash;

/// What one turn changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSet {
    /// Its number, by which it is taken back; the same after a restart.
    pub id: u64,
    /// The turn; 0 if that was in an earlier session.
    pub turn: u64,
    /// When the last of it was written, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// What was written, in order.
    pub changes: Vec<FileChange>,
    /// It was taken back.
    pub restored: bool,
}

/// One write of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The file, from the folder on, with `/`.
    pub path: String,
    /// What it held, with its permissions; `None` if it was not there.
    pub before: Option<(FileHash, u32)>,
    /// What it held then.
    pub after: FileHash,
    /// Folders that were made for it, the outermost first.
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
