//! The events that a session reports to its host.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    CallEnd, Failure, FormChange, SessionState, SummaryId, SummaryPreview, SummaryPurpose, TurnId,
    UsageReport,
};
use vibeue_compaction::{Decision, Reason, Rung, Strategy, SummaryRecord};
use vibeue_conversation::{Message, MessageId};

/// An event that a session reports to its host.
///
/// A turn begins with [`SessionEvent::TurnStarted`] and ends with exactly one
/// [`SessionEvent::TurnEnded`]; a summarization begins with
/// [`SessionEvent::SummarizationStarted`] and ends with exactly one
/// [`SessionEvent::SummarizationComplete`]. A preview has neither: it begins
/// with [`SessionEvent::PreviewStarted`] and ends with exactly one
/// [`SessionEvent::PreviewReady`] or [`SessionEvent::PreviewFailed`]. An
/// [`SessionEvent::Error`] of a turn comes before its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SessionEvent {
    /// What the session is doing changed. Unread ones are replaced by newer
    /// ones.
    State {
        /// What it does now.
        state: SessionState,
    },
    /// A turn left the queue.
    TurnStarted {
        /// Which one.
        turn: TurnId,
    },
    /// More words of the answer. Appended to an unread delta.
    TextDelta {
        /// The turn that it belongs to.
        turn: TurnId,
        /// The words.
        text: String,
    },
    /// More words of the model's reasoning. Appended to an unread delta.
    ReasoningDelta {
        /// The turn that it belongs to.
        turn: TurnId,
        /// The words.
        text: String,
    },
    /// The words of the answer since the last message are void: the request is sent again.
    AnswerRetracted {
        /// The turn that it belongs to.
        turn: TurnId,
        /// Why.
        reason: String,
    },
    /// A message is now part of the conversation, and on disk.
    Message {
        /// The turn that it belongs to, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<TurnId>,
        /// The message.
        #[serde(with = "shared")]
        message: Arc<Message>,
    },
    /// The model calls a tool; the host runs it and answers, after the user allowed it if approval
    /// is needed.
    ToolCall {
        /// The turn that it belongs to.
        turn: TurnId,
        /// The id by which the host answers the call.
        call_id: String,
        /// The tool.
        name: String,
        /// Its arguments, JSON text as the model wrote it.
        arguments: String,
        /// Whether the user has to allow it first.
        needs_approval: bool,
        /// Whether it must not run, even if it is allowed: the host says what it would do
        /// ([`Session::rehearse_tool`](crate::live::Session::rehearse_tool)). `needs_approval` is
        /// set, too, so that a host that does not know of this runs nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        dry_run: bool,
    },
    /// The user allowed a call: the host may run it.
    ToolApproved {
        /// The turn that it belongs to.
        turn: TurnId,
        /// Which call.
        call_id: String,
    },
    /// A call has its result.
    ToolEnded {
        /// The turn that it belongs to.
        turn: TurnId,
        /// Which call.
        call_id: String,
        /// The tool.
        name: String,
        /// How it ended.
        end: CallEnd,
    },
    /// What the next request costs changed, or a setting by which that is
    /// judged. Unread ones are replaced by newer ones.
    Usage {
        /// Its size.
        usage: UsageReport,
    },
    /// A summarization began.
    SummarizationStarted {
        /// Which one.
        summary: SummaryId,
        /// What it is for; never [`SummaryPurpose::Preview`].
        purpose: SummaryPurpose,
        /// Why.
        reason: Reason,
        /// The decision with its arithmetic.
        decision: Decision,
        /// The same in a sentence.
        explanation: String,
        /// Whether a turn waits for it.
        blocking: bool,
    },
    /// A summarization ended.
    SummarizationComplete {
        /// The outcome.
        completion: Box<SummaryCompletion>,
    },
    /// A preview began: nothing will be changed.
    PreviewStarted {
        /// The run that makes it.
        summary: SummaryId,
    },
    /// What a summarization would do.
    PreviewReady {
        /// The preview.
        preview: Box<SummaryPreview>,
    },
    /// A preview could not be made.
    PreviewFailed {
        /// The run that was to make it.
        summary: SummaryId,
        /// Why: of the class [`FailureClass::Cancelled`] if it was cancelled.
        ///
        /// [`FailureClass::Cancelled`]: super::FailureClass::Cancelled
        failure: Failure,
        /// What the user should know about the attempt.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
    },
    /// The view switched to another branch, with another transcript. If a turn began it, its
    /// message was reported before.
    BranchShown {
        /// Which one.
        branch: u64,
    },
    /// Compactions were undone.
    Undone {
        /// Their sequence numbers, the newest first.
        compactions: Vec<u64>,
    },
    /// An undone compaction is in force again.
    Redone {
        /// Its new sequence number.
        compaction: u64,
    },
    /// A message was pinned or released.
    Pinned {
        /// Which one.
        message: MessageId,
        /// Pinned, or released.
        pinned: bool,
    },
    /// The user had a message shortened for the model.
    Shortened {
        /// The message, and its size now.
        change: FormChange,
    },
    /// The model sees a message as it was before it was shortened.
    Restored {
        /// The message, and its size now.
        change: FormChange,
    },
    /// A summary was edited.
    SummaryEdited {
        /// Its message.
        message: MessageId,
    },
    /// An edit of a summary was undone.
    SummaryEditUndone {
        /// The summary's message.
        message: MessageId,
    },
    /// An undone edit of a summary was redone.
    SummaryEditRedone {
        /// The summary's message.
        message: MessageId,
    },
    /// Another model answers from now on.
    ModelChanged {
        /// Its id.
        model: String,
    },
    /// Something the user should know; nothing has to be done.
    Warning {
        /// The turn that it belongs to, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<TurnId>,
        /// What.
        message: String,
    },
    /// Something failed.
    Error {
        /// The turn that it belongs to, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<TurnId>,
        /// What, and what to do about it.
        failure: Failure,
    },
    /// A turn ended.
    TurnEnded {
        /// Which one.
        turn: TurnId,
        /// How.
        end: TurnEnd,
    },
    /// Events were not read for so long that some were left out: messages, words and warnings. The
    /// snapshot has everything that still applies.
    Lagged {
        /// How many.
        missed: u64,
    },
    /// The session ended; no events follow.
    Closed,
}

