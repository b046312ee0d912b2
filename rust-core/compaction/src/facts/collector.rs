//! Adds what the scanners find in one message to a set.

use std::collections::VecDeque;

use super::caps::{CAP_LINES, CAP_RESULT};
use super::class::floor_boundary;
use super::package::package_of;
use super::set::Recorded;
use super::{Fact, FactKind, FactSet, Origin};
use vibeue_conversation::MessageId;

/// Adds the facts of one message to a [`FactSet`], with caps that keep a huge
/// message from filling it.
pub(super) struct Collector<'s> {
    set: &'s mut FactSet,
    pub(super) origin: Origin,
    id: MessageId,
    /// New facts that this message has added, by kind.
    added: [u32; FactKind::ALL.len()],
    /// New facts that were not taken because a cap was reached, by kind.
    refused: [usize; FactKind::ALL.len()],
    /// The last error lines that were not taken because the cap was reached:
    /// the end of a log often says what mattered.
    last_errors: VecDeque<Box<str>>,
    /// The JSON key of the value that is being scanned.
    label: String,
    /// Address and length of that value: only the whole value gets the label.
    whole: (usize, usize),
    /// Whether a line that reports an error was found, taken or not.
    pub(super) reports_error: bool,
    /// If set, only facts of this kind are taken.
    pub(super) only: Option<FactKind>,
}

impl<'s> Collector<'s> {
    /// The most new facts of one kind that one message of the user, or one
    /// call, may add. What they hold counts, so their cap is higher.
    const CAP_USER: u32 = 4096;
    /// Error lines that are taken from the end of the message, beyond the cap.
    const LAST_ERRORS: usize = 8;

    pub(super) fn new(set: &'s mut FactSet, origin: Origin, id: MessageId) -> Self {
        Self {
            set,
            origin,
            id,
            added: [0; FactKind::ALL.len()],
            refused: [0; FactKind::ALL.len()],
            last_errors: VecDeque::new(),
            label: String::new(),
            whole: (0, 0),
            reports_error: false,
            only: None,
        }
    }

    /// Returns whether the text comes from the user or the model, not from tools: only there can
    /// sentences be rules, decisions or tasks.
    pub(super) fn is_prose(&self) -> bool {
        matches!(self.origin, Origin::User | Origin::Assistant)
    }

    /// Sets the JSON key of the value that is scanned next.
    pub(super) fn set_label(&mut self, key: &str, value: &str) {
        self.whole = (0, 0);
        // Keys that are data themselves explain nothing.
        if (2..=40).contains(&key.len()) && key.bytes().any(|byte| byte.is_ascii_lowercase()) {
            self.label.clear();
            self.label.push_str(key);
            self.whole = (value.as_ptr() as usize, value.len());
        }
    }

    /// The texts that follow are not the value of a key.
    pub(super) fn clear_label(&mut self) {
        self.whole = (0, 0);
    }

    /// Adds one fact; one that is too long is cut at a character boundary.
    pub(super) fn add(&mut self, kind: FactKind, text: &str) {
        if kind == FactKind::Id && is_message_range(text) {
            return;
        }
        if self.only.is_some_and(|only| only != kind) {
            return;
        }
        let text = match kind {
            FactKind::Asset => package_of(text).unwrap_or(text),
            _ => text,
        };
        self.add_one(kind, text);
        // A fact seen here with its folder or unit and elsewhere without it was
        // seen twice; inside the longer text it costs the ledger nothing.
        if let Some((kind, part)) = short_name(kind, text) {
            self.add_one(kind, part);
        }
    }

    fn add_one(&mut self, kind: FactKind, text: &str) {
        let text = &text[..floor_boundary(text, Fact::MAX_BYTES)];
        if text.len() < 2 {
            return;
        }
        self.reports_error |= kind == FactKind::Error && is_error_line(text);
        let cap = if kind.is_line() {
            CAP_LINES
        } else if self.origin <= Origin::CallArgument {
            Self::CAP_USER
        } else {
            CAP_RESULT
        };
        let labelled = (text.as_ptr() as usize, text.len()) == self.whole
            && !kind.is_line()
            && kind != FactKind::Participant;
        let label = labelled.then_some(self.label.as_str());
        let at = kind as usize;
        let room = self.added[at] < cap;
        match self.set.record(kind, text, label, self.origin, self.id, room) {
            Recorded::New => self.added[at] += 1,
            Recorded::Refused => {
                self.refused[at] += 1;
                if kind == FactKind::Error {
                    if self.last_errors.len() == Self::LAST_ERRORS {
                        self.last_errors.pop_front();
                    }
                    self.last_errors.push_back(text.into());
                }
            }
            Recorded::Known => {}
        }
    }

    /// Adds the last error lines at the end of the message.
    pub(super) fn finish(&mut self) {
        for text in std::mem::take(&mut self.last_errors) {
            let taken = self.set.record(FactKind::Error, &text, None, self.origin, self.id, true);
            if matches!(taken, Recorded::New) {
                self.refused[FactKind::Error as usize] -= 1;
            }
        }
    }

    /// How many new facts of a kind were not taken.
    pub(super) fn refused(&self, kind: FactKind) -> usize {
        self.refused[kind as usize]
    }
}

/// Tells an error line from a bare code, which names an error but does not
/// report one.
pub(super) fn is_error_line(text: &str) -> bool {
    text.contains([' ', ':'])
}

/// The part of a fact by which other messages may name the same thing: the file
/// name of a path, the asset of a package path, the bare number of an amount
/// with a unit.
fn short_name(kind: FactKind, text: &str) -> Option<(FactKind, &str)> {
    match kind {
        FactKind::Asset => {
            let leaf = &text[behind_last(text, |byte| byte == b'/')..];
            let name = &leaf[..leaf.bytes().position(|byte| byte == b'.').unwrap_or(leaf.len())];
            (name.len() >= 4 && name.len() < text.len()).then_some((FactKind::Identifier, name))
        }
        FactKind::Path => {
            let leaf = &text[behind_last(text, |byte| matches!(byte, b'/' | b'\\'))..];
            (leaf.len() >= 4 && leaf.len() < text.len() && leaf.as_bytes().contains(&b'.'))
                .then_some((FactKind::Path, leaf))
        }
        FactKind::Number => {
            let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')?;
            let bare = text[..end].trim_end_matches(['.', ',']);
            let is_distinct = bare.len() >= 3 || bare.contains('.');
            (is_distinct && bare.starts_with(|c: char| c.is_ascii_digit()))
                .then_some((FactKind::Number, bare))
        }
        _ => None,
    }
}

/// Where the last part of a text begins, parts being separated by marks.
fn behind_last(text: &str, is_mark: impl Fn(u8) -> bool) -> usize {
    text.bytes().rposition(is_mark).map_or(0, |at| at + 1)
}

/// `m1-m239` is a range of messages, as our own summaries write it.
fn is_message_range(text: &str) -> bool {
    let id = |part: &str| {
        part.strip_prefix('m').is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    text.split_once('-').is_some_and(|(from, to)| id(from) && id(to))
}
