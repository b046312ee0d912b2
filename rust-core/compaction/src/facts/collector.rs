//! Takes what the scanners find in one message into a set.

use std::collections::VecDeque;

use super::class::floor_boundary;
use super::package::package_of;
use super::set::Recorded;
use super::{Fact, FactKind, FactSet, Origin};
use vibeue_conversation::MessageId;

/// One message's way into a [`FactSet`], with the caps that keep a huge
/// message from filling it.
pub(super) struct Collector<'s> {
    set: &'s mut FactSet,
    pub(super) origin: Origin,
    id: MessageId,
    /// New facts that this message has brought, by kind.
    added: [u32; FactKind::ALL.len()],
    /// New facts that were not taken for want of room, by kind.
    refused: [usize; FactKind::ALL.len()],
    /// The last error lines that were not taken for want of room: the end of a
    /// log often says what mattered.
    last_errors: VecDeque<Box<str>>,
    /// The JSON key of the value that is being scanned.
    label: String,
    /// Address and length of that value: only the whole of it bears the label.
    whole: (usize, usize),
    /// A line that reports an error was found, taken or not.
    pub(super) reports_error: bool,
    /// Only facts of this kind are taken.
    pub(super) only: Option<FactKind>,
}

impl<'s> Collector<'s> {
    /// New facts of one kind that one message can bring. The person and the
    /// calls hold what counts, so they may bring more.
    const CAP_SPOKEN: u32 = 4096;
    const CAP_RESULT: u32 = 1024;
    /// Sentences and lines are long, so fewer of them are taken.
    const CAP_LINES: u32 = 48;
    /// Error lines that are taken from the end, beyond the cap.
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

    /// Tells whether the text comes from people or the model, not from tools:
    /// only there sentences are rules, decisions, tasks.
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

    /// The next texts are not the value of a key.
    pub(super) fn clear_label(&mut self) {
        self.whole = (0, 0);
    }

    /// Takes one fact; too long ones are cut at a character boundary.
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
        // Seen here with its folder or its unit and there without, it is seen
        // twice; within the longer text it costs a ledger nothing.
        if let Some((kind, part)) = telling_part(kind, text) {
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
            Self::CAP_LINES
        } else if self.origin <= Origin::CallArgument {
            Self::CAP_SPOKEN
        } else {
            Self::CAP_RESULT
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

    /// Takes the last error lines; the message is at its end.
    pub(super) fn finish(&mut self) {
        for text in std::mem::take(&mut self.last_errors) {
            let taken = self.set.record(FactKind::Error, &text, None, self.origin, self.id, true);
            if matches!(taken, Recorded::New) {
                self.refused[FactKind::Error as usize] -= 1;
            }
        }
    }

    /// How many new facts of a kind found no room.
    pub(super) fn refused(&self, kind: FactKind) -> usize {
        self.refused[kind as usize]
    }
}

/// Tells the line of an error from a code alone, which names an error and does
/// not report one.
pub(super) fn is_error_line(text: &str) -> bool {
    text.contains([' ', ':'])
}

/// The part of a fact by which other messages may name the same thing: the
/// file of a path, the asset of a package path, the bare number of an amount
/// with a unit.
fn telling_part(kind: FactKind, text: &str) -> Option<(FactKind, &str)> {
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
            let telling = bare.len() >= 3 || bare.contains('.');
            (telling && bare.starts_with(|c: char| c.is_ascii_digit()))
                .then_some((FactKind::Number, bare))
        }
        _ => None,
    }
}

/// Where the last part of a text begins that marks set apart.
fn behind_last(text: &str, is_mark: impl Fn(u8) -> bool) -> usize {
    text.bytes().rposition(is_mark).map_or(0, |at| at + 1)
}

/// `m1-m239` names messages, as our own summaries do.
fn is_message_range(text: &str) -> bool {
    let id = |part: &str| {
        part.strip_prefix('m').is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    text.split_once('-').is_some_and(|(from, to)| id(from) && id(to))
}
