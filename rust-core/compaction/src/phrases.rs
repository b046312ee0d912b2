//! Phrases that are looked for in many sentences.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// A list of phrases, any of which may occur in a text: one pass over the text finds them all,
/// whereas a search for each would read it as many times as there are phrases.
pub(crate) struct Phrases {
    list: &'static [&'static str],
    finder: OnceLock<AhoCorasick>,
}

impl Phrases {
    /// The phrases of a list. Case counts.
    pub(crate) const fn of(list: &'static [&'static str]) -> Self {
        Self { list, finder: OnceLock::new() }
    }

    /// The phrases.
    pub(crate) fn list(&self) -> &'static [&'static str] {
        self.list
    }

    /// How many different phrases of at most 64 occur in a text, counted up to
    /// `most`.
    pub(crate) fn count_in(&self, text: &str, most: u32) -> u32 {
        let mut found = 0_u64;
        for it in self.finder.get_or_init(|| finder(self.list)).find_overlapping_iter(text) {
            found |= 1 << it.pattern().as_u32().min(u64::BITS - 1);
            if found.count_ones() >= most {
                break;
            }
        }
        found.count_ones()
    }

    /// Returns whether any of the phrases occurs in a text.
    pub(crate) fn occur_in(&self, text: &str) -> bool {
        self.finder.get_or_init(|| finder(self.list)).is_match(text)
    }
}

/// A finder of every occurrence of every phrase, overlapping ones included.
pub(crate) fn finder(phrases: &[&str]) -> AhoCorasick {
    AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::DFA))
        .build(phrases)
        .expect("the phrases are constants of a few kilobytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_phrase_of_the_list_is_found_wherever_it_is() {
        static PHRASES: Phrases = Phrases::of(&["from now on", " mai ", "必ず"]);
        for text in ["from now on", "so: from now on.", "non mai, mai piu", "これは必ず"] {
            assert!(PHRASES.occur_in(text), "{text}");
        }
        for text in ["", "from now", "From now on", "maid of honour", "必"] {
            assert!(!PHRASES.occur_in(text), "{text}");
        }
    }

    #[test]
    fn different_phrases_are_counted_once_each_even_inside_one_another() {
        static PHRASES: Phrases = Phrases::of(&["saved", "not saved", "open"]);
        let cases = [("", 0), ("saved, saved", 1), ("not saved", 2), ("not saved, still open", 3)];
        for (text, count) in cases {
            assert_eq!(PHRASES.count_in(text, 9), count, "{text}");
            assert_eq!(PHRASES.count_in(text, 2), count.min(2), "{text}");
        }
    }
}
