//! All facts of part of a conversation, each once.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

use super::findings::Findings;
use super::store::Store;
use super::{Fact, FactKind, Origin};
use vibeue_conversation::MessageId;

/// Facts in the order in which they were first seen, each text once.
///
/// Grows with the number of distinct facts, not with the size of the texts.
/// What one message may add is capped, so a tool result of any size is
/// processed in linear time and bounded memory.
#[derive(Debug, Clone, Default)]
pub struct FactSet {
    facts: Store,
    /// The position of each text, with half of its hash: growing, and most
    /// look-ups, then need not read the texts, and more of the table fits into
    /// the cache.
    table: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
    /// What is found in which message, if that is asked for.
    findings: Option<Box<Findings>>,
}

impl FactSet {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty set that notes what it finds in which message.
    pub(super) fn noting() -> Self {
        Self { findings: Some(Box::default()), ..Self::default() }
    }

    /// Frees what is only needed to look facts up and to add others.
    pub(super) fn settle(&mut self) {
        self.table = HashTable::new();
        self.facts.shrink_to_fit();
        if let Some(findings) = &mut self.findings {
            findings.settle();
        }
    }

    /// What is found in which message so far, if that is noted.
    pub(super) fn findings(&mut self) -> Option<&mut Findings> {
        self.findings.as_deref_mut()
    }

    /// What was found in which message so far.
    pub(super) fn findings_so_far(&self) -> Option<&Findings> {
        self.findings.as_deref()
    }

    /// Makes room for that many more facts: a growing table has to be refilled
    /// each time.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.facts.reserve(more);
        self.table.reserve(more, |&(hash, _)| spread(hash));
        if let Some(findings) = &mut self.findings {
            findings.reserve(more);
        }
    }

    /// Adds the facts of another set, which is assumed to be the later one.
    #[expect(clippy::needless_pass_by_value, reason = "a caller has no use for what was merged")]
    pub fn merge(&mut self, other: Self) {
        for fact in other.iter() {
            self.insert(fact);
        }
    }

    /// Adds a copy of one fact, merging it with an existing one of the same
    /// text.
    ///
    /// Message counts are added, minus one if the last message of one side is
    /// the first of the other.
    pub fn insert(&mut self, fact: Fact<'_>) {
        let hash = self.hash(fact.text);
        match self.find(hash, fact.text) {
            Some(at) => self.facts.merge(at, fact),
            None => self.push(hash, fact),
        }
    }

    /// Records that a message contains a text. A new text is only added if
    /// there is `room`.
    pub(super) fn record(
        &mut self,
        kind: FactKind,
        text: &str,
        label: Option<&str>,
        origin: Origin,
        id: MessageId,
        room: bool,
    ) -> Recorded {
        let hash = self.hash(text);
        if let Some(at) = self.find(hash, text) {
            self.touch(at, kind, label, origin, id);
            return Recorded::Known;
        }
        if !room {
            if let Some(findings) = &mut self.findings {
                findings.refuse();
            }
            return Recorded::Refused;
        }
        let at = self.facts.len();
        self.push(hash, Fact { kind, text, label, origin, first: id, last: id, messages: 1 });
        self.note(at, kind, origin, label);
        Recorded::New
    }

    fn note(&mut self, at: usize, kind: FactKind, origin: Origin, label: Option<&str>) {
        if let Some(findings) = &mut self.findings {
            let kept = self.facts.label_at(at);
            findings.note(at, kind, origin, label, kept);
        }
    }

    /// Records that a message contains the fact at a place.
    pub(super) fn touch(
        &mut self,
        at: usize,
        kind: FactKind,
        label: Option<&str>,
        origin: Origin,
        id: MessageId,
    ) {
        self.facts.touch(at, kind, label, origin, id);
        self.note(at, kind, origin, label);
    }

    /// Records that a message contains a text; returns the fact's place.
    pub(super) fn put(
        &mut self,
        kind: FactKind,
        text: &str,
        label: Option<&str>,
        origin: Origin,
        id: MessageId,
    ) -> Option<u32> {
        let next = self.facts.len();
        let at = match self.record(kind, text, label, origin, id, true) {
            Recorded::New => next,
            _ => self.find(self.hash(text), text)?,
        };
        u32::try_from(at).ok()
    }

    /// The fact at a place, in the order in which they were first seen.
    pub(super) fn at(&self, place: usize) -> Option<Fact<'_>> {
        self.facts.get(place)
    }

    /// The same for an existing position.
    pub(super) fn known(&self, place: u32) -> Fact<'_> {
        self.facts.at(place as usize)
    }

    fn push(&mut self, hash: u32, fact: Fact<'_>) {
        if let Some(at) = self.facts.push(fact) {
            self.table.insert_unique(spread(hash), (hash, at), |&(hash, _)| spread(hash));
        }
    }

    fn hash(&self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text);
        (hash ^ hash >> 32) as u32
    }

    /// The position of the fact with exactly this text.
    fn find(&self, hash: u32, text: &str) -> Option<usize> {
        let found = self.table.find(spread(hash), |&(other, at)| {
            other == hash && self.facts.text(at as usize) == text
        });
        found.map(|&(_, at)| at as usize)
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.facts.len() == 0
    }

    /// The facts in the order in which they were first seen.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Fact<'_>> {
        self.facts.iter()
    }

    /// Returns the fact with exactly this text.
    pub fn get(&self, text: &str) -> Option<Fact<'_>> {
        self.find(self.hash(text), text).map(|at| self.facts.at(at))
    }

    /// The facts of one kind, in the order in which they were first seen.
    pub fn of_kind(&self, kind: FactKind) -> impl Iterator<Item = Fact<'_>> {
        self.iter().filter(move |fact| fact.kind == kind)
    }

    /// How many facts there are of each kind that occurs, in the order of the
    /// kinds.
    pub fn by_kind(&self) -> Vec<(FactKind, usize)> {
        let mut counts = [0usize; FactKind::ALL.len()];
        for kind in self.facts.kinds() {
            counts[kind as usize] += 1;
        }
        FactKind::ALL.into_iter().zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    /// The facts that must survive, see [`Fact::is_vital`].
    pub fn vital(&self) -> impl Iterator<Item = Fact<'_>> {
        self.iter().filter(Fact::is_vital)
    }

    /// The set of only those facts that must survive, in order.
    pub(crate) fn into_vital(self) -> Self {
        let mut vital = Self { hasher: self.hasher.clone(), ..Self::default() };
        vital.reserve(self.vital().count());
        for fact in self.vital() {
            vital.push(vital.hash(fact.text), fact);
        }
        vital.facts.shrink_to_fit();
        vital
    }

    /// The facts that must survive, best first.
    pub fn vital_ranked(&self) -> Vec<Fact<'_>> {
        ranked(self.vital().collect())
    }

    /// All facts, best first: vital ones, then those of the user and of calls,
    /// then by kind, origin, number of messages and recency. The same set
    /// always gives the same order.
    pub fn ranked(&self) -> Vec<Fact<'_>> {
        ranked(self.iter().collect())
    }
}

