//! What the user called the things that ids name.

use hashbrown::HashMap;

use super::Line;

/// The user's words, to find in them what an id says it is: who speaks of
/// their gift cards means `gift_card_17`.
pub(super) struct SpokenWords {
    /// In lower case.
    words: String,
    /// Which kinds of things they name.
    found: HashMap<String, bool>,
}

/// Shorter names of kinds occur in other words.
const SHORTEST: usize = 6;

/// The most kinds that are looked for.
const KINDS: usize = 256;

impl SpokenWords {
    /// Takes the lines of what the user said.
    pub(super) fn of(lines: &[Line]) -> Self {
        let user_lines = lines.iter().filter(|line| line.is_of_user());
        let words: Vec<String> = user_lines
            .filter_map(|line| line.text.split_once(" user: \"").map(|it| it.1.to_lowercase()))
            .collect();
        Self { words: words.join("\n"), found: HashMap::new() }
    }

    /// Returns whether they name what an id in a text is: `gift card` for `gift_card_17`.
    pub(super) fn name(&mut self, text: &str) -> bool {
        let id = |word: &&str| word.contains('_') && word.ends_with(|c: char| c.is_ascii_digit());
        text.split([' ', ',', ';', ':']).filter(id).any(|id| {
            let kind = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            if kind.len() < SHORTEST || !kind.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
            {
                return false;
            }
            if let Some(known) = self.found.get(kind) {
                return *known;
            }
            if self.found.len() >= KINDS {
                return false;
            }
            let named = self.words.contains(&kind.replace('_', " ").to_lowercase());
            self.found.insert(kind.to_owned(), named);
            named
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Section, rank};

    #[test]
    fn who_speaks_of_gift_cards_means_those_whose_ids_say_so() {
        let line = |text: &str| Line {
            section: Section::Progress,
            rank: rank::REQUEST,
            order: (2, 0),
            text: text.to_owned(),
        };
        let mut spoken = SpokenWords::of(&[
            line("m2 user: \"Use my Gift cards first.\""),
            line("m3: You have a certificate."),
        ]);
        assert!(spoken.name("payment_methods: gift_card_17 amount 4"));
        for other in ["certificate_9 amount 250", "credit_card_3 visa", "gift_card", "card_1", ""] {
            assert!(!spoken.name(other), "{other}");
        }
    }
}
