//! Edits of summaries, and undoing them.

use std::sync::Arc;

use super::History;
use super::check::{conflict, input};
use crate::compaction_entry::WrittenForm;
use crate::{CompactionEntry, EarlierText, Event};
use vibeue_compaction::{SummaryRecord, summary_text};
use vibeue_conversation::{Message, MessageId, Result};

impl History {
    /// Returns the event that undoes the last edit of a summary.
    ///
    /// # Errors
    /// As for [`History::check`] of that event.
    pub fn plan_undo_edit(&self, summary: MessageId) -> Result<Event> {
        let event = Event::UndoEdit { summary };
        self.check(&event).map(|()| event)
    }

    /// Returns the event that redoes the last undone edit of a summary.
    ///
    /// # Errors
    /// As for [`History::check`] of that event.
    pub fn plan_redo_edit(&self, summary: MessageId) -> Result<Event> {
        let event = Event::RedoEdit { summary };
        self.check(&event).map(|()| event)
    }

    /// Checks that a summary's text may change, and returns its compaction.
    pub(super) fn check_editable(&self, summary: MessageId) -> Result<&CompactionEntry> {
        self.require_in_view(summary)?;
        let Some(entry) = self.entry_of_summary(summary) else {
            return Err(input(format!("message {summary} is not the summary of a compaction")));
        };
        // The edit would be hidden behind the shortened form.
        if self.short_forms.contains_key(&summary) {
            return Err(conflict(format!("summary {summary} was shortened by a compaction"))
                .hint("undo that compaction first"));
        }
        Ok(entry)
    }

    pub(super) fn check_undo_edit(&self, summary: MessageId) -> Result<()> {
        if self.check_editable(summary)?.before.is_empty() {
            return Err(conflict(format!("summary {summary} has no edit that could be undone")));
        }
        Ok(())
    }

    pub(super) fn check_redo_edit(&self, summary: MessageId) -> Result<()> {
        if self.check_editable(summary)?.undone.is_empty() {
            return Err(conflict(format!("no edit of summary {summary} was undone"))
                .hint("an edit that was undone can be redone until the summary is edited again"));
        }
        Ok(())
    }

    pub(super) fn edit(&mut self, summary: Message, record: Option<SummaryRecord>) {
        let version = self.version;
        self.rewrite(summary.id, |entry| {
            entry.undone.clear();
            entry.keep_for_undo();
            let record = record.or_else(|| entry.compaction.record.clone());
            Some(WrittenForm { event: version, summary, record })
        });
    }

    pub(super) fn undo_edit(&mut self, summary: MessageId) {
        self.rewrite(summary, |entry| {
            let form = entry.before.pop()?;
            entry.earlier.pop();
            entry.undone.extend(entry.written());
            Some(form)
        });
    }

    pub(super) fn redo_edit(&mut self, summary: MessageId) {
        self.rewrite(summary, |entry| {
            let form = entry.undone.pop()?;
            entry.keep_for_undo();
            Some(form)
        });
    }

    /// Replaces a summary's text; it stays pinned if it was.
    fn rewrite(
        &mut self,
        id: MessageId,
        change: impl FnOnce(&mut CompactionEntry) -> Option<WrittenForm>,
    ) {
        let place = self.places[&id];
        let Some(of) = self.slots[place].summary_of else { return };
        let entry = &mut self.compactions[of];
        let Some(mut form) = change(entry) else { return };
        form.summary.pinned = self.slots[place].message.pinned;
        entry.edited_by = (form.event != entry.seq).then_some(form.event);
        entry.rewritten = Some(self.version);
        entry.compaction.summary = Some(form.summary.clone());
        entry.compaction.record = form.record;
        self.slots[place].message = Arc::new(form.summary);
        self.refresh_in_view(place);
    }
}

impl CompactionEntry {
    /// The current summary.
    fn written(&self) -> Option<WrittenForm> {
        Some(WrittenForm {
            event: self.edited_by.unwrap_or(self.seq),
            summary: self.compaction.summary.clone()?,
            record: self.compaction.record.clone(),
        })
    }

    /// Keeps the current summary, for undoing the edit.
    fn keep_for_undo(&mut self) {
        if let Some(form) = self.written() {
            let text = summary_text(&form.summary);
            self.earlier.push(EarlierText { event: form.event, text });
            self.before.push(form);
        }
    }
}
