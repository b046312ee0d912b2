//! Undoing compactions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::History;
use crate::CompactionEntry;
use vibeue_conversation::{Error, ErrorKind, Message, MessageId, Result};

impl History {
    /// The compaction in force that shows a message in a shorter form, if that is all it does:
    /// undoing it puts the message back and nothing else.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if the model no longer sees the message; [`ErrorKind::Input`] if
    /// there never was one, the model sees it as it was said, or the compaction that shortened it
    /// did more than that.
    pub fn shortening_of(&self, id: MessageId) -> Result<&CompactionEntry> {
        self.require_in_view(id)?;
        let mut in_force = self.compactions.iter().rev().filter(|entry| entry.in_force());
        let entry = in_force
            .find(|entry| entry.compaction.shortened.iter().any(|short| short.id == id))
            .ok_or_else(|| {
                let what = format!("the model already sees {id} in its original form");
                Error::new(ErrorKind::Input, what).hint("there is nothing to restore")
            })?;
        let others = entry.compaction.shortened.len() - 1 + entry.compaction.replaced.len();
        if others > 0 {
            let what = format!("{id} was shortened together with {others} other messages");
            return Err(Error::new(ErrorKind::Input, what)
                .hint(format!("undo compaction {}: it puts all of them back", entry.seq)));
        }
        Ok(entry)
    }

    /// Returns the compactions that undoing this one would undo, newest first: itself and all that
    /// build on it.
    ///
    /// A later compaction builds on an earlier one if it condenses or shortens its summary, or a
    /// message that the earlier one had shortened. Undoing both puts back every message just as it
    /// was before the earlier one.
    pub fn would_undo(&self, seq: u64) -> Vec<u64> {
        self.with_dependants(seq).into_iter().map(|at| self.compactions[at].seq).collect()
    }

    /// The indices of a compaction and its dependants, newest first.
    fn with_dependants(&self, seq: u64) -> Vec<usize> {
        let mut touched: HashSet<MessageId> = HashSet::new();
        let mut undone = Vec::new();
        let from = self.compactions.partition_point(|entry| entry.seq < seq);
        for (at, entry) in self.compactions.iter().enumerate().skip(from) {
            let compaction = &entry.compaction;
            let short = || compaction.shortened.iter().map(|message| message.id);
            let builds_on = entry.seq == seq
                || compaction
                    .replaced
                    .iter()
                    .copied()
                    .chain(short())
                    .any(|id| touched.contains(&id));
            if entry.in_force() && builds_on {
                touched.extend(short());
                touched.extend(compaction.summary.as_ref().map(|summary| summary.id));
                undone.push(at);
            }
        }
        undone.reverse();
        undone
    }

    pub(super) fn take_back(&mut self, seq: u64) -> Vec<u64> {
        let undone = self.with_dependants(seq);
        // Later compactions come first, so that what an earlier one restores
        // is final.
        let mut changed: HashSet<MessageId> = HashSet::new();
        for at in &undone {
            let entry = &mut self.compactions[*at];
            entry.undone_by = Some(self.version);
            for id in &entry.compaction.replaced {
                self.slots[self.places[id]].in_view = true;
                changed.insert(*id);
            }
            for short in &entry.compaction.shortened {
                changed.insert(short.id);
                if let Some(forms) = self.short_forms.get_mut(&short.id) {
                    forms.pop();
                    if forms.is_empty() {
                        self.short_forms.remove(&short.id);
                    }
                }
            }
            if let Some(summary) = &entry.compaction.summary {
                self.slots[self.places[&summary.id]].in_view = false;
                changed.insert(summary.id);
            }
        }
        self.restore_view(&changed);
        self.reshaped = self.version;
        undone.into_iter().map(|at| self.compactions[at].seq).collect()
    }

    /// Brings the view in line with the slots for the messages that changed.
    fn restore_view(&mut self, changed: &HashSet<MessageId>) {
        let mut back: HashMap<usize, Arc<Message>> = HashMap::new();
        for id in changed {
            let place = self.places[id];
            if self.slots[place].in_view {
                back.insert(self.slots[place].key, self.form(place));
            }
        }
        let unchanged = self.view.drain(..).filter(|message| !changed.contains(&message.id));
        let mut view: Vec<(usize, Arc<Message>)> = unchanged
            .map(|message| (self.slots[self.places[&message.id]].key, message))
            .chain(back)
            .collect();
        view.sort_by_key(|(key, _)| *key);
        self.view.extend(view.into_iter().map(|(_, message)| message));
    }
}
