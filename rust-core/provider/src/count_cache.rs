//! Counts that a server already returned.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Remembers a server's counts by the content of the request.
///
/// Bounded: the oldest entry is dropped when a new one needs its room. The same
/// request is counted two or three times around one turn; older ones are not
/// asked for again.
#[derive(Debug, Default)]
pub(crate) struct CountCache {
    entries: Mutex<VecDeque<(Key, u64)>>,
}

/// What identifies a request.
pub(crate) type Key = [u8; 32];

/// The most entries.
const ROOM: usize = 64;

impl CountCache {
    /// Returns what identifies a request: a hash of its operation and its body.
    pub(crate) fn key(operation: &str, body: &[u8]) -> Key {
        let mut hash = Sha256::new();
        hash.update((operation.len() as u64).to_le_bytes());
        hash.update(operation.as_bytes());
        hash.update(body);
        hash.finalize().into()
    }

    /// Returns a count.
    pub(crate) fn get(&self, key: &Key) -> Option<u64> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|(known, _)| known == key).map(|(_, count)| *count)
    }

    /// Remembers a count.
    pub(crate) fn insert(&self, key: Key, count: u64) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|(known, _)| *known != key);
        if entries.len() == ROOM {
            entries.pop_front();
        }
        entries.push_back((key, count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_content_and_the_oldest_make_room() {
        let cache = CountCache::default();
        let key = |number: usize| CountCache::key("count", number.to_string().as_bytes());
        for number in 0..ROOM + 2 {
            cache.insert(key(number), number as u64);
        }
        cache.insert(key(5), 500);
        assert_eq!(cache.get(&key(0)), None);
        assert_eq!(cache.get(&key(1)), None);
        assert_eq!(cache.get(&key(2)), Some(2));
        assert_eq!(cache.get(&key(5)), Some(500));
        assert_eq!(cache.get(&key(ROOM + 1)), Some(ROOM as u64 + 1));
        assert_eq!(cache.get(&CountCache::key("other", b"5")), None);
        let entries = cache.entries.lock().unwrap();
        assert_eq!(entries.len(), ROOM);
    }
}
