//! What the user asked just before the agent spoke, and where the answer begins.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::clause::{Parts, is_item};
use super::{Line, Section, worth};
use crate::facts::sentences;

/// What the user asked, and where the agent's turns end.
pub(super) struct Asked {
    /// The user's messages, by id.
    messages: BTreeMap<u64, Questions>,
    /// For each of the user's messages, by id, the last line of the agent's that
    /// follows it before the next: what came earlier in the turn was said while the
    /// work was being done.
    answers: HashMap<u64, usize>,
}

/// The questions in a message of the user's.
#[derive(Default)]
struct Questions {
    /// The beginnings of their longer words.
    words: HashSet<String>,
    /// Whether there is any.
    any: bool,
}

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
    /// Reads the lines of the user's words, and notes which of the agent's end a turn.
    pub(super) fn of(lines: &[Line]) -> Self {
        let mut messages: BTreeMap<u64, Questions> = BTreeMap::new();
        for line in lines {
            let Some((_, said)) = line.text.split_once(" user: \"") else { continue };
            let asked = messages.entry(line.order.0).or_default();
            let questions = sentences(said).into_iter();
            for question in questions.filter(|it| is_question(it.trim_end_matches('"'))) {
                asked.any = true;
                asked.words.extend(beginnings(question));
            }
        }
        let mut answers: HashMap<u64, usize> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            // A decision is told by itself, and once more within its statement.
            let is_statement = line.section == Section::Progress && !line.is_decision();
            if !is_statement || line.text.contains(" user: \"") {
                continue;
            }
            let Some((&before, _)) = messages.range(..line.order.0).next_back() else { continue };
            let last = answers.entry(before).or_insert(at);
            if lines[*last].order < line.order {
                *last = at;
            }
        }
        Self { messages, answers }
    }

    /// Returns whether a sentence of the agent's in a message takes up what the user's message
    /// before it asks.
    pub(super) fn is_answered_by(&self, message: u64, sentence: &str) -> bool {
        let before = self.messages.range(..message).next_back();
        let Some((_, asked)) = before.filter(|(_, asked)| asked.words.len() >= SHARED) else {
            return false;
        };
        let taken: HashSet<String> =
            beginnings(sentence).filter(|word| asked.words.contains(word)).collect();
        taken.len() >= SHARED && !is_question(sentence)
    }

    /// Returns whether the agent said something at the end of the turn that a message of the
    /// user's began.
    pub(super) fn has_answer(&self, message: u64) -> bool {
        self.answers.contains_key(&message)
    }

    /// The clause that answers the user's question, if the line at a place ends the turn that
    /// the question began: the first that says something.
    pub(super) fn lead(&self, at: usize, line: &Line, parts: &Parts<'_>) -> Option<usize> {
        let (before, asked) = self.messages.range(..line.order.0).next_back()?;
        if !asked.any || self.answers.get(before) != Some(&at) {
            return None;
        }
        let says = |clause: &&str| {
            !worth::is_filler(clause)
                && !is_item(clause)
                && !is_question(clause)
                && !clause.ends_with(':')
        };
        parts.clauses.iter().position(says)
    }
}

pub(super) fn is_question(sentence: &str) -> bool {
    sentence.ends_with(['?', '？'])
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
    use crate::rules::clause::parts;
    use crate::rules::rank;

    fn said(id: u64, text: &str) -> Line {
        Line {
            section: Section::Progress,
            rank: rank::REQUEST,
            order: (id, 0),
            text: format!("m{id} user: \"{text}\""),
        }
    }

    fn stated(id: u64, text: &str) -> Line {
        let text = format!("m{id}: {text}");
        Line { section: Section::Progress, rank: rank::STATEMENT, order: (id, 1), text }
    }

    #[test]
    fn an_answer_takes_up_the_words_of_the_question_before_it() {
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

    #[test]
    fn an_answer_begins_with_what_the_turn_s_last_statement_says_first() {
        let lines = [
            said(2, "Which Blueprints tick in every frame?"),
            stated(3, "There are eleven with a tick event."),
            stated(5, "Let me look. Three: BP_Fan and two more. The fan has to."),
            said(6, "Turn the gauge's off."),
            stated(7, "It is off. Nothing is saved."),
            said(8, "And does it still move?"),
            stated(9, "It does. The event has two nodes behind it."),
            said(10, "Why?"),
        ];
        let asked = Asked::of(&lines);
        let lead = |at: usize| {
            let parts = parts(&lines[at], &HashSet::new());
            asked.lead(at, &lines[at], &parts).map(|clause| parts.clauses[clause].to_owned())
        };
        assert_eq!(lead(1), None);
        assert_eq!(lead(2).as_deref(), Some("Three: BP_Fan and two more."));
        // What came before it is a wish.
        assert_eq!(lead(4), None);
        assert_eq!(lead(6).as_deref(), Some("It does. The event has two nodes behind it."));
        assert_eq!([2, 6, 8, 10].map(|id| asked.has_answer(id)), [true, true, true, false]);
    }
}
