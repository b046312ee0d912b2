//! Searches all conversations of a library.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;

use vibeue_compaction::texts_of;
use vibeue_conversation::{Message, MessageId, Role};

use super::index::{Document, Record, Speaker};
use super::words::{Found, Query, Term, Text};
use super::{Catalogue, LibraryEntry};
use crate::Event;
use crate::files::open_to_read;
use crate::journal::read_line;

/// How many matches in one conversation are shown at most.
const MOST_PLACES: usize = 3;

/// How many messages one search reads at most to look for a phrase.
const MOST_READ: usize = 4_000;

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchResult {
    /// The best conversations, the best first.
    pub hits: Vec<SearchHit>,
    /// How many conversations match in all.
    pub all: usize,
    /// Conversations so long that not all of their words were searched.
    pub cut: usize,
    /// Whether a phrase may be in more messages than were read, so that more or fewer conversations
    /// may match.
    pub unsure: bool,
}

/// A conversation that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    /// The conversation.
    pub entry: LibraryEntry,
    /// What matches in its title, as byte ranges.
    pub title_marks: Vec<Range<usize>>,
    /// How well it matches; only for comparing.
    pub score: u32,
    /// The best places in it, at most three; none if the title alone matches.
    pub places: Vec<SearchPlace>,
}

/// A match in a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchPlace {
    /// The message; `None` for one that is waiting for its turn.
    pub message: Option<MessageId>,
    /// The branch that it is in, if the one that opens does not have it.
    pub branch: Option<u64>,
    /// Who said it.
    pub speaker: Speaker,
    /// When, in milliseconds since the Unix epoch.
    pub at: u64,
    /// The words around it, on one line.
    pub snippet: String,
    /// What matches in the snippet, as byte ranges.
    pub marks: Vec<Range<usize>>,
}

/// A term in one conversation.
#[derive(Debug, Default)]
struct Matches {
    /// The score of each message that has it.
    messages: HashMap<u32, f64>,
    /// The score of its title or a tag; 0 if they do not have it.
    title: f64,
}

/// A conversation that may match.
struct Candidate {
    at: usize,
    score: f64,
    terms: Vec<Matches>,
}

impl Catalogue {
    /// Searches titles, tags, and what the user, the model and tools said, including what was
    /// summarized since. Returns the `most` best conversations.
    ///
    /// A conversation matches if it has all words, anywhere. Words match by prefix, ignoring case
    /// and accents; words between quotation marks must be adjacent and end there. `#door` also
    /// finds the tag.
    pub fn search(&self, query: &str, most: usize) -> SearchResult {
        let query = Query::of(query);
        let cut = self.records.iter().filter(|record| record.facts.cut).count();
        if query.terms.is_empty() {
            return SearchResult { cut, ..SearchResult::default() };
        }
        let mut candidates = self.candidates(&query);
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        let mut reading = Reading {
            catalogue: self,
            query: &query,
            left: MOST_READ,
            places: MOST_PLACES,
            unsure: false,
        };
        let mut all = 0;
        let mut hits = Vec::new();
        for mut candidate in candidates {
            if reading.confirms(&mut candidate) {
                all += 1;
                if hits.len() < most {
                    hits.push(reading.hit(&candidate));
                    if hits.len() == most {
                        // The rest is counted but not shown.
                        reading.places = 1;
                    }
                }
            }
        }
        SearchResult { hits, all, cut, unsure: reading.unsure }
    }

    /// The conversations whose words do not rule out a match.
    fn candidates(&self, query: &Query) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let mut frequent = vec![0_u32; query.terms.len()];
        for (at, record) in self.records.iter().enumerate() {
            let titles = self.titles(at);
            let titles: Vec<Text<'_>> = titles.iter().map(|title| Text::of(title)).collect();
            let mut terms = Vec::with_capacity(query.terms.len());
            for term in &query.terms {
                let title = titles.iter().map(|title| title_score(title, term)).fold(0.0, f64::max);
                let messages = messages_with(record, term);
                if title == 0.0 && messages.is_empty() {
                    break;
                }
                terms.push(Matches { messages, title });
            }
            // A term that is missing here still counts for how common the others are.
            terms.iter().enumerate().for_each(|(number, _)| frequent[number] += 1);
            if terms.len() == query.terms.len() {
                candidates.push(Candidate { at, score: 0.0, terms });
            }
        }
        let all = self.records.len() as f64;
        let rarity = |count: u32| (1.0 + all / f64::from(count.max(1))).ln();
        let rarities: Vec<f64> = frequent.into_iter().map(rarity).collect();
        for candidate in &mut candidates {
            candidate.weigh(&rarities);
        }
        candidates
    }

    /// What a conversation is found by besides the words of its messages.
    fn titles(&self, at: usize) -> Vec<&str> {
        let title = self.records[at].facts.title();
        let tags = self.labels[at].iter().flat_map(|labels| labels.tags.iter().map(String::as_str));
        std::iter::once(title).chain(tags).collect()
    }
}

fn title_score(title: &Text<'_>, term: &Term) -> f64 {
    if title.has_whole(term) {
        4.0
    } else if title.has(term) {
        2.5
    } else {
        0.0
    }
}

