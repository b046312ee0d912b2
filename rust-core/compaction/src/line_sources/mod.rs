//! Which messages each line of a summary comes from.
//!
//! A line that cites its messages is believed, as far as those were condensed.
//! A line that does not, because a model or the user wrote it, is compared
//! with what was condensed: names, numbers and rare words that both contain. If
//! they share too little, the line has no source: that is said, not guessed.

mod cited;
mod matched;
mod words;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::rules::{KEPT_LIST, Section};
use cited::{Cited, MOST};
use matched::Matcher;
use vibeue_conversation::{Message, MessageId};
use words::content;

/// One line of a summary, and the messages that it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryLine {
    /// The line as it is written, without its end.
    pub text: String,
    /// How its sources are known.
    pub basis: LineBasis,
    /// Messages that it comes from, oldest first; at most eight.
    pub sources: Vec<MessageId>,
    /// How many more there are.
    pub more: u64,
    /// What it shares with them, the rarest first, if it was compared.
    pub shared: Vec<String>,
}

/// How the sources of a line are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineBasis {
    /// It says nothing: a heading, or an empty line.
    Structure,
    /// It comes from the settings, not from a message.
    Settings,
    /// It cites them.
    Cited,
    /// It contains what they contain.
    Matched,
    /// None is known: it cites none that was condensed, and contains too little
    /// that any of those contains.
    Unknown,
}

impl SummaryLine {
    /// Finds the sources of each line of a summary's text among the messages
    /// that it replaces, oldest first.
    ///
    /// Takes time proportional to those messages if lines have to be compared, otherwise to the
    /// text.
    pub fn of_summary(text: &str, condensed: &[&Message]) -> Vec<Self> {
        let places: HashMap<MessageId, usize> =
            condensed.iter().enumerate().map(|(at, message)| (message.id, at)).collect();
        let mut section = None;
        let lines: Vec<(&str, Cited)> = text
            .lines()
            .map(|line| {
                if line.starts_with('#') {
                    section = Section::from_heading(line);
                }
                (line, Cited::read(line, section, condensed, &places))
            })
            .collect();
        let compared = lines.iter().filter(|(_, cited)| cited.is_compared(condensed.len()));
        let matcher = Matcher::of(compared.map(|(line, _)| content(line)), condensed);
        lines.into_iter().map(|(line, cited)| source(line, &cited, &matcher, condensed)).collect()
    }
}

fn source(text: &str, cited: &Cited, matcher: &Matcher, condensed: &[&Message]) -> SummaryLine {
    let line = |basis, places: &[usize], all: usize, shared| SummaryLine {
        text: text.to_owned(),
        basis,
        sources: places.iter().map(|at| condensed[*at].id).collect(),
        more: (all - places.len()) as u64,
        shared,
    };
    let content = content(text);
    if content.is_empty() || text.starts_with('#') {
        return line(LineBasis::Structure, &[], 0, Vec::new());
    }
    if content.starts_with(KEPT_LIST) {
        return line(LineBasis::Settings, &[], 0, Vec::new());
    }
    if !cited.is_compared(condensed.len()) {
        let all = &cited.places;
        return line(LineBasis::Cited, &all[..all.len().min(MOST)], all.len(), Vec::new());
    }
    // For a wide range, the messages that it really comes from.
    if let Some(found) = matcher.find(content, &cited.places) {
        let named = &found.places[..found.places.len().min(MOST)];
        return line(LineBasis::Matched, named, found.places.len(), found.shared);
    }
    // A range that is everything says nothing.
    if cited.places.is_empty() || cited.places.len() == condensed.len() {
        return line(LineBasis::Unknown, &[], 0, Vec::new());
    }
    line(LineBasis::Cited, &cited.places[..MOST], cited.places.len(), Vec::new())
}

#[cfg(test)]
mod tests;
