//! What the user changes by hand: undo, pins, edits, names, settings.

use std::sync::Arc;

use super::after::After;
use super::state::State;
use super::toolbox::Toolbox;
use crate::live::{Failure, FailureClass, SessionEvent, Tool};
use crate::{Applied, Event};
use vibeue_compaction::{summary_text, with_summary_text};
use vibeue_conversation::MessageId;
use vibeue_conversation::settings::Settings;

impl State {
    pub(super) fn undo(&mut self, compaction: Option<u64>) {
        let newest = self.history.last_compaction().map(|entry| entry.seq);
        let Some(seq) = compaction.or(newest) else {
            let failure = Failure::new(FailureClass::Invalid, "there is no compaction to undo");
            return self.error(None, failure);
        };
        let event = Event::Undo { compaction: seq };
        if let Err(failure) = self.checked(|history| history.check(&event)) {
            return self.error(None, failure);
        }
        self.cancel_summary_because("a compaction was undone");
        self.write(event, After::Undone);
    }

    pub(super) fn undone(&mut self, result: Result<Applied, Failure>) {
        match result {
            Ok(applied) => {
                self.reshaped();
                // A user who undoes a summary does not want it redone at once.
                self.summaries.watch.trigger.failed();
                self.host.emit(SessionEvent::Undone { compactions: applied.undone });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn redo(&mut self, compaction: Option<u64>) {
        let history = &self.history;
        let newest = history
            .compactions()
            .iter()
            .filter(|entry| !entry.in_force())
            .max_by_key(|entry| (entry.undone_by, std::cmp::Reverse(entry.seq)))
            .map(|entry| entry.seq);
        let Some(seq) = compaction.or(newest) else {
            let failure = Failure::new(FailureClass::Invalid, "no compaction was undone");
            return self.error(None, failure);
        };
        let event = match self.checked(|history| history.plan_redo(seq)) {
            Ok(event) => event,
            Err(failure) => return self.error(None, failure),
        };
        self.cancel_summary_because("a compaction was redone");
        self.write(event, After::Redone);
    }

    pub(super) fn redone(&mut self, result: Result<Applied, Failure>) {
        match result {
            Ok(applied) => {
                self.reshaped();
                self.host.emit(SessionEvent::Redone { compaction: applied.version });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn pin(&mut self, message: MessageId, pinned: bool) {
        self.write(Event::Pin { message, pinned }, After::Pinned { message, pinned });
    }

    pub(super) fn pinned(
        &mut self,
        message: MessageId,
        pinned: bool,
        result: Result<Applied, Failure>,
    ) {
        match result {
            Ok(_) => {
                self.reshaped();
                self.host.emit(SessionEvent::Pinned { message, pinned });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn edit_summary(&mut self, message: MessageId, text: &str) {
        let history = &self.history;
        let Some(entry) = history.entry_of_summary(message) else {
            let failure = Failure::new(
                FailureClass::Invalid,
                format!("message {message} is not the summary of a compaction"),
            );
            return self.error(None, failure);
        };
        if text.trim().is_empty() {
            let failure = Failure::new(FailureClass::Invalid, "the summary is empty")
                .hint("write a text, or undo the compaction");
            return self.error(None, failure);
        }
        let Some(old) = &entry.compaction.summary else { return };
        let summary = with_summary_text(old, text);
        let record = entry.compaction.record.clone().map(|mut record| {
            record.narrative = summary_text(&summary);
            Box::new(record)
        });
        self.write(Event::EditSummary { summary, record }, After::Edited { message });
    }

    pub(super) fn undo_edit(&mut self, message: MessageId) {
        match self.checked(|history| history.plan_undo_edit(message)) {
            Ok(event) => self.write(event, After::EditUndone { message }),
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn redo_edit(&mut self, message: MessageId) {
        match self.checked(|history| history.plan_redo_edit(message)) {
            Ok(event) => self.write(event, After::EditRedone { message }),
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn edited(&mut self, message: MessageId, result: Result<Applied, Failure>) {
        self.rewritten(SessionEvent::SummaryEdited { message }, result);
    }

    pub(super) fn edit_undone(&mut self, message: MessageId, result: Result<Applied, Failure>) {
        self.rewritten(SessionEvent::SummaryEditUndone { message }, result);
    }

    pub(super) fn edit_redone(&mut self, message: MessageId, result: Result<Applied, Failure>) {
        self.rewritten(SessionEvent::SummaryEditRedone { message }, result);
    }

    fn rewritten(&mut self, what: SessionEvent, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => {
                self.reshaped();
                self.host.emit(what);
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn rename(&mut self, title: String) {
        self.write(Event::Rename { title }, After::Renamed);
    }

    pub(super) fn set_settings(&mut self, settings: Settings) {
        match self.model.check(&settings) {
            Ok(()) => {
                self.settings = Arc::new(settings);
                self.summaries.watch.renew();
                self.refresh_tools();
                // Off means off, even for what is running.
                if !self.settings.enabled && self.summaries.runs_by_itself() {
                    self.cancel_summary_because("compaction was switched off");
                }
            }
            Err(error) => self.error(None, error.into()),
        }
    }

    pub(super) fn set_tools(&mut self, tools: Vec<Tool>) {
        let values = Toolbox::values_of(&tools);
        if values == self.history.tools() {
            self.tools_set(tools, Ok(()));
        } else {
            self.write(Event::Tools { tools: values }, After::ToolsSet(tools));
        }
    }

    pub(super) fn tools_set(&mut self, tools: Vec<Tool>, result: Result<(), Failure>) {
        match result {
            Ok(()) => {
                self.tools.host = Toolbox::new(tools);
                self.request.forget_count();
                self.refresh_tools();
            }
            Err(failure) => self.error(None, failure),
        }
    }
}
