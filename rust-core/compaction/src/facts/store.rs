//! Where a set keeps its facts.

use super::{Fact, FactKind, Origin};
use vibeue_conversation::MessageId;

/// Facts in the order in which they were added.
///
/// A long conversation holds hundreds of thousands of facts, most of them a few
/// bytes long: their texts lie one after the other, because a block of memory for
/// each would take several times as much.
#[derive(Debug, Clone, Default)]
pub(super) struct Store {
    records: Vec<Record>,
    texts: String,
    labels: String,
    /// Where each key in `labels` ends.
    label_ends: Vec<u32>,
}

/// A fact without its text.
#[derive(Debug, Clone, Copy)]
struct Record {
    first: MessageId,
    last: MessageId,
    /// Where its text ends; it begins where that of the previous fact ends.
    end: u32,
    /// Which of the keys is its own, counted from 1, or `NO_LABEL`.
    label: u32,
    messages: u32,
    kind: FactKind,
    origin: Origin,
}

const NO_LABEL: u32 = 0;

impl Store {
    /// Adds a fact. Returns its place; `None` if four billion bytes of text, or
    /// as many facts, are there already.
    pub(super) fn push(&mut self, fact: Fact<'_>) -> Option<u32> {
        let place = u32::try_from(self.records.len()).ok()?;
        let end = u32::try_from(self.texts.len() + fact.text.len()).ok()?;
        self.texts.push_str(fact.text);
        let label = fact.label.map_or(NO_LABEL, |label| self.add_label(label));
        let Fact { kind, origin, first, last, messages, .. } = fact;
        self.records.push(Record { first, last, end, label, messages, kind, origin });
        Some(place)
    }

    /// Adds a key; returns its number. Beyond four billion bytes of them a fact
    /// has none.
    fn add_label(&mut self, label: &str) -> u32 {
        let end = u32::try_from(self.labels.len() + label.len());
        let number = u32::try_from(self.label_ends.len() + 1);
        let (Ok(end), Ok(number)) = (end, number) else { return NO_LABEL };
        self.labels.push_str(label);
        self.label_ends.push(end);
        number
    }

    /// Records that the message `id` contains the fact at an existing position; better information
    /// than that of earlier messages replaces it.
    pub(super) fn touch(
        &mut self,
        place: usize,
        kind: FactKind,
        label: Option<&str>,
        origin: Origin,
        id: MessageId,
    ) {
        self.improve(place, kind, label, origin);
        let known = &mut self.records[place];
        if known.last != id {
            known.last = id;
            known.messages = known.messages.saturating_add(1);
        }
    }

    /// Merges another fact of the same text into the one at a place, which is
    /// there.
    ///
    /// Message counts are added, minus one if the last message of one is the
    /// first of the other.
    pub(super) fn merge(&mut self, place: usize, other: Fact<'_>) {
        self.improve(place, other.kind, other.label, other.origin);
        let known = &mut self.records[place];
        let shared = u32::from(known.last == other.first);
        known.first = known.first.min(other.first);
        known.last = known.last.max(other.last);
        known.messages = known.messages.saturating_add(other.messages).saturating_sub(shared);
    }

    fn improve(&mut self, place: usize, kind: FactKind, label: Option<&str>, origin: Origin) {
        let known = &mut self.records[place];
        known.kind = better_kind(known.kind, kind);
        known.origin = known.origin.min(origin);
        if let Some(label) = label.filter(|_| known.label == NO_LABEL) {
            let label = self.add_label(label);
            self.records[place].label = label;
        }
    }

