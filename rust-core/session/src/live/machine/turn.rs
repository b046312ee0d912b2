//! One turn, from the user's message to the answer.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::growing_answer::GrowingAnswer;
use super::input::TaskId;
use super::repetition::Repetition;
use super::room::Room;
use super::round_end::{RoundEnd, Unrun};
use super::spent::Spent;
use vibeue_tools::ToolIdentity;

use crate::live::{CallState, Failure, ModelChoice, Phase, Price, TurnId};
use vibeue_conversation::{Message, MessageId, Part, Protocol};
use vibeue_tokens::Usage;

/// A waiting turn.
#[derive(Debug, PartialEq)]
pub(super) struct Queued {
    pub(super) turn: TurnId,
    pub(super) input: TurnInput,
}

/// What a turn begins with.
#[derive(Debug, PartialEq)]
pub(super) enum TurnInput {
    /// The model is asked again, without a new message.
    Again,
    /// Words that are said at once: nothing waits before them.
    Words(Vec<Part>),
    /// A waiting message in the history, by the number of its event.
    Waiting(u64),
    /// Another wording of an earlier request.
    Changed { before: MessageId, parts: Vec<Part> },
}

/// The current turn.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) id: TurnId,
    pub(super) stage: Stage,
    /// Rounds of tool calls so far.
    pub(super) rounds: u32,
    /// Detects loops of them.
    pub(super) repetition: Repetition,
    /// What was tried to make the next request fit.
    pub(super) fitting: Fitting,
    /// What the models may still write in it.
    pub(super) room: Room,
    /// How much of its limits it has used.
    pub(super) spent: Spent,
}

/// What was tried to make one request fit; starts over after each answer.
#[derive(Debug, Default)]
pub(super) struct Fitting {
    /// Summaries that this request waited for.
    pub(super) attempts: u32,
    /// Why the last one had no result.
    pub(super) stuck: Option<Failure>,
    /// How often the server found the request too long.
    pub(super) overflows: u32,
    /// The fingerprints of the requests that it refused.
    pub(super) refused: HashSet<String>,
    /// The size of the smallest of them, by our count.
    pub(super) smallest_refused: Option<u64>,
    /// The server's message about the last of them.
    pub(super) server_message: Option<String>,
    /// Whether an answer has already filled the window.
    pub(super) window_filled: bool,
}

/// What the turn waits for.
#[derive(Debug)]
pub(super) enum Stage {
    /// What it begins with is being written.
    Beginning(First),
    /// Nothing yet, or what the server knows about the model.
    Preparing,
    /// The server's count of the request.
    Counting { task: TaskId },
    /// The current summary.
    Compacting,
    /// The answer.
    Streaming {
        task: TaskId,
        /// Whether the host may read the words: it knows that the request was sent.
        released: bool,
        /// The answer so far, counted.
        growing: Box<GrowingAnswer>,
        /// Tokens of the request by our count.
        counted: u64,
        /// Who was asked: another model may have been chosen in the meantime.
        asked: Asked,
    },
    /// The results of calls.
    Tools {
        open: Vec<OpenCall>,
        /// Calls that nobody runs, and whose results are not written yet.
        unrun: VecDeque<Unrun>,
        /// What comes next when they are.
        then: RoundEnd,
    },
    /// The words of an interrupted answer.
    CuttingOff,
    /// The results of calls that are cancelled.
    Cancelling { open: VecDeque<OpenCall> },
}

/// What a turn writes first.
#[derive(Debug)]
pub(super) enum First {
    /// Nothing: the model is asked again.
    Again,
    /// Words, without the message's id.
    Words(Box<Message>),
    /// Another wording of an earlier request, without the message's id.
    Changed { before: MessageId, message: Box<Message> },
    /// Nothing more: the waiting messages are sent.
    Waiting,
}

/// The model that was asked.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) choice: Arc<ModelChoice>,
    pub(super) protocol: Protocol,
    pub(super) price: Option<Price>,
    /// The shape of the view that was sent.
    pub(super) shape: u64,
}

/// A call without its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenCall {
    pub(super) id: Box<str>,
    pub(super) name: Box<str>,
    pub(super) state: CallState,
    /// Which tool it was when the model called it: the one that really runs.
    pub(super) tool: ToolIdentity,
    /// The full name of the tool that really runs, if another one calls it.
    pub(super) inner: Option<Box<str>>,
    /// When it began, since the session began; `None` if it has not.
    pub(super) began: Option<Duration>,
    /// Whether it was announced as a dry run: it never runs, even when the dry run is over.
    pub(super) rehearsed: bool,
}

impl Turn {
    pub(super) fn new(id: TurnId, room: Room, spent: Spent) -> Self {
        Self {
            id,
            stage: Stage::Preparing,
            rounds: 0,
            repetition: Repetition::default(),
            fitting: Fitting::default(),
            room,
            spent,
        }
    }

    pub(super) fn phase(&self) -> Phase {
        match self.stage {
            Stage::Beginning(_) | Stage::Preparing | Stage::Counting { .. } => Phase::Preparing,
            Stage::Compacting => Phase::Compacting,
            Stage::Streaming { .. } | Stage::CuttingOff => Phase::Streaming,
            Stage::Tools { .. } | Stage::Cancelling { .. } => Phase::Tools,
        }
    }

    /// Tokens of an answer that is still arriving.
    pub(super) fn coming(&self) -> Usage {
        match &self.stage {
            Stage::Streaming { growing, .. } => growing.usage(),
            _ => Usage::default(),
        }
    }

    /// The task that the turn waits for.
    pub(super) fn task(&self) -> Option<TaskId> {
        match self.stage {
            Stage::Counting { task } | Stage::Streaming { task, .. } => Some(task),
            _ => None,
        }
    }
}
