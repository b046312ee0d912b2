//! What was found in each message while a set was filled.

use hashbrown::HashMap;

use super::collector::Collector;
use super::{FactKind, FactSet, Origin};
use vibeue_conversation::MessageId;

/// For each message of a conversation the facts in it, in their order: enough
/// to make the set of some of the messages without reading them again.
#[derive(Debug, Clone, Default)]
pub(super) struct Findings {
    found: Vec<Found>,
    messages: Vec<Examined>,
    /// For each fact of the set, the place in `found` where it was last found.
    latest: Vec<u32>,
    /// Keys other than the one that the set keeps for the fact.
    labels: Vec<Box<str>>,
    label_places: HashMap<Box<str>, Label>,
    /// Facts in the current message, by the kind as which each was first found.
    kinds: [u32; FactKind::ALL.len()],
    /// A cap kept a fact of the current message out of the set.
    refused: bool,
}

/// A fact in one message.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// Its place in the set.
    fact: u32,
    label: Label,
    kind: FactKind,
    origin: Origin,
}

/// The key of a fact in one message. There are many facts, so it takes two
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label(u16);

impl Label {
    const NONE: Self = Self(0);
    /// The one that the set keeps.
    const KEPT: Self = Self(1);
    /// From here on, places among the others.
    const OTHERS: u16 = 2;

    fn other(place: usize) -> Option<Self> {
        u16::try_from(place).ok()?.checked_add(Self::OTHERS).map(Self)
    }
}

#[derive(Debug, Clone, Copy)]
struct Examined {
    id: MessageId,
    /// Where its facts end.
    end: u32,
    reports_error: bool,
    /// Whether the facts are the same whatever messages come before: no cap can
    /// be reached.
    is_whole: bool,
}

impl Findings {
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
        let capped = FactKind::ALL
            .iter()
            .any(|kind| self.kinds[*kind as usize] > Collector::smallest_cap(*kind));
        self.end(id, reports_error, !capped);
    }

    /// Ends the current message, whose facts were copied.
    pub(super) fn close_copied(&mut self, id: MessageId, reports_error: bool) {
        self.end(id, reports_error, true);
    }

    fn end(&mut self, id: MessageId, reports_error: bool, uncapped: bool) {
        let begin = self.messages.last().map_or(0, |last| last.end);
        let end = u32::try_from(self.found.len()).unwrap_or(begin);
        let is_whole = !self.refused && uncapped;
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

    /// Adds the facts of the message at a place to another set, as reading it
    /// would; `all` is the set that was filled, `places` says where its facts
    /// are in the other. Returns whether a result in the message may report an
    /// error; `None` if the message must be read.
    pub(super) fn copy(
        &self,
        (at, id): (usize, MessageId),
        all: &FactSet,
        set: &mut FactSet,
        places: &mut Places,
    ) -> Option<bool> {
        let examined = self.messages.get(at).filter(|it| it.id == id && it.is_whole)?;
        let begin = at.checked_sub(1).map_or(0, |before| self.messages[before].end);
        places.0.resize(all.len().max(places.0.len()), UNKNOWN);
        for found in &self.found[begin as usize..examined.end as usize] {
            let fact = all.at(found.fact as usize)?;
            let label = match found.label {
                Label::NONE => None,
                Label::KEPT => fact.label.as_deref(),
                Label(other) => Some(&**self.labels.get(usize::from(other - Label::OTHERS))?),
            };
            let place = &mut places.0[found.fact as usize];
            if *place == UNKNOWN {
                *place = set.put(found.kind, &fact.text, label, found.origin, id)?;
            } else {
                set.touch(*place as usize, found.kind, label, found.origin, id);
            }
        }
        Some(examined.reports_error)
    }
}

/// Where the facts of one set are in another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places(Vec<u32>);

const UNKNOWN: u32 = u32::MAX;
