//! Which lines extracted by rules a model's notes already cover.

use std::collections::HashSet;

use crate::rules::{Line, Section, rank};

/// A line is covered if at least this share of its words is, in per cent.
const WORDS: usize = 60;
/// The same for its names, except numbers: all of those must be covered.
const NAMES: usize = 60;
/// Letters of a word's stem.
const STEM: usize = 5;
/// A note that cites more messages than this does not cover each of them.
const NARROW: u64 = 4;

/// Removes from the lines extracted by rules what a model's notes and the
/// remaining messages already cover: the user's words, failures and tasks whose
/// numbers, and most of whose names and words, occur there.
///
/// The user's rules and what they never want to lose stay word for word.
pub(super) fn leave_out(by_rules: &mut Vec<Line>, by_model: &[Line], kept: &[&str]) {
    let mut known = Known::default();
    by_model.iter().for_each(|line| known.add(&line.text));
    kept.iter().for_each(|text| known.add(text));
    by_rules.retain(|line| line.rank >= rank::RULE || !known.covers(content(&line.text)));
}

/// Removes from the lines extracted by rules the results of messages that a model's
/// notes cite.
pub(super) fn leave_out_cited(by_rules: &mut Vec<Line>, by_model: &[Line]) {
    let sources: HashSet<u64> =
        by_model.iter().flat_map(|line| narrow_sources(&line.text)).collect();
    let is_cited = |line: &Line| {
        line.section == Section::Operations
            && line.rank < rank::RULE
            && sources.contains(&line.order.0)
    };
    by_rules.retain(|line| !is_cited(line));
}

/// The words of a line without the ids at its beginning and without the
/// question that it answers.
fn content(text: &str) -> &str {
    let words = text.split("\" (answers m").next().unwrap_or(text);
    words.split_once(": ").map_or(words, |(_, rest)| rest)
}

/// What the notes contain.
#[derive(Default)]
struct Known {
    stems: HashSet<String>,
    names: HashSet<String>,
}

impl Known {
    fn add(&mut self, text: &str) {
        for word in words(text) {
            if is_exact(&word) {
                // A file is also recognized by its base name.
                let base = word.rsplit(['/', '\\']).next().unwrap_or_default();
                self.names.insert(base.to_owned());
                self.stems.extend(parts(&word).map(stem));
                self.names.insert(word);
            } else {
                self.stems.insert(stem(&word));
            }
        }
    }

    /// Returns whether all numbers of a text, most of its names and most of its words are covered.
    fn covers(&self, text: &str) -> bool {
        let (mut names, mut held, mut plain, mut known) = (0, 0, 0, 0);
        for word in words(text) {
            if is_number(&word) {
                if !self.names.contains(&word) {
                    return false;
                }
            } else if is_exact(&word) {
                let base = word.rsplit(['/', '\\']).next().unwrap_or_default();
                names += 1;
                held += usize::from(self.names.contains(&word) || self.names.contains(base));
            } else if word.chars().count() > 3 {
                plain += 1;
                known += usize::from(self.stems.contains(&stem(&word)));
            }
        }
        held * 100 >= names * NAMES && known * 100 >= plain * WORDS
    }
}

/// The words of a text in lower case, without surrounding marks; amounts
/// without currency signs and digit grouping.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| c.is_whitespace() || "()[]{};\"“”'`*=".contains(c)).filter_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '_');
        let plain = word.trim_start_matches(['$', '€', '£']);
        let digits = plain.starts_with(|c: char| c.is_ascii_digit());
        let word = if digits { plain.replace(',', "") } else { plain.to_lowercase() };
        (!word.is_empty()).then_some(word)
    })
}

/// The pieces of a name that are words of their own.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() > 3)
}

fn stem(word: &str) -> String {
    word.chars().take(STEM).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

fn is_exact(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '_' | '\\' | '.' | ':'))
}

/// The messages that a note cites, `… (m12, m14-m16)`, if they are few.
fn narrow_sources(note: &str) -> Vec<u64> {
    let Some(ids) = note.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (m")) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for range in ids.1.split(", ") {
        let mut ends = range.split('-').map(|id| id.trim_start_matches('m').parse::<u64>().ok());
        let first = ends.next().flatten();
        let last = ends.next().flatten().or(first);
        if let (Some(first), Some(last)) = (first, last)
            && last.saturating_sub(first) < NARROW
        {
            all.extend(first..=last);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(section: Section, rank: u32, id: u64, text: &str) -> Line {
        Line { section, rank, order: (id, 0), text: text.to_owned() }
    }

    fn left(by_rules: &[(Section, u32, u64, &str)], notes: &[&str], kept: &[&str]) -> Vec<String> {
        let mut lines: Vec<Line> =
            by_rules.iter().map(|(s, rank, id, text)| line(*s, *rank, *id, text)).collect();
        let notes: Vec<Line> =
            notes.iter().map(|text| line(Section::Progress, rank::STATEMENT, 1, text)).collect();
        leave_out(&mut lines, &notes, kept);
        leave_out_cited(&mut lines, &notes);
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn what_notes_cover_together_is_not_added_to_them() {
        let by_rules = [
            (Section::Overview, rank::RULE, 2, "Rule (m2): never touch Content/Legacy"),
            (
                Section::Overview,
                rank::FIRST_REQUEST,
                2,
                "m2 user: \"Hi! Book a one-way flight for 3 passengers, at most $1,002 please.\"",
            ),
            (Section::Progress, rank::REQUEST, 9, "m9 user: \"make it 0.9, it felt sluggish\""),
            (Section::Operations, rank::OPERATION, 12, "m12: [✓ get_user: id=7 gave name Noah]"),
            (Section::Operations, rank::OPERATION, 20, "m20: [✓ search: to=JFK gave HAT068]"),
        ];
        let notes = [
            "He wants a one-way flight booked for 3 passengers, and 1002 at most. (m2)",
            "Legacy content under Content/Legacy is never touched. (m2)",
            "The handle felt sluggish and was made faster, 1.0 now. (m8-m14)",
            "Noah is user 7. (m12)",
        ];
        assert_eq!(
            left(&by_rules, &notes, &["please"]),
            [
                "Rule (m2): never touch Content/Legacy",
                // The number that the user gave is in no note.
                "m9 user: \"make it 0.9, it felt sluggish\"",
                // No note cites this message alone or nearly alone.
                "m20: [✓ search: to=JFK gave HAT068]",
            ]
        );
    }

    #[test]
    fn a_kept_message_covers_as_well_as_a_note() {
        let said =
            [(Section::Progress, rank::REQUEST, 4, "m4 user: \"rename WBP_Toast properly\"")];
        assert_eq!(left(&said, &["Nothing was done. (m1)"], &[]).len(), 1);
        let kept = ["I renamed /Game/UI/WBP_Toast properly."];
        assert_eq!(left(&said, &["Nothing was done. (m1)"], &kept), Vec::<String>::new());
    }
}
