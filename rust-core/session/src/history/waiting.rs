//! Messages that wait for their turn.

use std::sync::Arc;

use super::History;
use crate::WaitingMessage;
use vibeue_conversation::{Message, MessageId, Part, Role};

impl History {
    /// What was submitted and neither sent nor withdrawn since, oldest first.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Arc<WaitingMessage>> {
        self.waiting.iter()
    }

    /// Returns one waiting message, by the number of its event.
    pub fn waiting_message(&self, submit: u64) -> Option<&Arc<WaitingMessage>> {
        self.waiting.get(self.place_of_waiting(submit)?)
    }

    fn place_of_waiting(&self, submit: u64) -> Option<usize> {
        self.waiting.binary_search_by_key(&submit, |waiting| waiting.submit).ok()
    }

    pub(super) fn submit(&mut self, parts: Vec<Part>) {
        self.waiting.push_back(Arc::new(WaitingMessage { submit: self.version, parts }));
    }

    pub(super) fn send(&mut self, submit: u64, id: MessageId) {
        if let Some(waiting) = self.take_waiting(submit) {
            let parts = Arc::unwrap_or_clone(waiting).parts;
            self.push(Message::new(id, Role::User, parts));
        }
    }

    pub(super) fn take_waiting(&mut self, submit: u64) -> Option<Arc<WaitingMessage>> {
        self.waiting.remove(self.place_of_waiting(submit)?)
    }
}
