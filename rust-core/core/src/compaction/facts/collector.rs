//! Takes what the scanners find in one message into a set.

use super::class::floor_boundary;
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
    /// Nothing new is taken any more; only known facts are counted.
    full: bool,
}

impl<'s> Collector<'s> {
    /// New facts of one kind that one message can bring. The person and the
    /// calls hold what counts, so they may bring more.
    const CAP_SPOKEN: u32 = 4096;
    const CAP_RESULT: u32 = 1024;
    /// Sentences and lines are long, so fewer of them are taken.
    const CAP_LINES: u32 = 48;

    pub(super) fn new(set: &'s mut FactSet, origin: Origin, id: MessageId) -> Self {
        Self { set, origin, id, added: [0; FactKind::ALL.len()], full: false }
    }

    /// Tells whether the text comes from people or the model, not from tools:
    /// only there sentences are rules, decisions, tasks.
    pub(super) fn is_prose(&self) -> bool {
        matches!(self.origin, Origin::User | Origin::Assistant)
    }

    /// Takes one fact; too long ones are cut at a character boundary.
    pub(super) fn add(&mut self, kind: FactKind, text: &str) {
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
        let added = &mut self.added[kind as usize];
        let room = *added < cap && !self.full;
        if self.set.record(kind, text, self.origin, self.id, room) {
            *added += 1;
        }
    }
}
