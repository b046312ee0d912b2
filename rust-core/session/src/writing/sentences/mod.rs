//! The core's sentences to the user, so that they can be translated.
//!
//! The core writes English: errors and what to do about them, warnings, why a setting is refused.
//! The tables here list these sentences with placeholders; [`find`] recognizes them in a text. A
//! host in another language has a translation of each, by its key; it shows text that is in no
//! table, such as the words of a server, as it is.

mod connections;
mod conversations;
mod files;
mod pages;
mod pattern;
mod repairs;
mod sentence;
mod settings;
#[cfg(test)]
mod tests;
mod writing;

use std::sync::LazyLock;

#[cfg(test)]
pub(crate) use pages::SENTENCES as PAGES;
use pattern::Pattern;
pub use sentence::Sentence;

/// All sentences, by topic.
const TABLES: [&[Sentence]; 7] = [
    conversations::SENTENCES,
    connections::SENTENCES,
    settings::SENTENCES,
    files::SENTENCES,
    writing::SENTENCES,
    repairs::SENTENCES,
    pages::SENTENCES,
];

/// All sentences, parsed once: a host may look up each of thousands of errors.
static TAKEN_APART: LazyLock<Vec<Pattern>> = LazyLock::new(|| all().map(Pattern::of).collect());

/// Longer texts are pages from a server, not sentences of ours.
const LONGEST: usize = 4_000;

/// How many possible beginnings and ends of a sentence are tried.
const MOST_PLACES: usize = 8;

/// A sentence that was found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSentence<'t> {
    /// Which one it is.
    pub sentence: &'static Sentence,
    /// What comes before it: a place and a colon, or a value.
    pub before: &'t str,
    /// Its arguments, in order.
    pub arguments: Vec<&'t str>,
    /// What comes after it: a semicolon and what to do about it.
    pub after: &'t str,
}

/// Lists all sentences.
pub fn all() -> impl Iterator<Item = &'static Sentence> {
    TABLES.into_iter().flatten()
}

/// Finds the sentence in a text, apart from a place before it and a clause after it; if several
/// match, the one with the most words of its own.
pub fn find(text: &str) -> Option<FoundSentence<'_>> {
    if text.len() > LONGEST {
        return None;
    }
    beginnings(text).find_map(|begin| {
        let (before, rest) = text.split_at(begin);
        ends(rest).find_map(|end| {
            let (sentence, mut arguments) = best(&rest[..end])?;
            let mut end = end;
            if let Some(last) = arguments.last_mut().filter(|_| sentence.english.ends_with('}')) {
                let own = up_to_next_sentence(last);
                end -= last.len() - own.len();
                *last = own;
            }
            Some(FoundSentence { sentence, before, arguments, after: &rest[end..] })
        })
    })
}

/// The last argument of a sentence, without the sentence after it: otherwise it would include all
/// that follows. Several lines are a list, which is one argument.
fn up_to_next_sentence(argument: &str) -> &str {
    if argument.contains('\n') {
        return argument;
    }
    let next = ends(argument).skip(1).find(|at| best(&argument[at + 2..]).is_some());
    next.map_or(argument, |at| &argument[..at])
}

/// The sentence that matches these words, with its arguments.
fn best(words: &str) -> Option<(&'static Sentence, Vec<&str>)> {
    let fits = |pattern: &'static Pattern| Some((pattern, pattern.arguments(words)?));
    let (pattern, arguments) =
        TAKEN_APART.iter().filter_map(fits).max_by_key(|(pattern, _)| pattern.letters)?;
    Some((pattern.sentence, arguments))
}

/// Where a sentence may begin: at the beginning, after a colon, and after a value in quotes.
fn beginnings(text: &str) -> impl Iterator<Item = usize> {
    let behind = |(at, pair): (usize, &[u8])| matches!(pair, b": " | b"\" ").then_some(at + 2);
    let inner = text.as_bytes().windows(2).enumerate().filter_map(behind);
    std::iter::once(0).chain(inner).take(MOST_PLACES)
}

/// Where a sentence may end: at the end, and at a semicolon.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let inner = text.match_indices("; ").map(|(at, _)| at);
    std::iter::once(text.len()).chain(inner).take(MOST_PLACES)
}
