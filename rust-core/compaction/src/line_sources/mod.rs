//! Which messages each line of a summary comes from.
//!
//! A line that cites its messages is believed, as far as those were condensed.
//! A line that does not, because a model or the user wrote it, is compared
//! with what was condensed: names, numbers and rare words that both contain. If
//! they share too little, the line has no source: that is said, not guessed. The
//! same way, a message that no line comes from is said to have none.

mod cited;
mod matched;
mod words;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::round::each_round;
use crate::rules::{KEPT_LIST, Section};
use crate::texts_of;
use cited::{Cited, MOST};
use matched::Matcher;
use vibeue_conversation::{Message, MessageId, Role};
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
        Told::each(text, condensed).into_iter().map(|told| told.line).collect()
    }

    /// Finds the messages that a summary's text has no line for, oldest first: no line cites them,
    /// or contains what they contain. A line about one message of a round is about the whole round.
    ///
    /// Takes as long as [`SummaryLine::of_summary`].
    pub fn missing_from(text: &str, condensed: &[&Message]) -> Vec<MessageId> {
        let mut is_told = vec![false; condensed.len()];
        for told in Told::each(text, condensed) {
            told.places.into_iter().for_each(|at| is_told[at] = true);
        }
        let silent = each_round(condensed).filter(|round| !is_told[round.clone()].contains(&true));
        let says_something = |message: &&Message| {
            message.role != Role::System
                && texts_of(message).iter().any(|text| !text.trim().is_empty())
        };
        let messages = silent.flatten().map(|at| condensed[at]);
        messages.filter(says_something).map(|message| message.id).collect()
    }
}

/// A line, with the places of all messages that it is about.
struct Told {
    line: SummaryLine,
    /// Also those beyond the eight that the line lists, and all of a wide range of which the line
    /// lists those that it was found in.
    places: Vec<usize>,
}

impl Told {
    fn each(text: &str, condensed: &[&Message]) -> Vec<Self> {
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
        lines.into_iter().map(|(line, cited)| Self::of(line, cited, &matcher, condensed)).collect()
    }

    fn of(text: &str, cited: Cited, matcher: &Matcher, condensed: &[&Message]) -> Self {
        let told = |basis, listed: &[usize], places: Vec<usize>, shared| {
            let most = &listed[..listed.len().min(MOST)];
            let line = SummaryLine {
                text: text.to_owned(),
                basis,
                sources: most.iter().map(|at| condensed[*at].id).collect(),
                more: (listed.len() - most.len()) as u64,
                shared,
            };
            Self { line, places }
        };
        let content = content(text);
        if content.is_empty() || text.starts_with('#') {
            return told(LineBasis::Structure, &[], Vec::new(), Vec::new());
        }
        if content.starts_with(KEPT_LIST) {
            return told(LineBasis::Settings, &[], Vec::new(), Vec::new());
        }
        if !cited.is_compared(condensed.len()) {
            let listed = cited.places.clone();
            return told(LineBasis::Cited, &listed, cited.places, Vec::new());
        }
        // A range that is everything says nothing.
        let says_where = !cited.places.is_empty() && cited.places.len() < condensed.len();
        // For a wide range, the messages that it really comes from.
        if let Some(found) = matcher.find(content, &cited.places) {
            let places = if says_where { cited.places } else { found.places.clone() };
            return told(LineBasis::Matched, &found.places, places, found.shared);
        }
        if !says_where {
            return told(LineBasis::Unknown, &[], Vec::new(), Vec::new());
        }
        let listed = cited.places.clone();
        told(LineBasis::Cited, &listed, cited.places, Vec::new())
    }
}

#[cfg(test)]
mod tests;