    /// The fact at a place, if it is there.
    pub(super) fn get(&self, place: usize) -> Option<Fact<'_>> {
        (place < self.records.len()).then(|| self.at(place))
    }

    /// The fact at a place, which is there.
    pub(super) fn at(&self, place: usize) -> Fact<'_> {
        let Record { first, last, label, messages, kind, origin, .. } = self.records[place];
        let (text, label) = (self.text(place), self.label(label));
        Fact { kind, text, label, origin, first, last, messages }
    }

    /// The text of the fact at a place, which is there.
    pub(super) fn text(&self, place: usize) -> &str {
        let begin = place.checked_sub(1).map_or(0, |before| self.records[before].end);
        &self.texts[begin as usize..self.records[place].end as usize]
    }

    /// The key of the fact at a place.
    pub(super) fn label_at(&self, place: usize) -> Option<&str> {
        self.label(self.records.get(place)?.label)
    }

    fn label(&self, number: u32) -> Option<&str> {
        let at = (number as usize).checked_sub(1)?;
        let begin = at.checked_sub(1).map_or(0, |before| self.label_ends[before]);
        Some(&self.labels[begin as usize..self.label_ends[at] as usize])
    }

    /// The facts in their order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Fact<'_>> {
        let mut begin = 0;
        self.records.iter().map(move |record| {
            let Record { first, last, end, label, messages, kind, origin } = *record;
            let text = &self.texts[begin as usize..end as usize];
            begin = end;
            Fact { kind, text, label: self.label(label), origin, first, last, messages }
        })
    }

    /// The kind of each fact, in their order.
    pub(super) fn kinds(&self) -> impl Iterator<Item = FactKind> {
        self.records.iter().map(|record| record.kind)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Makes room for that many more facts.
    pub(super) fn reserve(&mut self, more: usize) {
        self.records.reserve(more);
    }

    /// Frees what was reserved for more of them.
    pub(super) fn shrink_to_fit(&mut self) {
        self.records.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.labels.shrink_to_fit();
        self.label_ends.shrink_to_fit();
    }
}

/// A text that is a quote in one place and an id in another is an id.
fn better_kind(one: FactKind, other: FactKind) -> FactKind {
    one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(text: &'static str, label: Option<&'static str>) -> Fact<'static> {
        let id = MessageId(7);
        let (kind, origin) = (FactKind::Quote, Origin::ToolResult);
        Fact { kind, text, label, origin, first: id, last: id, messages: 1 }
    }

    #[test]
    fn a_fact_takes_32_bytes_beside_its_text() {
        assert_eq!(size_of::<Record>(), 32);
    }

    #[test]
    fn facts_come_back_as_they_were_added() {
        let added =
            [fact("Tür", Some("door")), fact("", None), fact("扉", Some("")), fact("a", None)];
        let mut store = Store::default();
        let places = added.map(|fact| store.push(fact));
        assert_eq!(places, [0, 1, 2, 3].map(Some));
        store.shrink_to_fit();
        assert_eq!(store.iter().collect::<Vec<_>>(), added);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|at| store.get(at)),
            [Some(added[0]), Some(added[1]), Some(added[2]), Some(added[3]), None]
        );
        assert_eq!([0, 1, 4].map(|at| store.label_at(at)), [Some("door"), None, None]);
    }

    #[test]
    fn a_key_that_comes_later_is_that_of_its_fact_alone() {
        let mut store = Store::default();
        for fact in [fact("one", None), fact("two", Some("key")), fact("three", None)] {
            store.push(fact);
        }
        store.touch(0, FactKind::Id, Some("late"), Origin::User, MessageId(7));
        store.touch(1, FactKind::Quote, Some("other"), Origin::System, MessageId(8));
        store.merge(2, Fact { first: MessageId(3), messages: 4, ..fact("three", Some("merged")) });
        let told = store.iter().map(|it| (it.kind, it.label, it.origin, it.last.0, it.messages));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                (FactKind::Id, Some("late"), Origin::User, 7, 1),
                (FactKind::Quote, Some("key"), Origin::ToolResult, 8, 2),
                (FactKind::Quote, Some("merged"), Origin::ToolResult, 7, 5),
            ]
        );
        assert_eq!(store.get(2).map(|fact| fact.first), Some(MessageId(3)));
    }
}
