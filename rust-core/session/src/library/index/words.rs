//! The words of a conversation and the messages that have them, as bytes.
//!
//! ```text
//! count of words          u32
//! place of each word      u32 each, from the end of this table on
//! word                    length u8, its bytes, count of messages, and for each
//!                         message: its distance to the one before, how often
//! ```
//! Numbers without a size have seven bits per byte, lowest first. Words are in byte order. Reading
//! terminates whatever the bytes are.

use std::collections::HashMap;

use crate::library::words::each_word;

/// The approximate maximum size of the words of one conversation, in bytes: 8 MiB.
const MOST_BYTES: usize = 8 << 20;

/// Which messages have a word, and how often.
type Uses = Vec<(u32, u32)>;

/// Collects the words of a conversation.
#[derive(Debug, Default)]
pub(super) struct WordsBuilder {
    words: HashMap<Box<str>, Uses>,
    bytes: usize,
}

impl WordsBuilder {
    /// Continues with what was collected before.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut builder = Self::default();
        let table = Table::of(bytes);
        for at in 0..table.count {
            if let Some((word, rest)) = table.word(at)
                && let Ok(word) = std::str::from_utf8(word)
            {
                let mut uses = Uses::new();
                each_use(rest, |document, count| uses.push((document, count)));
                builder.bytes += word.len() + 8 + 2 * uses.len();
                builder.words.insert(word.into(), uses);
            }
        }
        builder
    }

    /// Adds the words of a message; messages must come in order. Returns whether there was room for
    /// all.
    pub(super) fn add(&mut self, document: u32, text: &str) -> bool {
        let mut whole = true;
        each_word(text, true, |word| {
            if let Some(uses) = self.words.get_mut(word) {
                match uses.last_mut() {
                    Some((last, count)) if *last == document => *count += 1,
                    _ if self.bytes < MOST_BYTES => {
                        self.bytes += 2;
                        uses.push((document, 1));
                    }
                    _ => whole = false,
                }
            } else if self.bytes < MOST_BYTES {
                self.bytes += word.len() + 10;
                self.words.insert(word.into(), vec![(document, 1)]);
            } else {
                whole = false;
            }
        });
        whole
    }

    /// Encodes everything.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut words: Vec<(&str, &Uses)> =
            self.words.iter().map(|(word, uses)| (&**word, uses)).collect();
        words.sort_unstable_by_key(|(word, _)| *word);
        let mut places = Vec::with_capacity(4 * words.len() + 4);
        let mut entries = Vec::with_capacity(self.bytes);
        places.extend((words.len() as u32).to_le_bytes());
        for (word, uses) in words {
            places.extend((entries.len() as u32).to_le_bytes());
            // A word is cut to forty bytes.
            entries.push(word.len() as u8);
            entries.extend(word.as_bytes());
            put(&mut entries, uses.len() as u32);
            let mut before = 0;
            for (document, count) in uses {
                put(&mut entries, document - before);
                put(&mut entries, *count);
                before = *document;
            }
        }
        places.append(&mut entries);
        places
    }
}

/// Calls `each` with every message that has a word, how often it does, and
/// whether it is the word itself; with `open` also for longer words.
pub(super) fn each_message(
    bytes: &[u8],
    word: &str,
    open: bool,
    mut each: impl FnMut(u32, u32, bool),
) {
    let table = Table::of(bytes);
    let word = word.as_bytes();
    let (mut low, mut high) = (0, table.count);
    while low < high {
        let middle = low + (high - low) / 2;
        let Some((there, _)) = table.word(middle) else { return };
        if there < word { low = middle + 1 } else { high = middle }
    }
    for at in low..table.count {
        let Some((there, rest)) = table.word(at) else { return };
        let itself = there == word;
        if !(itself || open && there.starts_with(word)) {
            return;
        }
        each_use(rest, |document, count| each(document, count, itself));
        if !open {
            return;
        }
    }
}

/// The words in bytes that are not trusted.
struct Table<'b> {
    count: usize,
    places: &'b [u8],
    entries: &'b [u8],
}

impl<'b> Table<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        let none = Self { count: 0, places: &[], entries: &[] };
        let Some((count, rest)) = bytes.split_first_chunk::<4>() else { return none };
        let count = u32::from_le_bytes(*count) as usize;
        match count.checked_mul(4).and_then(|size| rest.split_at_checked(size)) {
            Some((places, entries)) => Self { count, places, entries },
            None => none,
        }
    }

    /// A word, and the bytes after it.
    fn word(&self, at: usize) -> Option<(&'b [u8], &'b [u8])> {
        let place = self.places.get(4 * at..)?.first_chunk::<4>()?;
        let entry = self.entries.get(u32::from_le_bytes(*place) as usize..)?;
        let (length, rest) = entry.split_first()?;
        rest.split_at_checked(usize::from(*length))
    }
}

fn each_use(mut bytes: &[u8], mut each: impl FnMut(u32, u32)) {
    let mut document = 0_u32;
    for _ in 0..take(&mut bytes).unwrap_or(0) {
        let (Some(distance), Some(count)) = (take(&mut bytes), take(&mut bytes)) else { return };
        document = document.saturating_add(distance);
        each(document, count);
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for shift in (0..32).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(bytes: &[u8], word: &str, open: bool) -> Vec<(u32, u32, bool)> {
        let mut found = Vec::new();
        each_message(bytes, word, open, |document, count, itself| {
            found.push((document, count, itself));
        });
        found
    }

    #[test]
    fn words_are_found_whole_and_by_their_beginning_also_when_it_went_on_later() {
        let mut builder = WordsBuilder::default();
        assert!(builder.add(0, "door doors door"));
        assert!(builder.add(300, "a Door"));
        let mut later = WordsBuilder::of(&builder.bytes());
        assert!(later.add(70_000, "doormat"));
        let bytes = later.bytes();
        assert_eq!(found(&bytes, "door", false), [(0, 2, true), (300, 1, true)]);
        assert_eq!(
            found(&bytes, "door", true),
            [(0, 2, true), (300, 1, true), (70_000, 1, false), (0, 1, false)]
        );
        assert_eq!(found(&bytes, "doors", false), [(0, 1, true)]);
        for nothing in ["", "do", "doorz", "zebra", "a b"] {
            assert_eq!(found(&bytes, nothing, false), [], "{nothing}");
        }
    }

    proptest! {
        #[test]
        fn bytes_of_whatever_kind_are_read_to_an_end(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            word in ".{0,5}",
        ) {
            each_message(&bytes, &word, true, |_, _, _| {});
            let _ = WordsBuilder::of(&bytes).words.len();
        }
    }
}
