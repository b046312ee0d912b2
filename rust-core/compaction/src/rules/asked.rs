//! What the user asked just before the agent spoke.

use std::collections::BTreeMap;

use hashbrown::HashSet;

use super::Line;
use crate::facts::sentences;

/// The user's messages that ask something, by id, each with the beginnings of
/// the longer words in its questions.
pub(super) struct Asked(BTreeMap<u64, HashSet<String>>);

/// How many letters of a word are compared, so that `charge` is `charged`; and
/// the shortest word that is.
const LETTERS: usize = 5;

/// How many of these words an answer takes up.
const SHARED: usize = 2;

/// Words that a question and a sentence share by chance.
const COMMON: [&str; 13] = [
    "about", "check", "could", "other", "please", "shall", "should", "their", "there", "these",
    "thing", "which", "would",
];

impl Asked {
    /// Reads the lines of the user's words.
    pub(super) fn of(lines: &[Line]) -> Self {
        let mut asked: BTreeMap<u64, HashSet<String>> = BTreeMap::new();
        for line in lines {
            let Some((_, said)) = line.text.split_once(" user: \"") else { continue };
            let words = asked.entry(line.order.0).or_default();
            let questions = sentences(said).into_iter();
            let questions = questions.filter(|it| it.trim_end_matches('"').ends_with(['?', '？']));
            words.extend(questions.flat_map(beginnings));
        }
        Self(asked)
    }

    /// Returns whether a sentence of the agent's in a message takes up what the user's message
    /// before it asks.
    pub(super) fn is_answered_by(&self, message: u64, sentence: &str) -> bool {
        let before = self.0.range(..message).next_back();
        let Some((_, asked)) = before.filter(|(_, asked)| asked.len() >= SHARED) else {
            return false;
        };
        let taken: HashSet<String> =
            beginnings(sentence).filter(|word| asked.contains(word)).collect();
        taken.len() >= SHARED && !sentence.ends_with(['?', '？'])
    }
}

/// The beginnings of the longer words of a text, in lower case.
fn beginnings(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.chars().count() >= LETTERS);
    long.map(str::to_lowercase)
        .filter(|word| !COMMON.contains(&word.as_str()))
        .map(|word| word.chars().take(LETTERS).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Section, rank};

    #[test]
    fn an_answer_takes_up_the_words_of_the_question_before_it() {
        let said = |id: u64, text: &str| Line {
            section: Section::Progress,
            rank: rank::REQUEST,
            order: (id, 0),
            text: format!("m{id} user: \"{text}\""),
        };
        let asked = Asked::of(&[
            said(2, "Use my certificates first. How much will be charged on my MasterCard?"),
            said(6, "Book it with the MasterCard that you charged before."),
        ]);
        let answer = "Balance to be charged on MasterCard: $298";
        assert!(asked.is_answered_by(3, answer));
        assert!(!asked.is_answered_by(1, answer));
        // What came after it asks nothing.
        assert!(!asked.is_answered_by(7, answer));
        assert!(!asked.is_answered_by(3, "The certificates come to $1,000."));
        assert!(!asked.is_answered_by(3, "Shall I charge the MasterCard?"));
    }
}
