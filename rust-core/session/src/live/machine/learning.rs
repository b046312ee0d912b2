//! Journals what was learned about the model.

use super::after::{After, AfterLearning};
use super::state::State;
use crate::live::{Failure, FailureClass};
use crate::{Applied, Event};

impl State {
    /// Journals what was learned about the model, if that is new: when reopened, the conversation
    /// is counted as before.
    pub(super) fn learn(&mut self, then: AfterLearning) {
        let model = &self.model.choice.model;
        let experience = &self.model.experience;
        if self.history.learned(model) == Some(experience) {
            return self.learned(then);
        }
        let (model, experience) = (model.clone(), Box::new(experience.clone()));
        self.write(Event::Learned { model, experience }, After::Learned(then));
    }

    pub(super) fn kept_learned(&mut self, then: AfterLearning, result: Result<Applied, Failure>) {
        match result {
            Err(failure) if failure.class == FailureClass::Internal => self.fail_turn(failure),
            Err(failure) => {
                // It can be learned again; a full disk is reported with the next message.
                let why = &failure.message;
                tracing::debug!(target: "vibeue::session", "what was learned about the model could not be saved: {why}");
                self.learned(then);
            }
            Ok(_) => self.learned(then),
        }
    }

    fn learned(&mut self, then: AfterLearning) {
        match then {
            AfterLearning::Advance => self.advance(),
            AfterLearning::Reply { next, message } => self.go_on_after_reply(next, message),
        }
    }
}
