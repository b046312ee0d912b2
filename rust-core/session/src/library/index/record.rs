//! The index entry of one journal.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::branch_map::BranchMap;
use crate::journal::{Header, LinePlace, Reached};
use crate::library::LibraryUsage;
use vibeue_conversation::{Error, ErrorKind};

/// Identifies the state of a file, to see whether it has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::library) struct Stamp {
    /// Its size.
    pub(in crate::library) bytes: u64,
    /// When it was written, in nanoseconds since the Unix epoch.
    pub(in crate::library) written: u64,
}

/// What is known of a journal, except its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::library) struct Facts {
    pub(in crate::library) id: String,
    pub(in crate::library) stamp: Stamp,
    /// If missing, the journal cannot be read at all.
    pub(in crate::library) header: Option<Header>,
    /// How far it was read; `None` if reading cannot be resumed there.
    pub(in crate::library) reached: Option<Reached>,
    /// The checksum of the bytes before that position.
    pub(in crate::library) seal: u32,
    /// Its name, if it has one.
    pub(in crate::library) named: String,
    /// The first words of the user.
    pub(in crate::library) first: String,
    /// When the last event happened, in milliseconds since the Unix epoch.
    pub(in crate::library) changed: u64,
    pub(in crate::library) messages: u64,
    pub(in crate::library) usage: LibraryUsage,
    /// Which messages the branch in view has.
    pub(in crate::library) branches: BranchMap,
    /// Whether it has more words than are kept.
    pub(in crate::library) cut: bool,
    /// Why it cannot be opened.
    pub(in crate::library) fault: Option<Fault>,
}

impl Facts {
    pub(super) fn new(id: String, stamp: Stamp) -> Self {
        Self {
            id,
            stamp,
            header: None,
            reached: None,
            seal: 0,
            named: String::new(),
            first: String::new(),
            changed: 0,
            messages: 0,
            usage: LibraryUsage::default(),
            branches: BranchMap::default(),
            cut: false,
            fault: None,
        }
    }

    /// Its name, else the first words.
    pub(in crate::library) fn title(&self) -> &str {
        if self.named.is_empty() { &self.first } else { &self.named }
    }
}

/// An error as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::library) struct Fault {
    /// Whether the system refused, which may be different the next time.
    pub(in crate::library) is_io: bool,
    message: String,
    place: Option<String>,
    hint: Option<String>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self {
            is_io: error.kind() != ErrorKind::Input,
            message: error.message().to_owned(),
            place: error.place().map(str::to_owned),
            hint: error.hint_text().map(str::to_owned),
        }
    }
}

impl From<&Fault> for Error {
    fn from(fault: &Fault) -> Self {
        let kind = if fault.is_io { ErrorKind::Io } else { ErrorKind::Input };
        let mut error = Error::new(kind, fault.message.clone());
        if let Some(place) = &fault.place {
            error = error.at(place.clone());
        }
        if let Some(hint) = &fault.hint {
            error = error.hint(hint.clone());
        }
        error
    }
}

/// Who wrote a found message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The user.
    Person,
    /// The model, with the calls that it made.
    Model,
    /// A tool: its result.
    Tool,
}

/// One message of a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::library) struct Document {
    pub(in crate::library) place: LinePlace,
    /// The number of the event that has its words.
    pub(in crate::library) seq: u64,
    /// The message's id; 0 while it waits for its turn.
    pub(in crate::library) message: u64,
    /// When it was said, in milliseconds since the Unix epoch.
    pub(in crate::library) at: u64,
    /// `None` for one that was withdrawn.
    pub(in crate::library) speaker: Option<Speaker>,
}

impl Document {
    /// How many bytes one takes.
    const BYTES: usize = 41;

    pub(super) fn put(&self, to: &mut Vec<u8>) {
        let Self { place, seq, message, at, speaker } = self;
        for number in [place.offset, place.bytes, *seq, *message, *at] {
            to.extend(number.to_le_bytes());
        }
        to.push(match speaker {
            None => 0,
            Some(Speaker::Person) => 1,
            Some(Speaker::Model) => 2,
            Some(Speaker::Tool) => 3,
        });
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(u64::from_le_bytes(*bytes.get(8 * at..)?.first_chunk()?));
        Some(Self {
            place: LinePlace { offset: number(0)?, bytes: number(1)? },
            seq: number(2)?,
            message: number(3)?,
            at: number(4)?,
            speaker: match bytes.get(40)? {
                1 => Some(Speaker::Person),
                2 => Some(Speaker::Model),
                3 => Some(Speaker::Tool),
                _ => None,
            },
        })
    }
}

/// The whole index entry of a journal.
#[derive(Debug, Clone)]
pub(in crate::library) struct Record {
    pub(in crate::library) facts: Facts,
    pub(super) documents: Bytes,
    pub(super) words: Bytes,
}

impl Record {
    /// One of its messages.
    pub(in crate::library) fn document(&self, at: u32) -> Option<Document> {
        let from = (at as usize).checked_mul(Document::BYTES)?;
        Document::of(self.documents.get().get(from..)?)
    }

    /// Calls `each` for every message that has a word, with the number of occurrences and whether
    /// it is the word itself; with `open` also for longer words.
    pub(in crate::library) fn each_message(
        &self,
        word: &str,
        open: bool,
        each: impl FnMut(u32, u32, bool),
    ) {
        super::words::each_message(self.words.get(), word, open, each);
    }

    pub(super) fn all_documents(&self) -> Vec<Document> {
        self.documents.get().chunks_exact(Document::BYTES).filter_map(Document::of).collect()
    }
}

/// A range of shared bytes.
#[derive(Debug, Clone)]
pub(super) struct Bytes {
    all: Arc<Vec<u8>>,
    part: Range<usize>,
}

impl Bytes {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let part = 0..bytes.len();
        Self { all: Arc::new(bytes), part }
    }

    /// A range of a file; `None` if the file is shorter.
    pub(super) fn of(all: &Arc<Vec<u8>>, part: Range<usize>) -> Option<Self> {
        all.get(part.clone())?;
        Some(Self { all: Arc::clone(all), part })
    }

    pub(super) fn get(&self) -> &[u8] {
        &self.all[self.part.clone()]
    }
}