impl SessionEvent {
    /// Returns whether missing this event would leave a host in a wrong state.
    pub fn is_decisive(&self) -> bool {
        !matches!(
            self,
            Self::State { .. }
                | Self::Usage { .. }
                | Self::TextDelta { .. }
                | Self::ReasoningDelta { .. }
                | Self::Message { .. }
                | Self::ToolEnded { .. }
                | Self::Warning { .. }
                | Self::Lagged { .. }
        )
    }
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// The model answered.
    Completed,
    /// It did not; an error says why.
    Failed,
    /// It was cancelled.
    Cancelled,
}

/// How a summarization ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryEnd {
    /// The view is smaller now.
    Applied,
    /// The history is unchanged; the failure says why.
    Failed,
    /// It was cancelled; the history is unchanged.
    Cancelled,
}

/// The outcome of a summarization.
///
/// The numbers are those of the journal's [`Compaction`] with its [`Account`], and of the list of
/// summaries. Fields may be added; existing ones never change their meaning.
///
/// [`Compaction`]: vibeue_compaction::Compaction
/// [`Account`]: vibeue_compaction::Account
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryCompletion {
    /// Which one.
    pub summary: SummaryId,
    /// What it was for.
    pub purpose: SummaryPurpose,
    /// How it ended.
    pub outcome: SummaryEnd,
    /// `outcome` is [`SummaryEnd::Applied`].
    pub success: bool,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The sequence number of the compaction, by which it is undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compaction: Option<u64>,
    /// The summary, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<SummaryRecord>,
    /// How far down the ladder it went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<Rung>,
    /// Who wrote the summary, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// How many earlier summaries it builds on.
    #[serde(default)]
    pub depth: u32,
    /// Tokens that a request could have: what the result had to fit into.
    #[serde(default)]
    pub budget: u64,
    /// Tokens of the whole request right before it was applied, as the meter shows them. Journal,
    /// list of summaries and this event hold the same pair. For a summary made from the originals:
    /// with those back in the request.
    pub tokens_before: u64,
    /// Tokens of the whole request after, as the meter shows them; `tokens_before` if nothing was
    /// applied.
    pub tokens_after: u64,
    /// `tokens_after` as a share of `tokens_before`: 0.2 if a fifth is left.
    #[serde(default)]
    pub ratio: f64,
    /// Messages that went into the summary: 0 if results were pruned or messages trimmed and
    /// nothing was summarized.
    pub messages_summarized: u64,
    /// Results of tools that became placeholders.
    pub results_pruned: u64,
    /// Messages that stay but were cut.
    pub messages_trimmed: u64,
    /// Messages before it.
    pub messages_total: u64,
    /// Facts that were found in the condensed messages.
    pub facts_found: u64,
    /// Of these, facts that the model still sees.
    pub facts_kept: u64,
    /// Condensed messages with words of the user or the agent.
    #[serde(default)]
    pub story_found: u64,
    /// How many of them the summary still mentions by name.
    #[serde(default)]
    pub story_kept: u64,
    /// Calls to models that were made for it.
    pub model_calls: u64,
    /// US dollars, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// What the user should know about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A shared message as JSON.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use vibeue_conversation::Message;

    pub(super) fn serialize<S: Serializer>(
        message: &Arc<Message>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        message.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Message>, D::Error> {
        Message::deserialize(deserializer).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use vibeue_conversation::Role;

    #[test]
    fn an_event_is_one_flat_object_with_its_name() {
        let event = SessionEvent::TurnEnded { turn: TurnId(3), end: TurnEnd::Cancelled };
        let json = serde_json::to_value(&event).unwrap();
        assert_eq!(json, json!({"event": "turn_ended", "turn": 3, "end": "cancelled"}));
        assert_eq!(serde_json::from_value::<SessionEvent>(json).unwrap(), event);
    }

    #[test]
    fn a_message_comes_back_as_it_was() {
        let message = Arc::new(Message::text(MessageId(1), Role::User, "hello"));
        let event = SessionEvent::Message { turn: Some(TurnId(1)), message };
        let json = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<SessionEvent>(&json).unwrap(), event);
    }
}
