//! Removes duplicates between the lines of rules and of a model.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::rules::{Line, Section};

/// A line repeats another if it shares at least this share of its words, in per
/// cent.
const SHARED_WORDS: usize = 85;
/// A line of fewer words is too short to judge.
const FEWEST: usize = 3;

/// Removes lines that rules and a model both wrote.
///
/// A model's line replaces one extracted by rules if it cites the same message
/// and contains its words, including all names and numbers. The user's rules
/// always stay in the user's own words. A model's line of the overview is
/// removed if a rule, or another line from the same message, already says all
/// of it.
pub(super) fn settle(by_rules: &mut Vec<Line>, by_model: &mut Vec<Line>) {
    let model_lines: Vec<LineWords> =
        by_model.iter().map(|line| LineWords::of(&line.text)).collect();
    let mut gone = vec![false; by_model.len()];
    by_rules.retain(|line| {
        let own = LineWords::own(line);
        let is_rule = line.text.starts_with("Rule (");
        if !is_rule && own.words.len() >= FEWEST {
            let mut named = model_lines.iter().filter(|other| own.rests_on(other));
            if named.any(|other| own.is_contained_in(other)) {
                return false;
            }
        }
        for (nth, other) in model_lines.iter().enumerate() {
            let covered = other.words.len() >= FEWEST
                && (is_rule || own.shares_source(other))
                && other.is_contained_in(&own);
            gone[nth] |= covered && by_model[nth].section == Section::Overview;
        }
        true
    });
    let mut nth = 0;
    by_model.retain(|_| {
        nth += 1;
        !gone[nth - 1]
    });
}

/// The words of a line, and the messages that it names.
struct LineWords {
    words: HashSet<String>,
    sources: Vec<RangeInclusive<u64>>,
    /// The later message that replaced this line's, if any.
    replaced_by: Option<u64>,
}

impl LineWords {
    /// A line extracted by rules: what the user or the tool said, without the
    /// question that it answers.
    fn own(line: &Line) -> Self {
        let text = line.text.as_str();
        let words = text.split("\" (answers m").next().unwrap_or(text);
        let words = words.split(" (replaced by m").next().unwrap_or(words);
        let later = text
            .split_once(" (replaced by m")
            .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
        Self { replaced_by: later, ..Self::of(words) }
    }

    fn of(text: &str) -> Self {
        let (mut words, mut sources) = (HashSet::new(), Vec::new());
        for word in text.split(|c: char| c.is_whitespace() || "()[]{},;\"“”'`".contains(c)) {
            let word = word.trim_matches(['.', ':', '!', '?', '…', '-', '*']);
            match source(word) {
                Some(source) => sources.push(source),
                None if (word.chars().count() >= 2 || is_exact(word)) && !is_mark(word) => {
                    words.insert(word.to_lowercase());
                }
                None => {}
            }
        }
        Self { words, sources, replaced_by: None }
    }

    /// Whether a model's line cites this line's message and, if a later message
    /// replaced it, that one too: an overruled line must not look as if it
    /// still held.
    fn rests_on(&self, other: &Self) -> bool {
        let names = |id: u64| other.sources.iter().any(|range| range.contains(&id));
        self.shares_source(other) && self.replaced_by.is_none_or(names)
    }

    /// Whether both cite the same message.
    fn shares_source(&self, other: &Self) -> bool {
        self.sources.iter().any(|own| {
            other.sources.iter().any(|it| own.start() <= it.end() && it.start() <= own.end())
        })
    }

    /// Whether another line contains nearly all words of this one, and every
    /// name and number.
    fn is_contained_in(&self, other: &Self) -> bool {
        let held = self.words.iter().filter(|word| other.words.contains(*word)).count();
        held * 100 >= self.words.len() * SHARED_WORDS
            && self.words.iter().all(|word| other.words.contains(word) || !is_exact(word))
    }
}

