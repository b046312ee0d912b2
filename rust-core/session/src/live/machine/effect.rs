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

/// What the machine wants done, in this order.
#[derive(Debug)]
pub(in crate::live) enum Effect {
    /// Write an event into the journal. Answered at once by
    /// [`News::Written`](super::News::Written), which gives it back.
    Write {
        /// Its sequence number.
        seq: u64,
        /// It.
        event: Box<Event>,
        /// What was spent since the last one that was written.
        spent: Option<Box<CostLedger>>,
    },
    /// Stop an answer that is coming. Answered at once by
    /// [`News::CutOff`](super::News::CutOff).
    CutOff {
        /// The task that receives it.
        task: TaskId,
    },
    /// Keep a text in a file beside the journal, which is on the disk then.
    /// Answered at once by [`News::Kept`](super::News::Kept), which gives the
    /// text back.
    Keep {
        /// All of it.
        text: String,
    },
    /// Read a text that is kept. Answered at once by
    /// [`News::ReadKept`](super::News::ReadKept).
    ReadKept {
        /// Which one.
        whole: WholeText,
    },
    /// Begin a task that asks somebody; its outcome carries its number.
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
    /// Write down that the user allowed a tool for the project. Answered by
    /// [`News::PermissionNotKept`](super::News::PermissionNotKept) if that fails.
    AllowInProject {
        /// Which tool.
        tool: Box<Tool>,
    },
    /// Put a snapshot in the place of the last one.
    Show(Box<Snapshot>),
    /// Hand an event to the host.
    Emit(SessionEvent),
    /// Let the words of an answer through to the host.
    Release {
        /// The task that receives it.
        task: TaskId,
    },
    /// Bring the journal onto the disk if its policy says so: nothing is under way. Answered by
    /// [`News::NotAtRest`](super::News::NotAtRest) if that fails.
    Rest,
    /// Bring the journal onto the disk for the last time: nothing is written
    /// any more.
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
        /// What the model may still say in the turn.
        room: Room,
    },
    /// The server: how many tokens a request has.
    Count { provider: Arc<dyn Provider>, request: Box<ChatRequest> },
    /// The server: what a model can take.
    Describe { provider: Arc<dyn Provider>, model: String },
    /// Rules and models: for a summary.
    Summarize { job: Box<CompactionJob>, models: Vec<SummaryModel> },
}
