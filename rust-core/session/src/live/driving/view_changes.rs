//! What a person changes by hand: undo, pins, edits, names, settings.

use std::sync::Arc;

use super::driver::Driver;
use crate::Event;
use crate::live::{Failure, FailureClass, SessionEvent, SummaryPurpose, Tool};
use vibeue_compaction::{summary_text, with_summary_text};
use vibeue_conversation::MessageId;
use vibeue_conversation::settings::Settings;

impl Driver {
    pub(super) fn undo(&mut self, compaction: Option<u64>) {
        let newest = self.store.history().last_compaction().map(|entry| entry.seq);
        let Some(seq) = compaction.or(newest) else {
            let failure = Failure::new(FailureClass::Invalid, "there is no compaction to undo");
            return self.error(None, failure);
        };
        let event = Event::Undo { compaction: seq };
        if let Err(error) = self.store.history().check(&event) {
            return self.error(None, error.into());
        }
        self.cancel_summary_because("a compaction was undone");
        match self.store.append(event, self.clock.now()) {
            Ok(applied) => {
                self.reshaped();
                // Whoever undoes does not want it done again at once.
                self.watch.trigger.failed();
                self.host.emit(SessionEvent::Undone { compactions: applied.undone });
            }
            Err(error) => self.error(None, error.into()),
        }
    }

    pub(super) fn redo(&mut self, compaction: Option<u64>) {
        let history = self.store.history();
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
        let event = match history.plan_redo(seq) {
            Ok(event) => event,
            Err(error) => return self.error(None, error.into()),
        };
        self.cancel_summary_because("a compaction was done again");
        match self.write(event) {
            Ok(seq) => {
                self.reshaped();
                self.host.emit(SessionEvent::Redone { compaction: seq });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn pin(&mut self, message: MessageId, pinned: bool) {
        match self.write(Event::Pin { message, pinned }) {
            Ok(_) => {
                self.reshaped();
                self.host.emit(SessionEvent::Pinned { message, pinned });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn edit_summary(&mut self, message: MessageId, text: &str) {
        let history = self.store.history();
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
        match self.write(Event::EditSummary { summary, record }) {
            Ok(_) => {
                self.reshaped();
                self.host.emit(SessionEvent::SummaryEdited { message });
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn rename(&mut self, title: String) {
        if let Err(failure) = self.write(Event::Rename { title }) {
            self.error(None, failure);
        }
    }

    pub(super) fn set_settings(&mut self, settings: Settings) {
        match self.model.check(&settings) {
            Ok(()) => {
                self.settings = Arc::new(settings);
                self.watch.renew();
                let own = |purpose| {
                    matches!(purpose, SummaryPurpose::Automatic | SummaryPurpose::Overflow)
                };
                // Off means off, for what is under way as well.
                if !self.settings.enabled
                    && self.summary.as_ref().is_some_and(|run| own(run.purpose))
                {
                    self.cancel_summary_because("compaction was switched off");
                }
            }
            Err(error) => self.error(None, error.into()),
        }
    }

    pub(super) fn set_tools(&mut self, tools: Vec<Tool>) {
        let before = self.tools.replace(tools.into());
        if let Err(error) = self.write_tools() {
            self.tools.replace(before);
            return self.error(None, error.into());
        }
        self.server_count = super::server_count::ServerCount::NotAsked;
        self.refresh_tools();
    }
}
