//! Comparing lines with the messages that a summary stands for.

use std::collections::{BTreeSet, HashMap, HashSet};

use aho_corasick::{AhoCorasick, MatchKind};

use super::words::{WordKind, for_each_key, for_each_word};
use crate::texts_of;
use vibeue_conversation::{Message, Role};

/// The maximum number of messages that are found for a line that was not copied.
const MOST_FOUND: usize = 3;
/// The maximum number of messages that are looked at for one line: those with its rarest words.
const MOST_LOOKED_AT: usize = 4_096;
/// The maximum number of words that are shown of what a line shares with a message.
const MOST_SHARED: usize = 3;
/// Words of a line that prove that a message with all of them in this order is
/// its source.
const COPIED: usize = 3;
/// Plain words that a message has to share, besides half of the line.
const WORDS: usize = 3;
/// The share of a line's weight that words without a name have to have.
const SHARE: f64 = 0.5;

/// The messages that a line was found in.
#[derive(Debug)]
pub(super) struct Found {
    /// By their places, in order.
    pub(super) places: Vec<usize>,
    pub(super) shared: Vec<String>,
}

/// What is known of the messages, as far as the lines ask for it.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    /// The messages with a word, in order.
    places: HashMap<String, Vec<usize>>,
    /// The messages with all words of a line in its order.
    copies: HashMap<String, Vec<usize>>,
    /// Messages in which somebody speaks, not a tool.
    spoken: HashSet<usize>,
    messages: usize,
}

/// A word of a line.
struct Wanted<'m> {
    written: String,
    kind: WordKind,
    places: &'m [usize],
    weight: f64,
}

