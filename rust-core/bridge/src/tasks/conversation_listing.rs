//! The conversations of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use vibeue_core::session::Event;
use vibeue_core::session::journal::JournalReader;

use super::job::{Cancel, Job};
use crate::ffi::ffi::{ConversationRow, ConversationTable, Status, StatusCode};
use crate::status;

/// The most characters of a title that is taken from a message.
const TITLE: usize = 80;

/// A list of conversations that is made beside.
#[derive(Debug)]
pub struct ConversationListing {
    job: Job<ConversationTable>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConversationListing {
    pub(crate) fn start(folder: &str) -> Self {
        let folder = PathBuf::from(folder);
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

fn list(folder: &Path, cancel: &Cancel) -> ConversationTable {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // Nobody has chatted yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return table(status::ok()),
        Err(error) => {
            let what = format!("{}: the folder cannot be read: {error}", folder.display());
            return table(status::failed(StatusCode::Io, what, "check its permissions"));
        }
    };
    let mut rows: Vec<ConversationRow> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl") && path.is_file())
        .take_while(|_| !cancel.is_cancelled())
        .map(|path| row(&path))
        .collect();
    rows.sort_by(|a, b| b.changed_ms.cmp(&a.changed_ms).then_with(|| a.path.cmp(&b.path)));
    ConversationTable { status: status::ok(), rows }
}

fn row(path: &Path) -> ConversationRow {
    let mut row = ConversationRow {
        path: path.to_string_lossy().into_owned(),
        conversation: String::new(),
        title: String::new(),
        created_ms: 0,
        changed_ms: 0,
        messages: 0,
        bytes: fs::metadata(path).map_or(0, |facts| facts.len()),
        status: status::ok(),
    };
    if let Err(error) = read(path, &mut row) {
        row.status = status::of(&error);
    }
    row
}

fn read(path: &Path, row: &mut ConversationRow) -> vibeue_core::Result<()> {
    let reader = JournalReader::open(path)?;
    row.conversation.clone_from(&reader.header().conversation);
    row.created_ms = reader.header().created;
    row.changed_ms = row.created_ms;
    let mut named = false;
    for entry in reader {
        let entry = entry?;
        row.changed_ms = row.changed_ms.max(entry.at);
        match entry.event {
            Event::Message(message) => {
                row.messages += 1;
                if row.title.is_empty() && message.is_user_request() {
                    row.title = beginning(&message.joined_text());
                }
            }
            // A message that waited for its turn; it is never the first.
            Event::Send { .. } => row.messages += 1,
            Event::Rename { title } => {
                row.title = title;
                named = true;
            }
            _ => {}
        }
    }
    debug_assert!(named || row.title.chars().count() <= TITLE + 1);
    Ok(())
}

/// The first line with words, cut.
fn beginning(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut title: String = line.chars().take(TITLE).collect();
    if title.len() < line.len() {
        title.push('…');
    }
    title
}

#[cfg(test)]
mod tests {
    use vibeue_core::conversation::{Message, MessageId, Role};
    use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};

    use super::*;

    fn listed(folder: &Path) -> ConversationTable {
        let listing = ConversationListing::start(&folder.to_string_lossy());
        while !listing.is_finished() {
            assert_eq!(listing.table().status.code, StatusCode::Busy);
            std::thread::yield_now();
        }
        listing.table()
    }

    #[test]
    fn conversations_come_newest_first_and_damaged_ones_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        for (name, at, title) in [("old", 100, None), ("new", 200, Some("The door"))] {
            let path = folder.path().join(format!("{name}.jsonl"));
            let mut journal =
                JournaledHistory::create(&path, Header::new(name, 50), SyncPolicy::Never).unwrap();
            let words = Message::text(MessageId(1), Role::User, "\n  Open the airlock  \nnow");
            journal.append(Event::Message(words), at).unwrap();
            if let Some(title) = title {
                journal.append(Event::Rename { title: title.to_owned() }, at).unwrap();
            }
        }
        fs::write(folder.path().join("torn.jsonl"), b"\xff\xfe no journal\n").unwrap();
        fs::write(folder.path().join("notes.txt"), b"other").unwrap();

        let table = listed(folder.path());
        let told: Vec<_> = table
            .rows
            .iter()
            .map(|row| (&*row.conversation, &*row.title, row.changed_ms, row.messages))
            .collect();
        assert_eq!(
            told,
            [("new", "The door", 200, 1), ("old", "Open the airlock", 100, 1), ("", "", 0, 0)]
        );
        let codes: Vec<_> = table.rows.iter().map(|row| row.status.code).collect();
        assert_eq!(codes, [StatusCode::Ok, StatusCode::Ok, StatusCode::Input]);
    }

    #[test]
    fn a_folder_that_is_not_there_is_empty_and_a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(listed(&folder.path().join("none")), table(status::ok()));
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        assert_eq!(listed(&file).status.code, StatusCode::Io);
    }
}
