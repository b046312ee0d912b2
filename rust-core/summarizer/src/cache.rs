//! Remembers summaries that were already paid for.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::notes::Notes;
use super::{CompactionJob, SummaryModel};
use vibeue_compaction::fingerprint::fingerprint;
use vibeue_provider::NativeCompaction;

/// Remembers the latest summaries that models wrote, so that the same span is
/// not paid for twice: for a preview and then the real compaction, or for a
/// retry after a conflict.
///
/// A summary is identified by what it was made from: the messages, the
/// settings, the models and the instructions. What is stored was not yet
/// checked against a position in a conversation, so it can be used wherever the
/// same messages are condensed.
#[derive(Debug, Default)]
pub struct SummaryCache {
    entries: Mutex<VecDeque<(Key, Known)>>,
}

/// Identifies what a summary was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u8; 32]);

/// A remembered summary.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Known {
    /// A model's notes.
    Notes(Notes),
    /// A provider's own compaction.
    Native(Box<NativeCompaction>, usize),
}

impl SummaryCache {
    /// The maximum number of summaries that are remembered; the oldest is dropped first.
    pub const CAPACITY: usize = 8;

    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many summaries are remembered.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Returns whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.lock().clear();
    }

    pub(super) fn get(&self, key: Key) -> Option<Known> {
        self.lock().iter().find(|entry| entry.0 == key).map(|entry| entry.1.clone())
    }

    pub(super) fn put(&self, key: Key, known: Known) {
        let mut entries = self.lock();
        entries.retain(|entry| entry.0 != key);
        if entries.len() >= Self::CAPACITY {
            entries.pop_front();
        }
        entries.push_back((key, known));
    }

    /// What is remembered is always complete, so a panic elsewhere does not
    /// corrupt it.
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Key, Known)>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Key {
    /// Creates the key of a span from everything that shapes its summary.
    pub(super) fn of(job: &CompactionJob, places: &[usize], models: &[SummaryModel]) -> Self {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        let span = places.iter().filter_map(|at| job.messages.get(*at));
        part(&fingerprint(span.map(AsRef::as_ref)));
        for (name, value) in job.settings.pairs() {
            part(name);
            part(&value);
        }
        part(job.instructions.as_deref().unwrap_or_default());
        for model in models {
            part(model.provider.protocol().name());
            part(&model.model);
            part(&model.available.to_string());
        }
        Self(hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use vibeue_compaction::record::Rung;

    use super::*;
    use crate::prompt::Answer;

    #[test]
    fn the_oldest_summary_is_forgotten_first() {
        let cache = SummaryCache::new();
        let key = |n: usize| Key([n as u8; 32]);
        let notes = |rung| {
            let (answer, model) = (Answer::default(), "a-model".to_owned());
            Known::Notes(Notes { answer, rung, model })
        };
        for n in 0..=SummaryCache::CAPACITY {
            cache.put(key(n), notes(Rung::Full));
        }
        cache.put(key(1), notes(Rung::Simple));
        assert_eq!(cache.len(), SummaryCache::CAPACITY);
        assert_eq!(cache.get(key(0)), None);
        assert_eq!(cache.get(key(1)), Some(notes(Rung::Simple)));
        cache.clear();
        assert!(cache.is_empty());
    }
}
