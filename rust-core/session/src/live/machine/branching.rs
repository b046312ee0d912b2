//! Changing an earlier request, and showing another branch.

use super::after::After;
use super::state::State;
use super::turn::{First, Stage, Turn, TurnInput};
use crate::live::{Failure, FailureClass, SessionEvent, TurnId};
use crate::writing::{Attachment, AttachmentKind};
use crate::{Applied, Event};
use vibeue_conversation::{Message, MessageId, Part, Role};

impl State {
    /// Continues from the point before a request with another wording of it, in a new branch. What
    /// an earlier session left unsent waits for the next turn.
    pub(super) fn change_request(&mut self, turn: TurnId, before: MessageId, mut parts: Vec<Part>) {
        if let Err(failure) = self.require_rest("an earlier message can be changed") {
            return self.fail_ended(turn, failure);
        }
        // The words change; the images that they are about stay.
        if let Some(message) = self.history.original(before) {
            #[cfg(feature = "project")]
            crate::writing::keep_named(&message.parts, &mut parts);
            parts.extend(unnamed_images(&message.parts).cloned());
        }
        self.queue.push(turn, TurnInput::Changed { before, parts });
    }

    /// Shows another branch.
    pub(super) fn show_branch(&mut self, branch: u64) {
        let planned = self
            .require_rest("another branch can be shown")
            .and_then(|()| self.checked(|history| history.plan_switch(branch)));
        match planned {
            Ok(event) => {
                self.cancel_summary_because("another branch is shown");
                self.write(event, After::BranchShown);
            }
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn branch_shown(&mut self, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => self.went_elsewhere(),
            Err(failure) => self.error(None, failure),
        }
    }

    /// Sends the changed request with which the turn begins; returns whether it begins with one.
    pub(super) fn send_changed(&mut self) -> bool {
        let id = self.history.next_id();
        let Some(Turn { stage: Stage::Beginning(first), .. }) = &mut self.turn else {
            return false;
        };
        if !matches!(first, First::Changed { .. }) {
            return false;
        }
        if let First::Changed { before, mut message } = std::mem::replace(first, First::Waiting) {
            message.id = id;
            self.write(Event::Branch { before, message: *message }, After::Branched);
        }
        true
    }

    pub(super) fn branched(&mut self, result: Result<Applied, Failure>) {
        match result {
            Ok(_) => {
                // The summary is of the old view; a plan for it would be refused.
                self.cancel_summary_because("an earlier message was changed");
                let turn = self.turn.as_ref().map(|turn| turn.id);
                if let Some(message) = self.history.view().last().cloned() {
                    self.host.emit(SessionEvent::Message { turn, message });
                }
                self.went_elsewhere();
                self.begun();
            }
            Err(failure) => self.fail_turn(failure),
        }
    }

    /// Takes over the branch that is in view from now on.
    fn went_elsewhere(&mut self) {
        self.reshaped();
        self.summaries.watch.start_over();
        self.remember_last_compaction();
        self.host.emit(SessionEvent::BranchShown { branch: self.history.branch() });
    }

    /// Changes of the whole conversation wait until nothing of it is under way.
    fn require_rest(&self, what: &str) -> Result<(), Failure> {
        if self.turn.is_none() && self.queue.is_empty() {
            return Ok(());
        }
        let text = format!("{what} once the current answer has ended");
        Err(Failure::new(FailureClass::Busy, text).hint("wait for it, or cancel it"))
    }
}

/// A changed request, without its id.
pub(super) fn changed(parts: Vec<Part>) -> Box<Message> {
    Box::new(Message::new(MessageId(0), Role::User, parts))
}

/// The images of a message that its words do not name: those that are named
/// stay as long as the words name them.
fn unnamed_images(parts: &[Part]) -> impl Iterator<Item = &Part> {
    let is_named = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| parts.get(at));
        before.is_some_and(|part| match part {
            Part::Text { text, .. } => Attachment::read(text)
                .is_some_and(|attached| attached.kind == AttachmentKind::Picture),
            _ => false,
        })
    };
    let images = parts.iter().enumerate();
    images
        .filter(move |(at, part)| matches!(part, Part::Image(_)) && !is_named(*at))
        .map(|(_, part)| part)
}
