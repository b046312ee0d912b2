//! What the machine wants done.

use std::sync::Arc;
use std::time::Duration;

use super::input::TaskId;
use super::room::Room;
use crate::Event;
use crate::live::{CostLedger, SessionEvent, Snapshot, Tool, TurnId};
use vibeue_conversation::WholeText;
use vibeue_provider::{ChatRequest, Provider};
use vibeue_summarizer::{CompactionJob, SummaryModel};

/// What the machine wants done, in order.
#[derive(Debug)]
pub(in crate::live) enum Effect {
    /// Write an event into the journal. Answered at once by
    /// [`News::Written`](super::News::Written), which gives it back.
    Write {
        /// Its sequence number.
        seq: u64,
        /// The event.
        event: Box<Event>,
        /// What was spent since the last one that was written.
        spent: Option<Box<CostLedger>>,
    },
    /// Stop an answer that is arriving. Answered at once by [`News::CutOff`](super::News::CutOff).
    CutOff {
        /// The task that receives it.
        task: TaskId,
    },
    /// Store a text in a file next to the journal, flushed to the disk. Answered at once by
    /// [`News::Kept`](super::News::Kept), which gives the text back.
    Keep {
        /// The whole text.
        text: String,
    },
    /// Read a text that is kept. Answered at once by
    /// [`News::ReadKept`](super::News::ReadKept).
    ReadKept {
        /// Which one.
        whole: WholeText,
    },
    /// Begin a task that asks a model or server; its outcome carries its number.
    Ask {
        /// Its number.
        task: TaskId,
        /// What is asked.
        question: Question,
    },
    /// Give notice after this much time.
    Ring {
        /// The number of the timer.
        task: TaskId,
        /// How long it takes.
        after: Duration,
    },
    /// Stop a task or a timer; nothing happens if it has ended.
    Stop {
        /// Which one.
        task: TaskId,
    },
    /// Store that the user allowed a tool for the project. Answered by
    /// [`News::PermissionNotKept`](super::News::PermissionNotKept) if that fails.
    AllowInProject {
        /// Which tool.
        tool: Box<Tool>,
    },
    /// Replace the last snapshot.
    Show(Box<Snapshot>),
    /// Hand an event to the host.
    Emit(SessionEvent),
    /// Let the words of an answer through to the host.
    Release {
        /// The task that receives it.
        task: TaskId,
    },
    /// Flush the journal to the disk if its policy says so: the session is idle. Answered by
    /// [`News::NotAtRest`](super::News::NotAtRest) if that fails.
    Rest,
    /// Flush the journal to the disk for the last time: nothing more is written.
    Close,
}

/// What a task asks.
#[derive(Debug)]
pub(in crate::live) enum Question {
    /// The model: for its answer.
    Chat {
        provider: Arc<dyn Provider>,
        request: Box<ChatRequest>,
        turn: TurnId,
        /// What the model may still write in the turn.
        room: Room,
    },
    /// The server: how many tokens a request has.
    Count { provider: Arc<dyn Provider>, request: Box<ChatRequest> },
    /// The server: for a model's limits.
    Describe { provider: Arc<dyn Provider>, model: String },
    /// Models or rules: for a summary.
    Summarize { job: Box<CompactionJob>, models: Vec<SummaryModel> },
}