/// A message's id, or a range of them.
fn source(word: &str) -> Option<RangeInclusive<u64>> {
    let id = |text: &str| text.strip_prefix('m')?.parse::<u64>().ok();
    match word.split_once(['-', '–']) {
        Some((first, last)) => Some(id(first)?..=id(last)?),
        None => id(word).map(|id| id..=id),
    }
}

/// Words that rules add to a line, and words without meaning of their own.
fn is_mark(word: &str) -> bool {
    ["user", "Rule", "Open", "Solved", "Failed", "answers", "the", "The", "is", "to", "of", "and"]
        .contains(&word)
}

/// A name or a number: it must match exactly.
fn is_exact(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '_' | '\\' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[(Section, &str)]) -> Vec<Line> {
        let line = |(nth, (section, text)): (usize, &(Section, &str))| Line {
            section: *section,
            rank: 100,
            order: (0, nth as u32),
            text: (*text).to_owned(),
        };
        texts.iter().enumerate().map(line).collect()
    }

    fn texts(lines: &[Line]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn a_models_line_takes_the_place_of_the_same_words() {
        let mut rules = lines(&[
            (Section::Overview, "m12 user: \"make it 0.9, always felt sluggish\""),
            (Section::Overview, "m14 user: \"rename the toast properly\""),
            (Section::Overview, "m15 user: \"set it to 1.2 now, please\""),
        ]);
        let mut model = lines(&[
            (
                Section::Progress,
                "The person said \"make it 0.9, always felt sluggish\", done (m12)",
            ),
            (Section::Progress, "The toast was renamed properly (m14)"),
            (Section::Progress, "The person said set it now, please (m15)"),
        ]);
        settle(&mut rules, &mut model);
        // One has other words, and one has lost the number.
        assert_eq!(
            texts(&rules),
            ["m14 user: \"rename the toast properly\"", "m15 user: \"set it to 1.2 now, please\""]
        );
        assert_eq!(model.len(), 3);
    }

    #[test]
    fn what_was_overruled_goes_only_for_a_line_that_says_by_what() {
        let text = "m111 user: \"make it 0.9, always felt sluggish\" (answers m110: 1.2f as in \
                    Door.cpp?) (replaced by m119)";
        let left = |model: &str| {
            let mut rules = lines(&[(Section::Overview, text)]);
            settle(&mut rules, &mut lines(&[(Section::Progress, model)]));
            rules.len()
        };
        assert_eq!(
            left("First it was \"make it 0.9, always felt sluggish\", then 1.0 (m110-m119)"),
            0
        );
        assert_eq!(left("The person: \"make it 0.9, always felt sluggish\" (m111)"), 1);
    }

    #[test]
    fn a_rule_stays_in_the_users_words_and_is_not_repeated() {
        let mut rules = lines(&[(Section::Overview, "Rule (m2): never touch Content/Legacy.")]);
        let mut model = lines(&[
            (Section::Overview, "Never touch Content/Legacy (m2)"),
            (Section::Overview, "Never touch Content/Legacy, because the kiosk runs from it (m17)"),
            (Section::Continuation, "Never touch Content/Legacy (m2)"),
        ]);
        settle(&mut rules, &mut model);
        assert_eq!(texts(&rules), ["Rule (m2): never touch Content/Legacy."]);
        assert_eq!(
            texts(&model),
            [
                "Never touch Content/Legacy, because the kiosk runs from it (m17)",
                "Never touch Content/Legacy (m2)",
            ]
        );
    }

    #[test]
    fn the_same_words_of_another_message_are_another_thing() {
        let mut rules = lines(&[(Section::Overview, "m30 user: \"save those 8 assets\"")]);
        let mut model = lines(&[(Section::Progress, "save those 8 assets (m4-m9)")]);
        settle(&mut rules, &mut model);
        assert_eq!((rules.len(), model.len()), (1, 1));
        let mut near = lines(&[(Section::Progress, "save those 8 assets (m28-m31)")]);
        settle(&mut rules, &mut near);
        assert_eq!((rules.len(), near.len()), (0, 1));
    }
}