/// Widens half a hash into a whole one whose upper bits, by which the table
/// distinguishes entries, differ as well.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What happened to a text.
pub(super) enum Recorded {
    New,
    Known,
    Refused,
}

impl PartialEq for FactSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// Sorts facts, best first.
pub(super) fn ranked(mut facts: Vec<Fact<'_>>) -> Vec<Fact<'_>> {
    // The sort is stable: equals stay in the order of the set.
    facts.sort_by_cached_key(rank_key);
    facts
}

/// The order of [`FactSet::ranked`] as a number, smaller for better facts: one
/// number compares faster than its parts.
pub(super) fn rank_key(fact: &Fact<'_>) -> u128 {
    let lead = u32::from(!fact.is_vital()) << 9
        | u32::from(fact.origin > Origin::CallArgument) << 8
        | u32::from(fact.kind.tier()) << 4
        | fact.origin as u32;
    u128::from(lead) << 96
        | u128::from(u32::MAX - fact.messages) << 64
        | u128::from(u64::MAX - fact.last.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_the_first_of_all_however_few_are_asked_for() {
        let mut set = FactSet::new();
        for id in 1..=300 {
            let origin = if id % 7 == 0 { Origin::User } else { Origin::ToolResult };
            let text = format!("Mesh_{} costs {} EUR, see Source/Door_{id}.cpp", id % 40, id * 3);
            set.add_text(&text, origin, MessageId(id));
        }
        let ranked = set.ranked();
        assert!(ranked.len() > 300);
        for most in [0, 1, 2, 39, 40, 299, ranked.len(), ranked.len() + 9] {
            let best: Vec<Fact<'_>> = set.best(most, |_| true).iter().collect();
            assert_eq!(best, ranked[..most.min(ranked.len())], "{most}");
        }
        let paths = |fact: &Fact<'_>| fact.kind == FactKind::Path;
        let ranked_paths: Vec<Fact<'_>> = ranked.into_iter().filter(paths).take(50).collect();
        assert_eq!(set.best(50, paths).iter().collect::<Vec<_>>(), ranked_paths);
    }
}
