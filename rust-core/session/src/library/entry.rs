//! One conversation in a list of them.

use std::path::PathBuf;

use vibeue_conversation::{Error, Result};

use super::index::{self, Facts};
use super::{Labels, LibraryUsage};

/// One conversation of a [`Library`](super::Library), as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryEntry {
    /// Its name in the library.
    pub id: String,
    /// Its journal.
    pub path: PathBuf,
    /// The conversation's own id; empty if the journal cannot be read.
    pub conversation: String,
    /// Its name, else the first words of the user; empty if nothing was said yet.
    pub title: String,
    /// When it began, in milliseconds since the Unix epoch; 0 if the journal cannot be read.
    pub created: u64,
    /// When the last event happened, in milliseconds since the Unix epoch; 0 if unknown.
    pub changed: u64,
    /// The number of messages, including condensed ones.
    pub messages: u64,
    /// The size of the journal in bytes.
    pub bytes: u64,
    /// Its labels; none if the file of labels is damaged.
    pub labels: Labels,
    /// What it has cost.
    pub usage: LibraryUsage,
    /// Why it cannot be opened; what was read before the damage is shown all the same.
    pub fault: Option<Error>,
    /// Why its labels cannot be read.
    pub labels_fault: Option<Error>,
}

impl LibraryEntry {
    /// Reads a whole journal.
    pub(super) fn read(id: String, path: PathBuf) -> Self {
        let facts = index::read(&path, id);
        Self::of(&facts, path, Ok(Labels::default()))
    }

    /// Puts together what is known.
    pub(super) fn of(facts: &Facts, path: PathBuf, labels: Result<Labels>) -> Self {
        let header = facts.header.as_ref();
        let (labels, labels_fault) = match labels {
            Ok(labels) => (labels, None),
            Err(error) => (Labels::default(), Some(error)),
        };
        Self {
            id: facts.id.clone(),
            path,
            conversation: header.map(|it| it.conversation.clone()).unwrap_or_default(),
            title: facts.title().to_owned(),
            created: header.map_or(0, |it| it.created),
            changed: facts.changed,
            messages: facts.messages,
            bytes: facts.stamp.bytes,
            labels,
            usage: facts.usage.clone(),
            fault: facts.fault.as_ref().map(Error::from),
            labels_fault,
        }
    }
}
