//! What was found in each message while a set was filled.

use hashbrown::HashMap;

use super::caps::smallest_cap;
use super::{FactKind, Origin};
use vibeue_conversation::MessageId;

/// For each message of a conversation the facts in it, in their order: enough
/// to make the set of some of the messages without reading them again.
#[derive(Debug, Clone, Default)]
pub(super) struct Findings {
    pub(super) found: Vec<Found>,
    pub(super) messages: Vec<Examined>,
    /// For each fact of the set, the place in `found` where it was last found.
    pub(super) latest: Vec<u32>,
    /// Keys other than the one that the set keeps for the fact.
    pub(super) labels: Vec<Box<str>>,
    pub(super) label_places: HashMap<Box<str>, Label>,
    /// Facts in the current message, by the kind as which each was first found.
    pub(super) kinds: [u32; FactKind::ALL.len()],
    /// A cap kept a fact of the current message out of the set.
    pub(super) refused: bool,
}

/// A fact in one message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// Its place in the set.
    pub(super) fact: u32,
    pub(super) label: Label,
    pub(super) kind: FactKind,
    pub(super) origin: Origin,
}

/// The key of a fact in one message. There are many facts, so it takes two
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(pub(super) u16);

impl Label {
    pub(super) const NONE: Self = Self(0);
    /// The one that the set keeps.
    pub(super) const KEPT: Self = Self(1);
    /// From here on, places among the others.
    pub(super) const OTHERS: u16 = 2;

    fn other(place: usize) -> Option<Self> {
        u16::try_from(place).ok()?.checked_add(Self::OTHERS).map(Self)
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Examined {
    /// The message's id. One for which four bytes are too few is read again.
    id: u32,
    /// Where its facts end.
    pub(super) end: u32,
    pub(super) reports_error: bool,
    /// Whether the facts are the same whatever messages come before: no cap can
    /// be reached.
    is_whole: bool,
}

impl Examined {
    /// Tells whether this is what was found in a message, and all of it.
    pub(super) fn is_all_of(&self, id: MessageId) -> bool {
        self.is_whole && u64::from(self.id) == id.0
    }
}

impl Findings {
    /// Makes room for that many more facts, and for as many messages.
    pub(super) fn reserve(&mut self, more: usize) {
        self.found.reserve(more);
        self.latest.reserve(more);
        self.messages.reserve(more);
    }

    /// Notes that the current message contains the fact at a place of the set;
    /// `kept` is the key that the set has for it.
    pub(super) fn note(
        &mut self,
        fact: usize,
        kind: FactKind,
        origin: Origin,
        label: Option<&str>,
        kept: Option<&str>,
    ) {
        let begin = self.messages.last().map_or(0, |last| last.end);
        let label = match label {
            None => Label::NONE,
            Some(_) if label == kept => Label::KEPT,
            Some(other) => self.other(other),
        };
        if let Some(at) = self.latest.get(fact).filter(|at| **at >= begin) {
            let known = &mut self.found[*at as usize];
            known.kind = known.kind.min(kind);
            known.origin = known.origin.min(origin);
            if known.label == Label::NONE {
                known.label = label;
            }
            return;
        }
        let (Ok(at), Ok(place)) = (u32::try_from(self.found.len()), u32::try_from(fact)) else {
            self.refused = true;
            return;
        };
        if fact == self.latest.len() {
            self.latest.push(at);
        } else if let Some(latest) = self.latest.get_mut(fact) {
            *latest = at;
        }
        self.kinds[kind as usize] += 1;
        self.found.push(Found { fact: place, label, kind, origin });
    }

    fn other(&mut self, label: &str) -> Label {
        if let Some(known) = self.label_places.get(label) {
            return *known;
        }
        let Some(new) = Label::other(self.labels.len()) else {
            self.refused = true;
            return Label::NONE;
        };
        self.labels.push(label.into());
        self.label_places.insert(label.into(), new);
        new
    }

    /// Notes that a fact of the current message was not taken.
    pub(super) fn refuse(&mut self) {
        self.refused = true;
    }

    /// Ends the current message, which was read.
    pub(super) fn close(&mut self, id: MessageId, reports_error: bool) {
        let capped =
            FactKind::ALL.iter().any(|kind| self.kinds[*kind as usize] > smallest_cap(*kind));
        self.end(id, reports_error, !capped);
    }

    /// Ends the current message, whose facts were copied.
    pub(super) fn close_copied(&mut self, id: MessageId, reports_error: bool) {
        self.end(id, reports_error, true);
    }

    fn end(&mut self, id: MessageId, reports_error: bool, uncapped: bool) {
        let begin = self.messages.last().map_or(0, |last| last.end);
        let end = u32::try_from(self.found.len()).unwrap_or(begin);
        let short = u32::try_from(id.0);
        let is_whole = !self.refused && uncapped && short.is_ok();
        let id = short.unwrap_or_default();
        self.messages.push(Examined { id, end, reports_error, is_whole });
        self.kinds = Default::default();
        self.refused = false;
    }

    /// Frees what is only needed while messages are added.
    pub(super) fn settle(&mut self) {
        self.latest = Vec::new();
        self.label_places = HashMap::new();
        self.found.shrink_to_fit();
        self.messages.shrink_to_fit();
    }
}
