//! The branches of a conversation, for C++.

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{BranchRow as CoreRow, Snapshot, Wording as CoreWording};

use crate::agent;
use crate::ffi::ffi::{BranchRow, Status, Submitted, Wording};
use crate::parts::{with_attachments, with_mentions};
use crate::session::Session;
use crate::tasks::MentionReading;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn change_request(&self, message: u64, text: &str, attached: &[String]) -> Submitted {
        self.turn(|| {
            if self.live().agent.is_some() {
                return Err(agent::keeps_context());
            }
            let all = with_attachments(text, attached)?;
            self.live().command(|session| session.change(MessageId(message), all))
        })
    }

    pub fn change_request_with_mentions(
        &self,
        message: u64,
        text: &str,
        reading: &MentionReading,
    ) -> Submitted {
        self.turn(|| {
            if self.live().agent.is_some() {
                return Err(agent::keeps_context());
            }
            let all = with_mentions(text, reading)?;
            self.live().command(|session| session.change(MessageId(message), all))
        })
    }

    pub fn show_branch(&self, branch: u64) -> Status {
        self.ask_lever(|session| session.show_branch(branch))
    }

    pub fn branches(&self) -> Vec<BranchRow> {
        let rows = |now: &Snapshot| now.branches().into_iter().map(row).collect();
        self.read(rows).unwrap_or_default()
    }

    pub fn wordings(&self) -> Vec<Wording> {
        let all = |now: &Snapshot| {
            let mut all: Vec<Wording> =
                now.wordings.iter().map(|(id, of)| wording(*id, *of)).collect();
            all.sort_by_key(|wording| wording.message);
            all
        };
        self.read(all).unwrap_or_default()
    }
}

fn row(row: CoreRow) -> BranchRow {
    BranchRow {
        branch: row.branch,
        from: row.from.unwrap_or_default(),
        request: row.request.0,
        words: row.words,
        messages: row.messages,
        shown: row.shown,
    }
}

fn wording(id: MessageId, of: CoreWording) -> Wording {
    Wording {
        message: id.0,
        number: of.number,
        count: of.count,
        previous: of.previous.unwrap_or_default(),
        next: of.next.unwrap_or_default(),
    }
}
