//! Writing an event, and what is done when it is written.

use super::after::After;
use super::state::State;
use super::turn::Stage;
use crate::live::Failure;
use crate::{Applied, Event, History};

impl State {
    /// Requests the writing of an event; must be the caller's last action: processing continues in
    /// [`State::after`], even if the history rejects the event.
    pub(super) fn write(&mut self, event: Event, then: After) {
        match self.checked(|history| history.check(&event)) {
            Ok(()) => {
                let seq = self.history.version() + 1;
                self.exchange.write(seq, event, self.costs.unrecorded(), then);
            }
            Err(failure) => self.after(then, Err(failure)),
        }
    }

    /// Asks the history to check an event. A bug in it fails only what the event is for, and
    /// nothing else that is running.
    pub(super) fn checked<T>(
        &mut self,
        what: impl FnOnce(&History) -> vibeue_conversation::Result<T>,
    ) -> Result<T, Failure> {
        self.guarded(|it| what(&it.history).map_err(Failure::from))
    }

    /// Returns whether an effect was requested whose answer must come next.
    pub(super) fn awaits_answer(&self) -> bool {
        let cuts = |turn: &super::turn::Turn| matches!(turn.stage, Stage::CuttingOff);
        self.exchange.awaits_answer() || self.turn.as_ref().is_some_and(cuts)
    }

    /// Handles the outcome of writing an event.
    pub(super) fn written(&mut self, result: Result<Box<Event>, Failure>) {
        let then = self.exchange.written();
        if result.is_ok() {
            self.costs.recorded();
        }
        let applied = result.and_then(|event| self.guarded(|it| Ok(it.history.perform(*event))));
        match (then, applied) {
            (Some(then), applied) => self.after(then, applied),
            // A bug interrupted what asked for it; the event is in the history.
            (None, Ok(_)) => self.reshaped(),
            (None, Err(failure)) => self.error(None, failure),
        }
    }

    fn after(&mut self, then: After, result: Result<Applied, Failure>) {
        match then {
            After::Submitted { turn } => self.submitted(turn, result),
            After::CallClosed(closing) => self.call_closed(closing, result),
            After::Sent { submit } => self.sent(submit, result),
            After::Begun => self.first_appended(result),
            After::Branched => self.branched(result),
            After::BranchShown => self.branch_shown(result),
            After::Kept(then) => self.kept(then, result),
            After::Recorded(recorded) => self.recorded(recorded, result),
            After::Shortened(shortened, then) => self.shortened(&shortened, then, result),
            After::ReplyAppended { next, same } => self.reply_appended(next, same, result),
            After::Learned(then) => self.kept_learned(then, result),
            After::Uprooted { compaction, gain } => self.uprooted(*compaction, gain, result),
            After::Installed { gain, uprooted } => self.installed(*gain, uprooted, result),
            After::KeptPinned { message, gain } => self.kept_pinned(message, gain, result),
            After::Undone => self.undone(result),
            After::Redone => self.redone(result),
            After::Pinned { message, pinned } => self.pinned(message, pinned, result),
            After::ShortenedByHand(planned) => self.shortened_by_hand(&planned, result),
            After::Restored(planned) => self.restored(&planned, result),
            After::Edited { message } => self.edited(message, result),
            After::EditUndone { message } => self.edit_undone(message, result),
            After::EditRedone { message } => self.edit_redone(message, result),
            After::Renamed => {
                if let Err(failure) = result {
                    self.error(None, failure);
                }
            }
            After::ToolsSet(tools) => self.tools_set(tools, result.map(drop)),
            After::Switched(switch) => self.switched(*switch, result),
            After::Withdrawn { submit } => self.withdrawn(submit, result),
            After::TurnWithdrawn { turn } => self.turn_withdrawn(turn, result),
        }
    }
}
