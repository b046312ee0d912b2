//! Searching the archive.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use super::finder::Finder;
use crate::History;
use vibeue_compaction::texts_of;
use vibeue_conversation::{Message, MessageId};

/// Further words of a query are ignored.
const MOST_WORDS: usize = 16;

/// About how many bytes a snippet shows.
const SNIPPET: usize = 240;

/// One message that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Which one.
    pub message: MessageId,
    /// How well it matches; only for comparing.
    pub score: u32,
    /// The text around the first match, on one line.
    pub snippet: String,
}

/// Returns the messages that the model no longer sees, or only in a shorter form: what is worth
/// searching for.
pub(super) fn archived(history: &History) -> impl Iterator<Item = &Arc<Message>> {
    let seen: HashSet<*const Message> = history.view().iter().map(Arc::as_ptr).collect();
    history.originals().filter(move |message| !seen.contains(&Arc::as_ptr(message)))
}

/// Searches what the model no longer sees, and returns the best matches, the
/// best first and among equals the newest, with the number of all matches.
///
/// A message matches if it contains the whole query, ignoring case, or one of its words. The whole
/// phrase counts most, then how many of the words occur, and whether they occur as whole words.
pub fn search(history: &History, query: &str, most: usize) -> (Vec<Hit>, usize) {
    let query = query.trim();
    let phrase = Finder::new(query);
    let words = words_of(query);
    if phrase.folded().is_empty() {
        return (Vec::new(), 0);
    }
    let mut found: Vec<(u32, &Arc<Message>)> = archived(history)
        .filter_map(|message| {
            let score = score(message, &phrase, &words);
            (score > 0).then_some((score, message))
        })
        .collect();
    let all = found.len();
    found.sort_by_key(|(score, message)| Reverse((*score, message.id)));
    found.truncate(most);
    let hits = found.into_iter().map(|(score, message)| Hit {
        message: message.id,
        score,
        snippet: snippet(message, &phrase, &words),
    });
    (hits.collect(), all)
}

fn words_of(query: &str) -> Vec<Finder> {
    let mut seen = HashSet::new();
    query
        .split(|it: char| !it.is_alphanumeric() && it != '_')
        .filter(|word| word.chars().nth(1).is_some())
        // A query of one word is only searched as a phrase.
        .filter(|word| *word != query)
        .map(Finder::new)
        .filter(|word| seen.insert(word.folded().to_owned()))
        .take(MOST_WORDS)
        .collect()
}

fn score(message: &Message, phrase: &Finder, words: &[Finder]) -> u32 {
    let mut whole = 0;
    let mut parts = vec![0; words.len()];
    for text in texts_of(message) {
        if let Some(at) = phrase.find(text) {
            whole = whole.max(if phrase.is_word(text, at) { 1_000 } else { 800 });
        }
        for (word, best) in words.iter().zip(&mut parts) {
            if *best < 20
                && let Some(at) = word.find(text)
            {
                *best = (*best).max(if word.is_word(text, at) { 20 } else { 12 });
            }
        }
    }
    // A single word out of many says little.
    let matched = parts.iter().filter(|score| **score > 0).count();
    let enough = matched * 2 >= words.len() || whole > 0;
    if enough { whole + parts.iter().sum::<u32>() } else { 0 }
}

/// The text around the first match of the phrase, else of a word.
fn snippet(message: &Message, phrase: &Finder, words: &[Finder]) -> String {
    for finder in std::iter::once(phrase).chain(words) {
        for text in texts_of(message) {
            if let Some(at) = finder.find(text) {
                return snippet_at(text, at);
            }
        }
    }
    String::new()
}

/// The text around a place, on one line.
pub(super) fn snippet_at(text: &str, at: usize) -> String {
    let start = text.floor_char_boundary(at.saturating_sub(SNIPPET / 3));
    let end = text.ceil_char_boundary((at + SNIPPET * 2 / 3).min(text.len()));
    let dots = |cut: bool| if cut { "…" } else { "" };
    let line = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}{line}{}", dots(start > 0), dots(end < text.len()))
}

/// Returns the byte offsets of a phrase in a text, ignoring case.
pub fn places(text: &str, phrase: &str) -> Vec<usize> {
    Finder::new(phrase).find_all(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use vibeue_compaction::{Compaction, Rung};
    use vibeue_conversation::{MessageKind, Role};

    /// A history whose messages are all condensed but the last.
    fn archive(texts: &[&str]) -> History {
        let mut history = History::new();
        for text in texts {
            let message = Message::text(history.next_id(), Role::User, *text);
            history.apply(Event::Message(message)).unwrap();
        }
        let mut summary = Message::text(history.next_id(), Role::User, "needle in a summary");
        summary.kind = MessageKind::Summary;
        let last = history.view().len() - 1;
        let compaction = Compaction {
            replaced: history.view()[..last].iter().map(|message| message.id).collect(),
            summary: Some(summary),
            tokens_before: 2,
            tokens_after: 1,
            ..Compaction::new("", Rung::Rules)
        };
        history.apply(Event::Compaction(Box::new(compaction))).unwrap();
        history
    }

    fn found(history: &History, query: &str) -> Vec<u64> {
        search(history, query, 10).0.iter().map(|hit| hit.message.0).collect()
    }

    #[test]
    fn the_phrase_comes_before_its_words_and_the_newer_before_the_older() {
        let history = archive(&[
            "the red door is broken",
            "a door, and it is red",
            "Red Door",
            "something else",
            "red door in view",
        ]);
        assert_eq!(found(&history, "RED DOOR"), [3, 1, 2]);
        assert_eq!(found(&history, "green"), [] as [u64; 0]);
        assert_eq!(found(&history, "  "), [] as [u64; 0]);
    }

    #[test]
    fn what_the_model_sees_and_summaries_are_not_searched() {
        let history = archive(&["a needle here", "another needle"]);
        assert_eq!(found(&history, "needle"), [1]);
    }

    #[test]
    fn a_snippet_shows_the_match_of_a_long_text_on_one_line() {
        let text = format!("{}\n\nthe  needle\tis here\n{}", "é ".repeat(2_000), "ü".repeat(2_000));
        let history = archive(&[&text, "last"]);
        let (hits, all) = search(&history, "needle", 10);
        assert_eq!(all, 1);
        let snippet = &hits[0].snippet;
        assert!(snippet.contains(" the needle is here ü"), "{snippet}");
        assert!(snippet.starts_with('…') && snippet.ends_with('…'));
        assert!(snippet.len() < 2 * SNIPPET, "{}", snippet.len());
    }
}
