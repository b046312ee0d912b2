//! A snapshot of all conversations of a library, to list and to search.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;

use vibeue_conversation::Result;

use super::index::{self, Record};
use super::{Labels, Library, LibraryEntry, LibraryUsage};

/// A snapshot of all conversations of a library.
#[derive(Debug)]
pub struct Catalogue {
    library: Library,
    /// In the order of the last change, the newest first.
    pub(super) records: Vec<Record>,
    pub(super) labels: Vec<Result<Labels>>,
}

impl Library {
    /// Reads the library. What was read before is kept in a file next to the conversations, so that
    /// only new content is read; the first time takes as long as reading all journals. Stops early
    /// once `cancelled`.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) if the folder exists and cannot be
    /// read, [`ErrorKind::Cancelled`](vibeue_conversation::ErrorKind::Cancelled).
    pub fn catalogue(&self, cancelled: impl Fn() -> bool + Sync) -> Result<Catalogue> {
        let records = index::update(self.folder(), self.journals()?, &cancelled)?;
        let labelled = self.labelled();
        let labels = records.iter().map(|record| {
            let id = &record.facts.id;
            if labelled.contains(&OsString::from(format!("{id}.labels.json"))) {
                self.labels(id)
            } else {
                Ok(Labels::default())
            }
        });
        let labels = labels.collect();
        Ok(Catalogue { library: self.clone(), records, labels })
    }

    /// The existing files of labels.
    fn labelled(&self) -> HashSet<OsString> {
        let Ok(entries) = fs::read_dir(self.folder()) else { return HashSet::new() };
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
        names.filter(|name| name.as_encoded_bytes().ends_with(b".labels.json")).collect()
    }
}

impl Catalogue {
    /// All conversations: pinned ones first, then the most recently changed; damaged ones with the
    /// reason.
    pub fn entries(&self) -> Vec<LibraryEntry> {
        let mut entries: Vec<LibraryEntry> =
            (0..self.records.len()).map(|at| self.entry(at)).collect();
        // Stable: the rest of the order is that of the records.
        entries.sort_by_key(|entry| Reverse(entry.labels.pinned));
        entries
    }

    pub(super) fn entry(&self, at: usize) -> LibraryEntry {
        let facts = &self.records[at].facts;
        let path = self.library.folder().join(format!("{}.jsonl", facts.id));
        LibraryEntry::of(facts, path, self.labels[at].clone())
    }

    /// What all conversations have cost; those in the trash do not count.
    pub fn usage(&self) -> LibraryUsage {
        let mut usage = LibraryUsage::default();
        self.records.iter().for_each(|record| usage.absorb(&record.facts.usage));
        usage
    }

    /// All tags, in alphabetical order.
    pub fn tags(&self) -> Vec<String> {
        let tags = self.labels.iter().flatten().flat_map(|labels| labels.tags.iter().cloned());
        let mut tags: Vec<String> = tags.collect();
        tags.sort();
        tags.dedup();
        tags
    }
}
