//! The messages that a line names.

use std::collections::{BTreeSet, HashMap};

use super::words::content;
use crate::rules::{Section, is_extracted};
use vibeue_conversation::{Message, MessageId};

/// The maximum number of messages that are named for one line.
pub(super) const MOST: usize = 8;

/// The condensed messages that a line names, by their places.
#[derive(Debug, Default)]
pub(super) struct Cited {
    /// In order, each once.
    pub(super) places: Vec<usize>,
}

impl Cited {
    /// Reads the ids of a line; those of other messages are left out, as is
    /// what only looks like an id inside a quotation.
    pub(super) fn read(
        line: &str,
        section: Option<Section>,
        condensed: &[&Message],
        places: &HashMap<MessageId, usize>,
    ) -> Self {
        let content = content(line);
        let mut found = BTreeSet::new();
        let mut take = |from: u64, to: u64| {
            if from == to {
                found.extend(places.get(&MessageId(from)));
                return;
            }
            let first = condensed.partition_point(|message| message.id.0 < from);
            let end = condensed.partition_point(|message| message.id.0 <= to);
            found.extend(first..end.max(first));
        };
        if matches!(section, Some(Section::Codebase | Section::Ledger))
            || content.starts_with(['✓', '❌', '–'])
        {
            // A trail names messages anywhere, and quotes nobody.
            content.split_whitespace().for_each(|word| read_list(trimmed(word), &mut take));
        } else {
            if is_extracted(content) {
                read_heading(content, &mut take);
            }
            read_closing(content, &mut take);
        }
        Self { places: found.into_iter().collect() }
    }

    /// Returns whether the line has to be compared with messages: it names none, or more than could
    /// be looked at.
    pub(super) fn is_compared(&self, condensed: usize) -> bool {
        self.places.is_empty() || self.places.len() > MOST || {
            // The check of a model's lines gives the whole span to one that
            // cited nothing.
            self.places.len() == condensed && condensed > 1
        }
    }
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | ',' | ';' | ':' | '.'))
}

/// `Rule (m2): …`, `Kept (m12 user): …`, `m11: …`, `Open m42: …`; and what a
/// short reply answers, `… (answers m11: …)`.
fn read_heading(line: &str, take: &mut impl FnMut(u64, u64)) {
    let head = line.split_once(':').map_or(line, |(head, _)| head);
    head.split_whitespace().for_each(|word| read_list(trimmed(word), take));
    if let Some((_, answered)) = line.rsplit_once("\" (answers ") {
        read_list(answered.split(':').next().unwrap_or_default(), take);
    }
}

/// The groups of ids at the end: `… (m12-m31, m40)`, `… (replaced by m119)`.
fn read_closing(line: &str, take: &mut impl FnMut(u64, u64)) {
    let mut rest = line.trim_end_matches('.');
    while let Some(open) = rest.strip_suffix(')').and_then(|rest| rest.rfind(" (")) {
        let inside = &rest[open + 2..rest.len() - 1];
        let ids = inside.strip_prefix("replaced by ").unwrap_or(inside);
        if ids.is_empty() || !ids.split([',', ' ', '-', '–']).all(is_id_or_gap) {
            return;
        }
        read_list(ids, take);
        rest = rest[..open].trim_end();
    }
}

fn is_id_or_gap(word: &str) -> bool {
    word.is_empty() || id(word).is_some()
}

/// `m12`, `m12-m31`, `m12, m14`.
fn read_list(list: &str, take: &mut impl FnMut(u64, u64)) {
    for range in list.split([',', ' ']).filter(|range| !range.is_empty()) {
        let mut ends = range.split(['-', '–']).map(id);
        match (ends.next().flatten(), ends.next(), ends.next()) {
            (Some(only), None, None) => take(only, only),
            (Some(from), Some(Some(to)), None) => take(from.min(to), from.max(to)),
            _ => {}
        }
    }
}

fn id(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('m')?;
    let ours = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    ours.then(|| digits.parse().ok())?
}
