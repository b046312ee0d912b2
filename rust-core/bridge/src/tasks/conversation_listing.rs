//! The conversations of a folder.

use vibeue_core::session::library::{Library, LibraryEntry};

use super::job::{Cancel, Job};
use crate::ffi::ffi::{ConversationRow, ConversationTable, Status, StatusCode};
use crate::status;

/// A list of conversations that is made beside.
#[derive(Debug)]
pub struct ConversationListing {
    job: Job<ConversationTable>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConversationListing {
    pub(crate) fn start(folder: &str) -> Self {
        let folder = folder.to_owned();
        let broken = status::failed(
            StatusCode::Internal,
            "the conversations could not be listed",
            "see the log, and close other programs",
        );
        let job = Job::start("vibeue-list", table(broken), move |cancel| list(&folder, cancel));
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn table(&self) -> ConversationTable {
        self.job.result().cloned().unwrap_or_else(|| table(status::running()))
    }
}

fn table(status: Status) -> ConversationTable {
    ConversationTable { status, rows: Vec::new() }
}

fn list(folder: &str, cancel: &Cancel) -> ConversationTable {
    match Library::at(folder).list(|| cancel.is_cancelled()) {
        Ok(entries) => {
            let rows = entries.into_iter().map(row).collect();
            ConversationTable { status: status::ok(), rows }
        }
        Err(error) => table(status::of(&error)),
    }
}

fn row(entry: LibraryEntry) -> ConversationRow {
    ConversationRow {
        id: entry.id,
        path: entry.path.to_string_lossy().into_owned(),
        conversation: entry.conversation,
        title: entry.title,
        created_ms: entry.created,
        changed_ms: entry.changed,
        messages: entry.messages,
        bytes: entry.bytes,
        status: entry.fault.as_ref().map_or_else(status::ok, status::of),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_comes_beside_with_what_is_damaged_and_why() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("torn.jsonl");
        std::fs::write(&path, b"no journal\n").unwrap();
        let listing = ConversationListing::start(&folder.path().to_string_lossy());
        while !listing.is_finished() {
            assert_eq!(listing.table().status.code, StatusCode::Busy);
            std::thread::yield_now();
        }
        let table = listing.table();
        assert_eq!(table.status, status::ok());
        let [row] = &table.rows[..] else { panic!("{:?}", table.rows) };
        assert_eq!(
            (row.id.as_str(), row.path.as_str(), row.changed_ms, row.bytes, row.status.code),
            ("torn", path.to_str().unwrap(), 0, 11, StatusCode::Input)
        );
    }
}
