//! Messages that wait to be sent, for C++.

use vibeue_core::conversation::{Message as CoreMessage, MessageId, Role};
use vibeue_core::session::live::{Session as CoreSession, Snapshot, Waiting};

use crate::ffi::ffi::{Status, WaitingRow};
use crate::messages::{self, Seen};
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn waiting(&self) -> Vec<WaitingRow> {
        self.read(|now: &Snapshot| now.waiting.iter().map(row).collect()).unwrap_or_default()
    }

    pub fn withdraw(&self, submit: u64) -> Status {
        self.ask(|session| session.withdraw(submit))
    }

    pub fn send_now(&self, submit: u64) -> Status {
        self.ask(|session| session.send_now(submit))
    }

    pub fn move_waiting(&self, submit: u64, earlier: bool) -> Status {
        self.ask(|session| session.move_waiting(submit, earlier))
    }

    pub fn stop(&self) -> Status {
        self.ask(CoreSession::stop)
    }
}

fn row(waiting: &Waiting) -> WaitingRow {
    let parts = waiting.message.parts.clone();
    let message =
        messages::message(&CoreMessage::new(MessageId(0), Role::User, parts), Seen::default());
    WaitingRow {
        submit: waiting.message.submit,
        held: waiting.turn.is_none(),
        text: message.text,
        attachments: u32::try_from(message.attachments.len()).unwrap_or(u32::MAX),
        images: message.images,
    }
}
