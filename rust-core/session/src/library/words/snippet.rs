//! Finds the matches of a query in a text.

use std::cmp::Reverse;
use std::ops::Range;

use memchr::memmem;

use super::fold::Folded;
use super::query::{Query, Term};
use super::token::is_unspaced;

/// About how much of a text is shown from the match on, in bytes.
const SHOWN: usize = 160;

/// About how much is shown before it: little, so that the match is visible even on a short line.
const LEAD: usize = 30;

/// How many matches are marked at most in what is shown.
const MOST_MARKS: usize = 16;

/// A text that is searched.
#[derive(Debug)]
pub(in crate::library) struct Text<'t> {
    text: &'t str,
    folded: Folded,
}

/// What is shown of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::library) struct Found {
    /// The text around the first match, on one line.
    pub(in crate::library) snippet: String,
    /// What matches in it, as byte ranges.
    pub(in crate::library) marks: Vec<Range<usize>>,
}

impl<'t> Text<'t> {
    pub(in crate::library) fn of(text: &'t str) -> Self {
        Self { text, folded: Folded::of(text) }
    }

    /// Returns whether it has a term, at the beginning of a word.
    pub(in crate::library) fn has(&self, term: &Term) -> bool {
        self.places(term).next().is_some()
    }

    /// Returns whether it has a term, without further letters before or after it.
    pub(in crate::library) fn has_whole(&self, term: &Term) -> bool {
        self.places(term).any(|place| self.ends_word(place.end))
    }

    /// Where it has a term, in bytes of the folded text.
    fn places(&self, term: &Term) -> impl Iterator<Item = Range<usize>> {
        let length = term.folded.len();
        let all = memmem::find_iter(self.folded.text.as_bytes(), term.folded.as_bytes());
        let all = all.map(move |at| at..at + length);
        all.filter(move |it| self.begins_word(it.start) && (term.open || self.ends_word(it.end)))
    }

    fn begins_word(&self, at: usize) -> bool {
        let text = &self.folded.text;
        let before = text[..at].chars().next_back();
        let first = text[at..].chars().next();
        if !before.is_some_and(goes_on) || first.is_some_and(is_unspaced) {
            return true;
        }
        // A part of a name: only the original text has the capital.
        let origin = self.folded.origin(at, self.text.len());
        self.text[origin..].chars().next().is_some_and(char::is_uppercase)
    }

    fn ends_word(&self, at: usize) -> bool {
        !self.folded.text[at..].chars().next().is_some_and(goes_on)
    }

    /// Where it has the terms of a query, in bytes.
    pub(in crate::library) fn marks(&self, query: &Query) -> Vec<Range<usize>> {
        let origin = |at| self.folded.origin(at, self.text.len());
        let mut places: Vec<Range<usize>> = Vec::new();
        for term in &query.terms {
            let there = self.places(term).map(|it| origin(it.start)..origin(it.end));
            places.extend(there.take(MOST_MARKS));
        }
        places.sort_by_key(|place| (place.start, Reverse(place.end)));
        let mut end = 0;
        places.retain(|place| {
            let apart = place.start >= end && place.end > place.start;
            end = if apart { place.end } else { end };
            apart
        });
        places
    }

    /// Shows the text around the terms of a query; its beginning if it has none.
    pub(in crate::library) fn show(&self, query: &Query) -> Found {
        let length = self.text.len();
        let places = self.marks(query);
        let first = places.first().map_or(0, |place| place.start);
        let start = self.text.floor_char_boundary(first.saturating_sub(LEAD));
        let blank = self.text[start..first].find(char::is_whitespace).filter(|_| start > 0);
        let start = blank.map_or(start, |at| start + at);
        let end = self.text.ceil_char_boundary((first + SHOWN).min(length));
        let mut line = Line::default();
        if start > 0 {
            line.text.push('…');
        }
        let mut at = start;
        for place in places {
            if place.start >= at && place.end <= end && line.marks.len() < MOST_MARKS {
                line.add(&self.text[at..place.start]);
                let begin = line.begin_mark();
                line.add(&self.text[place.start..place.end]);
                line.marks.push(begin..line.text.len());
                at = place.end;
            }
        }
        line.add(&self.text[at..end]);
        if end < length {
            line.text.push('…');
        }
        Found { snippet: line.text, marks: line.marks }
    }
}

/// Returns whether a letter makes the adjacent one part of a longer word.
fn goes_on(letter: char) -> bool {
    letter.is_alphanumeric() && !is_unspaced(letter)
}

/// A text that is put on one line.
#[derive(Default)]
struct Line {
    text: String,
    marks: Vec<Range<usize>>,
    blank: bool,
}

impl Line {
    fn add(&mut self, text: &str) {
        for letter in text.chars() {
            if letter.is_whitespace() || letter.is_control() {
                self.blank = !matches!(&*self.text, "" | "…");
            } else {
                self.begin_mark();
                self.text.push(letter);
            }
        }
    }

    /// Writes the pending blank, so that no mark begins with it.
    fn begin_mark(&mut self) -> usize {
        if std::mem::take(&mut self.blank) {
            self.text.push(' ');
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, query: &str) -> String {
        let found = Text::of(text).show(&Query::of(query));
        let mut shown = found.snippet.clone();
        for mark in found.marks.iter().rev() {
            shown.insert(mark.end, ']');
            shown.insert(mark.start, '[');
        }
        shown
    }

    #[test]
    fn what_is_found_is_marked_where_it_stands() {
        for (text, query, shown) in [
            ("The Door is  red.\nDoors", "door", "The [Door] is red. [Door]s"),
            ("DIE GRÖSSE der Tür", "größe tur", "DIE [GRÖSSE] der [Tür]"),
            ("a BP_DoorHinge", "hinge bp_door", "a [BP_Door][Hinge]"),
            ("indoor doorstep", "\"door\"", "indoor doorstep"),
            ("red\n\t door", "\"RED door\"", "[red door]"),
            ("扉を開けるBP", "開け", "扉を[開け]るBP"),
            ("nothing", "else", "nothing"),
        ] {
            assert_eq!(marked(text, query), shown, "{text} / {query}");
        }
    }

    #[test]
    fn a_long_text_is_shown_around_the_first_match() {
        let text = format!("{} needle {}", "ä ".repeat(500), "ü ".repeat(500));
        let shown = marked(&text, "needle");
        assert!(shown.starts_with("…ä ä") && shown.ends_with("ü…"), "{shown}");
        assert!(shown.contains("ä [needle] ü") && shown.len() < 2 * SHOWN, "{shown}");
    }

    #[test]
    fn a_phrase_stands_together_and_a_word_begins_there() {
        let has = |text: &str, query: &str| Text::of(text).has(&Query::of(query).terms[0]);
        assert!(has("open the red  door", "\"red door\""));
        assert!(!has("red and door", "\"red door\""));
        assert!(!has("the red doorstep", "\"red door\""));
        assert!(has("the red doorstep", "\"red door"));
        assert!(!has("indoor", "door") && has("InDoor", "door"));
        let whole = |text: &str| Text::of(text).has_whole(&Query::of("door").terms[0]);
        assert!(whole("a door.") && !whole("doors"));
    }
}
