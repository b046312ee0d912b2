//! One conversation in a list of them.

use std::fs;
use std::path::{Path, PathBuf};

use vibeue_conversation::{Error, Result};

use super::title_of;
use crate::Event;
use crate::journal::{JournalReader, last_change};

/// One conversation of a [`Library`](super::Library), as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryEntry {
    /// Its name in the library.
    pub id: String,
    /// Its journal.
    pub path: PathBuf,
    /// The conversation's own id; empty when the journal cannot be read.
    pub conversation: String,
    /// Its name, else the first words of the person; empty where nothing was
    /// said yet.
    pub title: String,
    /// When it began, in milliseconds since the Unix epoch; 0 when the journal
    /// cannot be read.
    pub created: u64,
    /// When the last event happened, in milliseconds since the Unix epoch; 0
    /// where nothing tells.
    pub changed: u64,
    /// Messages that were ever said.
    pub messages: u64,
    /// The size of the journal in bytes.
    pub bytes: u64,
    /// Why it cannot be opened; what was read before counts all the same.
    pub fault: Option<Error>,
}

impl LibraryEntry {
    /// Reads all of a journal.
    pub(super) fn read(id: String, path: PathBuf) -> Self {
        let mut entry = Self {
            id,
            conversation: String::new(),
            title: String::new(),
            created: 0,
            changed: last_change(&path).ok().flatten().unwrap_or(0),
            messages: 0,
            bytes: fs::metadata(&path).map_or(0, |facts| facts.len()),
            fault: None,
            path: PathBuf::new(),
        };
        entry.fault = entry.take(&path).err();
        entry.path = path;
        entry
    }

    fn take(&mut self, path: &Path) -> Result<()> {
        let reader = JournalReader::open(path)?;
        self.conversation.clone_from(&reader.header().conversation);
        self.created = reader.header().created;
        let mut named = None;
        for entry in reader {
            match entry?.event {
                Event::Message(message) => {
                    self.messages += 1;
                    if self.title.is_empty() && message.is_user_request() {
                        self.title = title_of(&message.joined_text());
                    }
                }
                // A message that waited for its turn; it is never the first.
                Event::Send { .. } => self.messages += 1,
                Event::Rename { title } => named = Some(title),
                _ => {}
            }
        }
        if let Some(title) = named.filter(|title| !title.is_empty()) {
            self.title = title;
        }
        Ok(())
    }
}
