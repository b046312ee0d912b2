//! What is done once an event is written, and the data needed for that.

use std::collections::VecDeque;
use std::sync::Arc;

use super::model_state::ModelState;
use super::summary_run::Gain;
use crate::Event;
use crate::live::{CallEnd, Failure, Tool, TurnId};
use vibeue_conversation::{Message, MessageId, Part};
use vibeue_provider::{Reply, StopReason};
use vibeue_summarizer::SummaryModel;

/// What is done when an event is written, or could not be.
#[derive(Debug)]
pub(super) enum After {
    /// A message was submitted and waits in a turn of its own.
    Submitted { turn: TurnId },
    /// A call that nobody answered has a result.
    CallClosed(ClosingCalls),
    /// A waiting message was sent.
    Sent { submit: u64 },
    /// The message of the turn was sent.
    Begun,
    /// The changed request of the turn was sent.
    Branched,
    /// Another branch is in view.
    BranchShown,
    /// The received part of a cancelled answer is kept.
    Kept(AfterPartial),
    /// The result of a call was recorded.
    Recorded(Recorded),
    /// A result is shown in a shorter form.
    Shortened(Shortened, AfterResult),
    /// An answer is appended. `same`: the model that was asked still answers.
    ReplyAppended { next: Next, same: bool },
    /// What was learned of the model is kept.
    Learned(AfterLearning),
    /// The old summaries are undone; the new one comes next.
    Uprooted { compaction: Box<Event>, gain: Box<Gain> },
    /// A compaction is in the history. `uprooted`: old summaries were undone for it.
    Installed { gain: Box<Gain>, uprooted: bool },
    /// A message is pinned that a preview was asked to keep.
    KeptPinned { message: MessageId, gain: Box<Gain> },
    /// A compaction is undone.
    Undone,
    /// A compaction is redone.
    Redone,
    /// A message is pinned or released.
    Pinned { message: MessageId, pinned: bool },
    /// The user wanted a message shorter.
    ShortenedByHand(Planned),
    /// The user wanted a shortened message back.
    Restored(Planned),
    /// A summary has another text.
    Edited { message: MessageId },
    /// An edit of a summary is undone.
    EditUndone { message: MessageId },
    /// An edit of a summary is redone.
    EditRedone { message: MessageId },
    /// The conversation has another name.
    Renamed,
    /// The host has other tools.
    ToolsSet(Vec<Tool>),
    /// Another model answers.
    Switched(Box<Switch>),
    /// A message that waited for any turn is withdrawn.
    Withdrawn { submit: u64 },
    /// A turn that waited is withdrawn.
    TurnWithdrawn { turn: TurnId },
}

/// What follows a complete answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The model wants to continue by itself.
    Continue,
    /// The model waits for results.
    Tools,
    /// That was all.
    Complete,
    /// Complete, with something the user should know.
    Incomplete(&'static str),
    /// The model declined.
    Refused,
}

impl Next {
    pub(super) fn of(reply: &Reply, has_content: bool) -> Self {
        match reply.stop {
            StopReason::Refusal => Self::Refused,
            // Whatever else stopped it: servers would refuse the next request if a call had no
            // result.
            _ if reply.tool_calls().next().is_some() => Self::Tools,
            StopReason::Pause | StopReason::Compaction => Self::Continue,
            StopReason::Length => Self::Incomplete(
                "the answer was cut off: it reached the limit on the tokens that the model may write",
            ),
            StopReason::ContextFull => {
                Self::Incomplete("the answer was cut off: the model's window was full")
            }
            _ if !has_content => Self::Incomplete("the model's answer was empty"),
            _ => Self::Complete,
        }
    }
}

/// Returns whether there is anything in an answer that the user or a tool needs.
pub(super) fn has_content(reply: &Reply) -> bool {
    reply.parts.iter().any(|part| match part {
        Part::Text { text, .. } => !text.trim().is_empty(),
        Part::Image(_) | Part::ToolCall(_) => true,
        Part::ToolResult(_) | Part::Opaque { .. } => false,
    })
}

/// What comes next when calls without a result have got one.
#[derive(Debug)]
pub(super) enum AfterCalls {
    /// The turn continues to begin.
    Begin,
    /// The turn fails.
    Fail(Failure),
}

/// Calls without a result that get one, one after the other.
#[derive(Debug)]
pub(super) struct ClosingCalls {
    /// Ids and names of those that have none yet.
    pub(super) left: VecDeque<(Box<str>, Box<str>)>,
    /// The result.
    pub(super) text: &'static str,
    pub(super) then: AfterCalls,
}

/// What comes next when the words of an interrupted answer are stored.
#[derive(Debug)]
pub(super) enum AfterPartial {
    /// The turn ends as cancelled.
    Cancel,
    /// The turn fails.
    Fail(Failure),
}

/// What comes next when it is stored.
#[derive(Debug)]
pub(super) enum AfterLearning {
    /// The turn continues towards its request.
    Advance,
    /// What the answer asks for is done.
    Reply { next: Next, message: Option<Arc<Message>> },
}

/// What comes next when the result of a call is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterResult {
    /// The round may be done.
    Round,
    /// The next call that nobody runs.
    Unrun,
    /// The next call of a turn that is cancelled.
    Cancel,
}

/// A result that is being written.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) call_id: String,
    pub(super) name: String,
    pub(super) end: CallEnd,
    /// Tokens of the request before it.
    pub(super) before: u64,
    pub(super) then: AfterResult,
}

/// A result in a shorter form that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shortened {
    pub(super) message: MessageId,
    pub(super) before: u64,
    pub(super) after: u64,
}

/// Another form of a message that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) message: MessageId,
    /// The compaction that is undone; `None` if one is made.
    pub(super) undoes: Option<u64>,
    /// Tokens of the message and of the request before, as reports show them.
    pub(super) tokens_before: u64,
    pub(super) request_before: u64,
}

/// Another model that is to answer.
#[derive(Debug)]
pub(super) struct Switch {
    pub(super) next: ModelState,
    /// The model before it, which may still write the summary for it.
    pub(super) retired: SummaryModel,
    /// Tokens that a request to that might have.
    pub(super) old_available: u64,
}
