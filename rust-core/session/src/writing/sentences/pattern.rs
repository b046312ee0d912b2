//! A sentence, taken apart at what is put into it.

use memchr::memmem::Finder;

use super::sentence::{Sentence, Takes};

/// A sentence's own words, ready to be looked for.
pub(super) struct Pattern {
    pub(super) sentence: &'static Sentence,
    /// The words before, between and after what is put in.
    pieces: Vec<Finder<'static>>,
    /// How long all of these are, in bytes: of several sentences that a text may be, the
    /// one that says most of it by itself is meant.
    pub(super) letters: usize,
}

impl Pattern {
    pub(super) fn of(sentence: &'static Sentence) -> Self {
        let pieces: Vec<_> = own_words(sentence.english).map(Finder::new).collect();
        let letters = pieces.iter().map(|piece| piece.needle().len()).sum();
        Self { sentence, pieces, letters }
    }

    /// What has to be put into the sentence for it to be this text.
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
        // What comes before the first word is a name or a number, not a sentence of its own.
        let is_name = |argument: &&str| !argument.contains(": ") && !argument.contains("; ");
        let begins_well = !first.needle().is_empty() || found.first().is_some_and(is_name);
        (rest.is_empty() && begins_well && self.takes(&found)).then_some(found)
    }

    /// Whether these can be put into the sentence.
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

/// The words of a sentence between what is put into it.
pub(super) fn own_words(english: &str) -> impl Iterator<Item = &str> {
    english.split(['{', '}']).step_by(2)
}
