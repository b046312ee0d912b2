//! The conversations of a library that are worth replaying.

use vibeue_conversation::Result;
use vibeue_tokens::Counter;

use super::Talk;
use crate::journal::ReadHistory;
use crate::library::{Library, LibraryEntry};

/// The conversations of a library that are replayed.
#[derive(Debug, Clone, Default)]
pub struct LibraryTalks {
    /// Those that are replayed, most recently changed first.
    pub talks: Vec<Talk>,
    /// Those that cannot be read.
    pub skipped: Vec<SkippedTalk>,
    /// How many older ones are left out, because there are too many.
    pub left_out: usize,
}

/// A conversation that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedTalk {
    /// Its name, for the user.
    pub name: String,
    /// Why.
    pub why: String,
}

impl LibraryTalks {
    /// The maximum number of conversations that are replayed.
    pub const MOST: usize = 40;

    /// The maximum number of bytes of the journals that are read.
    pub const MOST_BYTES: u64 = 128 * 1024 * 1024;

    /// Reads and counts the conversations of a library as if nothing had been condensed, most
    /// recently changed first. Skips those in which no request was sent. `None` once it is no
    /// longer `wanted`; `all` is called with their number, and `step` for each that is begun.
    ///
    /// # Errors
    /// As for [`Library::catalogue`].
    pub fn read(
        library: &Library,
        counter: &Counter,
        all: &dyn Fn(usize),
        step: &dyn Fn(),
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Self>> {
        Self::read_within(Self::MOST_BYTES, library, counter, all, step, wanted)
    }

    /// The same with another limit for the bytes of the journals.
    pub(super) fn read_within(
        most_bytes: u64,
        library: &Library,
        counter: &Counter,
        all: &dyn Fn(usize),
        step: &dyn Fn(),
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Self>> {
        let mut entries = library.catalogue(|| !wanted())?.entries();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.changed));
        let mut read = Self::default();
        all(entries.len());
        let mut bytes = 0;
        for entry in entries {
            if !wanted() {
                return Ok(None);
            }
            step();
            // One that is too large by itself does not use up the room of those after it.
            if read.talks.len() == Self::MOST || bytes + entry.bytes > most_bytes {
                read.left_out += 1;
                continue;
            }
            bytes += entry.bytes;
            let name = name_of(&entry);
            let conversation = match entry.fault.map_or_else(|| ReadHistory::read(&entry.path), Err)
            {
                Ok(journal) => journal.history.to_original_conversation(),
                Err(error) => {
                    read.skipped.push(SkippedTalk { name, why: error.message().to_owned() });
                    continue;
                }
            };
            if Talk::has_requests(&conversation) {
                let Some(talk) = Talk::count(name, conversation, counter, &|| wanted()) else {
                    return Ok(None);
                };
                read.talks.push(talk);
            }
        }
        Ok(Some(read))
    }
}

fn name_of(entry: &LibraryEntry) -> String {
    if entry.title.trim().is_empty() { entry.id.clone() } else { entry.title.clone() }
}
