//! Takes what the scanners find in one message into a set.

use super::class::floor_boundary;
use super::set::Recorded;
use super::{Fact, FactKind, FactSet, Origin};
use crate::conversation::MessageId;

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

    pub(super) fn new(set: &'s mut FactSet, origin: Origin, id: MessageId) -> Self {
        Self {
            set,
            origin,
            id,
            added: [0; FactKind::ALL.len()],
            refused: [0; FactKind::ALL.len()],
            only: None,
        }
    }

    /// Tells whether the text comes from people or the model, not from tools:
    /// only there sentences are rules, decisions, tasks.
    pub(super) fn is_prose(&self) -> bool {
        matches!(self.origin, Origin::User | Origin::Assistant)
    }

    /// Takes one fact; too long ones are cut at a character boundary.
    pub(super) fn add(&mut self, kind: FactKind, text: &str) {
        if self.only.is_some_and(|only| only != kind) {
            return;
        }
        let text = &text[..floor_boundary(text, Fact::MAX_BYTES)];
        if text.len() < 2 {
            return;
        }
        let cap = if kind.is_line() {
            Self::CAP_LINES
        } else if self.origin <= Origin::CallArgument {
            Self::CAP_SPOKEN
        } else {
            Self::CAP_RESULT
        };
        let at = kind as usize;
        let room = self.added[at] < cap;
        match self.set.record(kind, text, self.origin, self.id, room) {
            Recorded::New => self.added[at] += 1,
            Recorded::Refused => self.refused[at] += 1,
            Recorded::Known => {}
        }
    }

    /// How many new facts of a kind found no room.
    pub(super) fn refused(&self, kind: FactKind) -> usize {
        self.refused[kind as usize]
    }
}