/// The messages of a conversation that have all words of a term.
fn messages_with(record: &Record, term: &Term) -> HashMap<u32, f64> {
    let mut found: Option<HashMap<u32, f64>> = None;
    for (word, open) in term.each() {
        let mut here: HashMap<u32, f64> = HashMap::new();
        record.each_message(word, open, |message, count, itself| {
            // Each further occurrence of a word adds less.
            let count = f64::from(count);
            let score = count / (count + 1.5) * if itself { 1.6 } else { 1.0 };
            if found.as_ref().is_none_or(|found| found.contains_key(&message)) {
                let best = here.entry(message).or_default();
                *best = best.max(score);
            }
        });
        if let Some(before) = &found {
            here.iter_mut().for_each(|(message, score)| *score += before[message]);
        }
        if here.is_empty() {
            return here;
        }
        found = Some(here);
    }
    let mut found = found.unwrap_or_default();
    found.retain(|message, score| {
        let speaker = record.document(*message).and_then(|document| document.speaker);
        // A withdrawn message was never said.
        *score *= if speaker == Some(Speaker::Person) { 1.3 } else { 1.0 };
        speaker.is_some()
    });
    found
}

impl Candidate {
    /// Rare words count more, the user's more than the model's, words in the same message more than
    /// in different ones, the title most.
    fn weigh(&mut self, rarities: &[f64]) {
        let mut messages: HashMap<u32, f64> = HashMap::new();
        let mut score = 0.0;
        for (matches, rarity) in self.terms.iter_mut().zip(rarities) {
            let mut best = 0.0_f64;
            for (message, weight) in &mut matches.messages {
                *weight *= rarity;
                best = best.max(*weight);
                *messages.entry(*message).or_default() += *weight;
            }
            let often = (1.0 + matches.messages.len() as f64).ln() * 0.1 * rarity;
            score += best.max(matches.title * rarity) + often;
        }
        let together = messages.values().copied().fold(0.0, f64::max);
        self.score = score + together;
    }

    /// The best messages, best first.
    fn best(&self, record: &Record) -> Vec<(u32, Document, Speaker)> {
        let mut sums: HashMap<u32, f64> = HashMap::new();
        for matches in &self.terms {
            for (message, weight) in &matches.messages {
                // A message that also has another word comes before one that repeats a word.
                *sums.entry(*message).or_default() += 1_000.0 + *weight;
            }
        }
        let known = |(message, sum): (u32, f64)| {
            let document = record.document(message)?;
            let speaker = document.speaker?;
            Some((sum, message, document, speaker))
        };
        let mut best: Vec<_> = sums.into_iter().filter_map(known).collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then(Reverse(a.1).cmp(&Reverse(b.1))));
        best.into_iter()
            .map(|(_, message, document, speaker)| (message, document, speaker))
            .collect()
    }
}

/// Reads messages again, up to a limit.
struct Reading<'c> {
    catalogue: &'c Catalogue,
    query: &'c Query,
    left: usize,
    /// How many matches of a phrase are looked for in a conversation.
    places: usize,
    unsure: bool,
}

impl Reading<'_> {
    /// Checks whether the phrases occur, and not only their words.
    fn confirms(&mut self, candidate: &mut Candidate) -> bool {
        let record = &self.catalogue.records[candidate.at];
        for (number, term) in self.query.terms.iter().enumerate() {
            let matches = &candidate.terms[number];
            let titled = matches.title > 0.0;
            if !term.is_phrase() || matches.messages.is_empty() {
                if !titled && matches.messages.is_empty() {
                    return false;
                }
                continue;
            }
            let mut found = HashMap::new();
            let mut file = self.open(candidate.at);
            for (message, document, _) in candidate.best(record) {
                let Some(weight) = candidate.terms[number].messages.get(&message) else { continue };
                if self.left == 0 {
                    self.unsure = true;
                    break;
                }
                self.left -= 1;
                let texts = self.texts(candidate.at, file.as_mut(), document);
                if texts.iter().any(|text| Text::of(text).has(term)) {
                    found.insert(message, *weight);
                    if found.len() >= self.places {
                        break;
                    }
                }
            }
            if found.is_empty() && !titled {
                return false;
            }
            candidate.terms[number].messages = found;
        }
        true
    }

    fn hit(&self, candidate: &Candidate) -> SearchHit {
        let entry = self.catalogue.entry(candidate.at);
        let record = &self.catalogue.records[candidate.at];
        let title_marks = Text::of(&entry.title).marks(self.query);
        let mut places = Vec::new();
        let mut file = self.open(candidate.at);
        for (_, document, speaker) in candidate.best(record).into_iter().take(MOST_PLACES) {
            let texts = self.texts(candidate.at, file.as_mut(), document);
            let shown = texts.iter().map(|text| Text::of(text).show(self.query));
            let most = shown.max_by_key(|found| found.marks.len());
            let Found { snippet, marks } = most.unwrap_or_default();
            if !marks.is_empty() {
                let message = (document.message > 0).then_some(MessageId(document.message));
                // A message that is waiting to be sent belongs to all of them.
                let branch = message.and_then(|_| record.facts.branches.elsewhere(document.seq));
                let at = document.at;
                places.push(SearchPlace { message, branch, speaker, at, snippet, marks });
            }
        }
        let score = (candidate.score * 1_000.0) as u32;
        SearchHit { entry, title_marks, score, places }
    }

    fn open(&self, at: usize) -> Option<File> {
        open_to_read(&self.catalogue.entry(at).path).ok()
    }

    /// The texts of a message; none if the journal was replaced meanwhile.
    fn texts(&self, at: usize, file: Option<&mut File>, document: Document) -> Vec<String> {
        let path = self.catalogue.records[at].facts.id.as_ref();
        let event = file.and_then(|file| read_line(file, path, document.place).ok());
        let message = match event {
            Some(Event::Message(message) | Event::Branch { message, .. }) => message,
            Some(Event::Submit { parts }) => Message::new(MessageId(0), Role::User, parts),
            _ => return Vec::new(),
        };
        texts_of(&message).into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests;
