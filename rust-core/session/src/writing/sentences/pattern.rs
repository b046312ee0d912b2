//! A sentence, split at its arguments.

use memchr::memmem::Finder;

use super::sentence::{Sentence, Takes};

/// A sentence's own words, ready to be looked for.
pub(super) struct Pattern {
    pub(super) sentence: &'static Sentence,
    /// The words before, between and after the arguments.
    pieces: Vec<Finder<'static>>,
    /// The total length of these in bytes: if a text matches several sentences, the one with the
    /// longest own words is meant.
    pub(super) letters: usize,
}

impl Pattern {
    pub(super) fn of(sentence: &'static Sentence) -> Self {
        let pieces: Vec<_> = own_words(sentence.english).map(Finder::new).collect();
        let letters = pieces.iter().map(|piece| piece.needle().len()).sum();
        Self { sentence, pieces, letters }
    }

    /// The arguments with which the sentence becomes this text.
    pub(super) fn arguments<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.pieces.split_first()?;
        if !text.as_bytes().starts_with(first.needle()) {
            return None;
        }
        let mut rest = &text[first.needle().len()..];
        let mut found = Vec::new();
        for (at, piece) in others.iter().enumerate() {
            let length = piece.needle().len();
            let end = if at + 1 < others.len() {
                piece.find(rest.as_bytes())?
            } else {
                let ends = rest.as_bytes().ends_with(piece.needle());
                ends.then(|| rest.len() - length)?
            };
            found.push(&rest[..end]);
            rest = &rest[end + length..];
        }
        // An argument before the first word is a name or a number, not a sentence.
        let is_name = |argument: &&str| !argument.contains(": ") && !argument.contains("; ");
        let begins_well = !first.needle().is_empty() || found.first().is_some_and(is_name);
        (rest.is_empty() && begins_well && self.takes(&found)).then_some(found)
    }

    /// Whether the sentence accepts these arguments.
    fn takes(&self, arguments: &[&str]) -> bool {
        match self.sentence.takes {
            Takes::Anything => true,
            Takes::Place => {
                let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
                arguments.first().is_none_or(is_number)
                    && arguments.iter().all(|text| !text.is_empty() && !text.contains(' '))
            }
            Takes::JsonType => arguments.iter().all(|text| JSON_TYPES.contains(text)),
        }
    }
}

/// What the types of JSON values are called.
pub(super) const JSON_TYPES: [&str; 6] =
    ["null", "a Boolean", "a number", "a string", "a list", "an object"];

/// The words of a sentence between its arguments.
pub(super) fn own_words(english: &str) -> impl Iterator<Item = &str> {
    english.split(['{', '}']).step_by(2)
}
