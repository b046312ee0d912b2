//! Everything that can happen to a conversation.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use vibeue_compaction::{Compaction, SummaryRecord};
use vibeue_conversation::{Extra, Message, MessageId, Part};
use vibeue_tokens::Experience;

/// A model that the user chose for a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenModel {
    /// The model's id.
    pub model: String,
    /// Its [server](vibeue_provider::Provider::server); empty if that is unknown.
    pub server: String,
}

/// One change of a conversation: the journal keeps each as a line.
///
/// The names of the variants are part of the journal's format. A program that
/// meets a name it does not know refuses the journal: leaving an event out
/// would show the model another conversation than the user saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A message was added at the end.
    Message(Message),
    /// The user submitted a message that has to wait for its turn. It is not
    /// part of the conversation yet.
    Submit {
        /// What the user wrote.
        parts: Vec<Part>,
    },
    /// A waiting message was sent; it was added at the end.
    Send {
        /// The sequence number of the event by which it was submitted.
        submit: u64,
        /// The id that it has from now on.
        message: MessageId,
    },
    /// A waiting message was withdrawn; it was never part of the conversation.
    Withdraw {
        /// The sequence number of the event by which it was submitted.
        submit: u64,
    },
    /// The user changed an earlier request of theirs: the conversation continues from the point
    /// before it with the new request, in a new branch. Everything that followed stays in the old
    /// branch.
    Branch {
        /// The request that was changed; it must be in the branch in view.
        before: MessageId,
        /// The message that replaces it.
        message: Message,
    },
    /// The view switched to another branch.
    Switch {
        /// The sequence number of the [`Event::Branch`] with which it began; 0 is
        /// the branch with which the conversation began.
        begun: u64,
    },
    /// Messages were condensed.
    Compaction(Box<Compaction>),
    /// A compaction was undone, with those that build on it.
    Undo {
        /// The sequence number of the compaction's event.
        compaction: u64,
    },
    /// A message was pinned or released.
    Pin {
        /// Which one; it must be in the view.
        message: MessageId,
        /// Pinned, or released.
        pinned: bool,
    },
    /// The user or a check rewrote a summary.
    EditSummary {
        /// The new text, under the summary's old id.
        summary: Message,
        /// The new record; the old one stays if this is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<Box<SummaryRecord>>,
    },
    /// The last edit of a summary was undone.
    UndoEdit {
        /// The summary.
        summary: MessageId,
    },
    /// The last undone edit of a summary was redone.
    RedoEdit {
        /// The summary.
        summary: MessageId,
    },
    /// The conversation got a name.
    Rename {
        /// The name.
        title: String,
    },
    /// The tools' definitions were set, all of them.
    Tools {
        /// The definitions exactly as the provider's format has them.
        tools: Vec<Value>,
    },
    /// The top-level fields of the request were set, all of them.
    Request {
        /// `model`, `temperature`, …
        fields: Extra,
        /// The model that the user chose for this conversation, in place of
        /// the one that the settings name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<ChosenModel>,
    },
    /// Something was learned about a model by using it; this replaces what was known before.
    Learned {
        /// The model's id.
        model: String,
        /// All that is known about it now.
        experience: Box<Experience>,
    },
}

impl Event {
    /// The event's type, as journals write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Message(_) => "message",
            Event::Submit { .. } => "submit",
            Event::Send { .. } => "send",
            Event::Withdraw { .. } => "withdraw",
            Event::Branch { .. } => "branch",
            Event::Switch { .. } => "switch",
            Event::Compaction(_) => "compaction",
            Event::Undo { .. } => "undo",
            Event::Pin { .. } => "pin",
            Event::EditSummary { .. } => "edit_summary",
            Event::UndoEdit { .. } => "undo_edit",
            Event::RedoEdit { .. } => "redo_edit",
            Event::Rename { .. } => "rename",
            Event::Tools { .. } => "tools",
            Event::Request { .. } => "request",
            Event::Learned { .. } => "learned",
        }
    }

    /// Returns whether the user would miss this event after a power cut: the user's own words and
    /// decisions, and everything that reshapes the view.
    ///
    /// The rest, the model's and the tools' output between two requests of the user, can be
    /// regenerated.
    pub fn is_decisive(&self) -> bool {
        match self {
            Event::Message(message) => message.is_user_request(),
            Event::Submit { .. }
            | Event::Withdraw { .. }
            | Event::Branch { .. }
            | Event::Switch { .. }
            | Event::Compaction(_)
            | Event::Undo { .. }
            | Event::Pin { .. }
            | Event::EditSummary { .. }
            | Event::UndoEdit { .. }
            | Event::RedoEdit { .. }
            | Event::Rename { .. } => true,
            // A waiting message has been on disk since it was submitted.
            Event::Send { .. }
            | Event::Tools { .. }
            | Event::Request { .. }
            | Event::Learned { .. } => false,
        }
    }
}
