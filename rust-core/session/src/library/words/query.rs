//! What the user looks for.

use super::fold::Folded;
use super::token::{each_word, is_unspaced};

/// Further terms of a query are ignored.
const MOST_TERMS: usize = 16;

/// How many bytes of a query are read.
const LONGEST: usize = 2_000;

/// What the user looks for: everything that has all terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::library) struct Query {
    pub(in crate::library) terms: Vec<Term>,
}

/// A word, or several that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::library) struct Term {
    /// Its words, as an index keeps them: a text that has the term has all of them.
    pub(in crate::library) words: Vec<String>,
    /// The last word may be incomplete: `door` finds `doors`.
    pub(in crate::library) open: bool,
    /// All of it, folded.
    pub(super) folded: String,
}

impl Query {
    /// Reads a query: words, and phrases between quotation marks. A quotation that is not closed
    /// extends to the end, and its last word is open: it is still being typed.
    pub(in crate::library) fn of(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let mut terms: Vec<Term> = Vec::new();
        let mut add = |term: Option<Term>| {
            if let Some(term) = term.filter(|term| !terms.contains(term)) {
                terms.push(term);
            }
        };
        let mut quoted = false;
        let mut parts = text.split(['"', '“', '”', '„']).peekable();
        while let Some(part) = parts.next() {
            if quoted {
                add(Term::of(part, parts.peek().is_none()));
            } else {
                part.split_whitespace().for_each(|word| add(Term::of(word, true)));
            }
            quoted = !quoted;
        }
        terms.truncate(MOST_TERMS);
        Self { terms }
    }
}

impl Term {
    fn of(text: &str, open: bool) -> Option<Self> {
        let is_word = |letter: char| letter.is_alphanumeric() || is_unspaced(letter);
        let text = text.trim_matches(|letter| !is_word(letter));
        let mut words = Vec::new();
        each_word(text, false, |word| words.push(word.to_owned()));
        // In a longer text the last letter occurs only in pairs, and the pair before contains it,
        // too.
        let pairs = text.chars().next_back().is_some_and(is_unspaced);
        if pairs && words.len() > 1 && ends_with_more(&words[words.len() - 2], words.last()) {
            words.pop();
        }
        let open = open || pairs;
        (!words.is_empty()).then(|| Self { words, open, folded: Folded::of(text).text })
    }

    /// Returns whether a text may have all its words without having the term itself.
    pub(in crate::library) fn is_phrase(&self) -> bool {
        self.words.len() > 1
    }

    /// The words, and whether a longer word matches as well.
    pub(in crate::library) fn each(&self) -> impl Iterator<Item = (&str, bool)> {
        let last = self.words.len() - 1;
        self.words
            .iter()
            .enumerate()
            .map(move |(at, word)| (word.as_str(), self.open && at == last))
    }
}

/// Returns whether a word ends with another one, and is longer.
fn ends_with_more(word: &str, end: Option<&String>) -> bool {
    end.is_some_and(|end| word.len() > end.len() && word.ends_with(end.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<(Vec<String>, bool)> {
        Query::of(text).terms.into_iter().map(|term| (term.words, term.open)).collect()
    }

    #[test]
    fn words_are_open_and_phrases_are_not() {
        let one = |words: &[&str], open| (words.iter().map(|it| (*it).to_owned()).collect(), open);
        for (text, expected) in [
            ("Door  hinge", vec![one(&["door"], true), one(&["hinge"], true)]),
            ("\"red door\" blue", vec![one(&["red", "door"], false), one(&["blue"], true)]),
            ("\"red do", vec![one(&["red", "do"], true)]),
            ("BP_Door door* door", vec![one(&["bp", "door"], true), one(&["door"], true)]),
            ("\"開ける\"", vec![one(&["開け", "ける"], true)]),
            ("る", vec![one(&["る"], true)]),
            ("BPる", vec![one(&["bp", "る"], true)]),
            ("Größe, \"\" -- \"", vec![one(&["grosse"], true)]),
            ("", vec![]),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
        let many = (0..50).map(|number| format!("w{number} ")).collect::<String>();
        assert_eq!(terms(&many).len(), MOST_TERMS);
        assert_eq!(terms(&"é".repeat(5_000))[0].0[0].len(), 40);
    }
}