impl Matcher {
    /// Reads the messages once, for these lines.
    pub(super) fn of<'t>(lines: impl Iterator<Item = &'t str>, messages: &[&Message]) -> Self {
        let mut matcher = Self { messages: messages.len(), ..Self::default() };
        let mut patterns = Vec::new();
        for line in lines {
            for_each_key(uncited(line), |key, _, _| {
                matcher.places.entry(key).or_default();
            });
            let (pattern, _) = in_order(uncited(line));
            if pattern.len() > 1 && matcher.copies.insert(pattern.clone(), Vec::new()).is_none() {
                patterns.push(pattern);
            }
        }
        if matcher.places.is_empty() && patterns.is_empty() {
            return matcher;
        }
        let finder = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&patterns).ok();
        for (at, message) in messages.iter().enumerate() {
            if message.texts().any(|text| !text.trim().is_empty())
                && matches!(message.role, Role::User | Role::Assistant)
            {
                matcher.spoken.insert(at);
            }
            for text in texts_of(message) {
                matcher.read(at, text, finder.as_ref(), &patterns);
            }
        }
        matcher
    }

    fn read(&mut self, at: usize, text: &str, finder: Option<&AhoCorasick>, patterns: &[String]) {
        for_each_key(text, |key, _, _| {
            if let Some(places) = self.places.get_mut(&key) {
                note(places, at);
            }
        });
        let (words, _) = in_order(text);
        for copy in finder.into_iter().flat_map(|finder| finder.find_overlapping_iter(&words)) {
            if let Some(places) = self.copies.get_mut(&patterns[copy.pattern().as_usize()]) {
                note(places, at);
            }
        }
    }

    /// Finds the messages that a line comes from; of these, if some are given. `None` if nothing
    /// proves any.
    pub(super) fn find(&self, line: &str, of: &[usize]) -> Option<Found> {
        let line = uncited(line);
        let mut wanted = self.wanted(line);
        let allowed = |at: &usize| of.is_empty() || of.binary_search(at).is_ok();
        let (pattern, count) = in_order(line);
        let copies = self.copies.get(&pattern).into_iter().flatten().copied();
        let copies: Vec<usize> = copies.filter(allowed).collect();
        let proven = !wanted.is_empty() && (count >= COPIED || copies.len() == 1);
        if !copies.is_empty() && proven {
            return Some(Found { shared: shared(&wanted, &copies), places: copies });
        }
        let all: f64 = wanted.iter().map(|word| word.weight).sum();
        let looked_at: Vec<usize> = self.candidates(&wanted).into_iter().filter(allowed).collect();
        let mut places = Vec::new();
        let mut proof = Vec::new();
        while places.len() < MOST_FOUND {
            let weight = |at: &usize| -> f64 {
                wanted.iter().filter(|word| word.is_in(*at)).map(|word| word.weight).sum()
            };
            let better = |one: &(usize, f64), next: &(usize, f64)| {
                // Of equals, what somebody said, and what was said first.
                let spoken = |at| self.spoken.contains(&at);
                one.1
                    .total_cmp(&next.1)
                    .then_with(|| spoken(one.0).cmp(&spoken(next.0)))
                    .then_with(|| next.0.cmp(&one.0))
            };
            let rated = looked_at.iter().map(|at| (*at, weight(at)));
            let Some((best, weight)) = rated.max_by(better) else { break };
            let (held, left): (Vec<_>, Vec<_>) =
                wanted.into_iter().partition(|word| word.is_in(best));
            wanted = left;
            if !self.is_proof(&held, weight / all) {
                break;
            }
            places.push(best);
            proof.extend(held);
        }
        places.sort_unstable();
        (!places.is_empty()).then(|| Found { shared: shared(&proof, &places), places })
    }

    /// The words of a line, each once, the rarest first.
    fn wanted(&self, line: &str) -> Vec<Wanted<'_>> {
        let mut seen = HashSet::new();
        let mut wanted = Vec::new();
        for_each_key(line, |key, written, kind| {
            if let Some(places) = self.places.get(&key)
                && seen.insert(key)
            {
                // What is in no message weighs most: the line says more than
                // any of them.
                let weight = ((self.messages + 1) as f64 / places.len().max(1) as f64).ln();
                wanted.push(Wanted { written: written.to_owned(), kind, places, weight });
            }
        });
        wanted.sort_by(|one, next| next.weight.total_cmp(&one.weight));
        wanted
    }

    fn candidates(&self, wanted: &[Wanted<'_>]) -> BTreeSet<usize> {
        let mut places = BTreeSet::new();
        for word in wanted.iter().filter(|word| !word.places.is_empty()) {
            if places.len() + word.places.len() > MOST_LOOKED_AT && !places.is_empty() {
                break;
            }
            places.extend(word.places.iter().take(MOST_LOOKED_AT).copied());
        }
        places
    }

    /// Returns whether words prove that a line comes from the message that has them, with their
    /// share of the line.
    fn is_proof(&self, held: &[Wanted<'_>], share: f64) -> bool {
        let rare = (self.messages / 4).max(2);
        let count_rare = |kind| {
            held.iter().filter(|word| word.kind == kind && word.places.len() <= rare).count()
        };
        let plain = held.iter().filter(|word| word.kind == WordKind::Plain).count();
        count_rare(WordKind::Name) > 0
            || (count_rare(WordKind::Number) > 0 && plain > 1)
            || (plain >= WORDS && share >= SHARE)
    }
}

impl Wanted<'_> {
    fn is_in(&self, at: usize) -> bool {
        self.places.binary_search(&at).is_ok()
    }
}

fn note(places: &mut Vec<usize>, at: usize) {
    if places.last() != Some(&at) {
        places.push(at);
    }
}

/// What a line shares with messages, as it is written there.
fn shared(words: &[Wanted<'_>], places: &[usize]) -> Vec<String> {
    let mut held: Vec<&Wanted<'_>> =
        words.iter().filter(|word| places.iter().any(|at| word.is_in(*at))).collect();
    held.sort_by_key(|word| word.kind == WordKind::Plain);
    let mut shown: Vec<String> = Vec::new();
    for word in held {
        // The parts of a path say no more than it does.
        if shown.len() < MOST_SHARED && !shown.iter().any(|more| more.contains(&word.written)) {
            shown.push(word.written.clone());
        }
    }
    shown
}

/// The words of a text between single spaces, and how many they are.
fn in_order(text: &str) -> (String, usize) {
    let mut words = String::from(" ");
    let mut count = 0;
    for_each_word(text, |word| {
        words.push_str(word);
        words.push(' ');
        count += 1;
    });
    (words, count)
}

/// A line without the ids at its end.
fn uncited(line: &str) -> &str {
    match line.rsplit_once(" (m") {
        Some((text, ids))
            if ids.ends_with(')')
                && ids.chars().all(|c| c.is_ascii_digit() || "m-–, )".contains(c)) =>
        {
            text
        }
        _ => line,
    }
}
